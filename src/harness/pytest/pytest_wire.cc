// SPDX-License-Identifier: Apache-2.0
#include "harness/pytest/pytest_wire.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "base/text.h"

namespace cupel::harness::pytest {
namespace {

constexpr std::int64_t most_lines = 1'000'000'000;

/// Variables that add options or plug-ins, or by which Python would drop assertions or not end.
std::vector<std::string> neutralised_variables() {
  return {"PYTEST_ADDOPTS",      "PYTEST_PLUGINS", "PYTEST_XDIST_*",
          "PYTEST_CURRENT_TEST", "PYTHONOPTIMIZE", "PYTHONINSPECT"};
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const std::size_t high = digits.find(text[i]);
    const std::size_t low = digits.find(text[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

}  // namespace

model::LaunchRequest request_with_plugin(const TargetView& target, model::Template launch) {
  model::LaunchRequest request;
  request.argv.assign(target.command.begin(), target.command.end());
  request.argv.emplace_back("-p");
  request.argv.emplace_back(plugin_module);
  request.workdir = target.workdir;
  request.env_remove = neutralised_variables();
  request.env_prepend["PYTHONPATH"] = model::Template().folder();
  request.write = {{plugin_file, std::string(cupel_stream_py)}, {launch_file, std::move(launch)}};
  return request;
}

void write_name(format::JsonWriter& json, const std::string& name) {
  if (format::is_exact(name)) {
    json.value(name);
  } else {
    json.begin_object().field("hex", to_hex(name)).end_object();
  }
}

std::optional<std::string> read_name(const format::Json& value) {
  if (auto text = value.string()) return text;
  const auto hex = value["hex"].string();
  return hex ? from_hex(*hex) : std::nullopt;
}

std::string listing_digest(const model::Listing& listing) {
  std::vector<std::string_view> names;
  names.reserve(listing.tests.size());
  for (const model::TestCase& test : listing.tests) names.emplace_back(test.native);
  std::sort(names.begin(), names.end());
  base::Sha256 hash;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) hash.update(std::string_view("\0", 1));
    hash.update(names[i]);
  }
  return hash.finish();
}

model::Location read_place(const format::Json& record) {
  model::Location place;
  place.file = record["file"].string().value_or("");
  const auto line = record["line"].integer();
  if (line && *line > 0 && *line < most_lines) place.line = static_cast<int>(*line);
  return place;
}

std::string collection_words(const std::string& what, const model::Failure& failure) {
  std::string words = what + " cannot be collected: " + failure.message;
  if (!failure.location.file.empty()) {
    words += " (" + failure.location.file + ":" + std::to_string(failure.location.line) + ")";
  }
  return base::to_one_line(words);
}

}  // namespace cupel::harness::pytest

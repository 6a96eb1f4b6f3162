// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/check.h"
#include "base/sha256.h"
#include "base/text.h"
#include "plan/config.h"
#include "plan/config_keys.h"

namespace cupel::plan {
namespace {

using format::ShapeReader;

/// `path` as seen from `folder`: "." components are dropped, ".." ones stay, since what they lead
/// to depends on symbolic links.
std::string absolute(const std::string& folder, std::string_view path) {
  std::string joined = path.starts_with('/') ? "" : folder == "/" ? "" : folder;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    if (!part.empty() && part != ".") joined.append("/").append(part);
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return joined.empty() ? "/" : joined;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "/" : path.substr(0, slash);
}

base::Duration duration_of(const std::string& text) {
  const auto duration = base::parse_duration(text);
  CUPEL_CHECK(duration.ok(), "the table of keys let a text pass that is no duration");
  return *duration;
}

/// The value of a word that the table of keys has accepted.
template <typename Enum>
Enum word_value(const std::string& word,
                std::initializer_list<std::pair<std::string_view, Enum>> rows) {
  for (const auto& [text, value] : rows) {
    if (text == word) return value;
  }
  CUPEL_CHECK(false, "the table of keys has a word without a value");
}

model::Precision precision_of(const std::string& word) {
  const auto precision = model::from_word<model::Precision>(word);
  CUPEL_CHECK(precision.has_value(), "the table of keys has a word without a value");
  return *precision;
}

std::map<std::string, std::string> env_of(const ShapeReader& table) {
  std::map<std::string, std::string> env;
  for (auto& [name, value] : table.text_map("env")) env.emplace(name, value);
  return env;
}

class Parser {
 public:
  Parser(const std::string& path, const ShapeReader& root) : path_(path), root_(root) {
    config_.path = path;
    config_.folder = folder_of(path);
  }

  base::Result<Config> parse() {
    const ShapeReader gate = root_.table("gate");
    read_gate(gate);
    for (const ShapeReader& pin : root_.tables("pins")) {
      config_.pins.push_back({pin.key(), pin.text("command")});
    }
    read_modes();
    CUPEL_TRY(check_modes(gate));
    CUPEL_TRY(read_targets());
    CUPEL_TRY(read_devices());
    CUPEL_TRY(read_policies());
    return std::move(config_);
  }

 private:
  [[nodiscard]] base::Error fault(format::TomlPlace place, const std::string& what,
                                  std::string hint) const {
    return format::error_at(path_, place, what, std::move(hint));
  }

  void read_gate(const ShapeReader& gate) {
    GateConfig& out = config_.gate;
    const std::string folder_name = config_.folder.substr(config_.folder.rfind('/') + 1);
    out.name = gate.optional_text("name").value_or(folder_name.empty() ? "gate" : folder_name);
    out.precision = precision_of(gate.text("precision"));
    out.modes = gate.text_list("modes");
    if (const auto ledger = gate.optional_text("ledger")) {
      out.ledger = absolute(config_.folder, *ledger);
    }
    out.timeout = duration_of(gate.text("timeout"));
    out.start_timeout = duration_of(gate.text("start_timeout"));
    out.teardown_timeout = duration_of(gate.text("teardown_timeout"));
    out.build = gate.text("build");
    out.cover = gate.text_list("cover");
    for (const ShapeReader& ignored : gate.tables("cover_ignore")) {
      out.cover_ignore.push_back({ignored.text("path"), ignored.text("reason")});
    }
    read_gate_policies(gate);
  }

  void read_gate_policies(const ShapeReader& gate) {
    GateConfig& out = config_.gate;
    out.leaks = word_value<LeakPolicy>(gate.text("leaks"),
                                       {{"report", LeakPolicy::report}, {"red", LeakPolicy::red}});
    out.undeclared_skip = word_value<SkipPolicy>(
        gate.text("undeclared_skip"), {{"report", SkipPolicy::report}, {"red", SkipPolicy::red}});
  }

  void read_modes() {
    config_.modes.push_back(
        {.name = "default", .precision = {}, .env = {}, .command = {}, .build = {}});
    for (const ShapeReader& mode : root_.tables("modes")) {
      ModeConfig out;
      out.name = mode.key();
      if (const auto word = mode.optional_text("precision")) out.precision = precision_of(*word);
      out.env = env_of(mode);
      if (out.name == "default") {
        config_.modes.front() = std::move(out);
      } else {
        config_.modes.push_back(std::move(out));
      }
    }
  }

  /// The modes of the gate are declared, each once.
  [[nodiscard]] base::Result<void> check_modes(const ShapeReader& gate) const {
    std::vector<std::string> declared;
    for (const ModeConfig& mode : config_.modes) declared.push_back(mode.name);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < config_.gate.modes.size(); ++i) {
      const std::string& name = config_.gate.modes[i];
      const format::TomlPlace place = gate.place("modes", i);
      if (std::find(declared.begin(), declared.end(), name) == declared.end()) {
        const std::string near = base::nearest(name, declared);
        return fault(place, fmt::format("no mode is called \"{}\"", base::to_one_line(name)),
                     near.empty() ? fmt::format("declare it: [modes.NAME]; declared are: {}",
                                                fmt::join(declared, ", "))
                                  : fmt::format("did you mean \"{}\"?", near));
      }
      if (!seen.insert(name).second) {
        return fault(place, fmt::format("the mode \"{}\" stands here twice", name),
                     "remove one of the two");
      }
    }
    return {};
  }

  [[nodiscard]] base::Result<void> read_targets() {
    std::map<std::string, format::TomlPlace> seen;
    for (const ShapeReader& table : root_.tables("target")) {
      TargetConfig target = read_target(table);
      if (target.command.front().empty()) {
        return fault(table.place("command", 0), "the program of the command is empty",
                     "write command = [\"build/numerics_tests\"]");
      }
      CUPEL_TRY(check_command_keys(table, target));
      const auto [first, fresh] = seen.emplace(target.name, table.place("name"));
      if (!fresh) return duplicate(table.place("name"), "target", target.name, first->second);
      config_.targets.push_back(std::move(target));
    }
    return {};
  }

  [[nodiscard]] base::Result<void> check_command_keys(const ShapeReader& table,
                                                      const TargetConfig& target) const {
    if (target.harness == "command") return {};
    for (const char* key : {"skip_code", "tap"}) {
      const format::TomlPlace place = table.place(key);
      if (place == table.place()) continue;
      return fault(place,
                   fmt::format("\"{}\" is for harness = \"command\", and this target's is \"{}\"",
                               key, target.harness),
                   "remove it");
    }
    return {};
  }

  [[nodiscard]] base::Error duplicate(format::TomlPlace place, const std::string& what,
                                      const std::string& name, format::TomlPlace first) const {
    return fault(place, fmt::format("a second {} \"{}\"", what, base::to_one_line(name)),
                 fmt::format("rename or remove one; the first is at line {}", first.line));
  }

  [[nodiscard]] TargetConfig read_target(const ShapeReader& table) const {
    TargetConfig target;
    target.name = table.text("name");
    target.harness = table.text("harness");
    target.command = table.text_list("command");
    std::string& program = target.command.front();
    if (program.find('/') != std::string::npos) program = absolute(config_.folder, program);
    target.device = word_value<DeviceNeed>(table.text("device"),
                                           {{"cpu", DeviceNeed::cpu}, {"gpu", DeviceNeed::gpu}});
    target.gpus = table.integer("gpus");
    target.workdir = absolute(config_.folder, table.text("workdir"));
    target.env = env_of(table);
    target.requires_device = !table.text_list("requires").empty();
    target.exclusive = table.boolean("exclusive");
    if (const auto timeout = table.optional_text("timeout")) target.timeout = duration_of(*timeout);
    if (const int code = table.integer("skip_code"); code != 0) target.skip_code = code;
    target.tap = table.boolean("tap");
    target.place = {path_, table.place().line, table.place().column};
    return target;
  }

  [[nodiscard]] base::Result<void> read_devices() {
    std::map<std::string, format::TomlPlace> seen;
    for (const ShapeReader& table : root_.tables("device")) {
      DeviceConfig device{table.text("uuid"), table.text("kind")};
      const auto [first, fresh] = seen.emplace(device.uuid, table.place("uuid"));
      if (!fresh) return duplicate(table.place("uuid"), "device", device.uuid, first->second);
      config_.devices.push_back(std::move(device));
    }
    return {};
  }

  [[nodiscard]] base::Result<void> read_policies() {
    std::map<std::string, format::TomlPlace> seen;
    for (const ShapeReader& table : root_.tables("policy")) {
      PolicyConfig policy{table.text("tests"), precision_of(table.text("precision"))};
      const auto [first, fresh] = seen.emplace(policy.tests, table.place("tests"));
      if (!fresh) return duplicate(table.place("tests"), "policy for", policy.tests, first->second);
      config_.policies.push_back(std::move(policy));
    }
    return {};
  }

  const std::string& path_;
  const ShapeReader& root_;
  Config config_;
};

}  // namespace

base::Result<Config> parse_config(std::string_view text, const std::string& path,
                                  const std::vector<std::string>& harnesses) {
  CUPEL_TRY_ASSIGN(const format::TomlValue root, format::parse_toml(text, path));
  const std::vector<format::ShapeKey> keys = config_keys(harnesses);
  CUPEL_TRY(format::check_shape(root, keys, path));
  const ShapeReader reader(&root, keys);
  CUPEL_TRY_ASSIGN(Config config, Parser(path, reader).parse());
  config.sha256 = base::sha256_hex(text);
  return config;
}

}  // namespace cupel::plan

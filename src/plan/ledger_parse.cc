// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/glob.h"
#include "base/text.h"
#include "plan/config.h"
#include "plan/config_keys.h"
#include "plan/ledger_kinds.h"

namespace cupel::plan {
namespace {

using format::ShapeReader;

model::LedgerWhen when_of(const ShapeReader& entry) {
  const ShapeReader when = entry.table("when");
  return {when.optional_text("gpu"), when.optional_text("driver"), when.optional_text("mode")};
}

class Parser {
 public:
  explicit Parser(const std::string& path) : path_(path) {}

  base::Result<model::LedgerFile> parse(const ShapeReader& root) {
    model::LedgerFile file;
    for (const ShapeReader& table : root.tables("known")) {
      model::KnownEntry entry = read_known(table);
      CUPEL_TRY(check_test(table, entry.test, is_problem_kind(entry.kind)));
      CUPEL_TRY(check_rate(table, entry));
      file.known.push_back(std::move(entry));
    }
    for (const ShapeReader& table : root.tables("skip")) {
      model::SkipEntry entry = read_skip(table);
      CUPEL_TRY(check_test(table, entry.test, false));
      file.skips.push_back(std::move(entry));
    }
    return file;
  }

 private:
  [[nodiscard]] base::Error fault(format::TomlPlace place, const std::string& what,
                                  std::string hint) const {
    return format::error_at(path_, place, what, std::move(hint));
  }

  [[nodiscard]] model::KnownEntry read_known(const ShapeReader& table) const {
    model::KnownEntry entry;
    entry.test = table.text("test");
    entry.kind = table.text("kind");
    entry.issue = table.text("issue");
    entry.match = table.text("match");
    entry.when = when_of(table);
    entry.rate = table.number("rate");
    entry.expires = table.date("expires");
    entry.reason = table.text("reason");
    entry.place = {path_, table.place().line, table.place().column};
    return entry;
  }

  [[nodiscard]] model::SkipEntry read_skip(const ShapeReader& table) const {
    model::SkipEntry entry;
    entry.test = table.text("test");
    entry.reason = table.text("reason");
    entry.issue = table.text("issue");
    entry.when = when_of(table);
    entry.expires = table.date("expires");
    entry.place = {path_, table.place().line, table.place().column};
    return entry;
  }

  /// A problem is of a target; everything else of a test, whose id or glob could match one.
  [[nodiscard]] base::Result<void> check_test(const ShapeReader& table, const std::string& test,
                                              bool of_target) const {
    const bool has_colon = test.find(':') != std::string::npos;
    const std::string shown = base::to_one_line(test);
    if (of_target && has_colon) {
      return fault(table.place("test"),
                   fmt::format("a problem belongs to a target, and \"{}\" is a test", shown),
                   fmt::format("write test = \"{}\"", shown.substr(0, shown.find(':'))));
    }
    if (!of_target && !has_colon && !base::is_glob(test)) {
      return fault(table.place("test"), fmt::format("\"{}\" is not a test", shown),
                   fmt::format("write TARGET:NAME, or \"{}:*\" for every test of a target", shown));
    }
    return {};
  }

  [[nodiscard]] base::Result<void> check_rate(const ShapeReader& table,
                                              const model::KnownEntry& entry) const {
    if (!entry.rate || entry.kind == "flaky") return {};
    return fault(table.place("rate"),
                 fmt::format("\"rate\" does not go with kind \"{}\"", entry.kind),
                 "remove it, or write kind = \"flaky\"");
  }

  const std::string& path_;
};

}  // namespace

base::Result<model::LedgerFile> parse_ledger(std::string_view text, const std::string& path) {
  CUPEL_TRY_ASSIGN(const format::TomlValue root, format::parse_toml(text, path));
  const std::vector<format::ShapeKey> keys = ledger_keys();
  CUPEL_TRY(format::check_shape(root, keys, path));
  return Parser(path).parse(ShapeReader(&root, keys));
}

}  // namespace cupel::plan

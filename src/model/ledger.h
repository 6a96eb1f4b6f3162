// SPDX-License-Identifier: Apache-2.0
// Entries of known-failures.toml, as read. What they cover is judge's business.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"

namespace cupel::model {

/// Where an entry stands in its file, for messages.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
  [[nodiscard]] std::string text() const {
    return file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
};

/// Conditions under which an entry is active; an absent one always holds.
struct LedgerWhen {
  std::optional<std::string> gpu;     ///< substring of the device's name
  std::optional<std::string> driver;  ///< a version, or a comparison: ">=580", "<575.10"
  std::optional<std::string> mode;
};

struct KnownEntry {
  std::string test;  ///< id or glob; a TARGET alone for a problem kind
  std::string kind;  ///< failed crashed timed_out missing flaky, or a red problem kind
  std::string issue;
  std::string match;  ///< RE2 over message and output; empty: any
  LedgerWhen when;
  std::optional<double> rate;         ///< for flaky: the share of failing runs
  std::optional<base::Date> expires;  ///< past it the entry is red
  std::string reason;
  SourcePlace place;
};

struct SkipEntry {
  std::string test;
  std::string reason;
  std::string issue;
  LedgerWhen when;
  std::optional<base::Date> expires;
  SourcePlace place;
};

struct LedgerFile {
  std::vector<KnownEntry> known;
  std::vector<SkipEntry> skips;
};

}  // namespace cupel::model

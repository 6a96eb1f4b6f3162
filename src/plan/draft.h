// SPDX-License-Identifier: Apache-2.0
// A configuration in the making, and its text with a comment for whatever its author has to decide.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cupel::plan {

struct DraftTarget {
  std::string name;  ///< as wished; name_targets makes it a legal one
  std::string harness;
  std::string version;               ///< of the framework; empty: it does not tell
  std::vector<std::string> command;  ///< paths relative to the file
  std::string workdir;               ///< relative; empty or ".": the file's folder
  std::map<std::string, std::string> env;
  std::string timeout;  ///< a duration; empty: the gate's
  std::optional<int> skip_code;
  bool gpu = false;
  bool exclusive = false;
  std::string size;                  ///< "8 tests"; empty: it was not counted
  std::vector<std::string> remarks;  ///< lines above it
  bool off = false;                  ///< written as a comment: a proposal
};

/// A program, workspace or suite that became no target.
struct DraftGap {
  std::string path;
  std::string why;
  /// It looks like tests: its author has to do something. Otherwise it is most likely no test.
  bool matters = false;
};

struct Draft {
  std::string gate;
  std::string build;               ///< a command that builds what is gated, proposed as a comment
  std::vector<std::string> cover;  ///< patterns
  std::vector<DraftTarget> targets;
  std::vector<DraftGap> gaps;
  std::vector<std::string> notes;  ///< for the reader, on the terminal

  [[nodiscard]] bool has_targets() const;
};

/// Makes every name a legal and unique one.
void name_targets(Draft& draft);

/// The gaps that matter, or the others, as lines without their ends: those with one reason share
/// one.
[[nodiscard]] std::vector<std::string> gap_lines(const Draft& draft, bool matters);

/// The text of the cupel.toml.
[[nodiscard]] std::string draft_text(const Draft& draft);

/// What was found, what was not, and what to do next. `path` is that of the file.
[[nodiscard]] std::string draft_findings(const Draft& draft, const std::string& path);

}  // namespace cupel::plan

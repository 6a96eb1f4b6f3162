// SPDX-License-Identifier: Apache-2.0
// Configurations that are accepted, and ones that differ from an accepted one in one line and are
// refused. The parser and the editor schemas are held against the same corpus.
#pragma once

#include <string>
#include <vector>

namespace cupel::plan {

/// Who refuses: `shape` both parser and schema; `meaning` the parser alone, since a schema cannot
/// say it (a duplicate name, a name that must be declared elsewhere).
enum class Refusal { none, shape, meaning };

struct CorpusCase {
  std::string text;
  Refusal refusal = Refusal::none;
  std::string message;  ///< what the error's message has after the file's name
  std::string hint;     ///< what its hint has
};

/// The harnesses that the corpus takes for built in.
[[nodiscard]] std::vector<std::string> corpus_harnesses();
[[nodiscard]] std::vector<CorpusCase> config_corpus();
[[nodiscard]] std::vector<CorpusCase> ledger_corpus();

/// A configuration with every key that this version serves, none of them at its default.
[[nodiscard]] std::string full_config();
[[nodiscard]] std::string full_ledger();

}  // namespace cupel::plan

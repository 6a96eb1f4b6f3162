// SPDX-License-Identifier: Apache-2.0
// The table of harnesses, and the editor schema that offers its words.
#include "cli/harness_table.h"

#include <gtest/gtest.h>

#include "plan/config_keys.h"
#include "unit/plan/committed_schema.h"

namespace cupel::cli {
namespace {

TEST(HarnessTable, FindsEachOfItsWordsAndNoOther) {
  for (const std::string& word : harness_words()) {
    ASSERT_NE(find_harness(word), nullptr) << word;
    EXPECT_EQ(find_harness(word)->word(), word);
  }
  EXPECT_EQ(find_harness("no such framework"), nullptr);
}

TEST(ConfigSchema, IsTheCommittedFile) {
  plan::expect_committed("cupel.toml.schema.json", plan::config_schema_json(harness_words()));
}

}  // namespace
}  // namespace cupel::cli

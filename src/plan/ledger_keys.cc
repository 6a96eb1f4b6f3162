// SPDX-License-Identifier: Apache-2.0
#include "plan/config_keys.h"
#include "plan/ledger_kinds.h"
#include "plan/text_rules.h"

namespace cupel::plan {
namespace {

using format::ShapeKey;
using format::ShapeType;
using Keys = std::vector<ShapeKey>;

Keys when_keys() {
  return {
      {.name = "gpu",
       .doc = "Holds where the name of every GPU in use contains this text.",
       .instead = "gpu = \"H200\""},
      {.name = "driver",
       .doc = "Holds where the driver has this version, or compares so.",
       .instead = "driver = \">=580\"",
       .rule = driver_rule()},
      {.name = "mode", .doc = "Holds in the mode of this name.", .instead = "mode = \"default\""},
  };
}

ShapeKey when_key() {
  return {.name = "when",
          .type = ShapeType::table,
          .doc = "Conditions, all of which must hold; otherwise the entry is inactive.",
          .instead = "when = { gpu = \"H200\", mode = \"default\" }",
          .keys = when_keys()};
}

ShapeKey expires_key() {
  return {.name = "expires",
          .type = ShapeType::date,
          .doc = "The last day on which the entry is good; past it the entry is red.",
          .instead = "expires = 2027-01-31 (a date, without quotes)"};
}

Keys known_keys() {
  return {
      {.name = "test",
       .doc = "Id or glob of the test; for the kind of a problem, the TARGET.",
       .instead = "test = \"numerics:Suite.Name\"",
       .required = true},
      {.name = "kind",
       .doc =
           "The outcome that is known (flaky: fails now and then), or the kind of a red problem.",
       .instead = "kind = \"failed\"",
       .required = true,
       .words = ledger_kinds()},
      {.name = "issue",
       .doc = "Where the failure is tracked: a URL or the key of a tracker.",
       .instead = "issue = \"https://example.org/issues/1049\"",
       .required = true},
      {.name = "match",
       .doc = "Regular expression (RE2) over message and output; default: any.",
       .instead = "match = \"normalized rms\""},
      when_key(),
      {.name = "rate",
       .type = ShapeType::number,
       .doc = "For flaky: the share of runs that fail.",
       .instead = "rate = 0.8",
       .above = 0,
       .below = 1},
      expires_key(),
      {.name = "reason",
       .doc = "What is known of the cause.",
       .instead = "reason = \"angle loses bits near 2^17\""},
  };
}

Keys skip_keys() {
  return {
      {.name = "test",
       .doc = "Id or glob of the test that may skip at run time.",
       .instead = "test = \"numerics:Suite.Name\"",
       .required = true},
      {.name = "reason",
       .doc = "Why it may skip.",
       .instead = "reason = \"needs two GPUs\"",
       .required = true},
      {.name = "issue",
       .doc = "Where the skip is tracked.",
       .instead = "issue = \"https://example.org/issues/1049\""},
      when_key(),
      expires_key(),
  };
}

}  // namespace

Keys ledger_keys() {
  return {
      {.name = "known",
       .type = ShapeType::table_list,
       .doc = "A failure that is known, tracked and not hidden.",
       .instead = "a [[known]] with test, kind and issue",
       .keys = known_keys()},
      {.name = "skip",
       .type = ShapeType::table_list,
       .doc = "A test that may skip at run time.",
       .instead = "a [[skip]] with test and reason",
       .keys = skip_keys()},
  };
}

std::string ledger_schema_json() {
  return format::shape_schema(ledger_keys(), "known-failures.toml");
}

}  // namespace cupel::plan

// SPDX-License-Identifier: Apache-2.0
// The environment of a launch under a precision policy, and what the record says about it.
//
// The problem: each variable has up to four sources, weakest first: pin < target.env < the
// operator's environment < mode. A pin is besides withheld where it would defeat what the operator
// asked for with another variable of its group: with MLX_ENABLE_TF32=1 in the environment,
// NVIDIA_TF32_OVERRIDE=0 would make MLX compute in fp32 all the same. Withholding is for the whole
// group, since a group is one question, and the run then is not the whole gate: it is narrowed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/facts.h"
#include "model/words.h"

namespace cupel::plan {

using Environment = std::map<std::string, std::string>;

struct PrecisionInputs {
  model::Precision policy = model::Precision::f32_strict;
  Environment operator_env;  ///< the whole environment that cupel was started with
  Environment target_env;
  Environment mode_env;
  std::string scratch;  ///< absolute; a folder of this run alone, for pins that name one
};

struct PlannedEnvironment {
  Environment environment;  ///< complete
  /// A variable that has a flag of cupel's appended has two rows: what was there, and the flag.
  model::PrecisionFacts facts;
  /// Why the run is not the whole gate: an operator's setting that a pin gave way to.
  std::vector<std::string> narrowed_by;
  /// A target's or a mode's setting that the pins defeat: the configuration contradicts itself.
  std::vector<std::string> warnings;

  [[nodiscard]] bool narrowed() const { return !narrowed_by.empty(); }
};

[[nodiscard]] PlannedEnvironment plan_environment(const PrecisionInputs& inputs);

}  // namespace cupel::plan

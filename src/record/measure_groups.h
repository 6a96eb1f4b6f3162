// SPDX-License-Identifier: Apache-2.0
// Measures of one attempt that differ only in what was observed are one measure with samples: a
// test that compares in a loop says the same name each time.
#pragma once

#include <vector>

#include "model/finding.h"

namespace cupel::record {

struct MeasureGroup {
  model::Measure worst;         ///< the observation with the largest ratio; no number is the worst
  double ratio = 0;             ///< of it
  std::vector<double> samples;  ///< every observation, in order
};

/// Observed over tolerance; where the tolerance is zero, 0 for no error at all and infinity else.
[[nodiscard]] double ratio_of(const model::Measure& measure);

/// Groups in the order of their first observation.
[[nodiscard]] std::vector<MeasureGroup> group_measures(const std::vector<model::Measure>& measures);
[[nodiscard]] std::vector<model::Measure> ungroup(const std::vector<MeasureGroup>& groups);

}  // namespace cupel::record

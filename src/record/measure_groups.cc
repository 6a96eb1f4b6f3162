// SPDX-License-Identifier: Apache-2.0
#include "record/measure_groups.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>

namespace cupel::record {
namespace {

bool is_worse(double ratio, double than) {
  if (std::isnan(than)) return false;
  return std::isnan(ratio) || ratio > than;
}

}  // namespace

double ratio_of(const model::Measure& measure) {
  if (measure.tolerance == 0 && !std::isnan(measure.observed)) {
    return measure.observed == 0 ? 0 : std::numeric_limits<double>::infinity();
  }
  return measure.observed / measure.tolerance;
}

std::vector<MeasureGroup> group_measures(const std::vector<model::Measure>& measures) {
  std::vector<MeasureGroup> groups;
  // By the bits of the tolerance, since one that is no number is not even equal to itself.
  std::map<std::tuple<std::string, std::uint64_t, std::string>, std::size_t> places;
  for (const model::Measure& measure : measures) {
    const auto [place, added] = places.try_emplace(
        {measure.name, std::bit_cast<std::uint64_t>(measure.tolerance), measure.basis},
        groups.size());
    const double ratio = ratio_of(measure);
    if (added) groups.push_back({measure, ratio, {}});
    MeasureGroup& group = groups[place->second];
    group.samples.push_back(measure.observed);
    if (is_worse(ratio, group.ratio)) {
      group.worst = measure;
      group.ratio = ratio;
    }
  }
  return groups;
}

std::vector<model::Measure> ungroup(const std::vector<MeasureGroup>& groups) {
  std::vector<model::Measure> measures;
  for (const MeasureGroup& group : groups) {
    for (const double observed : group.samples) {
      measures.push_back(group.worst);
      measures.back().observed = observed;
    }
  }
  return measures;
}

}  // namespace cupel::record

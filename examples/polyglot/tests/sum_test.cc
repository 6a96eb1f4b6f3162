// SPDX-License-Identifier: Apache-2.0
// GoogleTest: the sum against an exact one, over lengths.
#include <gtest/gtest.h>

#include <numeric>

#include "accurate.h"
#include "reference.h"

namespace {

TEST(Sum, OfNothingIsZero) {
  EXPECT_EQ(accurate_sum(nullptr, 0), 0.0);
}

TEST(Sum, KeepsWhatALargeTermWouldSwallow) {
  const std::vector<double> x{1, 1e100, 1, -1e100};
  EXPECT_EQ(accurate_sum(x.data(), x.size()), 2.0);
  EXPECT_EQ(std::accumulate(x.begin(), x.end(), 0.0), 0.0) << "the plain sum would do as well";
}

class SumOfLength : public testing::TestWithParam<std::size_t> {};

TEST_P(SumOfLength, IsWithinItsBound) {
  std::vector<double> x = reference::integers(GetParam(), 53, 1);
  // The last term takes nearly all away again: what is left is small against what was added.
  x.push_back(-static_cast<double>(reference::exact_sum(x)));
  const auto exact = static_cast<double>(reference::exact_sum(x));
  double sizes = 0;
  for (const double value : x) sizes += std::fabs(value);
  const double gamma = reference::gamma(x.size());
  EXPECT_LE(std::fabs(accurate_sum(x.data(), x.size()) - exact),
            reference::u * std::fabs(exact) + gamma * gamma * sizes);
}

INSTANTIATE_TEST_SUITE_P(Lengths, SumOfLength, testing::Values(2, 3, 63, 64, 1000, 4095));

}  // namespace

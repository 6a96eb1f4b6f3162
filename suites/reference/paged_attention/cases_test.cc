// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <cupel/gtest.hpp>

#include "reference/paged_attention/problem.h"
#include "reference/support/defect.h"
#include "reference/support/precision.h"

namespace reference {
namespace {

constexpr std::size_t chunk_sizes[] = {1, 2, 3, 4, 7, 16, 64};

std::vector<std::string> chunk_names() {
  std::vector<std::string> names;
  for (const std::size_t chunk : chunk_sizes) names.push_back("chunk=" + std::to_string(chunk));
  return names;
}

PagedShape grouped(std::size_t page_size) {
  PagedShape shape;
  shape.query_heads = 8;
  shape.key_heads = 2;
  shape.head_dim = 64;
  shape.page_size = page_size;
  return shape;
}

/// Every chunk size against float64, each a sub-case of its own.
void expect_every_chunk_close(const PagedProblem& problem, Precision ran, Precision declared) {
  const std::vector<std::string> names = chunk_names();
  cupel::subcases(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const cupel::Subcase subcase(names[i]);
    const std::vector<float> out = problem.decode(chunk_sizes[i], ran);
    EXPECT_CLOSE(out, problem.truth.out.reference(), problem.tolerance(declared)) << names[i];
  }
}

class PagedDecode : public testing::TestWithParam<std::tuple<std::size_t, std::uint32_t>> {
 protected:
  static PagedProblem problem() {
    const auto& [page_size, length] = GetParam();
    return PagedProblem(grouped(page_size), {length, 1, length / 2 + 1});
  }
};

// The parity test proper: declared fp32, so it is red where tf32 is in force.
TEST_P(PagedDecode, MatchesFloat64AtEveryChunkSize) {
  expect_every_chunk_close(problem(), precision_in_force(), Precision::fp32);
}

TEST_P(PagedDecode, RoundedInputsMatchTheirOwnBound) {
  expect_every_chunk_close(problem(), Precision::tf32, Precision::tf32);
}

INSTANTIATE_TEST_SUITE_P(PageAndLength, PagedDecode,
                         testing::Combine(testing::Values(16U, 32U, 64U),
                                          testing::Values(1U, 16U, 127U, 1100U)),
                         [](const auto& info) {
                           return "Page" + std::to_string(std::get<0>(info.param)) + "Length" +
                                  std::to_string(std::get<1>(info.param));
                         });

// Chunk sizes against each other: neither is exact, so both bounds count.
TEST(PagedChunks, AgreeWithOneChunkForAll) {
  const PagedProblem problem(grouped(16), {1000, 77, 513});
  const std::vector<float> whole = problem.decode(1000, precision_in_force());
  const std::vector<double> expected(whole.begin(), whole.end());
  const cupel::Reference reference(cupel::View<double>(expected),
                                   cupel::View<double>(problem.truth.out.magnitude),
                                   cupel::View<double>(problem.truth.out.quadratic));
  const cupel::Tolerance one = problem.tolerance(Precision::fp32);
  const std::vector<std::string> names = chunk_names();
  cupel::subcases(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const cupel::Subcase subcase(names[i]);
    const std::vector<float> out = problem.decode(chunk_sizes[i], precision_in_force());
    EXPECT_CLOSE(out, reference, cupel::between(one, one)) << names[i];
  }
}

TEST(PagedChunks, SequencesDoNotTouchEachOther) {
  const PagedProblem together(grouped(16), {300, 40, 17});
  std::vector<float> apart;
  PagedProblem problem = together;
  problem.shape.sequences = 1;
  for (std::size_t s = 0; s < 3; ++s) {
    const PageTable table{together.row.data() + s, together.indices.data(),
                          together.lengths.data() + s};
    std::vector<float> out(together.query.size() / 3);
    paged_decode(problem.shape, table, together.cache(), together.query.data() + s * out.size(), 3,
                 out.data(), Precision::fp32);
    apart.insert(apart.end(), out.begin(), out.end());
  }
  ASSERT_FALSE(apart.empty());
  EXPECT_EQ(apart, together.decode(3, Precision::fp32));
}

TEST(PagedTables, AnEmptySequenceGetsZeros) {
  const PagedProblem problem(grouped(16), {20, 0, 5});
  const std::vector<float> out = problem.decode(2, Precision::fp32);
  EXPECT_CLOSE(out, problem.truth.out.reference(), problem.tolerance(Precision::fp32));
  const std::size_t row = out.size() / 3;
  for (std::size_t i = row; i < 2 * row; ++i) EXPECT_EQ(out[i], 0.0F);
}

TEST(PagedTables, FewPagesOfALargePool) {
  const PagedProblem problem(grouped(16), {33, 90}, 500);
  expect_every_chunk_close(problem, precision_in_force(), Precision::fp32);
}

TEST(PagedTables, SequencesMayShareAPrefix) {
  PagedProblem problem(grouped(16), {64, 64});
  for (std::size_t page = 0; page < 3; ++page) problem.indices[4 + page] = problem.indices[page];
  problem.find_truth();
  const std::vector<float> out = problem.decode(2, Precision::fp32);
  EXPECT_CLOSE(out, problem.truth.out.reference(), problem.tolerance(Precision::fp32));
}

TEST(PagedTables, TheOrderOfPagesInThePoolDoesNotMatter) {
  const PagedProblem problem(grouped(16), {100});
  PagedProblem moved = problem;
  const std::size_t page = moved.page_elements();
  const auto swap_pages = [&](std::vector<float>& pool) {
    std::swap_ranges(pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(page),
                     pool.begin() + static_cast<std::ptrdiff_t>(page));
  };
  swap_pages(moved.key);
  swap_pages(moved.value);
  for (std::uint32_t& index : moved.indices) index = index < 2 ? 1 - index : index;
  EXPECT_EQ(moved.decode(2, Precision::fp32), problem.decode(2, Precision::fp32));
  EXPECT_NE(moved.indices, problem.indices);
}

class PagedHeads : public testing::TestWithParam<std::size_t> {};

TEST_P(PagedHeads, GroupsOfQueryHeadsShareAKeyHead) {
  PagedShape shape = grouped(16);
  shape.key_heads = GetParam();
  const PagedProblem problem(shape, {70});
  const std::vector<float> out = problem.decode(2, Precision::fp32);
  EXPECT_CLOSE(out, problem.truth.out.reference(), problem.tolerance(Precision::fp32));
}
INSTANTIATE_TEST_SUITE_P(KeyHeads, PagedHeads, testing::Values(1, 2, 4, 8));

class PagedDims : public testing::TestWithParam<std::size_t> {};

TEST_P(PagedDims, NeedNotBeWholeVectors) {
  PagedShape shape = grouped(16);
  shape.head_dim = GetParam();
  const PagedProblem problem(shape, {50});
  const std::vector<float> out = problem.decode(2, Precision::fp32);
  EXPECT_CLOSE(out, problem.truth.out.reference(), problem.tolerance(Precision::fp32));
}
INSTANTIATE_TEST_SUITE_P(HeadDims, PagedDims, testing::Values(1, 5, 8, 80, 128));

// Logits near +-200: exp of an unshifted one would overflow.
TEST(PagedLogits, LargeOnesNeedTheRunningMaximum) {
  const PagedProblem problem(grouped(16), {400}, 3, 60);
  EXPECT_GT(problem.truth.inputs.logit_spread, 200);
  expect_every_chunk_close(problem, Precision::fp32, Precision::fp32);
}

// What the comparison notices: each defect is red, its honest twin green.
class PagedNotices : public testing::TestWithParam<Defect> {};

TEST_P(PagedNotices, ASeededDefect) {
  const PagedProblem problem(grouped(16), {200, 31});
  EXPECT_TRUE(problem.compared(2, Precision::fp32, Precision::fp32).within_alarm());
  const SeededDefect defect(GetParam());
  const cupel::Comparison seen = problem.compared(2, Precision::fp32, Precision::fp32);
  EXPECT_FALSE(seen.within_alarm());
  EXPECT_FALSE(seen.within_ceiling());
}
INSTANTIATE_TEST_SUITE_P(Defects, PagedNotices,
                         testing::Values(Defect::merge_without_rescale, Defect::last_page_full,
                                         Defect::head_group_off),
                         [](const auto& info) { return std::string(word(info.param)); });

TEST(PagedNotices, Tf32WhereFp32WasDeclared) {
  const PagedProblem problem(grouped(16), {500, 31});
  EXPECT_TRUE(problem.compared(4, Precision::fp32, Precision::fp32).within_alarm());
  EXPECT_FALSE(problem.compared(4, Precision::tf32, Precision::fp32).within_alarm());
}

// A forgotten rescale does not show where one chunk holds the whole sequence, which is why every
// chunk size is reached.
TEST(PagedNotices, OneChunkHidesAForgottenRescale) {
  const PagedProblem problem(grouped(16), {200});
  const SeededDefect defect(Defect::merge_without_rescale);
  EXPECT_TRUE(problem.compared(64, Precision::fp32, Precision::fp32).within_alarm());
  EXPECT_FALSE(problem.compared(1, Precision::fp32, Precision::fp32).within_alarm());
}

}  // namespace
}  // namespace reference

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <cupel/fixture.hpp>
#include <cupel/gtest.hpp>

#include "reference/block_budget/block_budget.h"
#include "reference/block_budget/oracle.h"
#include "reference/support/defect.h"

namespace reference {
namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;
constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// 32 layers of 8 key heads of 128, 16 tokens a block, 2 bytes an element: 2 MiB a block.
constexpr BlockShape usual{32, 8, 128, 16, 2};

MemoryBudget of(std::uint64_t total, std::uint64_t used, std::uint64_t reserve,
                std::uint64_t floor = 0) {
  return {total, used, 100, reserve, floor, most};
}

struct Case {
  const char* name;
  BlockShape shape;
  MemoryBudget memory;
  BudgetKind kind;
  std::uint64_t blocks;
};

const Case cases[] = {
    {"Plain", usual, of(80 * gib, 16 * gib, 2 * gib), BudgetKind::fits, 31744},
    {"ShareOfTheTotal", usual, {80 * gib, 16 * gib, 90, 0, 0, most}, BudgetKind::fits, 28672},
    {"PartOfABlockIsNone", usual, of(2 * mib - 1, 0, 0), BudgetKind::fits, 0},
    {"ExactlyOneBlock", usual, of(2 * mib, 0, 0), BudgetKind::fits, 1},
    {"OneByteShort", usual, of(10 * mib, 0, 1), BudgetKind::fits, 4},
    {"FloorAboveWhatFits", usual, of(10 * mib, 0, 8 * mib, 16), BudgetKind::at_floor, 16},
    {"FloorBelowWhatFits", usual, of(10 * mib, 0, 0, 2), BudgetKind::fits, 5},
    {"ReserveIsAllThereIs", usual, of(gib, 0, gib), BudgetKind::fits, 0},
    {"ReserveLargerThanTheBudget", usual, of(gib, 0, 2 * gib), BudgetKind::fits, 0},
    {"ReserveLargerAndAFloor", usual, of(gib, 0, 2 * gib, 64), BudgetKind::at_floor, 64},
    {"ReserveOfEverything", usual, of(gib, 0, most), BudgetKind::fits, 0},
    {"UsedBeyondTheTotal", usual, of(gib, 3 * gib, 0, 1), BudgetKind::at_floor, 1},
    {"UsedBeyondTheShare", usual, {10 * gib, 9 * gib, 80, 0, 0, most}, BudgetKind::fits, 0},
    {"TableIsFull", usual, {80 * gib, 0, 100, 0, 0, 1000}, BudgetKind::at_most, 1000},
    {"FloorBeyondTheTable", usual, {gib, 0, 100, gib, 64, 10}, BudgetKind::at_floor, 10},
    {"NoMemory", usual, of(0, 0, 0), BudgetKind::fits, 0},
    {"NoShare", usual, {gib, 0, 0, 0, 0, most}, BudgetKind::fits, 0},
    {"ShareBeyondAll", usual, {gib, 0, 250, 0, 0, most}, BudgetKind::fits, 512},
    {"LargestTotal", {1, 1, 1, 1, 1}, of(most, 0, 0), BudgetKind::fits, most / 2},
    {"BlockWithoutSize", {0, 8, 128, 16, 2}, of(gib, 0, 0, 5), BudgetKind::none, 0},
    {"BlockBeyondSixtyFourBits", {most, 2, 1, 1, 1}, of(gib, 0, 0, 5), BudgetKind::none, 0},
};

class BlockBudgetCase : public testing::TestWithParam<Case> {};

TEST_P(BlockBudgetCase, GivesTheNumberOfBlocks) {
  const Case& expected = GetParam();
  const BlockBudget budget = plan_blocks(expected.shape, expected.memory);
  EXPECT_EQ(budget.blocks, expected.blocks);
  EXPECT_EQ(budget.kind, expected.kind);
  EXPECT_TRUE(blocks_truth(expected.shape, expected.memory) == Whole{expected.blocks});
  EXPECT_LE(budget.usable_bytes, expected.memory.total_bytes);
}
INSTANTIATE_TEST_SUITE_P(Of, BlockBudgetCase, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

/// Sizes of every magnitude, so that sums and products come near every border.
std::uint64_t any_size(const cupel::Fixture& fixture, std::uint64_t at) {
  const std::uint64_t bits = (std::uint64_t{fixture.bits(2 * at)} << 32) | fixture.bits(2 * at + 1);
  return bits >> (bits % 64);
}

/// Cases of 11 sizes each in which the plan differs from the definition.
std::size_t disagreements(std::uint64_t count) {
  const cupel::Fixture fixture("block budget");
  std::size_t found = 0;
  for (std::uint64_t at = 0; at < 11 * count; at += 11) {
    const auto size = [&](std::uint64_t i) { return any_size(fixture, at + i); };
    const BlockShape shape{size(0) % 200, size(1) % 64, size(2) % 512, size(3) % 256,
                           at % 2 == 0 ? size(4) : size(4) % 8};
    const MemoryBudget memory{size(5), size(6), size(7) % 120, size(8), size(9) % 4096, size(10)};
    const BlockBudget budget = plan_blocks(shape, memory);
    if (Whole{budget.blocks} != blocks_truth(shape, memory) ||
        Whole{budget.block_bytes} != bytes_truth(shape)) {
      ++found;
    }
  }
  return found;
}

TEST(BlockBudgetSweep, AgreesWithTheDefinitionOnTwentyThousandBudgets) {
  EXPECT_EQ(disagreements(20'000), 0U);
}

TEST(BlockBudgetSweep, MoreReserveNeverGivesMoreBlocks) {
  std::uint64_t before = most;
  for (std::uint64_t reserve = 0; reserve < 2 * gib; reserve += 7 * mib + 1) {
    const std::uint64_t blocks = plan_blocks(usual, of(gib, 100 * mib, reserve)).blocks;
    EXPECT_LE(blocks, before);
    before = blocks;
  }
  EXPECT_EQ(before, 0U);
}

// What the cases notice: each defect is red, its honest twin green.
class BlockBudgetNotices : public testing::TestWithParam<Defect> {};

TEST_P(BlockBudgetNotices, ASeededDefect) {
  EXPECT_EQ(disagreements(2'000), 0U);
  const SeededDefect defect(GetParam());
  EXPECT_GT(disagreements(2'000), 0U);
}
INSTANTIATE_TEST_SUITE_P(Defects, BlockBudgetNotices,
                         testing::Values(Defect::reserve_underflow, Defect::floor_ignored),
                         [](const auto& info) { return std::string(word(info.param)); });

}  // namespace
}  // namespace reference

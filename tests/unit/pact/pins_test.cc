// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include <cupel/pact/pins.hpp>

namespace cupel::pact {
namespace {

Stance read(const char* name, const char* value) {
  return stance_of(find_pin(name)->lever, value, find_pin(name)->value);
}

TEST(Pins, EveryPinIsStrictByItsOwnReadingAndSaysWhy) {
  std::set<std::string_view> names;
  for (const Pin& pin : pins) {
    EXPECT_EQ(stance_of(pin.lever, pin.value, pin.value), Stance::strict) << pin.lever.name;
    EXPECT_TRUE(names.insert(pin.lever.name).second) << pin.lever.name << " twice";
    EXPECT_TRUE(is_recorded(pin.lever.name)) << pin.lever.name;
    EXPECT_GT(pin.why.size(), 20u) << pin.lever.name;
    EXPECT_EQ(pin.why.back(), '.') << pin.lever.name;
    EXPECT_FALSE(pin.source.empty()) << pin.lever.name;
    EXPECT_FALSE(group_word(pin.lever.group).empty());
  }
  EXPECT_EQ(names.size(), pin_count);
  for (const Switch& lever : watched) {
    EXPECT_TRUE(is_recorded(lever.name)) << lever.name;
    EXPECT_EQ(find_pin(lever.name), nullptr) << lever.name << " is pinned and watched";
  }
}

TEST(Pins, NumbersAreReadAsTheirLibrariesReadThem) {
  EXPECT_EQ(read("NVIDIA_TF32_OVERRIDE", "0"), Stance::strict);
  EXPECT_EQ(read("NVIDIA_TF32_OVERRIDE", "00"), Stance::strict);
  EXPECT_EQ(read("NVIDIA_TF32_OVERRIDE", "1"), Stance::contrary);
  EXPECT_EQ(read("NVIDIA_TF32_OVERRIDE", ""), Stance::unclear);
  EXPECT_EQ(read("NVIDIA_TF32_OVERRIDE", "true"), Stance::unclear);
  EXPECT_EQ(read("HIPBLASLT_OVERRIDE_COMPUTE_TYPE_XF32", "-1"), Stance::unclear);
  EXPECT_EQ(read("HIPBLASLT_OVERRIDE_COMPUTE_TYPE_XF32", "2"), Stance::contrary);
  // atoi: what is no number is 0, so "true" switches MLX's TF32 off.
  EXPECT_EQ(read("MLX_ENABLE_TF32", "true"), Stance::strict);
  EXPECT_EQ(read("MLX_ENABLE_TF32", ""), Stance::strict);
  EXPECT_EQ(read("MLX_ENABLE_TF32", " 1"), Stance::contrary);
  EXPECT_EQ(read("MLX_ENABLE_TF32", "-1"), Stance::contrary);
  EXPECT_EQ(read("MLX_ENABLE_TF32", "99999999999999999999"), Stance::contrary);
}

TEST(Pins, WordsAreReadInAnyCase) {
  EXPECT_EQ(read("ONEDNN_DEFAULT_FPMATH_MODE", "strict"), Stance::strict);
  EXPECT_EQ(read("ONEDNN_DEFAULT_FPMATH_MODE", "bf16"), Stance::contrary);
  EXPECT_EQ(read("ONEDNN_DEFAULT_FPMATH_MODE", ""), Stance::unclear);
  EXPECT_EQ(read("JAX_DEFAULT_MATMUL_PRECISION", "float32"), Stance::strict);
  EXPECT_EQ(read("JAX_DEFAULT_MATMUL_PRECISION", "high"), Stance::contrary);
  EXPECT_EQ(read("CUBLAS_WORKSPACE_CONFIG", ":16:8"), Stance::strict);
  EXPECT_EQ(read("CUBLAS_WORKSPACE_CONFIG", ":4096:2:16:8"), Stance::unclear);
}

TEST(Pins, FlagsAreFoundWhole) {
  EXPECT_EQ(find_flag("--ab=1 --a=2\t--a=3", "--a"), "--a=3");
  EXPECT_EQ(find_flag("--ab=1", "--a"), "");
  EXPECT_EQ(find_flag("", "--a"), "");
}

TEST(Pins, FamiliesCoverNewMembers) {
  EXPECT_TRUE(is_recorded("CUBLAS_EMULATE_ANYTHING"));
  EXPECT_TRUE(is_recorded("CUDA_FORCE_PTX_JIT"));
  EXPECT_TRUE(is_recorded("CUDA_FORCE_JIT"));
  EXPECT_FALSE(is_recorded("CUDA_FORCE_"));
  EXPECT_FALSE(is_recorded("XLA_FLAGS_MORE"));
  EXPECT_FALSE(is_recorded("PATH"));
}

}  // namespace
}  // namespace cupel::pact

// SPDX-License-Identifier: Apache-2.0
#include "plan/precision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <cupel/pact/pins.hpp>

namespace cupel::plan {
namespace {

using model::Precision;
using model::VariableSource;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

PrecisionInputs strict() {
  PrecisionInputs inputs;
  inputs.policy = Precision::f32_strict;
  inputs.operator_env = {{"PATH", "/usr/bin"}, {"HOME", "/srv/anna"}};
  inputs.scratch = "/runs/1/scratch";
  return inputs;
}

std::vector<std::string> unset_names(const PlannedEnvironment& plan) {
  std::vector<std::string> names;
  for (const model::UnsetPin& pin : plan.facts.not_set) names.push_back(pin.name);
  return names;
}

std::string why_not(const PlannedEnvironment& plan, const std::string& name) {
  for (const model::UnsetPin& pin : plan.facts.not_set)
    if (pin.name == name) return pin.why;
  return "(set)";
}

std::vector<model::PrecisionVariable> rows(const PlannedEnvironment& plan,
                                           const std::string& name) {
  std::vector<model::PrecisionVariable> found;
  for (const model::PrecisionVariable& row : plan.facts.variables)
    if (row.name == name) found.push_back(row);
  return found;
}

TEST(Precision, StrictSetsEveryPinOfTheList) {
  const PlannedEnvironment plan = plan_environment(strict());
  const Environment expected = {
      {"PATH", "/usr/bin"},
      {"HOME", "/srv/anna"},
      {"NVIDIA_TF32_OVERRIDE", "0"},
      {"MLX_ENABLE_TF32", "0"},
      {"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", "0"},
      {"CUPY_TF32", "0"},
      {"TRITON_F32_DEFAULT", "ieee"},
      {"JAX_DEFAULT_MATMUL_PRECISION", "highest"},
      {"ONEDNN_DEFAULT_FPMATH_MODE", "STRICT"},
      {"HIPBLASLT_OVERRIDE_COMPUTE_TYPE_XF32", "0"},
      {"CUBLAS_EMULATE_SINGLE_PRECISION", "0"},
      {"CUBLAS_EMULATE_DOUBLE_PRECISION", "0"},
      {"XLA_FLAGS", "--xla_allow_excess_precision=false"},
      {"CUBLAS_WORKSPACE_CONFIG", ":4096:8"},
      {"ROCBLAS_DEFAULT_ATOMICS_MODE", "0"},
      {"TRITON_CACHE_DIR", "/runs/1/scratch/triton-cache"},
      {"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},
  };
  EXPECT_EQ(plan.environment, expected);
  EXPECT_THAT(plan.facts.not_set, IsEmpty());
  EXPECT_FALSE(plan.narrowed());
  EXPECT_THAT(plan.warnings, IsEmpty());
  EXPECT_EQ(plan.facts.policy, Precision::f32_strict);
  EXPECT_THAT(plan.facts.variables, SizeIs(15));
  for (const model::PrecisionVariable& row : plan.facts.variables) {
    EXPECT_EQ(row.source, VariableSource::pin) << row.name;
    EXPECT_EQ(row.value, expected.at(row.name)) << row.name;
  }
}

TEST(Precision, ProductionAndInheritSetNothingAndRemoveNothing) {
  for (const Precision policy : {Precision::production, Precision::inherit}) {
    PrecisionInputs inputs = strict();
    inputs.policy = policy;
    inputs.operator_env["NVIDIA_TF32_OVERRIDE"] = "1";
    inputs.operator_env["CUBLAS_EMULATE_DOUBLE_PRECISION"] = "1";
    inputs.target_env["OMP_NUM_THREADS"] = "4";
    inputs.mode_env["MLX_ENABLE_TF32"] = "1";
    const PlannedEnvironment plan = plan_environment(inputs);
    Environment expected = inputs.operator_env;
    expected["OMP_NUM_THREADS"] = "4";
    expected["MLX_ENABLE_TF32"] = "1";
    EXPECT_EQ(plan.environment, expected);
    EXPECT_FALSE(plan.narrowed());
    EXPECT_THAT(plan.facts.not_set, IsEmpty());
    const std::vector<model::PrecisionVariable> recorded = {
        {"CUBLAS_EMULATE_DOUBLE_PRECISION", "1", VariableSource::operator_},
        {"MLX_ENABLE_TF32", "1", VariableSource::mode},
        {"NVIDIA_TF32_OVERRIDE", "1", VariableSource::operator_},
        {"OMP_NUM_THREADS", "4", VariableSource::target},
    };
    EXPECT_EQ(plan.facts.variables, recorded);
  }
}

TEST(Precision, StrongerSourcesWin) {
  // Each step adds a stronger source of the same variable.
  PrecisionInputs inputs = strict();
  EXPECT_EQ(plan_environment(inputs).environment.at("CUBLAS_WORKSPACE_CONFIG"), ":4096:8");
  inputs.target_env["CUBLAS_WORKSPACE_CONFIG"] = ":1:1";
  EXPECT_EQ(plan_environment(inputs).environment.at("CUBLAS_WORKSPACE_CONFIG"), ":1:1");
  inputs.operator_env["CUBLAS_WORKSPACE_CONFIG"] = ":2:2";
  EXPECT_EQ(plan_environment(inputs).environment.at("CUBLAS_WORKSPACE_CONFIG"), ":2:2");
  inputs.mode_env["CUBLAS_WORKSPACE_CONFIG"] = ":3:3";
  EXPECT_EQ(plan_environment(inputs).environment.at("CUBLAS_WORKSPACE_CONFIG"), ":3:3");
}

TEST(Precision, OnlyTheOperatorNarrows) {
  PrecisionInputs inputs = strict();
  inputs.target_env["CUBLAS_WORKSPACE_CONFIG"] = ":1:1";
  PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_FALSE(plan.narrowed());
  EXPECT_EQ(why_not(plan, "CUBLAS_WORKSPACE_CONFIG"),
            "CUBLAS_WORKSPACE_CONFIG=:1:1 in the target's env");
  inputs.operator_env["CUBLAS_WORKSPACE_CONFIG"] = ":2:2";
  plan = plan_environment(inputs);
  ASSERT_THAT(plan.narrowed_by, SizeIs(1));
  EXPECT_EQ(plan.narrowed_by[0],
            "CUBLAS_WORKSPACE_CONFIG=:2:2 in the operator's environment overrides the pin");
}

TEST(Precision, MlxAskedForByTheOperatorKeepsNvidiaOff) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["MLX_ENABLE_TF32"] = "1";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("MLX_ENABLE_TF32"), "1");
  EXPECT_EQ(plan.environment.count("NVIDIA_TF32_OVERRIDE"), 0u);
  EXPECT_EQ(why_not(plan, "NVIDIA_TF32_OVERRIDE"),
            "MLX_ENABLE_TF32=1 in the operator's environment asks for the contrary in the TF32 "
            "group");
  EXPECT_EQ(why_not(plan, "MLX_ENABLE_TF32"), "MLX_ENABLE_TF32=1 in the operator's environment");
  ASSERT_THAT(plan.narrowed_by, SizeIs(1));
  EXPECT_EQ(plan.narrowed_by[0],
            "MLX_ENABLE_TF32=1 in the operator's environment keeps the TF32 pins off");
  // The other groups are other questions.
  EXPECT_EQ(plan.environment.at("CUBLAS_EMULATE_SINGLE_PRECISION"), "0");
  EXPECT_EQ(plan.environment.at("CUBLAS_WORKSPACE_CONFIG"), ":4096:8");
}

TEST(Precision, MlxSwitchedOffByTheOperatorLeavesNvidiaPinned) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["MLX_ENABLE_TF32"] = "0";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("NVIDIA_TF32_OVERRIDE"), "0");
  EXPECT_FALSE(plan.narrowed());
  EXPECT_THAT(plan.facts.not_set, IsEmpty());
  ASSERT_THAT(rows(plan, "MLX_ENABLE_TF32"), SizeIs(1));
  EXPECT_EQ(rows(plan, "MLX_ENABLE_TF32")[0].source, VariableSource::operator_);
}

TEST(Precision, AnyContrarySettingOfAGroupWithholdsTheGroup) {
  const std::vector<std::pair<std::string, std::string>> contrary = {
      {"NVIDIA_TF32_OVERRIDE", "1"},
      {"MLX_ENABLE_TF32", "2"},
      {"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", "1"},
      {"CUPY_TF32", "1"},
      {"TRITON_F32_DEFAULT", "tf32x3"},
      {"JAX_DEFAULT_MATMUL_PRECISION", "tensorfloat32"},
      {"ONEDNN_DEFAULT_FPMATH_MODE", "ANY"},
      {"DNNL_DEFAULT_FPMATH_MODE", "bf16"},
      {"HIPBLASLT_OVERRIDE_COMPUTE_TYPE_XF32", "1"},
      {"HIPBLASLT_ALLOW_TF32", "1"},
      {"MKL_BLAS_COMPUTE_MODE", "FLOAT_TO_TF32"},
  };
  for (const auto& [name, value] : contrary) {
    PrecisionInputs inputs = strict();
    inputs.operator_env[name] = value;
    const PlannedEnvironment plan = plan_environment(inputs);
    EXPECT_EQ(plan.environment.at(name), value);
    for (const pact::Pin& pin : pact::pins) {
      const std::string pinned(pin.lever.name);
      if (pin.lever.group != pact::PinGroup::tf32 || pinned == name) continue;
      EXPECT_EQ(plan.environment.count(pinned), 0u) << pinned << " with " << name;
      EXPECT_THAT(why_not(plan, pinned), HasSubstr(name + "=" + value));
    }
    EXPECT_THAT(plan.narrowed_by, SizeIs(1)) << name;
    EXPECT_EQ(plan.environment.at("CUBLAS_EMULATE_DOUBLE_PRECISION"), "0") << name;
  }
}

TEST(Precision, TwoWishesOfOneGroupNarrowOnceAndStrictOnesStay) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["MLX_ENABLE_TF32"] = "1";
  inputs.operator_env["CUPY_TF32"] = "1";
  inputs.operator_env["NVIDIA_TF32_OVERRIDE"] = "0";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_THAT(plan.narrowed_by, SizeIs(1));
  EXPECT_EQ(plan.environment.at("NVIDIA_TF32_OVERRIDE"), "0");
  EXPECT_THAT(unset_names(plan), Not(Contains("NVIDIA_TF32_OVERRIDE")));
}

TEST(Precision, AWishThatTheModeOverrulesWithholdsNothing) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["MLX_ENABLE_TF32"] = "1";
  inputs.mode_env["MLX_ENABLE_TF32"] = "0";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("NVIDIA_TF32_OVERRIDE"), "0");
  EXPECT_EQ(plan.environment.at("MLX_ENABLE_TF32"), "0");
  EXPECT_FALSE(plan.narrowed());
}

TEST(Precision, AWishOfTheConfigurationIsWarnedOfNotObeyed) {
  PrecisionInputs inputs = strict();
  inputs.target_env["MLX_ENABLE_TF32"] = "1";
  PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("NVIDIA_TF32_OVERRIDE"), "0");
  EXPECT_EQ(plan.environment.at("MLX_ENABLE_TF32"), "1");
  EXPECT_FALSE(plan.narrowed());
  ASSERT_THAT(plan.warnings, SizeIs(1));
  EXPECT_THAT(plan.warnings[0], HasSubstr("MLX_ENABLE_TF32=1 in the target's env asks for what "
                                          "NVIDIA_TF32_OVERRIDE=0 prevents"));
  inputs.target_env["MLX_ENABLE_TF32"] = "0";
  EXPECT_THAT(plan_environment(inputs).warnings, IsEmpty());
}

TEST(Precision, ListsAreAppendedToAndBothPartsRecorded) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["XLA_FLAGS"] = "--xla_dump_to=/tmp/d";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("XLA_FLAGS"),
            "--xla_dump_to=/tmp/d --xla_allow_excess_precision=false");
  const std::vector<model::PrecisionVariable> expected = {
      {"XLA_FLAGS", "--xla_dump_to=/tmp/d", VariableSource::operator_},
      {"XLA_FLAGS", "--xla_allow_excess_precision=false", VariableSource::pin},
  };
  EXPECT_EQ(rows(plan, "XLA_FLAGS"), expected);
  EXPECT_FALSE(plan.narrowed());
}

TEST(Precision, AListThatHasTheFlagIsLeftAsItIs) {
  for (const std::string flag :
       {"--xla_allow_excess_precision=false", "--xla_allow_excess_precision=0"}) {
    PrecisionInputs inputs = strict();
    inputs.operator_env["XLA_FLAGS"] = flag;
    const PlannedEnvironment plan = plan_environment(inputs);
    EXPECT_EQ(plan.environment.at("XLA_FLAGS"), flag);
    EXPECT_FALSE(plan.narrowed());
    EXPECT_THAT(plan.facts.not_set, IsEmpty());
  }
  for (const std::string flag :
       {"--xla_allow_excess_precision=true", "--xla_allow_excess_precision",
        "--xla_allow_excess_precision=false --xla_allow_excess_precision=1"}) {
    PrecisionInputs inputs = strict();
    inputs.operator_env["XLA_FLAGS"] = flag;
    const PlannedEnvironment plan = plan_environment(inputs);
    EXPECT_EQ(plan.environment.at("XLA_FLAGS"), flag);
    EXPECT_THAT(plan.narrowed_by, SizeIs(1)) << flag;
    EXPECT_THAT(unset_names(plan), Contains("XLA_FLAGS"));
  }
}

TEST(Precision, AFileOfFlagsIsNotSpoilt) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["XLA_FLAGS"] = "/etc/xla.flags";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("XLA_FLAGS"), "/etc/xla.flags");
  EXPECT_THAT(why_not(plan, "XLA_FLAGS"), HasSubstr("names a file of flags"));
  EXPECT_THAT(plan.narrowed_by, SizeIs(1));
}

TEST(Precision, ACacheThatIsNotOursIsCompiledAnew) {
  PrecisionInputs inputs = strict();
  EXPECT_EQ(plan_environment(inputs).environment.count("TRITON_ALWAYS_COMPILE"), 0u);
  inputs.operator_env["TRITON_CACHE_DIR"] = "/big/cache";
  PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("TRITON_CACHE_DIR"), "/big/cache");
  EXPECT_EQ(plan.environment.at("TRITON_ALWAYS_COMPILE"), "1");
  EXPECT_FALSE(plan.narrowed());
  inputs = strict();
  inputs.scratch.clear();
  plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.count("TRITON_CACHE_DIR"), 0u);
  EXPECT_EQ(plan.environment.at("TRITON_ALWAYS_COMPILE"), "1");
}

TEST(Precision, DeviceOrderIsNoMatterOfPrecision) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["CUDA_DEVICE_ORDER"] = "FASTEST_FIRST";
  PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_EQ(plan.environment.at("CUDA_DEVICE_ORDER"), "FASTEST_FIRST");
  EXPECT_THAT(unset_names(plan), Contains("CUDA_DEVICE_ORDER"));
  EXPECT_FALSE(plan.narrowed());
  inputs.operator_env["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID";
  plan = plan_environment(inputs);
  EXPECT_THAT(plan.facts.not_set, IsEmpty());
}

TEST(Precision, UnknownMembersOfAFamilyAreRecorded) {
  PrecisionInputs inputs = strict();
  inputs.operator_env["CUBLAS_EMULATE_QUADRUPLE_PRECISION"] = "1";
  inputs.operator_env["MLX_DISABLE_COMPILE"] = "0";
  inputs.operator_env["NOT_RELATED"] = "1";
  const PlannedEnvironment plan = plan_environment(inputs);
  EXPECT_THAT(rows(plan, "CUBLAS_EMULATE_QUADRUPLE_PRECISION"), SizeIs(1));
  EXPECT_THAT(rows(plan, "MLX_DISABLE_COMPILE"), SizeIs(1));
  EXPECT_THAT(rows(plan, "NOT_RELATED"), IsEmpty());
  EXPECT_EQ(plan.environment.at("NOT_RELATED"), "1");
}

}  // namespace
}  // namespace cupel::plan

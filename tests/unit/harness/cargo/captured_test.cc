// SPDX-License-Identifier: Apache-2.0
// What cargo told of a real workspace, in Debian's version and in a current one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cargo/cargo.h"
#include "unit/harness/story.h"

namespace cupel::harness::cargo {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;

class CargoCaptured : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static std::string data(const std::string& name) {
    return testing::test_data("harness/cargo/" + GetParam() + "/" + name);
  }
  [[nodiscard]] static LaunchOutput left(const std::string& build) {
    LaunchOutput output;
    output.termination = model::Exited{0};
    output.files["metadata.json"] = data("metadata.json");
    output.files["build.json"] = data(build);
    return output;
  }
  [[nodiscard]] static ListStep read(const LaunchOutput& output) {
    return make_cargo()->read_listing({"ws", {"/usr/bin/cargo", "test"}, "/ws", {}}, output);
  }
};
INSTANTIATE_TEST_SUITE_P(Versions, CargoCaptured, ::testing::Values("1.65", "1.95"));

TEST_P(CargoCaptured, EveryProgramOfEveryMember) {
  LaunchOutput output = left("build.json");
  output.files["base.env"] = data("base.env");
  output.files["programs.dump"] = data("programs.dump");
  ListStep step = read(output);
  const auto* derived = std::get_if<Derived>(&step);
  ASSERT_NE(derived, nullptr);
  std::vector<std::pair<std::string, std::string>> named;
  for (const DerivedTarget& target : derived->targets)
    named.emplace_back(target.name, target.harness);
  EXPECT_THAT(named,
              ::testing::UnorderedElementsAre(
                  Pair("root/root", "libtest"), Pair("one/one", "libtest"),
                  Pair("one/extra", "libtest"), Pair("one/one.bin", "libtest"),
                  Pair("one/custom", "command"), Pair("one/integration", "libtest"),
                  Pair("one/ex_tested", "libtest"), Pair("two/two", "libtest"),
                  Pair("root/doc", "libtest"), Pair("one/doc", "libtest"), Pair("bare", "cargo")));
}

TEST_P(CargoCaptured, ProgramsGetTheFolderAndTheEnvironmentOfCargo) {
  LaunchOutput output = left("build.json");
  output.files["base.env"] = data("base.env");
  output.files["programs.dump"] = data("programs.dump");
  ListStep step = read(output);
  for (const DerivedTarget& target : std::get<Derived>(step).targets) {
    if (target.name != "one/integration") continue;
    EXPECT_EQ(target.workdir, "/ws/one");
    EXPECT_EQ(target.env.at("CARGO_PKG_NAME"), "one");
    EXPECT_EQ(target.env.at("CARGO_PKG_VERSION"), "0.2.3");
    EXPECT_EQ(target.env.at("CARGO_MANIFEST_DIR"), "/ws/one");
    EXPECT_EQ(target.env.at("FROM_CONFIG"), "set by cargo");
    EXPECT_THAT(target.env.at("LD_LIBRARY_PATH"), HasSubstr("/ws/target/debug/deps"));
    EXPECT_FALSE(target.env.contains("HOME")) << "it is as it was";
    EXPECT_FALSE(target.env.contains("PWD"));
    return;
  }
  FAIL() << "no target one/integration";
}

TEST_P(CargoCaptured, ABuildErrorHasTheCompilersWords) {
  LaunchOutput output = left("broken.json");
  output.termination = model::Exited{101};
  ListStep step = read(output);
  const auto* fault = std::get_if<ListFault>(&step);
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->kind, model::ProblemKind::build_failed);
  EXPECT_THAT(fault->detail, HasSubstr("error[E0308]: mismatched types"));
  EXPECT_THAT(fault->detail, HasSubstr("two/src/lib.rs:"));
}

}  // namespace
}  // namespace cupel::harness::cargo

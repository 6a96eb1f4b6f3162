// SPDX-License-Identifier: Apache-2.0
#include "harness/cargo/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cupel::harness::cargo {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CommandLine parse(const std::vector<std::string>& command) {
  return parse_command_line(command).value_or(CommandLine{});
}

TEST(CargoCommandLine, ABareTestIsOfTheWholeWorkspace) {
  EXPECT_THAT(test_command(parse({"cargo", "test"})), ElementsAre("cargo", "test", "--workspace"));
  EXPECT_THAT(test_command(parse({"/usr/bin/cargo", "+nightly", "t", "--all"})),
              ElementsAre("/usr/bin/cargo", "+nightly", "test", "--workspace"));
}

TEST(CargoCommandLine, NamedPackagesAreThoseAlone) {
  const CommandLine line = parse({"cargo", "test", "-p", "one", "--package=two", "-pthree"});
  EXPECT_THAT(line.packages, ElementsAre("one", "two", "three"));
  EXPECT_THAT(test_command(line), ElementsAre("cargo", "test", "--package", "one", "--package",
                                              "two", "--package", "three"));
}

TEST(CargoCommandLine, TakesFiltersAndArgumentsOfTheTests) {
  const CommandLine line =
      parse({"cargo", "test", "--release", "rope", "-j", "2", "--", "--skip", "slow"});
  EXPECT_THAT(line.to_tests, ElementsAre("rope", "--skip", "slow"));
  EXPECT_THAT(test_command(line),
              ElementsAre("cargo", "test", "--workspace", "--release", "--jobs", "2"));
}

TEST(CargoCommandLine, SortsOptions) {
  const CommandLine line =
      parse({"cargo", "test", "--lib", "--test", "integ", "--features", "a,b", "--exclude", "x",
             "--manifest-path", "sub/Cargo.toml", "--no-run", "--message-format=json", "--color",
             "always", "-q", "--locked", "--no-default-features"});
  EXPECT_THAT(line.programs, ElementsAre("--lib", "--test", "integ"));
  EXPECT_THAT(line.common_options, ElementsAre("--manifest-path", "sub/Cargo.toml", "--locked"));
  EXPECT_THAT(line.options, ElementsAre("--manifest-path", "sub/Cargo.toml", "--locked",
                                        "--no-default-features"));
  EXPECT_THAT(line.to_tests, IsEmpty()) << "a value of an option is no filter";
  EXPECT_FALSE(line.only_docs);
  EXPECT_TRUE(parse({"cargo", "test", "--doc"}).only_docs);
}

TEST(CargoCommandLine, DocTestsOfAPackageGetItsOwnFeatures) {
  const CommandLine line = parse({"cargo", "test", "--features", "a b,two/c", "--", "--nocapture"});
  EXPECT_THAT(doc_command(line, "one", {"b", "c"}),
              ElementsAre("cargo", "test", "--doc", "--package", "one", "--features", "b",
                          "--features", "two/c", "--", "--nocapture"));
}

TEST(CargoCommandLine, NeedsTheWordTest) {
  EXPECT_FALSE(parse_command_line({"cargo", "build"}));
  EXPECT_FALSE(parse_command_line({"cargo", "--", "test"}));
  EXPECT_FALSE(parse_command_line({"test"}));
}

}  // namespace
}  // namespace cupel::harness::cargo

// SPDX-License-Identifier: Apache-2.0
#include "harness/cargo/steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "harness/cargo/cargo.h"

namespace cupel::harness::cargo {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::string_literals;

const TargetView target{"ws", {"/bin/cargo", "test"}, "/w", {}};
constexpr const char* metadata = R"({"packages":[{"id":"a","name":"one",
    "manifest_path":"/w/Cargo.toml","features":{},"targets":[{"kind":["lib"],"name":"one","src_path":
    "/w/src/lib.rs","test":true,"doctest":true}]}],
    "workspace_members":["a"]})";
constexpr const char* built =
    "{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/w/Cargo.toml\",\"target\":{\"kind\":"
    "[\"lib\"],\"name\":\"one\"},\"profile\":{\"test\":true},\"executable\":\"/t/one-1\"}\n"
    "{\"reason\":\"build-finished\",\"success\":true}\n";

LaunchOutput left(const std::map<std::string, std::string>& files,
                  const model::Termination& termination = model::Exited{0}) {
  LaunchOutput output;
  output.termination = termination;
  output.files = files;
  return output;
}

std::string text_of(const model::Template& text) {
  std::string whole;
  for (const auto& part : text.parts()) whole += part.text;
  return whole;
}

/// What a launch that ended well leaves: what it was given, and what it wrote itself.
LaunchOutput after(const model::LaunchRequest& request,
                   const std::map<std::string, std::string>& written) {
  LaunchOutput output = left(written);
  for (const model::FileSpec& file : request.write) {
    output.files.emplace(file.name, text_of(file.content));
  }
  return output;
}

std::vector<std::string> words(const model::LaunchRequest& request) {
  std::vector<std::string> all;
  for (const model::Template& word : request.argv) all.push_back(text_of(word));
  return all;
}

ListFault fault(const LaunchOutput& output, const TargetView& view = target) {
  ListStep step = read_listing(view, output);
  auto* found = std::get_if<ListFault>(&step);
  return found == nullptr ? ListFault{"(no fault)", {}} : *found;
}

TEST(CargoSteps, ThreeLaunchesGiveTheTargets) {
  EXPECT_THAT(words(list_request(target)), Contains(HasSubstr("metadata")));
  ListStep step = read_listing(target, left({{"metadata.json", metadata}}));
  const auto* build = std::get_if<ListMore>(&step);
  ASSERT_NE(build, nullptr);
  EXPECT_THAT(words(build->request), Contains("--workspace"));
  EXPECT_THAT(words(build->request), Contains("--no-run"));
  step = read_listing(target, after(build->request, {{"build.json", built}}));
  const auto* start = std::get_if<ListMore>(&step);
  ASSERT_NE(start, nullptr);
  EXPECT_THAT(words(start->request), Contains(HasSubstr("runner=")));
  const std::string dump = "cupel-program\0/t/one-1\0/w\0CARGO=/bin/cargo\0\0[package]\0"s;
  step = read_listing(target, after(start->request, {{"base.env", ""}, {"programs.dump", dump}}));
  const auto* derived = std::get_if<Derived>(&step);
  ASSERT_NE(derived, nullptr);
  EXPECT_EQ(derived->targets.size(), 2U);
}

TEST(CargoSteps, DocTestsAloneNeedNoBuild) {
  const TargetView docs{"ws", {"/bin/cargo", "test", "--doc"}, "/w", {}};
  ListStep step = read_listing(docs, left({{"metadata.json", metadata}}));
  const auto* derived = std::get_if<Derived>(&step);
  ASSERT_NE(derived, nullptr);
  ASSERT_EQ(derived->targets.size(), 1U);
  EXPECT_EQ(derived->targets[0].name, "one/doc");
}

TEST(CargoSteps, ItsProgramsAreToldWithoutABuild) {
  const TargetView cover{"cover", {"cargo", "metadata"}, "/w", {}};
  EXPECT_THAT(words(list_request(cover)), Contains("cargo"));
  ListStep step = read_listing(cover, left({{"metadata.json", metadata}}));
  const auto* derived = std::get_if<Derived>(&step);
  ASSERT_NE(derived, nullptr);
  EXPECT_THAT(derived->programs, ElementsAre("/w/src/lib.rs"));
  LaunchOutput none = left({{"metadata.json", ""}}, model::Exited{101});
  none.standard_error = "error: could not find `Cargo.toml` in `/w`\n";
  EXPECT_THAT(fault(none, cover).detail, HasSubstr("could not find `Cargo.toml`"));
}

TEST(CargoSteps, ABuildErrorIsTheCompilersMessage) {
  const std::string messages =
      "{\"reason\":\"compiler-message\",\"message\":{\"level\":\"error\",\"rendered\":"
      "\"error[E0308]: mismatched types\\n --> src/lib.rs:3:5\\n\"}}\n"
      "{\"reason\":\"build-finished\",\"success\":false}\n";
  const ListFault found =
      fault(left({{"metadata.json", metadata}, {"build.json", messages}}, model::Exited{101}));
  EXPECT_EQ(found.kind, model::ProblemKind::build_failed);
  EXPECT_THAT(found.detail,
              HasSubstr("1 error\nerror[E0308]: mismatched types\n --> src/lib.rs:3:5"));
}

TEST(CargoSteps, WithoutACompilersMessageItIsCargos) {
  LaunchOutput output = left({{"metadata.json", metadata}, {"build.json", ""}}, model::Exited{101});
  output.standard_error = "    Blocking\nerror: package `x` cannot be built\n";
  EXPECT_THAT(fault(output).detail, HasSubstr("failed: error: package `x` cannot be built"));
}

TEST(CargoSteps, SaysWhatIsWrongBeforeTheBuild) {
  LaunchOutput output = left({{"metadata.json", ""}}, model::Exited{101});
  output.standard_error = "error: could not find `Cargo.toml` in `/w`\n";
  EXPECT_THAT(fault(output).detail, HasSubstr("could not find `Cargo.toml`"));
  EXPECT_EQ(fault(left({}, model::Exited{127})).kind, model::ProblemKind::start_failed);
  EXPECT_THAT(fault(left({}, model::KilledByUs{model::KillReason::listing_timeout, true})).detail,
              HasSubstr("in time"));
  EXPECT_THAT(fault(left({}), {"ws", {"/bin/cargo", "build"}, "/w", {}}).hint,
              HasSubstr("\"test\""));
}

TEST(CargoSteps, ARunnerOfCargosConfigurationIsSaid) {
  const std::map<std::string, std::string> files = {
      {"metadata.json", metadata}, {"build.json", built}, {"base.env", ""}, {"programs.dump", ""}};
  EXPECT_THAT(fault(left(files)).detail, HasSubstr("by a runner of its own configuration"));
  EXPECT_THAT(fault(left(files, model::Exited{101})).hint, HasSubstr("runner"));
}

}  // namespace
}  // namespace cupel::harness::cargo

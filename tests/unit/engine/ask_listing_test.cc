// SPDX-License-Identifier: Apache-2.0
#include "engine/ask_listing.h"

#include <gtest/gtest.h>

#include "os/directory.h"
#include "unit/engine/fake_harness.h"
#include "unit/engine/fake_launcher.h"

namespace cupel::engine {
namespace {

using namespace std::chrono_literals;
using testing::FakeHarness;
using testing::FakeLauncher;
using testing::Script;

/// Tells the second launch what the first printed.
class InTwoSteps : public FakeHarness {
 public:
  [[nodiscard]] harness::ListStep read_listing(const harness::TargetView& target,
                                               const harness::LaunchOutput& output) const override {
    if (output.standard_output != "more\n") return FakeHarness::read_listing(target, output);
    model::LaunchRequest request;
    request.argv = {model::Template("second")};
    return harness::ListMore{std::move(request)};
  }
};

Script prints(std::string text, model::Termination end = model::Exited{0}) {
  Script script;
  script.steps = {{1ms, {}, {}, std::move(end)}};
  script.standard_output = std::move(text);
  return script;
}

class AskListing : public ::testing::Test {
 protected:
  base::Result<harness::ListStep> ask(FakeLauncher& launcher, const harness::Harness& harness) {
    Reactor reactor(launcher);
    return ask_listing(
        reactor, harness, {"t", {"/prog"}, "/", {}, false},
        {{{"A", "b"}}, scratch_.path(), 10s, [this](const harness::LaunchOutput& output) {
           seen_.push_back(output.standard_output);
         }});
  }
  os::PrivateDir scratch_ = os::PrivateDir::make("cupel-ask-test-").value();
  std::vector<std::string> seen_;
};

TEST_F(AskListing, TakesAsManyLaunchesAsTheListingNeeds) {
  FakeLauncher launcher([](const StartSpec& spec) {
    const bool first = spec.request.argv.front().parts().front().text == "/prog";
    return prints(first ? "more\n" : "list a\nlist b\n");
  });
  const auto step = ask(launcher, InTwoSteps());
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(std::get<model::Listing>(*step).tests.size(), 2U);
  EXPECT_EQ(seen_, (std::vector<std::string>{"more\n", "list a\nlist b\n"}));
  ASSERT_EQ(launcher.specs.size(), 2U);
  EXPECT_EQ(launcher.specs[0].environment.at("A"), "b");
  EXPECT_NE(launcher.specs[0].private_dir, launcher.specs[1].private_dir);
}

TEST_F(AskListing, AProgramThatFailsIsAFault) {
  FakeLauncher launcher([](const StartSpec&) { return prints("", model::Exited{3}); });
  const auto step = ask(launcher, FakeHarness());
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(words_of(std::get<harness::ListFault>(*step)),
            "listing exited with code 3; look at it");
}

TEST_F(AskListing, AProgramThatDoesNotStartIsAFault) {
  FakeLauncher launcher(
      [](const StartSpec&) { return prints("", model::NotStarted{"no such file"}); });
  const auto step = ask(launcher, FakeHarness());
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(std::get<harness::ListFault>(*step).detail, "/prog could not be started: no such file");
}

TEST_F(AskListing, AHangIsEnded) {
  FakeLauncher launcher([](const StartSpec&) {
    Script script = prints("list a\n");
    script.steps.front().at = 1h;
    return script;
  });
  const auto step = ask(launcher, FakeHarness());
  ASSERT_TRUE(step.ok());
  EXPECT_TRUE(std::holds_alternative<harness::ListFault>(*step));
  EXPECT_EQ(launcher.now(), base::MonoTime(10s));
}

TEST_F(AskListing, ASignalIsAnError) {
  FakeLauncher launcher([](const StartSpec&) {
    Script script = prints("list a\n");
    script.steps.front().at = 1h;
    return script;
  });
  launcher.signal_at = base::MonoTime(5s);
  const auto step = ask(launcher, FakeHarness());
  ASSERT_FALSE(step.ok());
  EXPECT_NE(step.error().message.find("SIGINT"), std::string::npos) << step.error().message;
}

}  // namespace
}  // namespace cupel::engine

// SPDX-License-Identifier: Apache-2.0
// Listing, choosing, and the command by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "pytest_case.h"

namespace cupel::harness::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

LaunchOutput listing_output(const std::string& tests, const std::string& errors = "",
                            const std::string& version = "7.2.1",
                            const std::string& collected = "true") {
  LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["listing.json"] =
      R"({"cupel_pytest": 1, "pytest": ")" + version + R"(", "collected": )" + collected +
      R"(, "taken_back": [], "tests": [)" + tests + R"(], "errors": [)" + errors + "]}";
  return output;
}

ListFault fault_of(const LaunchOutput& output) {
  ListStep step = make_pytest()->read_listing(pytest_target(), output);
  const auto* fault = std::get_if<ListFault>(&step);
  return fault == nullptr ? ListFault{"(listed)", "", model::ProblemKind::list_failed} : *fault;
}

model::Listing listed(const LaunchOutput& output) {
  return std::get<model::Listing>(make_pytest()->read_listing(pytest_target(), output));
}

const char* const some_test = R"({"id": "t.py::a", "file": "t.py", "line": 3})";

TEST(PytestList, ReadsWhatThePlugInWrote) {
  const model::Listing listing = listed(listing_output(
      std::string(some_test) +
          R"(,{"id": "t.py::a"},{"id": {"hex": "ff"}},{"id": "t.py::s", "skip": "why"},)"
          R"({"id": "t.py::s2", "skip": ""})",
      R"({"id": "bad.py", "why": "ImportError: x", "file": "bad.py", "line": 2})"));
  ASSERT_THAT(listing.tests, SizeIs(5));
  EXPECT_EQ(listing.harness_version, "7.2.1");
  EXPECT_EQ(listing.ordering, model::Ordering::any);
  EXPECT_EQ(listing.tests[0].location, (model::Location{"t.py", 3}));
  EXPECT_EQ(listing.tests[1].name, "t.py::a@2");
  EXPECT_THAT(listing.inseparable, IsEmpty());
  EXPECT_EQ(listing.tests[2].native, "\xff");
  EXPECT_TRUE(listing.tests[3].disabled);
  EXPECT_EQ(listing.tests[3].disabled_reason, "why");
  EXPECT_TRUE(listing.tests[4].disabled);
  EXPECT_THAT(listing.collect_errors,
              ElementsAre("bad.py cannot be collected: ImportError: x (bad.py:2)"));
}

TEST(PytestList, SaysWhichOptionsAreNotUsed) {
  LaunchOutput output = listing_output(some_test);
  EXPECT_THAT(listed(output).channel, ::testing::Not(HasSubstr("not used")));
  std::string& text = output.files["listing.json"];
  text.replace(text.find("\"taken_back\": []"), 16, R"("taken_back": ["maxfail=1", "dist=load"])");
  EXPECT_THAT(listed(output).channel, HasSubstr("not used: maxfail=1, dist=load"));
}

TEST(PytestList, NothingButErrorsIsACollectError) {
  const ListFault fault =
      fault_of(listing_output("", R"({"id": "bad.py", "why": "ImportError: x"})"));
  EXPECT_EQ(fault.kind, model::ProblemKind::collect_error);
  EXPECT_THAT(fault.detail, HasSubstr("bad.py cannot be collected: ImportError: x"));
}

TEST(PytestList, FaultsSayWhatToDo) {
  EXPECT_THAT(fault_of(listing_output("")).detail, HasSubstr("found no test"));
  EXPECT_THAT(fault_of(listing_output(some_test, "", "6.2.5")).hint, HasSubstr("pytest 7.0"));
  EXPECT_EQ(fault_of(listing_output(some_test, "", "7.0.0")).detail, "(listed)");
  EXPECT_EQ(fault_of(listing_output(some_test, "", "10.1")).detail, "(listed)");
  LaunchOutput output = listing_output(some_test);
  output.files["listing.twice"] = "";
  EXPECT_THAT(fault_of(output).detail, HasSubstr("two processes"));
  output = listing_output(some_test, "", "7.2.1", "false");
  output.termination = model::Exited{4};
  output.standard_error = "ERROR: file or directory not found: nowhere\n";
  EXPECT_THAT(fault_of(output).detail, HasSubstr("nothing under a path"));
  output.termination = model::Exited{0};
  output.standard_error.clear();
  for (const char* bad : {"", "{", "[]", R"({"cupel_pytest": 2})"}) {
    output.files["listing.json"] = bad;
    EXPECT_THAT(fault_of(output).detail, HasSubstr("not one of cupel's plug-in")) << bad;
  }
  for (const char* bad : {R"({"id": 1})", R"({"id": {"hex": "0"}})", "1"}) {
    EXPECT_THAT(fault_of(listing_output(bad)).detail, HasSubstr("not one of cupel's")) << bad;
    EXPECT_THAT(fault_of(listing_output(some_test, bad)).detail, HasSubstr("not one of cupel's"));
  }
}

TEST(PytestList, EndsSayWhatHappened) {
  LaunchOutput output;
  output.termination = model::Exited{1};
  output.standard_error = "/usr/bin/python3: No module named pytest\n";
  EXPECT_THAT(fault_of(output).detail, HasSubstr("this Python has no pytest"));
  output.standard_error = "[doctest] unknown option\n";
  EXPECT_THAT(fault_of(output).hint, HasSubstr("harness = \"doctest\""));
  output.standard_error.clear();
  output.termination = model::Signalled{11, false};
  EXPECT_THAT(fault_of(output).detail, HasSubstr("SIGSEGV"));
  output.termination = model::KilledByUs{model::KillReason::listing_timeout, true};
  EXPECT_THAT(fault_of(output).hint, HasSubstr("start_timeout"));
  output.termination = model::NotStarted{"no such file"};
  EXPECT_THAT(fault_of(output).detail, HasSubstr("no such file"));
  output.termination = model::Exited{0};
  EXPECT_THAT(fault_of(output).detail, HasSubstr("exited with code 0"));
}

std::string launch_text(const RunPlan& plan) {
  for (const model::FileSpec& file : plan.request.write) {
    if (file.name == "launch.json") return file.content.fill({{"stream", "127.0.0.1:9"}}, {});
  }
  return {};
}

TEST(PytestRun, SendsTheExactListInAFile) {
  const model::Listing listing = launch_of({"t.py::b", "t.py::a", "t.py::a", "t.py::\xff"}).listing;
  const std::vector<std::size_t> chosen = {3, 2, 0};
  const RunPlan plan = make_pytest()->run_request(pytest_target(), listing, chosen);
  EXPECT_EQ(plan.covered, chosen);
  EXPECT_THAT(plan.extra, IsEmpty());
  const std::string digest =
      base::sha256_hex(std::string("t.py::a\0t.py::a\0t.py::b\0t.py::\xff", 31));
  EXPECT_EQ(launch_text(plan), R"({"mode": "run", "listed": ")" + digest +
                                   R"(", "stream": "127.0.0.1:9", "chosen": )"
                                   R"([[{"hex":"742e70793a3aff"},0],["t.py::a",1],["t.py::b",0]]})"
                                   "\n");
  EXPECT_THAT(plan.request.attested, ElementsAre("closing.json"));
  EXPECT_THAT(plan.request.env_remove, ::testing::Contains("PYTEST_ADDOPTS"));
  EXPECT_TRUE(plan.request.env_prepend.contains("PYTHONPATH"));
}

TEST(PytestRun, LeavesOutWhatIsMarked) {
  model::Listing listing = launch_of({"t.py::a", "t.py::b"}).listing;
  listing.tests[0].disabled = true;
  const std::vector<std::size_t> chosen = {0, 1};
  EXPECT_THAT(make_pytest()->run_request(pytest_target(), listing, chosen).covered,
              ElementsAre(1u));
}

TEST(PytestRun, FiveThousandNamesFitWhateverTheirLength) {
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i)
    names.push_back("t.py::" + std::string(200, 'x') + std::to_string(i));
  const model::Listing listing = launch_of(names).listing;
  std::vector<std::size_t> chosen(5000);
  std::iota(chosen.rbegin(), chosen.rend(), std::size_t{0});
  const RunPlan plan = make_pytest()->run_request(pytest_target(), listing, chosen);
  EXPECT_EQ(plan.covered, chosen);
  EXPECT_EQ(plan.request.argv.size(), pytest_target().command.size() + 2);
}

TEST(PytestAlone, TheTestStandsInsteadOfThePaths) {
  model::Listing listing = launch_of({"tests/t.py::C::a[x::y]"}).listing;
  const auto alone = [&](const std::string& file, std::vector<std::string> command) {
    listing.tests[0].location.file = file;
    TargetView view = pytest_target();
    if (!command.empty()) view.command = std::move(command);
    return make_pytest()->alone_command(view, listing, 0);
  };
  EXPECT_THAT(alone("tests/t.py", {}), ElementsAre("/usr/bin/python3", "-m", "pytest", "-k",
                                                   "not slow", "tests/t.py::C::a[x::y]"));
  EXPECT_EQ(alone("sub/tests/t.py", {}).back(), "sub/tests/t.py::C::a[x::y]");
  EXPECT_EQ(alone("/abs/tests/t.py", {}).back(), "/abs/tests/t.py::C::a[x::y]");
  EXPECT_EQ(alone("t.py", {}).back(), "t.py::C::a[x::y]");
  EXPECT_EQ(alone("base/other.py", {}).back(), "tests/t.py::C::a[x::y]");
  EXPECT_THAT(alone("tests/t.py", {"/v/bin/pytest", "-q", "tests"}),
              ElementsAre("/v/bin/pytest", "-q", "tests/t.py::C::a[x::y]"));
}

}  // namespace
}  // namespace cupel::harness::testing

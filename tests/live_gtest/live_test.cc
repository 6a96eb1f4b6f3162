// SPDX-License-Identifier: Apache-2.0
// What a plan of the harness really runs, by the installed GoogleTest itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/text.h"
#include "harness/gtest/gtest.h"
#include "harness/gtest/report.h"

namespace cupel::harness {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

const TargetView odd = {"odd", {CUPEL_ODD_NAMES}, "/", {}, false};

/// A folder for one test, gone with it.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "live-gtest-XXXXXX").string();
    path_ = mkdtemp(pattern.data()) == nullptr ? std::string() : pattern;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs a request without its result stream, which needs a listener.
LaunchOutput run(const model::LaunchRequest& request) {
  const Folder folder;
  std::map<std::string, std::string> files;
  for (const auto* names : {&request.collect, &request.attested})
    for (const std::string& name : *names) files[name] = folder.file(name);
  for (const model::FileSpec& spec : request.write) {
    files[spec.name] = folder.file(spec.name);
    std::ofstream(files[spec.name], std::ios::binary) << spec.content.fill({}, files);
  }
  std::vector<std::string> words;
  for (const model::Template& word : request.argv) {
    std::string filled = word.fill({{"stream", ""}}, files);
    if (!filled.starts_with("--gtest_stream_result_to")) words.push_back(std::move(filled));
  }
  const std::string command = base::shell_quote(words) + " >" + folder.file("out") + " 2>&1";
  LaunchOutput output;
  output.termination = model::Exited{std::system(command.c_str())};  // NOLINT(cert-env33-c)
  output.standard_output = content(folder.file("out"));
  for (const auto& [name, path] : files) {
    if (std::filesystem::exists(path)) output.files[name] = content(path);
  }
  return output;
}

model::Listing listing() {
  const auto harness = make_gtest();
  const ListStep step = harness->read_listing(odd, run(harness->list_request(odd)));
  if (const auto* fault = std::get_if<ListFault>(&step)) ADD_FAILURE() << fault->detail;
  return std::get<model::Listing>(step);
}

/// Names of the tests that the plan ran, sorted, twins twice.
std::vector<std::string> ran(const RunPlan& plan) {
  const LaunchOutput output = run(plan.request);
  const auto report = gtest::parse_report(output.files.at("report.xml"));
  std::vector<std::string> names;
  if (!report.ok()) return names;
  for (const gtest::ReportCase& one : (*report).cases) {
    if (one.result != gtest::ReportCase::Result::not_run) names.push_back(one.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> promised(const model::Listing& listing, const RunPlan& plan) {
  std::vector<std::string> names;
  for (const auto* indices : {&plan.covered, &plan.extra}) {
    for (const std::size_t index : *indices) {
      names.push_back(gtest::name_in_report(listing.tests[index].native));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(LiveGtest, ListsEveryOddName) {
  const model::Listing tests = listing();
  ASSERT_THAT(tests.tests, SizeIs(38));
  std::vector<std::string> natives;
  for (const model::TestCase& test : tests.tests) natives.push_back(test.native);
  EXPECT_THAT(natives,
              ::testing::IsSupersetOf({"Odd.nl\nin", "Odd.\xff\x01", "Odd.", ".t", "Odd.trail "}));
  // A.B has the test t, and A the test B.t: one name, which no filter tells apart. So have the
  // twins.
  EXPECT_THAT(tests.inseparable, SizeIs(4));
}

TEST(LiveGtest, EachTestAlone) {
  const model::Listing tests = listing();
  for (std::size_t i = 0; i < tests.tests.size(); ++i) {
    if (tests.tests[i].disabled) continue;
    const RunPlan plan = make_gtest()->run_request(odd, tests, std::vector<std::size_t>{i});
    EXPECT_EQ(ran(plan), promised(tests, plan)) << tests.tests[i].name;
  }
}

TEST(LiveGtest, AloneByHand) {
  const model::Listing tests = listing();
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    RunPlan plan;
    for (const std::string& word : make_gtest()->alone_command(odd, tests, i)) {
      plan.request.argv.emplace_back(word);
    }
    plan.request.argv.push_back(model::Template("--gtest_output=xml:").file("report.xml"));
    plan.request.attested = {"report.xml"};
    plan.covered = {i};
    EXPECT_EQ(ran(plan), promised(tests, plan)) << tests.tests[i].name;
  }
}

TEST(LiveGtest, ManySubsets) {
  const model::Listing tests = listing();
  std::mt19937 random(7);  // NOLINT: the same subsets every time
  std::size_t with_extra = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < tests.tests.size(); ++i) {
      if (random() % 3 == 0 && !tests.tests[i].disabled) chosen.push_back(i);
    }
    RunPlan plan = make_gtest()->run_request(odd, tests, chosen);
    EXPECT_EQ(plan.covered, chosen);
    with_extra += plan.extra.empty() ? 0 : 1;
    EXPECT_EQ(ran(plan), promised(tests, plan)) << round;
    // The same filter from a file.
    for (model::Template& word : plan.request.argv) {
      const std::string text = word.fill({{"stream", ""}}, {{"report.xml", ""}});
      if (!text.starts_with("--gtest_filter=") || text.find('\n') != std::string::npos) continue;
      plan.request.write.push_back({"flags.txt", model::Template(text + "\n")});
      word = model::Template("--gtest_flagfile=").file("flags.txt");
    }
    EXPECT_EQ(ran(plan), promised(tests, plan)) << round;
  }
  EXPECT_GT(with_extra, 0U);
}

TEST(LiveGtest, Everything) {
  const model::Listing tests = listing();
  std::vector<std::size_t> chosen(tests.tests.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  const RunPlan plan = make_gtest()->run_request(odd, tests, chosen);
  EXPECT_THAT(plan.extra, IsEmpty());
  EXPECT_EQ(ran(plan), promised(tests, plan));
}

}  // namespace
}  // namespace cupel::harness

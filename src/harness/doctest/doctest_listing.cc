// SPDX-License-Identifier: Apache-2.0
// The listing is read from the file that --dt-out names (2.4 and later):
//
//   <doctest binary version> <Options …/>
//     *( <TestCase [name] [testsuite] filename line skipped/> )
//     <OverallResultsTestCases unskipped=N/>
//   </doctest>
//
// The order is that of a run. Asked with --no-skip, so that tests under a skip() decorator are
// listed too. Values of attributes are read as they stand: an XML parser would make blanks of the
// newlines and tabs in a name.
#include "harness/doctest/doctest_listing.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "format/xml_events.h"
#include "harness/doctest/doctest_wire.h"
#include "harness/list_fault.h"
#include "harness/xml_report.h"

namespace cupel::harness::doctest {
namespace {

constexpr std::string_view by_hand_hint =
    "run the command by hand with --list-test-cases; it must list and exit 0";
constexpr std::string_view silence_hint =
    "is it a doctest program (2.4 or later) whose main hands its arguments to doctest::Context and "
    "calls run()?";

class ListingSink final : public format::XmlSink {
 public:
  void on_start(const format::XmlStart& element) override {
    ++depth_;
    if (depth_ == 1) {
      is_doctest_ = element.name == "doctest";
      listing_.harness_version = base::to_one_line(element.get("version"));
    }
    if (depth_ != 2) return;
    if (element.name == "TestCase") add(element);
    if (element.name == "OverallResultsTestCases") counted_ = count_of(element, "unskipped");
  }
  void on_end(std::string_view /*name*/) override { --depth_; }
  void on_text(std::string_view /*bytes*/) override {}

  /// The whole document is doctest's, and it counts as many tests as it has.
  [[nodiscard]] bool is_listing() const { return is_doctest_ && counted_ == listing_.tests.size(); }
  [[nodiscard]] bool is_older() const { return is_doctest_ && without_place_; }
  [[nodiscard]] model::Listing take() { return std::move(listing_); }

 private:
  void add(const format::XmlStart& element) {
    model::TestCase& test = listing_.tests.emplace_back();
    test.native = element.get("name");
    test.location = location_of(element);
    if (test.location.file.empty()) without_place_ = true;
    test.disabled = truth_of(element, "skipped") == std::optional(true);
    if (test.disabled) test.disabled_reason = "skip() decorator";
  }

  int depth_ = 0;
  bool is_doctest_ = false;
  bool without_place_ = false;
  std::optional<std::size_t> counted_;
  model::Listing listing_;
};

}  // namespace

model::LaunchRequest list_request(const TargetView& target) {
  model::LaunchRequest request = request_for(target, model::Template().file(list_file));
  request.argv.emplace_back("--dt-list-test-cases");
  request.argv.emplace_back("--dt-no-skip=true");
  request.collect = {list_file};
  return request;
}

ListStep read_listing(const TargetView& /*target*/, const LaunchOutput& output) {
  if (auto bad_end = fault_of_end(output, "doctest", by_hand_hint)) return *std::move(bad_end);
  const auto file = output.files.find(list_file);
  if (file == output.files.end() || file->second.empty()) {
    return fault_of_silence(output, "doctest", "doctest", silence_hint);
  }
  ListingSink sink;
  format::XmlEvents events;
  events.feed(file->second, sink);
  if (!events.complete() || (!sink.is_listing() && !sink.is_older())) {
    return list_fault(output,
                      "the listing that the program wrote is not doctest's" +
                          (events.failed() ? ": " + events.why() : std::string()),
                      by_hand_hint);
  }
  if (sink.is_older()) {
    return list_fault(output, "the listing has no places: this doctest is too old",
                      "the oldest that cupel drives is 2.4");
  }
  model::Listing listing = sink.take();
  listing.channel = "streamed XML report";
  model::assign_names(listing);
  return listing;
}

}  // namespace cupel::harness::doctest

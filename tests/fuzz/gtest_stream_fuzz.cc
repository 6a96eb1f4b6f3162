// SPDX-License-Identifier: Apache-2.0
// The GoogleTest harness on any bytes. An input is a list of segments, each the byte 0x1E, a
// letter, and bytes up to the next 0x1E:
//
//   L  a listing as the program writes it (the last counts; without one there are five tests)
//   S, T  bytes of the first and of the second connection to the result stream
//   O  bytes of stdout        R  the report        P  the premature-exit file is there
//   E  how the process ended, by the next byte
//
// Whatever comes, findings keep their order, name tests of the launch, are UTF-8, and do not depend
// on how the bytes were cut.
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "harness/gtest/gtest.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program

void require(bool holds) {
  if (!holds) std::abort();
}

struct Input {
  model::Listing listing;
  std::vector<std::pair<char, std::string>> bytes;  ///< S, T and O, in order
  harness::LaunchOutput output;
};

const harness::TargetView target = {"t", {"/p"}, "/"};

model::Listing five_tests() {
  model::Listing listing;
  for (const char* name : {"A.One", "A.Two", "B.Dies", "C.Three", "C.Four"}) {
    listing.tests.push_back({{}, name, {}, false, {}});
  }
  model::assign_names(listing);
  return listing;
}

model::Termination ending(char byte) {
  switch (byte) {
    case 's':
      return model::Signalled{11, false};
    case 'k':
      return model::KilledByUs{model::KillReason::test_timeout, true};
    case '1':
      return model::Exited{1};
    default:
      return model::Exited{0};
  }
}

model::Listing listed(const std::string& json) {
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files["list.json"] = json;
  harness::ListStep step = harness::make_gtest()->read_listing(target, output);
  auto* listing = std::get_if<model::Listing>(&step);
  if (listing == nullptr || listing->tests.empty()) return five_tests();
  std::set<std::string> names;
  for (const model::TestCase& test : listing->tests) {
    require(base::is_utf8(test.name) && names.insert(test.name).second);
  }
  return std::move(*listing);
}

Input read_input(std::string_view data) {
  Input input;
  input.listing = five_tests();
  input.output.termination = model::Exited{0};
  while (data.size() >= 2) {
    if (data.front() != '\x1e') {
      data.remove_prefix(1);
      continue;
    }
    const char letter = data[1];
    data.remove_prefix(2);
    const std::string segment(data.substr(0, data.find('\x1e')));
    data.remove_prefix(segment.size());
    if (letter == 'L') input.listing = listed(segment);
    if (letter == 'S' || letter == 'T' || letter == 'O') input.bytes.emplace_back(letter, segment);
    if (letter == 'O') input.output.standard_output += segment;
    if (letter == 'R') input.output.files["report.xml"] = segment;
    if (letter == 'P') input.output.files["premature_exit"] = "0";
    if (letter == 'E') input.output.termination = ending(segment.empty() ? '0' : segment.front());
  }
  return input;
}

std::vector<model::Finding> decode(const Input& input, const harness::RunPlan& plan,
                                   std::size_t chunk) {
  const auto decoder = harness::make_gtest()->decoder(input.listing, plan);
  std::vector<model::Finding> findings;
  for (const auto& [letter, bytes] : input.bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += chunk) {
      const std::string_view piece = std::string_view(bytes).substr(at, chunk);
      decoder->on_bytes({letter == 'O' ? "stdout" : "stream", letter == 'T' ? 1 : 0, piece},
                        findings);
    }
  }
  decoder->on_end(input.output, findings);
  return findings;
}

/// One finding as text, for comparison; also what must hold for it by itself.
struct Checker {
  const std::set<std::size_t>& mine;
  std::set<std::size_t> finished;
  int completed = 0;

  std::string result(std::size_t index, const model::CaseResult& result) const {
    require(mine.contains(index));
    std::string text = std::to_string(index) + std::to_string(static_cast<int>(result.reported));
    for (const model::Failure& failure : result.failures) {
      require(base::is_utf8(failure.message) && base::is_utf8(failure.location.file));
      text += failure.message;
    }
    require(base::is_utf8(result.output) && base::is_utf8(result.skip_reason));
    return text + result.output + result.skip_reason;
  }
  std::string operator()(const model::CaseStarted& a) {
    require(mine.contains(a.index));
    return "started" + std::to_string(a.index);
  }
  std::string operator()(const model::CaseFinished& a) {
    require(finished.insert(a.index).second);
    return "finished" + result(a.index, a.result);
  }
  std::string operator()(const model::CaseAmended& a) {
    require(finished.contains(a.index));
    return "amended" + result(a.index, a.result);
  }
  std::string operator()(const model::CaseContradicted& a) {
    require(mine.contains(a.index) && !a.how.empty());
    return "contradicted" + std::to_string(a.index) + a.how;
  }
  std::string operator()(const model::UnlistedCase& a) {
    require(base::is_utf8(a.name));
    return "unlisted" + a.name;
  }
  std::string operator()(const model::OutsideFailure& a) {
    require(base::is_utf8(a.where) && base::is_utf8(a.failure.message));
    return "outside" + a.where + a.failure.message;
  }
  std::string operator()(const model::ChannelBroken& a) { return "broken" + a.why; }
  std::string operator()(const model::RunCompleted& a) {
    require(++completed == 1);
    return a.passed ? "passed" : "failed";
  }
  template <typename Other>
  std::string operator()(const Other& /*other*/) {
    require(false);
    return {};
  }
};

std::string checked(const std::vector<model::Finding>& findings,
                    const std::set<std::size_t>& mine) {
  Checker checker{mine, {}, 0};
  std::string text;
  for (const model::Finding& finding : findings) text += std::visit(checker, finding) + "\n";
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input = read_input({reinterpret_cast<const char*>(data), size});
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < input.listing.tests.size(); ++i) {
    if (size % 7 != i % 7) chosen.push_back(i);
  }
  const harness::RunPlan plan = harness::make_gtest()->run_request(target, input.listing, chosen);
  std::set<std::size_t> mine(plan.covered.begin(), plan.covered.end());
  mine.insert(plan.extra.begin(), plan.extra.end());
  const std::string whole = checked(decode(input, plan, size + 1), mine);
  require(whole == checked(decode(input, plan, 1), mine));
  require(whole == checked(decode(input, plan, 13), mine));
  return 0;
}

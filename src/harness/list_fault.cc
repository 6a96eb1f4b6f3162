// SPDX-License-Identifier: Apache-2.0
#include "harness/list_fault.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace cupel::harness {
namespace {

/// What programs print that are asked for another framework's listing: their help, their complaint,
/// or, where they take no notice of what they do not know, a whole run.
struct Mark {
  std::string_view needle;
  SpokenFramework framework;
};
constexpr SpokenFramework googletest{"gtest", "GoogleTest"};
constexpr SpokenFramework catch2{"catch2", "Catch2"};
constexpr SpokenFramework doctest{"doctest", "doctest"};
constexpr SpokenFramework boost{"boost", "Boost.Test"};
constexpr SpokenFramework libtest{"libtest", "Rust libtest"};
constexpr Mark marks[] = {
    {"[==========] Running ", googletest},
    {"This program contains tests written using Google Test", googletest},
    {"[doctest] ", doctest},
    {"Catch2 v", catch2},
    {"Catch v", catch2},
    {"Catch2 test executable", catch2},
    {"Catch test executable", catch2},
    {"Run with -? for usage", catch2},
    {"Boost.Test", boost},
    {"Test setup error", boost},
    {"Unrecognized option: '", libtest},
    {"test result: ", libtest},
};

std::string set_harness(const SpokenFramework& framework) {
  return "set harness = \"" + std::string(framework.word) + "\" for this target";
}

std::string looks_like(const SpokenFramework& framework) {
  return "it looks like a " + std::string(framework.name) + " program";
}

}  // namespace

std::optional<SpokenFramework> framework_spoken(const LaunchOutput& output, std::string_view own) {
  for (const Mark& mark : marks) {
    if (mark.framework.word == own) continue;
    if (output.standard_output.find(mark.needle) != std::string::npos ||
        output.standard_error.find(mark.needle) != std::string::npos) {
      return mark.framework;
    }
  }
  return std::nullopt;
}

std::string last_line(const LaunchOutput& output) {
  for (const std::string* text : {&output.standard_error, &output.standard_output}) {
    const std::size_t end = text->find_last_not_of(" \t\r\n");
    if (end == std::string::npos) continue;
    std::size_t begin = text->find_last_of('\n', end);
    begin = begin == std::string::npos ? 0 : begin + 1;
    return base::to_one_line(
        std::string_view(*text).substr(begin, std::min<std::size_t>(end + 1 - begin, 200)));
  }
  return {};
}

ListFault list_fault(const LaunchOutput& output, std::string detail, std::string_view hint) {
  const std::string last = last_line(output);
  if (!last.empty()) detail += "; its last line was \"" + last + "\"";
  ListFault fault;
  fault.detail = std::move(detail);
  fault.hint = hint;
  return fault;
}

std::optional<ListFault> fault_of_end(const LaunchOutput& output, std::string_view own,
                                      std::string_view by_hand_hint) {
  if (model::is_clean_exit(output.termination)) return std::nullopt;
  if (const auto* never = std::get_if<model::NotStarted>(&output.termination)) {
    ListFault fault;
    fault.detail = "the program did not start: " + never->why;
    fault.hint = "check the target's command, and that the program is built and executable";
    return fault;
  }
  if (const auto* killed = std::get_if<model::KilledByUs>(&output.termination);
      killed != nullptr && killed->reason == model::KillReason::listing_timeout) {
    return list_fault(output, "listing did not finish in time and was ended",
                      "raise start_timeout, or find what hangs before main or in it");
  }
  const std::string end = model::describe(output.termination);
  if (const auto spoken = framework_spoken(output, own)) {
    return list_fault(output, "listing " + end + ": " + looks_like(*spoken), set_harness(*spoken));
  }
  return list_fault(output, "listing did not end well: " + end, by_hand_hint);
}

ListFault fault_of_silence(const LaunchOutput& output, std::string_view own,
                           std::string_view own_name, std::string_view hint) {
  const std::string what = "wrote no " + std::string(own_name) + " listing";
  if (const auto spoken = framework_spoken(output, own)) {
    return list_fault(output, "the program " + what + ": " + looks_like(*spoken),
                      set_harness(*spoken));
  }
  return list_fault(output, "the program exited 0 but " + what, hint);
}

}  // namespace cupel::harness

// SPDX-License-Identifier: Apache-2.0
// What to say when a program did not list: shared by the frameworks that list by a launch.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/contract.h"

namespace cupel::harness {

/// The framework that a program seems to speak, by what it printed.
struct SpokenFramework {
  std::string_view word;  ///< of the configuration: "doctest"
  std::string_view name;  ///< for people: "doctest"
};
/// None where it printed nothing that tells; never the framework called `own`.
[[nodiscard]] std::optional<SpokenFramework> framework_spoken(const LaunchOutput& output,
                                                              std::string_view own);

/// The last words of a program, for a message: one line, at most 200 bytes of it.
[[nodiscard]] std::string last_line(const LaunchOutput& output);

/// A fault that quotes them.
[[nodiscard]] ListFault list_fault(const LaunchOutput& output, std::string detail,
                                   std::string_view hint);

/// The listing launch of a program configured as `own` did not end well: not started, out of time,
/// dead of a signal or of a non-zero exit code. None where it exited with code 0.
[[nodiscard]] std::optional<ListFault> fault_of_end(const LaunchOutput& output,
                                                    std::string_view own,
                                                    std::string_view by_hand_hint);

/// It ended well and wrote no listing: the framework that it seems to speak, or `hint`.
[[nodiscard]] ListFault fault_of_silence(const LaunchOutput& output, std::string_view own,
                                         std::string_view own_name, std::string_view hint);

}  // namespace cupel::harness

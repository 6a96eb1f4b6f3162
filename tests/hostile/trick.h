// SPDX-License-Identifier: Apache-2.0
// A trick is something that the hostile program does at one moment of its life so as to come out
// green, or to blame another test. FAULT names the one that is played; none under FAULT_HONEST.
#pragma once

#include <span>
#include <string>

#include "support.h"

namespace hostile {

enum class When {
  before_main,     ///< before any code of the program but the loader's
  before_init,     ///< in main, before GoogleTest has read its flags
  after_init,      ///< in main, after it
  before_tests,    ///< in the first test
  before_failure,  ///< in the culprit, before it fails
  after_failure,   ///< in the culprit, after it failed
  in_last,         ///< in the last test
  in_destructor,   ///< in the destructor of a static object
};

struct Trick {
  const char* name;
  When when;
  void (*play)();
};

std::span<const Trick> ending_tricks();
std::span<const Trick> console_tricks();
std::span<const Trick> stream_tricks();
std::span<const Trick> report_tricks();
std::span<const Trick> flag_tricks();
std::span<const Trick> channel_tricks();

/// Plays what was asked for at this moment.
void play(When when);

/// The names of the tests, in order; the culprit is the one that deserves to be red.
inline constexpr const char* tests[] = {"Honest.First", "Culprit.Fails", "Bystander.Passes",
                                        "Last.Passes"};

/// A whole console log in which everything passed.
std::string green_console();
/// A whole result stream in which everything passed, from TEST on to the end.
std::string green_stream(bool from_the_start);

/// The value of a flag as the command line or its flagfile has it; empty when it has none.
/// Readable before main.
std::string flag(const std::string& name);
/// The path of the XML report that this process was asked for.
std::string report_path();

}  // namespace hostile

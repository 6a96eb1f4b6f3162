// SPDX-License-Identifier: Apache-2.0
// Forged console logs.
#include "trick.h"

namespace hostile {
namespace {

void forge_ok() {
  faults::write_all(STDOUT_FILENO, "[       OK ] Culprit.Fails (0 ms)\n");
}

void forge_failure_of_another() {
  faults::write_all(STDOUT_FILENO,
                    "[       OK ] Culprit.Fails (0 ms)\n[ RUN      ] Bystander.Passes\n"
                    "elsewhere.cc:1: Failure\nFailed\n[  FAILED  ] Bystander.Passes (0 ms)\n");
}

/// What GoogleTest prints from here on goes nowhere.
void forge_the_whole_log() {
  const int console = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  faults::write_all(console, green_console());
  close(console);
}

void forge_the_whole_log_and_exit() {
  forge_the_whole_log();
  _exit(0);
}

/// With the arguments gone there is no result stream: text is all there is.
void finish_the_log_and_exit() {
  const std::string log = green_console();
  faults::write_all(STDOUT_FILENO, log.substr(log.find("[       OK ] Culprit")));
  _exit(0);
}

constexpr Trick rows[] = {
    {"forged_ok", When::before_failure, forge_ok},
    {"forged_failure_of_another", When::before_failure, forge_failure_of_another},
    {"forged_log", When::before_failure, forge_the_whole_log},
    {"forged_log_and_exit", When::before_failure, forge_the_whole_log_and_exit},
    {"strips_arguments", When::after_failure, finish_the_log_and_exit},
};

}  // namespace

std::span<const Trick> console_tricks() {
  return rows;
}

}  // namespace hostile

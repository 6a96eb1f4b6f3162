// SPDX-License-Identifier: Apache-2.0
#include "model/termination.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace cupel::model {
namespace {

/// "SIGSEGV"; a real-time signal by its distance from the first one; empty for no signal at all.
std::string signal_name(int signal) {
  if (const char* name = sigabbrev_np(signal)) return fmt::format("SIG{}", name);
  if (signal < SIGRTMIN || signal > SIGRTMAX) return {};
  if (signal == SIGRTMIN) return "SIGRTMIN";
  return fmt::format("SIGRTMIN+{}", signal - SIGRTMIN);
}

struct Describe {
  std::string operator()(const NotStarted& ending) const { return "not started: " + ending.why; }
  std::string operator()(const Exited& ending) const {
    return fmt::format("exited with code {}", ending.code);
  }
  std::string operator()(const Signalled& ending) const {
    const std::string name = signal_name(ending.signal);
    return fmt::format("signal {}{}{}", ending.signal, name.empty() ? "" : " (" + name + ")",
                       ending.core ? ", core dumped" : "");
  }
  std::string operator()(const KilledByUs& ending) const {
    return fmt::format("killed: {}{}", word(ending.reason),
                       ending.forced ? ", TERM was not enough" : "");
  }
  std::string operator()(const Lost& ending) const { return "lost: " + ending.why; }
};

}  // namespace

std::string describe(const Termination& termination) {
  return std::visit(Describe{}, termination);
}

bool is_clean_exit(const Termination& termination) {
  const auto* exited = std::get_if<Exited>(&termination);
  return exited != nullptr && exited->code == 0;
}

}  // namespace cupel::model

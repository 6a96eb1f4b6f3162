// SPDX-License-Identifier: Apache-2.0
// What a program was doing, taken before it is killed: by a debugger where there is one, from /proc
// where there is none.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>

#include "proc/launch_spec.h"

namespace cupel::proc {

/// The launch of a debugger that prints the stacks of every thread; nothing where none is
/// installed.
[[nodiscard]] std::optional<LaunchSpec> debugger_launch(
    pid_t program, const std::map<std::string, std::string>& environment);

/// True when the debugger's output holds at least one stack.
[[nodiscard]] bool has_stacks(const std::string& debugger_output);

/// Threads of the program, and the processes below it, each with its name, state and the place in
/// the kernel where it waits.
[[nodiscard]] std::string stacks_from_proc(pid_t program);

}  // namespace cupel::proc

// SPDX-License-Identifier: Apache-2.0
#include "proc/stacks.h"

#include <string_view>

#include "base/text.h"
#include "os/directory.h"
#include "os/file.h"
#include "proc/prepare.h"
#include "proc/process_tree.h"

namespace cupel::proc {
namespace {

constexpr std::uint64_t proc_limit = 8192;
constexpr std::size_t most_threads = 256;

std::string proc_line(const std::string& path) {
  base::Result<os::FileHead> head = os::read_untrusted(path, proc_limit);
  if (!head.ok() || head->bytes.empty()) return "-";
  std::string text = std::move(head->bytes);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return base::to_one_line(text);
}

// "State:\tS (sleeping)" of the status file.
std::string state_of(const std::string& folder) {
  base::Result<os::FileHead> head = os::read_untrusted(folder + "/status", proc_limit);
  constexpr std::string_view key = "State:\t";
  const std::size_t at = head.ok() ? head->bytes.find(key) : std::string::npos;
  if (at == std::string::npos) return "-";
  const std::size_t start = at + key.size();
  return head->bytes.substr(start, head->bytes.find('\n', start) - start);
}

std::string thread_line(const std::string& folder, const std::string& number) {
  return "  thread " + number + " " + proc_line(folder + "/comm") + ": " + state_of(folder) +
         ", waits in " + proc_line(folder + "/wchan") + ", system call " +
         proc_line(folder + "/syscall") + "\n";
}

std::string process_block(pid_t pid) {
  std::string text = describe_process(pid) + "\n";
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  const base::Result<std::vector<std::string>> threads = os::list_directory(tasks);
  if (!threads.ok()) return text;
  std::size_t told = 0;
  for (const std::string& number : *threads) {
    if (++told > most_threads) return text + "  and more threads\n";
    text += thread_line(tasks + "/" + number, number);
  }
  return text;
}

}  // namespace

std::optional<LaunchSpec> debugger_launch(pid_t program,
                                          const std::map<std::string, std::string>& environment) {
  for (const std::string& path : program_candidates("gdb", environment)) {
    if (!os::is_executable_file(path)) continue;
    LaunchSpec spec;
    spec.request.argv = {path,
                         "--batch",
                         "-nx",
                         "-ex",
                         "set pagination off",
                         "-p",
                         std::to_string(program),
                         "-ex",
                         "thread apply all backtrace"};
    spec.request.workdir = "/";
    // It would fetch symbols over the network.
    spec.request.env_remove = {"DEBUGINFOD_URLS", "LD_PRELOAD"};
    spec.environment = environment;
    return spec;
  }
  return std::nullopt;
}

bool has_stacks(const std::string& debugger_output) {
  return debugger_output.find("\n#0 ") != std::string::npos;
}

std::string stacks_from_proc(pid_t program) {
  std::string text = process_block(program);
  for (const ProcessFacts& process : descendants_of(program))
    if (!process.dead()) text += process_block(process.pid);
  return text;
}

}  // namespace cupel::proc

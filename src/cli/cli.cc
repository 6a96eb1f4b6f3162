// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"

#include <unistd.h>

#include <variant>

#include "base/error.h"
#include "os/fd.h"
#include "os/file.h"
#include "os/signals.h"

namespace cupel::cli {
namespace {

void say(int fd, const std::string& text) {
  // When even stderr is gone there is nobody left to tell.
  static_cast<void>(os::write_all(fd, text, fd == STDOUT_FILENO ? "stdout" : "stderr"));
}

struct Dispatcher {
  const std::vector<std::string>& words;

  base::Result<int> operator()(const RunOptions& options) const {
    return command_run(options, words);
  }
  base::Result<int> operator()(const ListOptions& options) const { return command_list(options); }
  base::Result<int> operator()(const ExecOptions& options) const { return command_exec(options); }
  base::Result<int> operator()(const EnvOptions& options) const { return command_env(options); }
  base::Result<int> operator()(const ReportOptions& options) const {
    return command_report(options);
  }
  base::Result<int> operator()(const LedgerCheckOptions& options) const {
    return command_ledger_check(options);
  }
  base::Result<int> operator()(const InitOptions& options) const { return command_init(options); }
  base::Result<int> operator()(const ShowText& show) const {
    CUPEL_TRY(os::write_all(STDOUT_FILENO, show.text, "stdout"));
    return exit_done;
  }
};

int exit_code_of(const base::Error& error, bool exec) {
  // Any other code of `exec` could be the command's own.
  if (exec) return exit_exec_trouble;
  return error.kind == base::ErrorKind::usage ? exit_usage : exit_not_judged;
}

}  // namespace

int run_cli(const std::vector<std::string>& words) {
  os::ensure_standard_streams();
  os::ignore_write_signals();
  auto command = parse_command_line(words);
  if (!command.ok()) {
    say(STDERR_FILENO, base::render(command.error()));
    return exit_usage;
  }
  auto code = std::visit(Dispatcher{words}, *command);
  if (code.ok()) return *code;
  say(STDERR_FILENO, base::render(code.error()));
  return exit_code_of(code.error(), std::holds_alternative<ExecOptions>(*command));
}

}  // namespace cupel::cli

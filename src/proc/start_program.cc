// SPDX-License-Identifier: Apache-2.0
#include "proc/start_program.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/text.h"
#include "os/directory.h"
#include "os/errno_error.h"
#include "os/fd.h"
#include "os/file.h"

namespace cupel::proc {
namespace {

// Pointers into a Program, made before the fork: the child may share our memory and must not
// allocate.
struct ExecTable {
  explicit ExecTable(const Program& program) {
    for (const std::string& path : program.candidates) paths.push_back(path.c_str());
    for (const std::string& word : program.argv) argv.push_back(const_cast<char*>(word.c_str()));
    for (const std::string& entry : program.environment)
      environment.push_back(const_cast<char*>(entry.c_str()));
    argv.push_back(nullptr);
    environment.push_back(nullptr);
  }
  std::vector<const char*> paths;
  std::vector<char*> argv;
  std::vector<char*> environment;
};

struct Failure {
  StartStep step = StartStep::prepare;
  int error = 0;
};

void reset_signals() {
  struct sigaction plain{};
  plain.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &plain, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool place_streams(const Streams& streams) {
  if (::dup2(streams.null, 0) < 0 || ::dup2(streams.standard_output, 1) < 0 ||
      ::dup2(streams.standard_error, 2) < 0)
    return false;
  for (const int fd : streams.inherited)
    if (::fcntl(fd, F_SETFD, 0) != 0) return false;
  return true;
}

// Runs in the child of a vfork: only system calls. Returns only when it failed.
Failure become_program(const ExecTable& table, const char* workdir, const Streams& streams,
                       pid_t warden) {
  ::setsid();
  // With Yama, only a process that is allowed explicitly may read our stacks later.
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const bool bound = ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
  if (!bound || !place_streams(streams)) return {StartStep::prepare, errno};
  if (::getppid() != warden) ::_exit(1);  // died before the line above: nobody is left to tell
  if (*workdir != '\0' && ::chdir(workdir) != 0) return {StartStep::workdir, errno};
  reset_signals();
  // As in execvp: a place in PATH without such a file says nothing about the next one, and a file
  // that may not be executed is remembered.
  int remembered = ENOENT;
  for (const char* path : table.paths) {
    ::execve(path, table.argv.data(), table.environment.data());
    const int error = errno;
    const bool absent = error == ENOENT || error == ENOTDIR;
    if (!absent || table.paths.size() == 1) remembered = error;
    if (!absent && error != EACCES) break;
  }
  return {StartStep::execute, remembered};
}

struct Words {
  int error;
  const char* text;
};
constexpr Words exec_words[] = {
    {ENOEXEC, "not a program that this machine can run: wrong format, or a script without #!"},
    {E2BIG, "its arguments or environment are too long: one word may have 128 KiB at most"},
    {ETXTBSY, "the file is still being written"},
    {ENOMEM, "out of memory"},
    {EAGAIN, "the limit of processes is reached"},
};

std::string execute_words(const std::string& path, int error) {
  for (const Words& row : exec_words)
    if (row.error == error) return row.text;
  if (error == EACCES && os::is_directory(path)) return "it is a folder";
  if (error == EACCES && os::exists(path) && !os::is_executable_file(path))
    return "permission denied: the file is not executable";
  if (error == ENOENT && os::exists(path))
    return "the interpreter or loader that the file names does not exist";
  return os::errno_words(error);
}

}  // namespace

StartOutcome start_program(const Program& program, const Streams& streams) {
  const ExecTable table(program);
  const char* workdir = program.workdir.c_str();
  const pid_t warden = ::getpid();
  // Closed by a successful exec, so that its end without a word is success. Not through memory:
  // vfork may be a plain fork.
  base::Result<os::Pipe> told = os::make_pipe();
  if (!told.ok()) return {0, StartStep::prepare, EMFILE};
  const pid_t pid = ::vfork();  // NOLINT: it only execs
  if (pid == 0) {
    const Failure failure = become_program(table, workdir, streams, warden);
    // write and _exit are system calls and touch nothing of the parent's but errno, which is read
    // only where there is no child.
    // NOLINTNEXTLINE(clang-analyzer-unix.Vfork)
    static_cast<void>(::write(told->write.get(), &failure, sizeof failure) < 0);
    ::_exit(127);
  }
  if (pid < 0) return {0, StartStep::prepare, errno};
  told->write.reset();
  Failure failure;
  ssize_t got = 0;
  do {
    got = ::read(told->read.get(), &failure, sizeof failure);
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(sizeof failure)) return {pid, StartStep::execute, 0};
  ::waitpid(pid, nullptr, 0);
  return {0, failure.step, failure.error};
}

std::string not_started_words(const Program& program, StartStep step, int error) {
  if (step == StartStep::workdir)
    return "cannot enter the working directory " + base::to_one_line(program.workdir) + ": " +
           os::errno_words(error);
  if (step == StartStep::prepare) return "cannot create the process: " + os::errno_words(error);
  const std::string name = base::to_one_line(program.argv[0]);
  if (program.argv[0].find('/') == std::string::npos)
    return name + ": " +
           (error == ENOENT ? "no program of that name in PATH" : execute_words(name, error));
  const bool relative = program.argv[0].front() != '/' && !program.workdir.empty();
  return name + ": " +
         execute_words(relative ? program.workdir + "/" + program.argv[0] : program.argv[0], error);
}

}  // namespace cupel::proc

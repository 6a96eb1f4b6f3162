// SPDX-License-Identifier: Apache-2.0
#include "proc/warden.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>

#include "os/clock.h"
#include "proc/process_tree.h"
#include "proc/start_program.h"
#include "proc/warden_protocol.h"

namespace cupel::proc {
namespace {

using base::MonoTime;

constexpr auto kill_pause = std::chrono::milliseconds(10);  // between two rounds of KILL
constexpr std::size_t survivors_told = 64;
constexpr std::int64_t longest_sleep_ms = 86'400'000;  // poll takes an int; a bound may be longer

class Warden {
 public:
  Warden(const WardenTask& task, int signals) : task_(task), signals_(signals) {}

  void start(int null) {
    Streams streams{null, task_.standard_output, task_.standard_error, task_.inherited};
    const StartOutcome outcome = start_program(task_.program, streams);
    ::close(task_.standard_output);
    ::close(task_.standard_error);
    if (outcome.pid == 0) {
      report(ReportKind::not_started, outcome.error, static_cast<std::int32_t>(outcome.step));
      return;
    }
    program_ = outcome.pid;
    report(ReportKind::started, program_, 0);
  }

  // Returns when nothing is left of the launch, or KILL did not help.
  void watch() {
    while (true) {
      if (reap()) return report(ReportKind::gone, 0, 0);
      if (take_time(os::mono_now())) return tell_unkillable();
      pollfd ready[] = {{task_.socket, POLLIN, 0}, {signals_, POLLIN, 0}};
      // Once cupel is dead its socket would be ready for ever.
      ready[0].fd = orphaned_ ? -1 : task_.socket;
      ::poll(ready, 2, patience(os::mono_now()));
      drain_signals();
      if (!orphaned_) take_orders();
    }
  }

 private:
  enum class Phase { running, terminating, leaking, killing };

  void report(ReportKind kind, std::int32_t value, std::int32_t detail, std::string text = {}) {
    const auto flag = [](bool set) { return static_cast<std::uint8_t>(set ? 1 : 0); };
    send_report(task_.socket,
                Report{{kind, value, detail, flag(intended_), flag(forced_)}, std::move(text)});
  }

  void drain_signals() const {
    signalfd_siginfo info{};
    while (::read(signals_, &info, sizeof info) > 0) continue;
  }

  // True when no child is left. Orphans come to us as children, so none means none anywhere below.
  bool reap() {
    while (true) {
      siginfo_t info{};
      const int got = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | __WALL);
      if (got != 0 && errno == ECHILD) return true;
      if (got != 0 || info.si_pid == 0) return false;
      if (info.si_pid == program_) program_ended(info);
    }
  }

  void program_ended(const siginfo_t& info) {
    program_ = 0;  // its number may be another's from now on
    report(ReportKind::ended, info.si_status, info.si_code);
    if (phase_ == Phase::killing) return;
    const MonoTime leak_end = os::mono_now() + task_.leak_wait;
    deadline_ = phase_ == Phase::terminating ? std::min(*deadline_, leak_end) : leak_end;
    phase_ = Phase::leaking;
  }

  void take_orders() {
    while (true) {
      const ReceivedOrder received = receive_order(task_.socket);
      if (!received.order) {
        if (received.silence == Silence::closed) {
          orphaned_ = true;
          begin_killing();
        }
        return;
      }
      obey(*received.order);
    }
  }

  void obey(Order order) {
    if (is_running()) intended_ = true;
    if (order == Order::kill || (order == Order::terminate && phase_ == Phase::leaking))
      end_leak();
    else if (order == Order::terminate && phase_ == Phase::running)
      begin_terminating();
  }

  // False as well when it has ended and was not reaped yet: then its end was its own doing.
  [[nodiscard]] bool is_running() const {
    siginfo_t info{};
    return program_ != 0 &&
           ::waitid(P_PID, static_cast<id_t>(program_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }

  void begin_terminating() {
    phase_ = Phase::terminating;
    deadline_ = os::mono_now() + task_.grace;
    // CONT after TERM: a stopped process would keep TERM pending for ever.
    for (const int signal : {SIGTERM, SIGCONT}) {
      if (program_ != 0) signal_group(program_, signal);
      for (const ProcessFacts& process : descendants_of(::getpid()))
        if (process.group != program_ && !process.dead()) signal_process(process, signal);
    }
  }

  void end_leak() {
    if (program_ == 0) tell_survivors();
    begin_killing();
  }

  void tell_survivors() {
    if (told_) return;
    told_ = true;
    std::size_t told = 0;
    for (const ProcessFacts& process : descendants_of(::getpid()))
      if (!process.dead() && ++told <= survivors_told)
        report(ReportKind::survivor, process.pid, 0, describe_process(process.pid));
  }

  void begin_killing() {
    if (phase_ == Phase::killing) return;
    phase_ = Phase::killing;
    forced_ = program_ != 0;
    const MonoTime now = os::mono_now();
    give_up_ = now + task_.kill_wait;
    kill_round(now);
  }

  void kill_round(MonoTime now) {
    if (program_ != 0) signal_group(program_, SIGKILL);
    for (const ProcessFacts& process : descendants_of(::getpid()))
      if (!process.dead()) signal_process(process, SIGKILL);
    deadline_ = now + kill_pause;
  }

  // What is due now; true when the last bound has passed.
  bool take_time(MonoTime now) {
    if (phase_ == Phase::killing && now >= give_up_) return true;
    if (!deadline_ || now < *deadline_) return false;
    if (phase_ == Phase::killing)
      kill_round(now);
    else if (phase_ == Phase::leaking)
      end_leak();
    else
      begin_killing();
    return false;
  }

  [[nodiscard]] int patience(MonoTime now) const {
    if (!deadline_) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - now);
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest_sleep_ms));
  }

  void tell_unkillable() {
    std::int32_t left = 0;
    std::string names;
    const std::vector<ProcessFacts> below = descendants_of(::getpid());
    // The kernel says that there are children: where /proc hides them, they were not killed either.
    if (below.empty()) return report(ReportKind::gone, 1, 0, "a process that /proc does not show");
    for (const ProcessFacts& process : below) {
      if (process.dead()) continue;
      ++left;
      names += (names.empty() ? "" : ", ") + describe_process(process.pid);
    }
    report(ReportKind::gone, left, 0, names);
  }

  const WardenTask& task_;
  int signals_;
  pid_t program_ = 0;  ///< 0 before it started and after it was reaped
  Phase phase_ = Phase::running;
  bool intended_ = false;
  bool forced_ = false;
  bool orphaned_ = false;
  bool told_ = false;
  std::optional<MonoTime> deadline_;
  MonoTime give_up_{};
};

// Not by sigprocmask: it leaves out the two signals that the C library uses among threads, and
// either would end us.
void block_every_signal() {
  const std::uint64_t every = ~std::uint64_t{0};
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &every, nullptr, sizeof every);
}

int signal_descriptor() {
  block_every_signal();
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Nothing of cupel's may be kept open by us: a lease or a socket of another launch least of all.
// Returns /dev/null; opened last, since cupel may have come with the last free descriptor.
int shed_descriptors(const WardenTask& task) {
  std::vector<int> keep = task.inherited;
  keep.insert(keep.end(), {task.socket, task.standard_output, task.standard_error});
  os::close_all_but(keep);
  ::close(0);
  const int null = ::open("/dev/null", O_RDWR);
  if (null < 0) return -errno;
  for (int fd = 1; fd <= 2; ++fd) ::dup2(null, fd);
  return null;
}

[[noreturn]] void be_warden(const WardenTask& task) {
  ::setsid();
  ::prctl(PR_SET_NAME, "cupel-warden");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const int null = shed_descriptors(task);
  const int signals = null < 0 ? null : signal_descriptor();
  if (signals < 0) {
    const Report failed{{ReportKind::not_started, null < 0 ? -null : errno, 0, 0, 0}, {}};
    send_report(task.socket, failed);
    ::_exit(0);
  }
  Warden warden(task, signals);
  warden.start(null);
  warden.watch();
  ::_exit(0);
}

}  // namespace

pid_t start_warden(const WardenTask& task) {
  const pid_t pid = ::fork();
  if (pid == 0) be_warden(task);
  return pid < 0 ? -errno : pid;
}

}  // namespace cupel::proc

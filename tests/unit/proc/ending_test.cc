// SPDX-License-Identifier: Apache-2.0
// How a program starts and ends, and what is told of it.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "supervised.h"

namespace cupel::proc {
namespace {

using model::Exited;
using model::NotStarted;
using model::Signalled;
using model::Termination;

class Ending : public Supervised {
 protected:
  [[nodiscard]] std::string why(const LaunchSpec& spec) {
    const Termination termination = run(spec).termination;
    const NotStarted* not_started = std::get_if<NotStarted>(&termination);
    return not_started != nullptr ? not_started->why : model::describe(termination);
  }
  std::string put(const std::string& name, const std::string& text, mode_t mode) {
    const std::string path = dir_->path() + "/" + name;
    EXPECT_TRUE(os::write_file(path, text).ok());
    ::chmod(path.c_str(), mode);
    return path;
  }
};

TEST_F(Ending, ExitCodesAreWhole) {
  for (const char* code : {"0", "1", "3", "127", "255"})
    EXPECT_EQ(run(misbehave("exit", code)).termination, Termination{Exited{std::atoi(code)}});
}

TEST_F(Ending, SignalsAreNotCodes) {
  EXPECT_EQ(run(misbehave("raise", std::to_string(SIGKILL))).termination,
            Termination(Signalled{SIGKILL, false}));
  EXPECT_EQ(run(misbehave("raise", std::to_string(SIGTERM))).termination,
            Termination(Signalled{SIGTERM, false}));
  EXPECT_EQ(run(misbehave("exit", std::to_string(128 + SIGTERM))).termination,
            Termination{Exited{128 + SIGTERM}});
}

// Whether a core is dumped depends on the machine: a plain wait for the same program says it.
TEST_F(Ending, ACoreDumpIsAFlag) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::chdir("/") != 0) ::_exit(1);
    ::execl(CUPEL_MISBEHAVE, CUPEL_MISBEHAVE, "core", nullptr);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  LaunchSpec core = misbehave("core");
  EXPECT_EQ(run(core).termination, Termination(Signalled{SIGABRT, WCOREDUMP(status) != 0}));
}

TEST_F(Ending, AMissingProgramIsNotExit127) {
  EXPECT_EQ(why(spec({"/nowhere/program"})), "/nowhere/program: no such file or directory");
  EXPECT_EQ(run(misbehave("exit", "127")).termination, Termination{Exited{127}});
}

TEST_F(Ending, EachKindOfExecFailureHasItsWords) {
  const std::string plain = put("plain", "#!/bin/sh\n", 0644);
  const std::string garbage = put("garbage", "no program at all", 0755);
  const std::string script = put("script", "#!/nowhere/interpreter\n", 0755);
  EXPECT_EQ(why(spec({plain})), plain + ": permission denied: the file is not executable");
  EXPECT_EQ(why(spec({garbage})),
            garbage +
                ": not a program that this machine can run: wrong format, or a script "
                "without #!");
  EXPECT_EQ(why(spec({script})),
            script + ": the interpreter or loader that the file names does not exist");
  EXPECT_EQ(why(spec({dir_->path()})), dir_->path() + ": it is a folder");
  EXPECT_NE(why(spec({"/bin/true", std::string(200'000, 'x')})).find("too long"),
            std::string::npos);
}

TEST_F(Ending, AScriptWithAnInterpreterRuns) {
  EXPECT_EQ(run(spec({put("script", "#!/bin/sh\nexit 9\n", 0755)})).termination,
            Termination{Exited{9}});
}

TEST_F(Ending, AMissingWorkingDirectoryIsNamed) {
  LaunchSpec lost = misbehave("exit", "0");
  lost.request.workdir = "/nowhere";
  EXPECT_EQ(why(lost), "cannot enter the working directory /nowhere: no such file or directory");
}

TEST_F(Ending, NamesWithoutASlashAreSoughtInTheGivenPath) {
  static_cast<void>(put("cupel-test-tool", "#!/bin/sh\nexit 5\n", 0755));
  LaunchSpec by_name = spec({"cupel-test-tool"});
  by_name.environment["PATH"] = "/nowhere:" + dir_->path();
  EXPECT_EQ(run(by_name).termination, Termination{Exited{5}});
  by_name.environment["PATH"] = "/nowhere";
  EXPECT_EQ(why(by_name), "cupel-test-tool: no program of that name in PATH");
}

TEST_F(Ending, RelativeProgramsCountFromTheWorkingDirectory) {
  put("tool", "#!/bin/sh\nexit 6\n", 0755);
  LaunchSpec relative = spec({"./tool"});
  relative.request.workdir = dir_->path();
  EXPECT_EQ(run(relative).termination, Termination{Exited{6}});
}

TEST_F(Ending, TheProgramStartsFromACleanSlate) {
  // Cupel itself ignores the last two.
  constexpr int ignored[] = {SIGUSR1, SIGPIPE, SIGXFSZ};
  for (const int signal : ignored) ::signal(signal, SIG_IGN);
  const int stray = ::open("/dev/null", O_RDONLY);  // not close-on-exec
  const std::string state = run(misbehave("state")).standard_output;
  ::close(stray);
  for (const int signal : ignored) ::signal(signal, SIG_DFL);
  EXPECT_EQ(state,
            "blocked\nignored\nown session 1\nown group 1\ndeath signal 9\nopen 0 1 2\n"
            "/proc/self/fd/0 /dev/null\n/proc/self/cwd /\n");
}

TEST_F(Ending, InheritedDescriptorsKeepTheirNumber) {
  const os::Fd lease(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  LaunchSpec with_lease = misbehave("state");
  with_lease.inherited_fds = {lease.get()};
  const std::string state = run(with_lease).standard_output;
  EXPECT_NE(state.find("open 0 1 2 " + std::to_string(lease.get()) + "\n"), std::string::npos)
      << state;
  EXPECT_EQ(::fcntl(lease.get(), F_GETFD), FD_CLOEXEC);
}

TEST_F(Ending, StreamsStayApart) {
  const Gone& gone = run(misbehave("speak"));
  EXPECT_EQ(gone.standard_output, "to stdout");
  EXPECT_EQ(gone.standard_error, "to stderr");
  EXPECT_EQ(heard_[gone.id]["stdout:0"], "to stdout");
  EXPECT_EQ(heard_[gone.id]["stderr:0"], "to stderr");
}

TEST_F(Ending, ClosedStreamsAreNoEnd) {
  EXPECT_EQ(run(misbehave("close-streams", "5")).termination, Termination{Exited{5}});
}

TEST_F(Ending, AFloodIsReadToTheEndAndKeptInBounds) {
  constexpr std::uint64_t flood = 200'000'000;
  const Gone& gone = run(misbehave("flood", std::to_string(flood)));
  EXPECT_EQ(gone.termination, Termination{Exited{0}});
  EXPECT_EQ(bytes_, flood + 8);
  EXPECT_EQ(gone.standard_output.substr(0, 6), "beginx");
  EXPECT_EQ(gone.standard_output.substr(gone.standard_output.size() - 4), "xend");
  EXPECT_LT(gone.standard_output.size(), std::size_t{2} << 20);
  EXPECT_GT(gone.output_cut, flood - (std::uint64_t{2} << 20));
  heard_.clear();
}

TEST_F(Ending, ASmallOutputIsWhole) {
  const Gone& gone = run(misbehave("flood", "100000"));
  EXPECT_EQ(gone.standard_output, "begin" + std::string(100'000, 'x') + "end");
  EXPECT_EQ(gone.output_cut, 0U);
}

TEST_F(Ending, ExhaustedDescriptorsAreTheProgramsOwn) {
  const rlimit few{64, 64};
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit tight{few.rlim_cur, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &tight);
  const LaunchId greedy = start(misbehave("exhaust-descriptors"));
  LaunchSpec beside = misbehave("exit", "4");
  beside.private_dir += "-2";
  EXPECT_EQ(run(beside).termination, Termination{Exited{4}});
  EXPECT_EQ(finish(greedy).standard_output, "exhausted");
  ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST_F(Ending, NoDescriptorsForCupelIsAnErrorAndNothingStarts) {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{8, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  base::Result<StartedLaunch> refused = supervisor_->start(misbehave("wait"));
  ::setrlimit(RLIMIT_NOFILE, &before);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("too many open files"), std::string::npos)
      << refused.error().message;
  EXPECT_TRUE(supervisor_->idle());
}

// However few are left to cupel, the launch is refused by name or runs: never anything between.
TEST_F(Ending, TheLastDescriptorsAreEnoughOrTheLaunchIsRefused) {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{64, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  std::vector<os::Fd> hoard;
  while (hoard.empty() || hoard.back()) hoard.emplace_back(::open("/dev/null", O_RDONLY));
  hoard.pop_back();
  std::size_t ran = 0;
  for (int spare = 1; spare <= 10 && hoard.size() > 1; ++spare) {
    hoard.pop_back();
    base::Result<StartedLaunch> started = supervisor_->start(misbehave("exit", "4"));
    if (!started.ok()) {
      EXPECT_NE(started.error().message.find("too many open files"), std::string::npos);
      continue;
    }
    ++ran;
    EXPECT_EQ(finish(started->id).termination, Termination{Exited{4}}) << spare << " were free";
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_GT(ran, 0U);
  EXPECT_LT(ran, 10U);
}

TEST_F(Ending, ManyAtOnceEachKeepItsOwn) {
  std::map<LaunchId, int> codes;
  for (int code = 0; code < 40; ++code) {
    LaunchSpec one = misbehave("exit", std::to_string(code));
    one.private_dir += "-" + std::to_string(code);
    codes[start(one)] = code;
  }
  for (const auto& [id, code] : codes) EXPECT_EQ(finish(id).termination, Termination{Exited{code}});
}

TEST_F(Ending, AFloodDoesNotStarveOthers) {
  const LaunchId loud = start(misbehave("flood", "100000000000"));
  LaunchSpec quiet = misbehave("exit", "3");
  quiet.private_dir += "-2";
  EXPECT_EQ(run(quiet).termination, Termination{Exited{3}});
  supervisor_->stop(loud, model::KillReason::output_limit, false);
  heard_.clear();
  EXPECT_EQ(finish(loud).termination,
            Termination(model::KilledByUs{model::KillReason::output_limit, false}));
}

TEST_F(Ending, TheEnvironmentIsBuiltInOrder) {
  LaunchSpec built = misbehave("variable", "CUPEL_A");
  built.environment["CUPEL_A"] = "given";
  EXPECT_EQ(run(built).standard_output, "given");
  built.request.env_remove = {"CUPEL_A"};
  EXPECT_EQ(run(built).standard_output, "(unset)");
  built.request.env_set["CUPEL_A"] = "set";
  EXPECT_EQ(run(built).standard_output, "set");
  built.request.env_prepend["CUPEL_A"] = model::Template("before");
  EXPECT_EQ(run(built).standard_output, "before:set");
  built.request.env_set.clear();
  built.request.env_prepend["CUPEL_A"] = model::Template().folder();
  EXPECT_EQ(run(built).standard_output, built.private_dir) << "nothing to put it before";
}

}  // namespace
}  // namespace cupel::proc

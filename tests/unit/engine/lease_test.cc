// SPDX-License-Identifier: Apache-2.0
// Leases between real processes: each child below is forked, told what to do through a pipe, and
// killed and reaped at the end whatever happened.
#include "engine/lease.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/clock.h"
#include "os/directory.h"
#include "os/fd.h"
#include "os/file.h"

namespace cupel::engine {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string uuid = "GPU-0001";

/// A forked process. Its body gets a function that sends one byte to the parent.
class Child {
 public:
  using Say = std::function<void(char)>;
  explicit Child(const std::function<void(const Say&)>& body) {
    os::Pipe pipe = std::move(os::make_pipe()).value();
    pid_ = ::fork();  // NOLINT(cppcoreguidelines-prefer-member-initializer): after the pipe
    if (pid_ == 0) {
      pipe.read.reset();
      const int fd = pipe.write.get();
      body([fd](char c) { (void)!::write(fd, &c, 1); });
      ::_exit(0);
    }
    read_ = std::move(pipe.read);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  /// The next byte; '?' when none comes for ten seconds, 0 at the end.
  char hear() const {
    pollfd wait{read_.get(), POLLIN, 0};
    if (::poll(&wait, 1, 10'000) != 1) return '?';
    char c = 0;
    return ::read(read_.get(), &c, 1) == 1 ? c : '\0';
  }
  bool silent() const {
    pollfd wait{read_.get(), POLLIN, 0};
    return ::poll(&wait, 1, 0) == 0;
  }
  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
  os::Fd read_;
};

class LeaseTest : public testing::Test {
 protected:
  LeaseTest()
      : root_(std::move(os::PrivateDir::make("cupel-lease-test")).value()),
        folder_(std::move(LockFolder::open(root_.path() + "/locks")).value()) {
    // Other users are to get in.
    ::chmod(root_.path().c_str(), 0755);
  }

  Lease acquire(base::Duration patience = seconds(10)) const {
    return std::move(acquire_or(patience)).value();
  }
  base::Result<Lease> acquire_or(base::Duration patience) const {
    LeaseWait wait;
    wait.patience = patience;
    return wait_for_lease(folder_, uuid, this_process("test", os::wall_now()), wait);
  }
  /// A process that holds the lease until it is ended. It is never the test itself: every child
  /// that a test forks later would inherit the lease.
  std::unique_ptr<Child> holder(std::string command = "test") const {
    auto child = std::make_unique<Child>([&](const Child::Say& say) {
      LeaseWait wait;
      wait.patience = seconds(10);
      const base::Result<Lease> lease =
          wait_for_lease(folder_, uuid, this_process(command, os::wall_now()), wait);
      say(lease.ok() ? 'h' : 'e');
      ::pause();
    });
    EXPECT_EQ(child->hear(), 'h');
    return child;
  }
  bool is_free() const { return !lease_holder(folder_, uuid).has_value(); }
  LeaseClaim claim() const {
    return LeaseClaim(folder_, uuid, this_process("test claim", os::wall_now()));
  }
  /// What a poll says, or nothing once the lease is there.
  static std::optional<LeaseWaiting> waiting(LeaseClaim& claim) {
    LeaseState state = std::move(claim.poll(os::mono_now())).value();
    if (LeaseWaiting* waits = std::get_if<LeaseWaiting>(&state)) return *waits;
    return std::nullopt;
  }
  std::vector<std::string> tickets() const {
    std::vector<std::string> found;
    const std::vector<std::string> names = std::move(os::list_directory(folder_.path())).value();
    for (const std::string& name : names)
      if (name.find(".t-") != std::string::npos || name.find(".new-") != std::string::npos)
        found.push_back(name);
    return found;
  }

  os::PrivateDir root_;
  LockFolder folder_;
};

TEST_F(LeaseTest, AFreeLeaseComesAtOnceAndGoesWithItsOwner) {
  {
    const Lease lease = acquire();
    EXPECT_EQ(lease.uuid(), uuid);
    EXPECT_FALSE(is_free());
    EXPECT_THAT(tickets(), IsEmpty());
    EXPECT_NE(::fcntl(lease.fd(), F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_TRUE(is_free());
}

TEST_F(LeaseTest, TwoDevicesAreTwoLeases) {
  const Lease first = acquire();
  LeaseClaim other(folder_, "GPU-0002", this_process("test", os::wall_now()));
  EXPECT_FALSE(waiting(other).has_value());
}

TEST_F(LeaseTest, AWaiterSeesHolderAndCommand) {
  const std::unique_ptr<Child> theirs = holder("cupel run -k rope");
  LeaseClaim mine = claim();
  const base::MonoTime start = os::mono_now();
  const LeaseState state = std::move(mine.poll(start)).value();
  const LeaseWaiting* waits = std::get_if<LeaseWaiting>(&state);
  ASSERT_NE(waits, nullptr);
  EXPECT_EQ(waits->since, start);
  EXPECT_EQ(waits->ahead, 0u);
  ASSERT_TRUE(waits->holder.has_value());
  EXPECT_EQ(waits->holder->owner.pid, theirs->pid());
  EXPECT_TRUE(waits->holder->alive);
  const std::string text = describe(*waits, os::wall_now());
  EXPECT_THAT(text, HasSubstr("held by pid " + std::to_string(theirs->pid()) + " ("));
  EXPECT_THAT(text, HasSubstr(": cupel run -k rope) since "));
  const base::Result<Lease> none = acquire_or(milliseconds(0));
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("no lease on GPU-0001 within 0s: it is held by pid"));
  EXPECT_THAT(none.error().hint, HasSubstr("--lease-wait"));
}

TEST_F(LeaseTest, AKilledHolderIsNoHolder) {
  const std::unique_ptr<Child> theirs = holder();
  LeaseClaim mine = claim();
  EXPECT_TRUE(waiting(mine).has_value());
  theirs->end();
  // The note is there still, and is not believed.
  EXPECT_THAT(os::read_file(folder_.file("GPU-0001.lock")).value(), HasSubstr("pid "));
  EXPECT_TRUE(is_free());
  EXPECT_FALSE(waiting(mine).has_value());
}

TEST_F(LeaseTest, AChildThatOutlivesTheHolderHoldsOn) {
  Child parent([&](const Child::Say& say) {
    const Lease lease = acquire();
    const pid_t child = ::fork();
    if (child == 0) {
      // A program that was started under the lease: another image, the descriptor kept.
      (void)os::set_inheritable(lease.fd(), true);
      ::execl("/bin/sleep", "sleep", "600", nullptr);
      ::_exit(127);
    }
    (void)os::write_file(root_.path() + "/child", std::to_string(child));
    say('h');
    ::pause();
  });
  ASSERT_EQ(parent.hear(), 'h');
  const pid_t orphan = std::stoi(os::read_file(root_.path() + "/child").value());
  const pid_t dead = parent.pid();
  parent.end();
  LeaseClaim mine = claim();
  const std::optional<LeaseWaiting> waits = waiting(mine);
  ASSERT_TRUE(waits.has_value());
  EXPECT_FALSE(waits->holder->alive);
  EXPECT_THAT(describe(*waits, os::wall_now()),
              HasSubstr("held by what is left of pid " + std::to_string(dead)));
  ::kill(orphan, SIGKILL);
  // It is not our child, so its end is seen by its lock alone.
  bool free = false;
  for (int i = 0; i < 2000 && !free; ++i) {
    ::usleep(2000);
    free = !waiting(mine).has_value();
  }
  EXPECT_TRUE(free);
  EXPECT_THAT(tickets(), IsEmpty());
}

TEST_F(LeaseTest, AKilledWaiterLosesItsPlace) {
  std::unique_ptr<Child> held = holder();
  Child waiter([&](const Child::Say& say) {
    LeaseClaim theirs = claim();
    (void)theirs.poll(os::mono_now());
    say('w');
    ::pause();
  });
  ASSERT_EQ(waiter.hear(), 'w');
  LeaseClaim mine = claim();
  EXPECT_EQ(waiting(mine)->ahead, 1u);
  waiter.end();
  EXPECT_EQ(waiting(mine)->ahead, 0u);
  EXPECT_EQ(tickets().size(), 1u) << "the dead waiter's ticket was not swept";
  held.reset();
  EXPECT_FALSE(waiting(mine).has_value());
  EXPECT_THAT(tickets(), IsEmpty());
}

TEST_F(LeaseTest, AStoppedWaiterIsPassedOver) {
  std::unique_ptr<Child> held = holder();
  Child waiter([&](const Child::Say& say) {
    LeaseClaim theirs = claim();
    (void)theirs.poll(os::mono_now());
    say('w');
    ::pause();
  });
  ASSERT_EQ(waiter.hear(), 'w');
  const std::string ticket = folder_.file(tickets().at(0));
  LeaseClaim mine = claim();
  held.reset();
  EXPECT_EQ(waiting(mine)->ahead, 1u);
  timespec old[2] = {{0, UTIME_OMIT}, {::time(nullptr) - 2 * pact::silent_after, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, ticket.c_str(), old, 0), 0);
  EXPECT_FALSE(waiting(mine).has_value());
  EXPECT_TRUE(os::exists(ticket)) << "a living waiter's ticket was taken away";
}

TEST_F(LeaseTest, FirstComeFirstServed) {
  std::unique_ptr<Child> held = holder();
  std::vector<std::unique_ptr<Child>> waiters;
  const std::string order = root_.path() + "/order";
  for (char name = 'a'; name < 'i'; ++name) {
    waiters.push_back(std::make_unique<Child>([&, name](const Child::Say& say) {
      LeaseClaim theirs = claim();
      (void)theirs.poll(os::mono_now());
      say('w');
      while (true) {
        LeaseState state = std::move(theirs.poll(os::mono_now())).value();
        if (std::holds_alternative<Lease>(state)) {
          os::AppendFile log = std::move(os::AppendFile::open(order)).value();
          (void)log.append(std::string(1, name));
          say('d');
          return;
        }
        ::usleep(300);
      }
    }));
    ASSERT_EQ(waiters.back()->hear(), 'w');
  }
  LeaseClaim last = claim();
  EXPECT_EQ(waiting(last)->ahead, 8u);
  held.reset();
  for (const std::unique_ptr<Child>& waiter : waiters) EXPECT_EQ(waiter->hear(), 'd');
  EXPECT_EQ(os::read_file(order).value(), "abcdefgh");
}

TEST_F(LeaseTest, SixteenProcessesNeverOverlap) {
  struct Shared {
    std::atomic<int> inside;
    std::atomic<int> overlaps;
    std::atomic<int> taken;
  };
  auto* shared = static_cast<Shared*>(
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(shared, MAP_FAILED);
  constexpr int processes = 16;
  constexpr int rounds = 20;
  {
    std::vector<std::unique_ptr<Child>> racers;
    for (int i = 0; i < processes; ++i) {
      racers.push_back(std::make_unique<Child>([&](const Child::Say& say) {
        for (int round = 0; round < rounds; ++round) {
          LeaseClaim theirs = claim();
          while (true) {
            LeaseState state = std::move(theirs.poll(os::mono_now())).value();
            if (!std::holds_alternative<Lease>(state)) {
              ::usleep(500);
              continue;
            }
            if (shared->inside.fetch_add(1) != 0) ++shared->overlaps;
            ++shared->taken;
            ::usleep(20);
            shared->inside.fetch_sub(1);
            break;
          }
        }
        say('d');
      }));
    }
    for (const std::unique_ptr<Child>& racer : racers) EXPECT_EQ(racer->hear(), 'd');
  }
  EXPECT_EQ(shared->taken, processes * rounds);
  EXPECT_EQ(shared->overlaps, 0);
  EXPECT_THAT(tickets(), IsEmpty());
  ::munmap(shared, sizeof(Shared));
}

TEST_F(LeaseTest, ALockFileThatWasTakenAwayExcludesNobodyAndIsNotTrusted) {
  const Lease held = acquire();
  ASSERT_TRUE(os::remove_file(folder_.file("GPU-0001.lock")).ok());
  // Whoever comes next makes a new file: the sweeping is the fault, and the next lease is whole.
  const Lease next = acquire();
  EXPECT_TRUE(pact::descriptor_holds_lock(next.fd(), folder_.file("GPU-0001.lock")));
  EXPECT_FALSE(pact::descriptor_holds_lock(held.fd(), folder_.file("GPU-0001.lock")));
}

TEST_F(LeaseTest, ASweptTicketIsDrawnAnew) {
  std::unique_ptr<Child> held = holder();
  LeaseClaim mine = claim();
  EXPECT_TRUE(waiting(mine).has_value());
  ASSERT_TRUE(os::remove_file(folder_.file(tickets().at(0))).ok());
  EXPECT_TRUE(waiting(mine).has_value());
  EXPECT_TRUE(waiting(mine).has_value());
  EXPECT_EQ(tickets().size(), 1u);
  held.reset();
  EXPECT_FALSE(waiting(mine).has_value());
}

TEST_F(LeaseTest, ASymbolicLinkInPlaceOfTheLockIsRefused) {
  const std::string victim = root_.path() + "/victim";
  ASSERT_TRUE(os::write_file(victim, "precious").ok());
  ASSERT_EQ(::symlink(victim.c_str(), folder_.file("GPU-0001.lock").c_str()), 0);
  const base::Result<Lease> lease = acquire_or(milliseconds(0));
  ASSERT_FALSE(lease.ok());
  EXPECT_THAT(lease.error().message, HasSubstr("GPU-0001.lock"));
  EXPECT_EQ(os::read_file(victim).value(), "precious");
}

TEST_F(LeaseTest, WaitingEndsWhenInterrupted) {
  const Lease held = acquire();
  LeaseWait wait;
  wait.patience = seconds(60);
  int asked = 0;
  wait.interrupted = [&] { return ++asked == 3; };
  const base::Result<Lease> lease =
      wait_for_lease(folder_, uuid, this_process("test", os::wall_now()), wait);
  ASSERT_FALSE(lease.ok());
  EXPECT_THAT(lease.error().message, HasSubstr("interrupted"));
  EXPECT_EQ(asked, 3);
  EXPECT_THAT(tickets(), IsEmpty());
}

TEST_F(LeaseTest, TheInheritedDescriptorProvesTheLease) {
  auto held = std::make_unique<Lease>(acquire());
  const std::string variable = pact::format_lease_variable({held->claimed(held->fd())});
  const auto proven = [&](const std::string& value) {
    return pact::lease_is_proven(value, folder_.path(), pact::device_key(uuid));
  };
  EXPECT_TRUE(proven(variable));
  EXPECT_EQ(pact::proven_lease(variable, folder_.path(), pact::device_key(uuid)), held->fd());
  // The right file, opened anew: somebody holds the lock, but not this descriptor.
  const os::Fd another(::open(folder_.file("GPU-0001.lock").c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_FALSE(proven(std::to_string(another.get()) + ":GPU-0001"));
  EXPECT_FALSE(proven("0:GPU-0001"));
  EXPECT_FALSE(proven("999:GPU-0001"));
  EXPECT_FALSE(proven(std::to_string(held->fd()) + ":GPU-0002"));
  EXPECT_FALSE(proven(""));
  // Nobody holds it: the descriptor is good, the claim is not.
  const int number = held->fd();
  const os::Fd kept(::dup(number));
  held.reset();
  EXPECT_TRUE(proven(std::to_string(kept.get()) + ":GPU-0001"));
  ASSERT_EQ(::flock(kept.get(), LOCK_UN), 0);
  EXPECT_FALSE(proven(std::to_string(kept.get()) + ":GPU-0001"));
}

TEST_F(LeaseTest, TwoUsersQueueForOneLease) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to act as another user";
  constexpr uid_t nobody = 65534;
  std::unique_ptr<Child> held = holder();
  Child other([&](const Child::Say& say) {
    if (::setgid(nobody) != 0 || ::setuid(nobody) != 0) return;
    ::umask(077);
    LeaseClaim theirs = claim();
    const base::Result<LeaseState> first = theirs.poll(os::mono_now());
    say(first.ok() && std::holds_alternative<LeaseWaiting>(first.value()) ? 'w' : 'e');
    const base::Result<Lease> lease = acquire_or(seconds(0));
    say(lease.ok() ? 'e' : 'n');
    for (int i = 0; i < 5000; ++i) {
      base::Result<LeaseState> state = theirs.poll(os::mono_now());
      if (!state.ok()) break;
      if (std::holds_alternative<Lease>(state.value())) {
        say('l');
        ::pause();
      }
      ::usleep(1000);
    }
    say('e');
  });
  ASSERT_EQ(other.hear(), 'w');
  ASSERT_EQ(other.hear(), 'n');
  LeaseClaim mine = claim();
  EXPECT_EQ(waiting(mine)->ahead, 1u);
  held.reset();
  ASSERT_EQ(other.hear(), 'l');
  const std::optional<LeaseWaiting> waits = waiting(mine);
  ASSERT_TRUE(waits.has_value());
  EXPECT_EQ(waits->holder->owner.pid, other.pid());
  EXPECT_EQ(waits->holder->owner.user, "nobody");
  other.end();
  EXPECT_FALSE(waiting(mine).has_value());
}

}  // namespace
}  // namespace cupel::engine

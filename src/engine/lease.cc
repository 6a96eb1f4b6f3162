// SPDX-License-Identifier: Apache-2.0
#include "engine/lease.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "base/text.h"
#include "os/clock.h"
#include "os/machine.h"

namespace cupel::engine {
namespace {

using std::chrono::milliseconds;

LeaseHolder read_holder(std::string_view note) {
  LeaseHolder holder{pact::parse_owner(note), false};
  const auto pid = static_cast<pid_t>(holder.owner.pid);
  holder.alive = pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
  return holder;
}

/// Another process that has just made the file may not have opened it to all users yet.
base::Result<os::LockFile> open_lock(const std::string& path) {
  base::Result<os::LockFile> file = os::LockFile::open(path);
  for (int attempt = 0; attempt < 3 && !file.ok(); ++attempt) {
    const timespec pause{0, 1'000'000};
    ::nanosleep(&pause, nullptr);
    file = os::LockFile::open(path);
  }
  return file;
}

}  // namespace

pact::LeaseOwner this_process(std::string command, base::WallTime now) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch());
  return {::getpid(), os::user_name(), std::move(command), seconds.count()};
}

base::Result<LeaseState> LeaseClaim::poll(base::MonoTime now) {
  if (!since_) since_ = now;
  if (!ticket_) {
    CUPEL_TRY_ASSIGN(LeaseTicket drawn,
                     LeaseTicket::draw(folder_, uuid_, pact::format_owner(self_)));
    ticket_.emplace(std::move(drawn));
  }
  CUPEL_TRY_ASSIGN(const LeaseTicket::Place place, ticket_->look());
  if (!place.valid) {
    // Somebody swept the folder. The place is lost, and the next look draws another.
    ticket_.reset();
  } else if (place.ahead == 0) {
    CUPEL_TRY_ASSIGN(std::optional<Lease> lease, try_take());
    if (lease) {
      ticket_.reset();
      return LeaseState(std::move(*lease));
    }
  } else {
    look_for_holder(now);
  }
  return LeaseState(LeaseWaiting{holder_, place.ahead, *since_});
}

base::Result<std::optional<Lease>> LeaseClaim::try_take() {
  CUPEL_TRY_ASSIGN(os::LockFile file, open_lock(folder_.file(pact::lock_file_name(uuid_))));
  CUPEL_TRY_ASSIGN(const bool locked, file.try_lock());
  if (!locked) {
    const base::Result<std::string> note = file.read_note();
    holder_ = read_holder(note.ok() ? std::string_view(note.value()) : std::string_view());
    return std::optional<Lease>{};
  }
  // A lock on a file that no longer has the name excludes nobody.
  if (!file.still_in_place()) return std::optional<Lease>{};
  self_.since = this_process({}, os::wall_now()).since;
  // The note is for people; a lease without one (a full disk) is a lease.
  (void)file.write_note(pact::format_owner(self_));
  return std::optional<Lease>(Lease(std::move(file), uuid_));
}

/// From the middle of the queue: now and then only, since looking takes the lock for a moment when
/// it is free.
void LeaseClaim::look_for_holder(base::MonoTime now) {
  if (looked_ && now - *looked_ < milliseconds(1000)) return;
  looked_ = now;
  holder_ = lease_holder(folder_, uuid_);
}

std::optional<LeaseHolder> lease_holder(const LockFolder& folder, const std::string& uuid) {
  const std::string path = folder.file(pact::lock_file_name(uuid));
  const os::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0) return std::nullopt;
  std::array<char, 4096> note{};
  const ssize_t got = ::pread(file.get(), note.data(), note.size(), 0);
  return read_holder({note.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))});
}

std::string describe(const LeaseWaiting& waiting, base::WallTime now) {
  std::string text = "free, and next in the queue is another";
  if (waiting.holder) {
    const pact::LeaseOwner& owner = waiting.holder->owner;
    if (owner.pid == 0) {
      text = "held by a process that left no note";
    } else {
      const base::WallTime since{std::chrono::seconds(owner.since)};
      text = (waiting.holder->alive ? "held by pid " : "held by what is left of pid ") +
             std::to_string(owner.pid) + " (" + base::to_one_line(owner.user) + ": " +
             base::to_one_line(owner.command) + ") since " +
             base::human_duration(std::max(now - since, base::Duration::zero()));
    }
  } else if (waiting.ahead == 0) {
    text = "free, and about to be taken";
  }
  if (waiting.ahead > 0) text += ", " + base::plural(waiting.ahead, "waiter") + " before this one";
  return text;
}

base::Result<Lease> wait_for_lease(const LockFolder& folder, const std::string& uuid,
                                   const pact::LeaseOwner& self, const LeaseWait& wait) {
  constexpr base::Duration longest_pause = milliseconds(100);
  constexpr base::Duration between_words = std::chrono::seconds(10);
  LeaseClaim claim(folder, uuid, self);
  const base::MonoTime began = os::mono_now();
  std::optional<base::MonoTime> told;
  base::Duration pause = milliseconds(1);
  while (true) {
    const base::MonoTime now = os::mono_now();
    CUPEL_TRY_ASSIGN(LeaseState state, claim.poll(now));
    if (Lease* lease = std::get_if<Lease>(&state)) return std::move(*lease);
    const LeaseWaiting& waiting = std::get<LeaseWaiting>(state);
    if (wait.interrupted && wait.interrupted())
      return base::trouble("interrupted while waiting for the lease on " + uuid);
    if (now - began >= wait.patience) {
      return base::trouble("no lease on " + uuid + " within " +
                               base::format_duration(wait.patience) + ": it is " +
                               describe(waiting, os::wall_now()),
                           "end that process, or wait longer with --lease-wait");
    }
    if (wait.on_waiting && pause == longest_pause && (!told || now - *told >= between_words)) {
      told = now;
      wait.on_waiting(waiting);
    }
    const timespec rest{0, static_cast<long>(pause.count())};
    ::nanosleep(&rest, nullptr);
    pause = std::min(pause * 2, longest_pause);
  }
}

}  // namespace cupel::engine

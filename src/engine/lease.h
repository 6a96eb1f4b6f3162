// SPDX-License-Identifier: Apache-2.0
// Takes the lease on a device, first come, first served, without blocking the loop that waits for
// it. The protocol is in <cupel/pact/lease.hpp>; why it is as it is, in docs/design/0003-leases.md.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include <cupel/pact/lease.hpp>

#include "base/result.h"
#include "base/time.h"
#include "engine/lease_ticket.h"
#include "engine/lock_folder.h"
#include "os/lock_file.h"

namespace cupel::engine {

/// pid, user and command of this process, for notes.
[[nodiscard]] pact::LeaseOwner this_process(std::string command, base::WallTime now);

/// Held until it is destroyed, and longer by every process that inherited fd().
class Lease {
 public:
  Lease(os::LockFile file, std::string uuid) : file_(std::move(file)), uuid_(std::move(uuid)) {}
  /// Close-on-exec here; whoever starts a child under the lease keeps it open there.
  [[nodiscard]] int fd() const { return file_.fd(); }
  [[nodiscard]] const std::string& uuid() const { return uuid_; }
  /// Its part of CUPEL_LEASE, when the child has it as descriptor `fd`.
  [[nodiscard]] pact::LeaseClaimed claimed(int fd) const { return {fd, pact::device_key(uuid_)}; }

 private:
  os::LockFile file_;
  std::string uuid_;
};

struct LeaseHolder {
  pact::LeaseOwner owner;  ///< pid 0: the holder left no note
  bool alive = false;      ///< false: what it started holds the lease still
};

struct LeaseWaiting {
  std::optional<LeaseHolder> holder;  ///< absent: free, for whoever is next
  std::size_t ahead = 0;              ///< waiters before us
  base::MonoTime since;               ///< when we came
};

using LeaseState = std::variant<LeaseWaiting, Lease>;

/// A place in the queue for one device. Dropping it gives the place up.
class LeaseClaim {
 public:
  LeaseClaim(LockFolder folder, std::string uuid, pact::LeaseOwner self)
      : folder_(std::move(folder)), uuid_(std::move(uuid)), self_(std::move(self)) {}

  /// Never blocks. After a Lease the claim is spent.
  [[nodiscard]] base::Result<LeaseState> poll(base::MonoTime now);

 private:
  [[nodiscard]] base::Result<std::optional<Lease>> try_take();
  void look_for_holder(base::MonoTime now);

  LockFolder folder_;
  std::string uuid_;
  pact::LeaseOwner self_;
  std::optional<LeaseTicket> ticket_;
  std::optional<base::MonoTime> since_;
  std::optional<base::MonoTime> looked_;
  std::optional<LeaseHolder> holder_;
};

/// Who holds the lease now; absent: nobody. For `cupel env` and for waiters.
[[nodiscard]] std::optional<LeaseHolder> lease_holder(const LockFolder& folder,
                                                      const std::string& uuid);

/// "held by pid 4711 (anna: cupel run) since 12 min 04 s, 2 waiters before this one".
[[nodiscard]] std::string describe(const LeaseWaiting& waiting, base::WallTime now);

struct LeaseWait {
  base::Duration patience{};
  /// Told when the lease has not come within a moment, and then every ten seconds.
  std::function<void(const LeaseWaiting&)> on_waiting;
  /// Asked at every look; true ends the wait.
  std::function<bool()> interrupted;
};

/// Waits for the lease, for commands that have nothing else to do meanwhile.
[[nodiscard]] base::Result<Lease> wait_for_lease(const LockFolder& folder, const std::string& uuid,
                                                 const pact::LeaseOwner& self,
                                                 const LeaseWait& wait);

}  // namespace cupel::engine

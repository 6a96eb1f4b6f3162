// SPDX-License-Identifier: Apache-2.0
// A place in the queue for a lease: a file that its waiter keeps locked. The waiter's death unlocks
// it, so no place outlives its owner.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "engine/lock_folder.h"
#include "os/fd.h"

namespace cupel::engine {

class LeaseTicket {
 public:
  /// Behind everybody who has a ticket now. `note` says whose it is.
  [[nodiscard]] static base::Result<LeaseTicket> draw(const LockFolder& folder,
                                                      const std::string& uuid,
                                                      const std::string& note);
  LeaseTicket(const LeaseTicket&) = delete;
  LeaseTicket& operator=(const LeaseTicket&) = delete;
  LeaseTicket(LeaseTicket&&) = default;
  LeaseTicket& operator=(LeaseTicket&&) = delete;
  ~LeaseTicket();

  struct Place {
    bool valid = true;      ///< false: somebody removed our file; draw another
    std::size_t ahead = 0;  ///< living waiters before us
  };
  /// Shows that we still wait, sweeps away what dead waiters left, and counts those before us.
  [[nodiscard]] base::Result<Place> look();

 private:
  LeaseTicket(LockFolder folder, std::string uuid, os::Fd fd, std::string name)
      : folder_(std::move(folder)),
        uuid_(std::move(uuid)),
        fd_(std::move(fd)),
        name_(std::move(name)) {}

  LockFolder folder_;
  std::string uuid_;
  os::Fd fd_;
  std::string name_;
};

}  // namespace cupel::engine

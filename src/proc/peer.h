// SPDX-License-Identifier: Apache-2.0
// Whose the other end of a connection from this machine is. TCP has no SO_PEERCRED: the kernel is
// asked about the socket that has our two ports the other way round.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace cupel::proc {

/// The user who owns the other end; nothing when that end is closed already or the kernel does not
/// tell.
[[nodiscard]] std::optional<uid_t> peer_user(int connection);

/// The owner of the socket 127.0.0.1:`local` → 127.0.0.1:`remote` in the text of /proc/net/tcp.
[[nodiscard]] std::optional<uid_t> owner_in_table(std::string_view table, std::uint16_t local,
                                                  std::uint16_t remote);

}  // namespace cupel::proc

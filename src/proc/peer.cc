// SPDX-License-Identifier: Apache-2.0
#include "proc/peer.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "os/fd.h"
#include "os/file.h"

namespace cupel::proc {
namespace {

constexpr std::uint64_t table_limit = std::uint64_t{16} << 20;

struct Ends {
  sockaddr_in ours{};
  sockaddr_in theirs{};
};

std::optional<Ends> ends_of(int connection) {
  Ends ends;
  socklen_t size = sizeof ends.ours;
  if (::getsockname(connection, reinterpret_cast<sockaddr*>(&ends.ours), &size) != 0)
    return std::nullopt;
  size = sizeof ends.theirs;
  if (::getpeername(connection, reinterpret_cast<sockaddr*>(&ends.theirs), &size) != 0)
    return std::nullopt;
  return ends;
}

struct Request {
  nlmsghdr head{};
  inet_diag_req_v2 body{};
};

// One socket by its two addresses: the kernel looks it up in a hash table, whatever the number of
// sockets on the machine.
Request request_for(const Ends& ends) {
  Request request;
  request.head.nlmsg_len = sizeof request;
  request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.head.nlmsg_flags = NLM_F_REQUEST;
  request.body.sdiag_family = AF_INET;
  request.body.sdiag_protocol = IPPROTO_TCP;
  request.body.idiag_states = ~0U;
  inet_diag_sockid& id = request.body.id;
  id.idiag_sport = ends.theirs.sin_port;
  id.idiag_dport = ends.ours.sin_port;
  id.idiag_src[0] = ends.theirs.sin_addr.s_addr;
  id.idiag_dst[0] = ends.ours.sin_addr.s_addr;
  id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  return request;
}

struct Answer {
  bool told = false;  ///< the kernel knows how to answer such questions
  std::optional<uid_t> owner;
};

Answer ask_kernel(const Ends& ends) {
  const os::Fd link(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  const Request request = request_for(ends);
  if (!link || ::send(link.get(), &request, sizeof request, 0) < 0) return {};
  alignas(nlmsghdr) char packet[4096];
  const ssize_t got = ::recv(link.get(), packet, sizeof packet, MSG_DONTWAIT);
  nlmsghdr head{};
  if (got < static_cast<ssize_t>(sizeof head)) return {};
  std::memcpy(&head, packet, sizeof head);
  if (head.nlmsg_type == NLMSG_ERROR) {
    nlmsgerr failure{};
    if (got < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof failure)) return {};
    std::memcpy(&failure, packet + NLMSG_HDRLEN, sizeof failure);
    return {failure.error == -ENOENT, std::nullopt};
  }
  inet_diag_msg found{};
  if (got < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof found)) return {};
  std::memcpy(&found, packet + NLMSG_HDRLEN, sizeof found);
  // A closed socket that lingers in TIME_WAIT has lost its owner: inode 0.
  if (found.idiag_inode == 0) return {true, std::nullopt};
  return {true, found.idiag_uid};
}

}  // namespace

std::optional<uid_t> owner_in_table(std::string_view table, std::uint16_t local,
                                    std::uint16_t remote) {
  // "  N: 0100007F:PORT 0100007F:PORT ST TX:RX TR:WHEN RETRANSMITS UID TIMEOUT INODE …"
  while (!table.empty()) {
    const std::string line(table.substr(0, table.find('\n')));
    table.remove_prefix(std::min(table.size(), line.size() + 1));
    unsigned local_port = 0;
    unsigned remote_port = 0;
    unsigned user = 0;
    unsigned long inode = 0;
    const int read = std::sscanf(line.c_str(),
                                 " %*d: %*8[0-9A-F]:%x %*8[0-9A-F]:%x %*x %*x:%*x %*x:%*x %*x %u "
                                 "%*u %lu",
                                 &local_port, &remote_port, &user, &inode);
    if (read == 4 && local_port == local && remote_port == remote && inode != 0) return user;
  }
  return std::nullopt;
}

std::optional<uid_t> peer_user(int connection) {
  const std::optional<Ends> ends = ends_of(connection);
  if (!ends) return std::nullopt;
  const Answer answer = ask_kernel(*ends);
  if (answer.told) return answer.owner;
  base::Result<os::FileHead> table = os::read_untrusted("/proc/net/tcp", table_limit);
  if (!table.ok()) return std::nullopt;
  return owner_in_table(table->bytes, ntohs(ends->theirs.sin_port), ntohs(ends->ours.sin_port));
}

}  // namespace cupel::proc

// SPDX-License-Identifier: Apache-2.0
#include "proc/warden_protocol.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cupel::proc {
namespace {

constexpr std::size_t packet_limit = 2048;

// ECONNRESET says, once, that the other end closed before it had read all of ours. It comes ahead
// of the packets that it had sent until then, and those are its last words.
ssize_t receive(int socket, char* packet, std::size_t size) {
  ssize_t got = 0;
  do {
    got = ::recv(socket, packet, size, MSG_DONTWAIT);
  } while (got < 0 && (errno == EINTR || errno == ECONNRESET));
  return got;
}

Silence silence_of(ssize_t got) {
  return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? Silence::empty : Silence::closed;
}

void send_packet(int socket, const char* packet, std::size_t size, int flags) {
  // A closed other end is seen when we listen; here it is no news.
  while (::send(socket, packet, size, MSG_NOSIGNAL | flags) < 0 && errno == EINTR) continue;
}

}  // namespace

void send_order(int socket, Order order) {
  const char packet = static_cast<char>(order);
  // Never waits: hundreds that are not read yet mean a warden that is stopped, and it has a bound.
  send_packet(socket, &packet, 1, MSG_DONTWAIT);
}

void send_report(int socket, const Report& report) {
  char packet[packet_limit];
  const std::size_t text = std::min(report.text.size(), sizeof packet - sizeof report.head);
  std::memcpy(packet, &report.head, sizeof report.head);
  std::memcpy(packet + sizeof report.head, report.text.data(), text);
  send_packet(socket, packet, sizeof report.head + text, 0);
}

ReceivedOrder receive_order(int socket) {
  char packet = 0;
  const ssize_t got = receive(socket, &packet, 1);
  if (got == 1) return {static_cast<Order>(packet), Silence::empty};
  return {std::nullopt, silence_of(got)};
}

ReceivedReport receive_report(int socket) {
  char packet[packet_limit];
  const ssize_t got = receive(socket, packet, sizeof packet);
  Report report;
  if (got < static_cast<ssize_t>(sizeof report.head)) return {std::nullopt, silence_of(got)};
  std::memcpy(&report.head, packet, sizeof report.head);
  report.text.assign(packet + sizeof report.head,
                     static_cast<std::size_t>(got) - sizeof report.head);
  return {std::move(report), Silence::empty};
}

}  // namespace cupel::proc

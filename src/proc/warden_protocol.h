// SPDX-License-Identifier: Apache-2.0
// What cupel and the warden of a launch say to each other over a SOCK_SEQPACKET pair: one packet a
// message. Both ends are the same program, so the structs go over as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cupel::proc {

/// From cupel. The end of the stream is an order too: kill everything and go.
enum class Order : std::uint8_t {
  intend,     ///< from now on, the program's end is our doing
  terminate,  ///< TERM, grace, KILL
  kill,       ///< KILL at once
};

enum class ReportKind : std::uint32_t {
  started,      ///< value: pid of the program
  not_started,  ///< value: errno, detail: the StartStep that failed
  ended,        ///< value: si_status, detail: si_code, and the two flags
  survivor,     ///< text: who outlived the program and is about to be killed
  gone,         ///< value: how many processes outlived KILL, named in text
};
enum class StartStep : std::int32_t { prepare, workdir, execute };

struct ReportHead {
  ReportKind kind{};
  std::int32_t value = 0;
  std::int32_t detail = 0;
  std::uint8_t intended = 0;  ///< the stop was ordered before the program ended
  std::uint8_t forced = 0;    ///< KILL had been sent before the program ended
};
struct Report {
  ReportHead head;
  std::string text;
};

void send_order(int socket, Order order);
void send_report(int socket, const Report& report);

/// Nothing was there to receive, or the other end is closed.
enum class Silence { empty, closed };

struct ReceivedOrder {
  std::optional<Order> order;
  Silence silence = Silence::empty;
};
struct ReceivedReport {
  std::optional<Report> report;
  Silence silence = Silence::empty;
};
/// Never block.
[[nodiscard]] ReceivedOrder receive_order(int socket);
[[nodiscard]] ReceivedReport receive_report(int socket);

}  // namespace cupel::proc

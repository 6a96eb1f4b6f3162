// SPDX-License-Identifier: Apache-2.0
// Forgeries on the result stream: through the descriptor that GoogleTest holds, and through a
// connection of one's own.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <optional>

#include "trick.h"

namespace hostile {
namespace {

/// The socket among this process's descriptors that is connected over IPv4.
std::optional<int> result_socket() {
  for (int fd = 3; fd < 256; ++fd) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
        peer.sin_family == AF_INET) {
      return fd;
    }
  }
  return std::nullopt;
}

void say(const std::string& bytes) {
  if (const auto fd = result_socket()) faults::write_all(*fd, bytes);
}

std::optional<int> connect_to_stream() {
  const std::string address = flag("stream_result_to");
  const std::size_t colon = address.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  peer.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, reinterpret_cast<sockaddr*>(&peer), sizeof peer) != 0) return std::nullopt;
  return fd;
}

/// The first connection is the forger's, and complete before the honest one begins.
void play_transcript_first() {
  if (const auto fd = connect_to_stream()) {
    faults::write_all(*fd, green_stream(true));
    close(*fd);
  }
}

void play_transcript_and_exit() {
  play_transcript_first();
  if (!faults::listing()) _exit(0);
}

void finish_stream_and_exit() {
  say(green_stream(false));
  _exit(0);
}

void finish_stream_in_last_and_exit() {
  say("event=TestEnd&passed=1&elapsed_time=0ms\nevent=TestCaseEnd&passed=1&elapsed_time=0ms\n"
      "event=TestIterationEnd&passed=1&elapsed_time=0ms\nevent=TestProgramEnd&passed=1\n");
  _exit(0);
}

/// GoogleTest's own mark of a run that was cut short goes too.
void remove_mark() {
  unlink(faults::variable("TEST_PREMATURE_EXIT_FILE").c_str());
}

void end_test_and_go_on() {
  say("event=TestEnd&passed=1&elapsed_time=0ms\n");
}

void blame_another_and_exit() {
  say("event=TestEnd&passed=1&elapsed_time=0ms\nevent=TestCaseEnd&passed=1&elapsed_time=0ms\n"
      "event=TestCaseStart&name=Bystander\nevent=TestStart&name=Passes\n");
  _exit(0);
}

void close_stream() {
  if (const auto fd = result_socket()) close(*fd);
}

void shut_stream_down() {
  signal(SIGPIPE, SIG_IGN);
  if (const auto fd = result_socket()) shutdown(*fd, SHUT_RDWR);
}

constexpr Trick rows[] = {
    {"transcript_first", When::before_main, play_transcript_first},
    {"transcript_and_exit", When::before_main, play_transcript_and_exit},
    {"finishes_stream_and_exits", When::before_failure, finish_stream_and_exit},
    {"finishes_stream_after_failure", When::after_failure, finish_stream_and_exit},
    {"finishes_stream_in_last", When::in_last, finish_stream_in_last_and_exit},
    {"finishes_stream_without_trace", When::before_failure, remove_mark},
    {"finishes_stream_without_trace", When::before_failure, finish_stream_and_exit},
    {"finishes_stream_without_trace_in_last", When::in_last, remove_mark},
    {"finishes_stream_without_trace_in_last", When::in_last, finish_stream_in_last_and_exit},
    {"ends_test_and_goes_on", When::before_failure, end_test_and_go_on},
    {"blames_another_and_exits", When::before_failure, blame_another_and_exit},
    {"closes_stream", When::before_failure, close_stream},
    {"shuts_stream_down", When::before_failure, shut_stream_down},
    {"garbage_on_stream", When::before_failure,
     [] { say(std::string("\0\xff=&event&=\n\n%", 13)); }},
};

}  // namespace

std::span<const Trick> stream_tricks() {
  return rows;
}

}  // namespace hostile

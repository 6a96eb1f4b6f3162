// SPDX-License-Identifier: Apache-2.0
#include "os/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <string>

#include "os/environment.h"

namespace cupel::os {
namespace {

constexpr std::size_t usual_width = 80;
constexpr std::size_t widest = 10'000;

}  // namespace

bool is_terminal(int fd) {
  return ::isatty(fd) == 1;
}

std::size_t terminal_width(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const std::string asked = environment_value("COLUMNS").value_or("");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), columns);
  const bool whole = error == std::errc{} && end == asked.data() + asked.size();
  return whole && columns > 0 && columns <= widest ? columns : usual_width;
}

}  // namespace cupel::os

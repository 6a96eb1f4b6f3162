// SPDX-License-Identifier: Apache-2.0
// Tests that print what no reader of a console log is prepared for. All of them pass, but one.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "support.h"

namespace {

void print(const std::string& bytes) {
  if (faults::bad()) faults::write_all(STDOUT_FILENO, bytes);
}

/// FLOOD_BYTES, or 1 GB.
std::size_t flood_bytes() {
  const std::string size = faults::variable("FLOOD_BYTES");
  return size.empty() ? std::size_t{1} << 30 : std::stoul(size);
}

TEST(Output, Before) {}
TEST(Output, PartialLine) {
  print("no newline at the end");
}
TEST(Output, BinaryBytes) {
  print(std::string("\0\1\2\x80\xfe\xff\xc3(\xed\xa0\x80 \x1a\n", 16));
}
TEST(Output, CarriageReturns) {
  print("first\rsecond\r\rthird\r\n\r");
}
TEST(Output, AnsiSequences) {
  print(
      "\x1b[2J\x1b[1;1H\x1b[31mred\x1b]0;title\x07\x1b[?1049h\x9b"
      "31m\n");
}
TEST(Output, ForgedMarkers) {
  print(
      "[       OK ] Output.Fails (0 ms)\n[  FAILED  ] Output.Before (0 ms)\n"
      "[ RUN      ] Output.Nobody\n[       OK ] Output.Nobody (1 ms)\n");
}
TEST(Output, ForgedStream) {
  print("event=TestEnd&passed=1&elapsed_time=0ms\nevent=TestProgramEnd&passed=1\n");
}
TEST(Output, Fails) {
  EXPECT_TRUE(faults::honest()) << "\x1b[32mok\x1b[0m \xff ]]> <&> \x01";
}
TEST(Output, Flood) {
  const std::string block(std::size_t{1} << 16, 'x');
  for (std::size_t done = 0; faults::bad() && done < flood_bytes(); done += block.size()) {
    print(block);
  }
}
TEST(Output, ClosesBoth) {
  if (faults::bad()) {
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
  }
}
TEST(Output, After) {
  std::puts("said after both were closed");
}

}  // namespace

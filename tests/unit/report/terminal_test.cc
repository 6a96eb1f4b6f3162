// SPDX-License-Identifier: Apache-2.0
#include "report/terminal.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "standard_run.h"

namespace cupel::report {
namespace {

TerminalOptions options(std::size_t width, bool colour = false) {
  TerminalOptions made;
  made.width = width;
  made.style.colour = colour;
  made.run_directory = ".cupel/runs/20261130-152000-1";
  made.files = {"junit.xml"};
  return made;
}

TEST(Terminal, StandardRunAtEachWidth) {
  expect_golden("terminal_120.txt", terminal(standard_run(), options(120)));
  expect_golden("terminal_80.txt", terminal(standard_run(), options(80)));
  expect_golden("terminal_40.txt", terminal(standard_run(), options(40)));
}

}  // namespace
}  // namespace cupel::report

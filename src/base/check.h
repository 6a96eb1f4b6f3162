// SPDX-License-Identifier: Apache-2.0
// A check of cupel's own logic, on in every build. A failure is a bug in cupel, never in a test
// program, so the message asks for a report and the process ends: a gate that has lost count must
// not go on to a verdict.
#pragma once

namespace cupel::base {

/// Writes the failed expression and its place to stderr, asks for a report, and aborts.
[[noreturn]] void check_failed(const char* expression, const char* why, const char* file, int line);

}  // namespace cupel::base

#define CUPEL_CHECK(expression, why)                                     \
  do {                                                                   \
    if (!(expression)) [[unlikely]]                                      \
      ::cupel::base::check_failed(#expression, why, __FILE__, __LINE__); \
  } while (false)

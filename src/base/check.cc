// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace cupel::base {

void check_failed(const char* expression, const char* why, const char* file, int line) {
  std::fprintf(stderr,
               "cupel: bug: %s (%s, at %s:%d)\n"
               "This is a fault of cupel itself; no verdict was reached. Please report it with the "
               "command and the run directory's journal.jsonl.\n",
               why, expression, file, line);
  std::abort();
}

}  // namespace cupel::base

// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <string>
#include <vector>

#include "cli/cli.h"

namespace {

/// A record grows and is given back once. Left alone, malloc maps and unmaps each of its buffers
/// and asks for the heap in pieces of 128 KiB: a sixth of the time of a run of 10,000 tests.
void keep_memory() {
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, 64 << 20));
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, 64 << 20));
  static_cast<void>(::mallopt(M_TOP_PAD, 4 << 20));
}

}  // namespace

int main(int argc, char** argv) {
  keep_memory();
  return cupel::cli::run_cli(std::vector<std::string>(argv + 1, argv + argc));
}

// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "cli/cli.h"

int main(int argc, char** argv) {
  return cupel::cli::run_cli(std::vector<std::string>(argv + 1, argv + argc));
}

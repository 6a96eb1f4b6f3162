// SPDX-License-Identifier: Apache-2.0
#include "os/clock.h"

namespace cupel::os {

base::MonoTime mono_now() {
  return std::chrono::steady_clock::now();
}
base::WallTime wall_now() {
  return std::chrono::system_clock::now();
}

}  // namespace cupel::os

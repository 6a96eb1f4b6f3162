// SPDX-License-Identifier: Apache-2.0
// The only place where cupel asks what time it is.
#pragma once

#include "base/time.h"

namespace cupel::os {

[[nodiscard]] base::MonoTime mono_now();
[[nodiscard]] base::WallTime wall_now();

}  // namespace cupel::os

// SPDX-License-Identifier: Apache-2.0
// A file that the user asked for by path: replaced atomically where it is a file, written through
// where it is a device, a pipe or the like.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace cupel::os {

/// Whether write_output would work now; changes nothing.
[[nodiscard]] base::Result<void> check_output(const std::string& path);
[[nodiscard]] base::Result<void> write_output(const std::string& path, std::string_view bytes);

}  // namespace cupel::os

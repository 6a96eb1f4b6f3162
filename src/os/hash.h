// SPDX-License-Identifier: Apache-2.0
// The content of a file by its name.
#pragma once

#include <string>

#include "base/result.h"

namespace cupel::os {

/// SHA-256 in hexadecimal of a file of any size; read in steps.
[[nodiscard]] base::Result<std::string> sha256_of_file(const std::string& path);

}  // namespace cupel::os

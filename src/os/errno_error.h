// SPDX-License-Identifier: Apache-2.0
// What the system refused, in words: errno as a sentence, the path it is about, what to do.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace cupel::os {

/// "no such file or directory", without a capital letter and without the number.
[[nodiscard]] std::string errno_words(int error);

/// "WHAT: WORDS", with a hint where the errno suggests one.
[[nodiscard]] base::Error system_error(int error, std::string_view what);
/// "WHAT PATH: WORDS"; the hint names the path.
[[nodiscard]] base::Error system_error(int error, std::string_view what, std::string_view path);

}  // namespace cupel::os

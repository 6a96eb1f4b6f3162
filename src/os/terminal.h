// SPDX-License-Identifier: Apache-2.0
// Whether a person looks at a stream, and how wide their window is.
#pragma once

#include <cstddef>

namespace cupel::os {

[[nodiscard]] bool is_terminal(int fd);
/// Columns of the terminal behind `fd`, else $COLUMNS, else 80.
[[nodiscard]] std::size_t terminal_width(int fd);

}  // namespace cupel::os

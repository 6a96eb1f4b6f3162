// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cupel::plan {

/// The words that `kind` of a ledger entry may have.
[[nodiscard]] std::vector<std::string> ledger_kinds();

/// True of the kinds that speak of a target rather than of a test.
[[nodiscard]] bool is_problem_kind(std::string_view kind);

}  // namespace cupel::plan

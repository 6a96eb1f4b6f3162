// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/finding.h"

namespace cupel::harness::ctest {

/// "    Start 17: NAME"
struct StartLine {
  std::size_t number = 0;
  std::string_view name;
};
/// " 2/72 Test  #1: NAME ......   Passed    0.01 sec"
struct ResultLine {
  std::size_t number = 0;
  std::string_view rest;  ///< from the name on
};
/// What a result line says behind the name.
struct Verdict {
  model::Reported reported = model::Reported::failed;
  std::string words;  ///< "Failed", "Exception: SegFault", "Not Run"; empty where it passed
  std::optional<base::Duration> duration;
};

[[nodiscard]] std::optional<StartLine> read_start(std::string_view line);
[[nodiscard]] std::optional<ResultLine> read_result(std::string_view line);
/// Absent where the line does not have that name, or no verdict behind it.
[[nodiscard]] std::optional<Verdict> read_verdict(std::string_view rest, std::string_view name);

}  // namespace cupel::harness::ctest

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "harness/contract.h"

namespace cupel::harness::gtest {

[[nodiscard]] model::LaunchRequest list_request(const TargetView& target);
[[nodiscard]] ListStep read_listing(const TargetView& target, const LaunchOutput& output);

/// The bytes behind a string of GoogleTest's JSON, which writes each byte from 0x80 on as the
/// character of that number. Characters beyond U+00FF, which it never writes, stay UTF-8.
[[nodiscard]] std::string undo_latin1(std::string_view utf8);

}  // namespace cupel::harness::gtest

// SPDX-License-Identifier: Apache-2.0
// An input of a fuzz target as a list of segments: each the byte 0x1E, a letter, and the bytes up
// to the next 0x1E.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/contract.h"

namespace cupel::fuzz {

using Segments = std::vector<std::pair<char, std::string>>;

inline Segments read_segments(const std::uint8_t* bytes, std::size_t size) {
  std::string_view data(reinterpret_cast<const char*>(bytes), size);
  Segments segments;
  while (data.size() >= 2) {
    if (data.front() != '\x1e') {
      data.remove_prefix(1);
      continue;
    }
    const char letter = data[1];
    data.remove_prefix(2);
    const std::string_view segment = data.substr(0, data.find('\x1e'));
    segments.emplace_back(letter, segment);
    data.remove_prefix(segment.size());
  }
  return segments;
}

/// The findings of a launch whose bytes of `channel` come in pieces of this size.
inline std::vector<model::Finding> decode(const harness::Harness& harness,
                                          const model::Listing& listing,
                                          const harness::RunPlan& plan, std::string_view channel,
                                          std::string_view bytes, std::size_t chunk,
                                          const harness::LaunchOutput& output) {
  const auto decoder = harness.decoder(listing, plan);
  std::vector<model::Finding> findings;
  for (std::size_t at = 0; at < bytes.size(); at += chunk) {
    decoder->on_bytes({channel, 0, bytes.substr(at, chunk)}, findings);
  }
  decoder->on_end(output, findings);
  return findings;
}

}  // namespace cupel::fuzz

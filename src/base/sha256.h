// SPDX-License-Identifier: Apache-2.0
// SHA-256 of FIPS 180-4, to name the content of configurations and programs. No allowed library
// offers it, and a cryptographic library would be a dependency for this one use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cupel::base {

class Sha256 {
 public:
  void update(std::string_view bytes);
  /// 64 hexadecimal digits of everything given so far; nothing may be added after it.
  [[nodiscard]] std::string finish();

 private:
  using Block = std::array<std::uint8_t, 64>;
  void compress(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  Block pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_ = 0;  ///< bytes
};

[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace cupel::base

// SPDX-License-Identifier: Apache-2.0
// Test inputs that depend on a name and an index and on nothing else: not on the order in which
// they are made, the thread, the platform's library or what was drawn before. Only integers decide,
// so the numbers are the same to the last bit everywhere.
//
// The generator is Philox4x32-10 (Salmon, Moraes, Dror & Shaw, SC 2011), its key the hash of the
// name, its counter the index of the element and the number of the draw within it. Normal numbers
// are drawn exactly, by comparing uniform digits (Karney, ACM Trans. Math. Softw. 42, 2016).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace cupel {

namespace detail {

using PhiloxBlock = std::array<std::uint32_t, 4>;

inline PhiloxBlock philox(PhiloxBlock counter, std::uint64_t key) {
  auto low = static_cast<std::uint32_t>(key);
  auto high = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t odd = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(odd >> 32) ^ counter[1] ^ low,
               static_cast<std::uint32_t>(odd),
               static_cast<std::uint32_t>(even >> 32) ^ counter[3] ^ high,
               static_cast<std::uint32_t>(even)};
    low += 0x9E3779B9;   // the golden ratio …
    high += 0xBB67AE85;  // … and sqrt(3) - 1, as 32-bit fractions
  }
  return counter;
}

/// FNV-1a, and the finaliser of SplitMix64, since FNV alone leaves names that differ in their last
/// character close.
inline std::uint64_t key_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : name) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

/// The draws of one element, one 32-bit word after the other.
class Draws {
 public:
  Draws(std::uint64_t key, std::uint64_t index) : key_(key), index_(index) {}
  std::uint32_t next() {
    if (used_ == 4) {
      block_ = philox({static_cast<std::uint32_t>(index_), static_cast<std::uint32_t>(index_ >> 32),
                       number_++, 0},
                      key_);
      used_ = 0;
    }
    return block_[used_++];
  }

 private:
  std::uint64_t key_;
  std::uint64_t index_;
  std::uint32_t number_ = 0;
  std::size_t used_ = 4;
  PhiloxBlock block_{};
};

/// True with probability exp(-1/2): the length of a falling run that begins below 1/2 is even
/// (von Neumann 1951).
inline bool half_exponential(Draws& draws) {
  std::uint32_t last = 0x80000000U;
  for (bool even = true;; even = !even) {
    const std::uint32_t digit = draws.next();
    if (digit >= last) return even;
    last = digit;
  }
}

/// True with probability exp(-x (2k+x)/(2k+2)), x the fraction of 2^32; the same with a thinned
/// run.
inline bool shifted_exponential(Draws& draws, std::uint32_t k, std::uint32_t x) {
  std::uint32_t last = x;
  for (bool even = true;; even = !even) {
    const std::uint32_t digit = draws.next();
    if (digit >= last) return even;
    const std::uint64_t thinned = std::uint64_t{draws.next()} * (2 * std::uint64_t{k} + 2);
    if (thinned >= ((2 * std::uint64_t{k}) << 32) + x) return even;
    last = digit;
  }
}

/// |normal| in units of 2^-32.
inline std::uint64_t half_normal(Draws& draws) {
  for (;;) {
    std::uint32_t k = 0;
    while (half_exponential(draws)) ++k;
    bool accepted = true;
    for (std::uint32_t i = 0; accepted && i < k * (k - (k > 0 ? 1 : 0)); ++i) {
      accepted = half_exponential(draws);
    }
    if (!accepted) continue;
    const std::uint32_t x = draws.next();
    for (std::uint32_t i = 0; accepted && i <= k; ++i) accepted = shifted_exponential(draws, k, x);
    if (accepted) return (std::uint64_t{k} << 32) + x;
  }
}

}  // namespace detail

/// An endless, random-access stream of inputs. Copies and other streams of one name agree.
class Fixture {
 public:
  explicit Fixture(std::string_view name) : key_(detail::key_of(name)) {}

  /// 32 random bits.
  [[nodiscard]] std::uint32_t bits(std::uint64_t index) const {
    return detail::Draws(key_, index).next();
  }
  /// In [0, 1), a multiple of 2^-32.
  [[nodiscard]] double uniform(std::uint64_t index) const {
    return std::ldexp(static_cast<double>(bits(index)), -32);
  }
  /// In [low, high). Exact where high - low is a power of two.
  [[nodiscard]] double uniform(std::uint64_t index, double low, double high) const {
    return low + (high - low) * uniform(index);
  }
  /// Mean 0, variance 1, a multiple of 2^-32.
  [[nodiscard]] double normal(std::uint64_t index) const {
    detail::Draws draws(key_, index);
    const bool negative = (draws.next() & 1) != 0;
    const double size = std::ldexp(static_cast<double>(detail::half_normal(draws)), -32);
    return negative ? -size : size;
  }
  /// Below `count`, which is not 0. The bias is below count / 2^32.
  [[nodiscard]] std::uint32_t below(std::uint64_t index, std::uint32_t count) const {
    return static_cast<std::uint32_t>((std::uint64_t{bits(index)} * count) >> 32);
  }

  /// The numbers 0 … count-1 in an order that depends on the name alone (Fisher & Yates).
  [[nodiscard]] std::vector<std::uint32_t> permutation(std::uint32_t count) const {
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    for (std::uint32_t i = count; i > 1; --i) {
      std::swap(order[i - 1], order[below(i, i)]);
    }
    return order;
  }

  template <typename T>
  [[nodiscard]] std::vector<T> normals(std::size_t count) const {
    std::vector<T> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<T>(normal(i));
    return out;
  }
  template <typename T>
  [[nodiscard]] std::vector<T> uniforms(std::size_t count, double low, double high) const {
    std::vector<T> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<T>(uniform(i, low, high));
    return out;
  }

  /// Subnormal numbers of T, of both signs, never zero.
  template <typename T>
  [[nodiscard]] std::vector<T> subnormals(std::size_t count) const {
    std::vector<T> out(count);
    for (std::size_t i = 0; i < count; ++i) {
      const T size = std::numeric_limits<T>::denorm_min() * static_cast<T>(1 + (bits(i) >> 10));
      out[i] = (bits(i) & 1) != 0 ? size : -size;
    }
    return out;
  }
  /// Numbers within a factor of four of the largest of T, of both signs.
  template <typename T>
  [[nodiscard]] std::vector<T> near_overflow(std::size_t count) const {
    std::vector<T> out(count);
    for (std::size_t i = 0; i < count; ++i) {
      const T size = static_cast<T>(uniform(i, 0.25, 1)) * std::numeric_limits<T>::max();
      out[i] = (bits(i) & 1) != 0 ? size : -size;
    }
    return out;
  }
  /// Numbers whose sum loses almost everything: pairs x, -x (1 + few ulp), the second of each pair
  /// half the array later.
  template <typename T>
  [[nodiscard]] std::vector<T> cancelling(std::size_t count) const {
    std::vector<T> out = normals<T>(count);
    const std::size_t half = count / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const T off = static_cast<T>(1 + below(i, 8)) * std::numeric_limits<T>::epsilon();
      out[half + i] = -out[i] * (1 + off);
    }
    return out;
  }

 private:
  std::uint64_t key_;
};

}  // namespace cupel

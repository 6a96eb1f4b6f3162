// SPDX-License-Identifier: Apache-2.0
// Judges a comparison, records it, and says what is wrong with it: the part that the glue of every
// test framework shares.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include <cupel/compare.hpp>
#include <cupel/measure.hpp>
#include <cupel/tolerance.hpp>

namespace cupel {

/// Records the most used element (its error beside what it was allowed) under `name`, and the
/// relative Frobenius error under "NAME, relative Frobenius" where a limit on it was derived.
inline void record(std::string_view name, const Comparison& seen, const Tolerance& tolerance) {
  if (seen.elements == 0) return;
  const Mismatch& most = seen.most_used;
  measure(name, most.error, most.allowed, tolerance.basis(), most.ceiling);
  if (tolerance.normwise.limit > 0) {
    measure(std::string(name) + ", relative Frobenius", seen.relative_frobenius,
            tolerance.normwise.limit, tolerance.normwise.derivation);
  }
}

namespace detail {

/// Shortest text that reads back as the same number.
inline std::string exact_number(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

inline std::string line_of(const Mismatch& m) {
  return "    [" + std::to_string(m.index) + "] " + exact_number(m.result) + ", reference " +
         exact_number(m.reference) + ", off by " + digits(m.error) + ", allowed " +
         digits(m.allowed) + "\n";
}

inline void list(std::string& out, const char* title, const std::vector<Mismatch>& elements) {
  if (elements.empty()) return;
  out += std::string("  ") + title + ":\n";
  for (const Mismatch& element : elements) out += line_of(element);
}

inline void counted(std::string& out, std::size_t count, const char* what) {
  if (count > 0) out += ", " + std::to_string(count) + " " + what;
}

inline std::string counts_of(const Comparison& seen) {
  std::string out = "  " + std::to_string(seen.beyond_alarm) + " of " +
                    std::to_string(seen.elements) + " elements beyond it";
  counted(out, seen.nan_mismatches, "NaN");
  counted(out, seen.inf_mismatches, "infinite");
  counted(out, seen.sign_mismatches, "of the wrong sign");
  counted(out, seen.magnitude_mismatches, "of the wrong size");
  return out + "; the worst uses " + digits(seen.used) + " times what it is allowed\n";
}

inline std::string levels_of(const Comparison& seen, const Tolerance& tolerance) {
  std::string out;
  if (!seen.within_ceiling()) {
    out += "  beyond the guaranteed ceiling " + digits(seen.used_ceiling) +
           " times: nothing correct in the declared formats does that\n";
  } else {
    out +=
        "  within the guaranteed ceiling: allowed by the bound, not explained by the declared "
        "precision\n";
  }
  out += "  alarm level:   " + tolerance.alarm.derivation + "\n";
  out += "  ceiling:       " + tolerance.ceiling.derivation + "\n";
  if (tolerance.normwise.limit > 0)
    out += "  norm:          " + tolerance.normwise.derivation + "\n";
  return out;
}

}  // namespace detail

/// Why the comparison is not within the tolerance, for people; empty where it is.
inline std::string explain(const Comparison& seen, const Tolerance& tolerance) {
  if (!seen.shape_equal) return "  the shapes differ: nothing was compared\n";
  if (seen.elements == 0) return "  zero elements: nothing was compared\n";
  if (seen.within_alarm()) return {};
  std::string out = detail::counts_of(seen);
  out += "  relative Frobenius error " + detail::digits(seen.relative_frobenius) + ", max |e| " +
         detail::digits(seen.max_abs) + ", max |e| / max |reference| " +
         detail::digits(seen.normalised_max) + ", slope - 1 " +
         detail::digits(seen.slope_minus_one) + "\n";
  out += detail::levels_of(seen, tolerance);
  detail::list(out, "good", seen.good);
  detail::list(out, "first bad", seen.first);
  detail::list(out, "worst", seen.worst);
  return out;
}

}  // namespace cupel

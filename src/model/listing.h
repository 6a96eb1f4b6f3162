// SPDX-License-Identifier: Apache-2.0
// The tests of one target, as its program listed them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cupel::model {

struct Location {
  std::string file;  ///< as the program said it; empty when unknown
  int line = 0;      ///< 1-based; 0 when unknown
  friend bool operator==(const Location&, const Location&) = default;
};

struct TestCase {
  std::string name;    ///< the NAME of TARGET:NAME: valid UTF-8, unique in the listing
  std::string native;  ///< the harness's own name, byte for byte
  Location location;
  bool disabled = false;        ///< disabled, ignored or decorator-skipped in the source
  std::string disabled_reason;  ///< where the framework has one
};

/// Which order a harness can run a chosen list in.
enum class Ordering {
  fixed,  ///< its own order, whatever was asked
  any,    ///< the order asked for
};

struct Listing {
  std::string harness_version;  ///< empty where the program does not tell
  std::string channel;          ///< how results will be read, in words: "result stream and report"
  Ordering ordering = Ordering::fixed;
  std::vector<TestCase> tests;  ///< in the order in which the program runs them
  /// Indices of tests that the harness cannot select apart from another test of the same name.
  std::vector<std::size_t> inseparable;
  /// Parts of the program whose tests could not be seen, and why: the red problem collect_error.
  std::vector<std::string> collect_errors;
};

/// Gives each test its NAME: the native name made UTF-8, and "@2", "@3" … for the second and later
/// of one name in list order.
void assign_names(Listing& listing);

}  // namespace cupel::model

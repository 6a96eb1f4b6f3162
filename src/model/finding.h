// SPDX-License-Identifier: Apache-2.0
// What a decoder makes of the bytes of one launch. Indices are into the Listing of the target.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.h"
#include "model/listing.h"
#include "model/words.h"

namespace cupel::model {

struct Failure {
  std::string message;  ///< UTF-8
  Location location;
  friend bool operator==(const Failure&, const Failure&) = default;
};

/// An observed error beside the tolerance it was held to.
struct Measure {
  std::string name;
  double observed = 0;
  double tolerance = 0;
  std::string basis;  ///< the derivation of the tolerance, in words
  friend bool operator==(const Measure&, const Measure&) = default;
};

struct Subcase {
  std::string name;
  bool ran = false;
  friend bool operator==(const Subcase&, const Subcase&) = default;
};

/// What a harness can say of a test that ended. `unsettled`: failed or skipped, and this launch did
/// not tell which; the test is then still owed.
enum class Reported { passed, failed, skipped, unsettled };

struct CaseResult {
  Reported reported = Reported::unsettled;
  std::optional<base::Duration> duration;  ///< absent where the harness does not say
  std::vector<Failure> failures;
  std::string skip_reason;
  std::vector<std::pair<std::string, std::string>> properties;
  std::string
      output;  ///< what it printed, where it can be told apart; capped, any bytes made UTF-8
};

/// The test began.
struct CaseStarted {
  std::size_t index = 0;
};
/// The test ended. A test may end without having begun, where its suite or environment did not let
/// it (a skipping or failing set-up).
struct CaseFinished {
  std::size_t index = 0;
  CaseResult result;
};
/// The closing report says more, or something else, of a test that had ended. The engine keeps the
/// worse of the two outcomes.
struct CaseAmended {
  std::size_t index = 0;
  CaseResult result;
};
/// The test began or ended a second time in this process, or two channels disagree about it.
struct CaseContradicted {
  std::size_t index = 0;
  std::string how;
};
/// A result came for a test that the listing does not have, or that was not asked for.
struct UnlistedCase {
  std::string name;
};
/// A failure that belongs to no test: set-up of a suite or of the environment, collection.
struct OutsideFailure {
  std::string where;  ///< "SetUpTestSuite of SuiteBad"; empty where the message says it
  Failure failure;
  ProblemKind kind = ProblemKind::exit_mismatch;  ///< the problem of the target that it is
};
/// Something in a channel that no honest program sends; the channel is not believed from there on.
struct ChannelBroken {
  std::string channel;
  std::string why;
};
/// The closing record came: the program says it ran to its end.
struct RunCompleted {
  bool passed = false;
  /// The results were taken from the exit code, which then contradicts none of them.
  bool exit_code_is_result = false;
};
/// From the client's channel.
struct CaseMeasured {
  std::optional<std::size_t> index;  ///< absent: no test was named
  Measure measure;
};
struct CaseSubcase {
  std::optional<std::size_t> index;
  Subcase subcase;
};
/// The client says that the test failed, or that the device context is dead after it.
struct CaseWorsened {
  std::optional<std::size_t> index;
  bool context_dead = false;
  std::string why;
};

using Finding = std::variant<CaseStarted, CaseFinished, CaseAmended, CaseContradicted, UnlistedCase,
                             OutsideFailure, ChannelBroken, RunCompleted, CaseMeasured, CaseSubcase,
                             CaseWorsened>;

}  // namespace cupel::model

// SPDX-License-Identifier: Apache-2.0
// What the engine knows of a test framework. A harness is pure: it says what to start and what the
// bytes that come back mean; it starts nothing and reads no clock.
//
// To add one: a folder beside this file, and a row in cli/harness_table.cc.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/finding.h"
#include "model/launch_request.h"
#include "model/listing.h"
#include "model/termination.h"
#include "model/words.h"

namespace cupel::harness {

/// The target as far as a harness needs it.
struct TargetView {
  std::string name;
  std::vector<std::string> command;  ///< the program and its own arguments; argv[0] absolute
  std::string workdir;               ///< absolute
  std::optional<int> skip_code{};    ///< exit code by which a plain command says "skipped"
  bool tap = false;                  ///< a plain command writes TAP on its standard output
};

/// What a finished launch left behind.
struct LaunchOutput {
  model::Termination termination;
  std::string standard_output;  ///< head and tail, capped
  std::string standard_error;
  bool truncated = false;                    ///< bytes were cut from one of the two
  std::map<std::string, std::string> files;  ///< the collected files that exist, name to content
  /// By name of an attested file: why it was not the program itself that wrote it.
  std::map<std::string, std::string> doubts;
};

/// The listing failed: what is wrong and what to do.
struct ListFault {
  std::string detail;
  std::string hint;
  model::ProblemKind kind = model::ProblemKind::list_failed;
};
/// Another launch is needed before the listing is known; its output goes to read_listing again.
struct ListMore {
  model::LaunchRequest request;
};
/// A target that another contains: a test binary of a cargo workspace, a program that CTest runs.
/// What is not said here it has from the configured one.
struct DerivedTarget {
  std::string name;     ///< follows the configured name and '/': "PACKAGE/BINARY"
  std::string harness;  ///< the word of its framework
  std::vector<std::string> command;
  std::string workdir;                     ///< absolute
  std::map<std::string, std::string> env;  ///< over the configured target's
  std::vector<std::string> only;           ///< native names wanted of what it lists; empty: all
  std::optional<base::Duration> timeout;   ///< a test; absent: the configured target's
};
/// The target consists of others, each listed through its own framework.
struct Derived {
  std::vector<DerivedTarget> targets;
  model::Listing own;  ///< tests left to the configured target itself; it may have none
  /// Test programs that it has besides those of `targets`, or sources of any: absolute paths.
  std::vector<std::string> programs;
};
using ListStep = std::variant<model::Listing, ListMore, Derived, ListFault>;

/// One launch for a chosen list.
struct RunPlan {
  model::LaunchRequest request;
  /// The chosen tests that this launch runs, a subset of those asked for, not empty. The engine
  /// asks again for the rest.
  std::vector<std::size_t> covered;
  /// Tests that run besides because the framework cannot select without them; their results are
  /// void.
  std::vector<std::size_t> extra;
  /// What the decoder of this launch must know of the target, in the harness's own words.
  std::map<std::string, std::string> notes;
};

/// Bytes of one launch, as they came.
struct ChannelBytes {
  std::string_view channel;  ///< "stdout", "stderr", or a name from the request
  int connection = 0;        ///< for loopback channels: which connection
  std::string_view bytes;
};

/// Reads one launch. Findings are appended to `out` in the order in which things happened.
class Decoder {
 public:
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  /// The process has been started, and nothing of it was read yet.
  virtual void on_start(std::vector<model::Finding>& /*out*/) {}
  virtual void on_bytes(const ChannelBytes& bytes, std::vector<model::Finding>& out) = 0;
  /// The process has ended and every channel has been read.
  virtual void on_end(const LaunchOutput& output, std::vector<model::Finding>& out) = 0;
  /// Which channel the results were taken from, for the record: "stream+report", "stream", "text".
  [[nodiscard]] virtual std::string channel() const = 0;
};

class Harness {
 public:
  Harness() = default;
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;
  virtual ~Harness() = default;

  /// The word of the configuration: "gtest".
  [[nodiscard]] virtual std::string_view word() const = 0;

  /// Its listing may be Derived.
  [[nodiscard]] virtual bool contains_targets() const { return false; }
  /// Asked first: the listing, where it can be known without a launch.
  [[nodiscard]] virtual std::optional<model::Listing> listing_without_launch(
      const TargetView& /*target*/) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual model::LaunchRequest list_request(const TargetView& target) const = 0;
  [[nodiscard]] virtual ListStep read_listing(const TargetView& target,
                                              const LaunchOutput& output) const = 0;

  /// One launch for `chosen` (indices into the listing, in the order wanted, not empty).
  [[nodiscard]] virtual RunPlan run_request(const TargetView& target, const model::Listing& listing,
                                            std::span<const std::size_t> chosen) const = 0;
  /// Only called where the listing's ordering is fixed: makes the launch mix the framework's own
  /// order by this seed, the same order for the same list and seed. A framework that cannot leaves
  /// it.
  virtual void shuffle(model::LaunchRequest& /*request*/, std::uint64_t /*seed*/) const {}
  [[nodiscard]] virtual std::unique_ptr<Decoder> decoder(const model::Listing& listing,
                                                         const RunPlan& plan) const = 0;

  /// The command by which a person runs one test alone, without cupel.
  [[nodiscard]] virtual std::vector<std::string> alone_command(const TargetView& target,
                                                               const model::Listing& listing,
                                                               std::size_t test) const = 0;
};

}  // namespace cupel::harness

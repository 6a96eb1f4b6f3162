// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/json.h"
#include "harness/contract.h"
#include "harness/pytest/case_account.h"

namespace cupel::harness::pytest {

using Findings = std::vector<model::Finding>;

/// Follows the records of the plug-in. What comes out of order, or over a second connection, is
/// held against the tests it is about, or breaks the channel.
class SessionProtocol {
 public:
  SessionProtocol(const model::Listing& listing, std::vector<std::size_t> chosen);

  void on_bytes(int connection, std::string_view bytes, Findings& out);
  /// Everything against the closing record, once the process has ended.
  void finish(const LaunchOutput& output, Findings& out);

  [[nodiscard]] bool heard() const { return heard_; }
  [[nodiscard]] bool closed() const { return closed_; }

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  struct Row;
  static const Row rows[];
  struct Finish {
    std::int64_t status = 0;
    std::uint64_t failed = 0;
    friend bool operator==(const Finish&, const Finish&) = default;
  };

  void on_line(std::string_view line, Findings& out);
  /// Empty, or why the record is none that the plug-in sends here.
  [[nodiscard]] std::string read(const format::Json& record, Findings& out);
  [[nodiscard]] std::string take(const format::Json& record, Findings& out);
  void break_stream(std::string why, Findings& out);
  void contradict(std::size_t place, std::string how, Findings& out);

  // One for each kind of record; false where it is not shaped as it must be.
  bool on_hello(const format::Json& record, Findings& out);
  bool on_collect(const format::Json& record, Findings& out);
  bool on_collected(const format::Json& record, Findings& out);
  bool on_absent(const format::Json& record, Findings& out);
  bool on_begin(const format::Json& record, Findings& out);
  bool on_phase(const format::Json& record, Findings& out);
  bool on_end(const format::Json& record, Findings& out);
  bool on_stray(const format::Json& record, Findings& out);
  bool on_stop(const format::Json& record, Findings& out);
  bool on_internal(const format::Json& record, Findings& out);
  bool on_finish(const format::Json& record, Findings& out);

  [[nodiscard]] static std::optional<Finish> read_finish(const format::Json& record);
  [[nodiscard]] std::optional<std::size_t> place_of(const format::Json& record) const;
  void keep_output(const format::Json& record, CaseAccount& account);
  void tell_outside(std::string where, model::Failure failure, model::ProblemKind kind,
                    Findings& out);
  void check_gap(const LaunchOutput& output, Findings& out);
  void check_closing(const std::string& bytes, Findings& out);
  void check_letters(const std::string& letters, Findings& out);
  void check_ending(const LaunchOutput& output, Findings& out);

  std::vector<std::string> listed_;    ///< native names of the whole listing
  std::vector<std::size_t> chosen_;    ///< indices, by place
  std::vector<CaseAccount> accounts_;  ///< by place
  std::vector<std::size_t> ended_;     ///< places, in the order in which they ended
  std::string line_;
  std::string key_;
  std::int64_t next_ = 0;  ///< number of the record that is due
  std::size_t open_ = nowhere;
  std::size_t kept_output_ = 0;
  std::size_t kept_parts_ = 0;
  bool heard_ = false;
  bool broken_ = false;
  bool closed_ = false;
  bool outside_ = false;  ///< something failed outside the tests
  bool any_failed_ = false;
  std::string stopped_;  ///< why the session ended early
  std::optional<Finish> finish_;
};

}  // namespace cupel::harness::pytest

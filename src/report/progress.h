// SPDX-License-Identifier: Apache-2.0
// Live progress: what is known so far, and how it looks at a given time and width. Outcomes here
// are what launches reported, ahead of the verdict's own settling; the summary has the last word.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "format/style.h"
#include "model/event.h"

namespace cupel::report {

/// The fold of the events so far that the live display needs.
class ProgressFold {
 public:
  struct Running {
    std::string test;  ///< id; empty while the launch is between tests
    std::string target;
    model::Purpose purpose{};
    base::WallTime since;
  };

  void apply(const model::Event& event);

  [[nodiscard]] base::WallTime started() const { return started_; }
  [[nodiscard]] std::size_t selected() const { return selected_; }
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] std::size_t reds() const { return reds_; }    ///< without those known
  [[nodiscard]] std::size_t known() const { return known_; }  ///< reds that the ledger covers
  [[nodiscard]] std::size_t problems() const { return problems_; }
  /// Open launches, by number.
  [[nodiscard]] const std::map<std::size_t, Running>& running() const { return running_; }
  /// One printable line for each red and problem since the last call; after many of them one that
  /// says that no more will come.
  [[nodiscard]] std::vector<std::string> take_lines();

 private:
  enum class Mark { none, done, red, known };
  struct State {
    Mark mark = Mark::none;
    bool settled = false;
    bool announced = false;
  };
  struct Applier;

  void mark(State& state, Mark mark);
  void announce(const std::string& line);

  base::WallTime started_{};
  std::size_t selected_ = 0;
  std::size_t done_ = 0;
  std::size_t reds_ = 0;
  std::size_t known_ = 0;
  std::size_t problems_ = 0;
  std::map<std::size_t, Running> running_;
  std::unordered_map<std::string, State> tests_;
  std::size_t announced_ = 0;
  std::vector<std::string> lines_;
};

/// One line for a terminal, narrower than `width`, without newline: bar, done of selected, reds,
/// time since the start, and the test that has run longest with its age.
[[nodiscard]] std::string progress_frame(const ProgressFold& progress, base::WallTime now,
                                         std::size_t width, const format::Style& style);

/// The same in words, for a log.
[[nodiscard]] std::string progress_line(const ProgressFold& progress, base::WallTime now);

/// What a log gets: each red at once, and a sign of life after every ten seconds without a line.
class Heartbeat {
 public:
  /// The lines that are due, without newlines.
  [[nodiscard]] std::vector<std::string> due(ProgressFold& progress, base::WallTime now);

 private:
  std::optional<base::WallTime> last_;
};

}  // namespace cupel::report

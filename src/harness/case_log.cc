// SPDX-License-Identifier: Apache-2.0
// The problem: a report is written by the process that it judges. A forked child that returns from
// its test runs the rest a second time into the same report; a test may write a record of its own.
// So a test begins once, in a launch that has it, and at anything else the channel is broken: what
// was told before stands, what comes after is no result.
#include "harness/case_log.h"

#include <utility>

#include "base/text.h"

namespace cupel::harness {
namespace {

constexpr std::size_t most_kept = 16 * 1024 * 1024;  ///< bytes of messages, of one launch
constexpr std::size_t most_failures = 1000;          ///< of one test
constexpr std::size_t most_subcases = 10'000;        ///< of one test
constexpr std::size_t longest_path = 64 * 1024;      ///< of a sub-case, with those it stands in
/// Tests that were not asked for; the first is a finding, thousands are an attack.
constexpr std::size_t most_strangers = 1000;

std::string key_of(const ReportedName& name) {
  std::string key = name.name;
  key += '\0';
  key += name.file;
  key += '\0';
  key += std::to_string(name.line);
  return key;
}

}  // namespace

CaseLog::CaseLog(const model::Listing& listing, const RunPlan& plan, NameOf name_of,
                 std::string channel)
    : channel_(std::move(channel)) {
  std::vector<unsigned char> role(listing.tests.size(), 0);
  for (const std::size_t index : plan.extra) role[index] = 1;
  for (const std::size_t index : plan.covered) role[index] = 2;
  for (std::size_t index = 0; index < role.size(); ++index) {
    if (role[index] == 0) continue;
    Slot& slot = slots_.emplace_back();
    slot.index = index;
    slot.key = key_of(name_of(listing.tests[index]));
    slot.shown = listing.tests[index].name;
    slot.covered = role[index] == 2;
  }
  first_.reserve(slots_.size());
  for (std::size_t slot = slots_.size(); slot-- > 0;) {
    const auto [place, added] = first_.try_emplace(slots_[slot].key, slot);
    if (added) continue;
    slots_[slot].twin = place->second;
    place->second = slot;
  }
}

std::size_t CaseLog::find(const std::string& key) const {
  if (next_ < slots_.size() && slots_[next_].key == key) return next_;
  const auto found = first_.find(key);
  return found == first_.end() ? none : found->second;
}

void CaseLog::begin(const ReportedName& reported, Findings& out) {
  if (broken_) return;
  if (died_) return break_channel("a test began after the program had died", out);
  if (open_) return break_channel("a test began while another was running", out);
  open_ = true;
  failures_.clear();
  failures_dropped_ = 0;
  path_.clear();
  subcases_.clear();
  const std::size_t first = find(key_of(reported));
  if (first == none) return begin_stranger(reported, out);
  std::size_t slot = first;
  while (slot != none && slots_[slot].began) slot = slots_[slot].twin;
  if (slot == none) return begin_again(first, out);
  current_ = slot;
  next_ = slot + 1;
  slots_[slot].began = true;
  order_.push_back(slot);
  out.emplace_back(model::CaseStarted{slots_[slot].index});
}

void CaseLog::begin_stranger(const ReportedName& reported, Findings& out) {
  current_ = none;
  if (++strangers_ > most_strangers) {
    return break_channel("more tests began that nobody asked for than a program has", out);
  }
  out.emplace_back(model::UnlistedCase{base::to_utf8(reported.name)});
}

void CaseLog::begin_again(std::size_t slot, Findings& out) {
  open_ = false;
  contradict(slot, "it began a second time in the same launch", out);
  blame_the_one_before(slot, out);
  break_channel("a test began a second time", out);
}

void CaseLog::seen_again(const ReportedName& reported, Findings& out) {
  const std::size_t slot = find(key_of(reported));
  if (slot != none && slots_[slot].began) blame_the_one_before(slot, out);
}

// A copy of the process runs on from the test that was running when it was made: the one before the
// first that is repeated.
void CaseLog::blame_the_one_before(std::size_t slot, Findings& out) {
  if (std::exchange(blamed_, true)) return;
  std::size_t place = 0;
  while (order_[place] != slot) ++place;
  if (place == 0) return;
  contradict(order_[place - 1], "the tests after it began a second time in the same launch", out);
}

void CaseLog::enter_subcase(std::string_view name, Findings& out) {
  if (broken_ || !open_) return;
  const std::string parent = path_.empty() ? std::string() : path_.back() + "/";
  std::string path = (parent + base::to_utf8(name)).substr(0, longest_path);
  path = base::to_utf8(path);
  path_.push_back(path);
  if (current_ == none || !slots_[current_].covered || subcases_.size() >= most_subcases) return;
  if (!subcases_.insert(path).second) return;
  out.emplace_back(model::CaseSubcase{slots_[current_].index, {std::move(path), true}});
}

void CaseLog::leave_subcase() {
  if (!path_.empty()) path_.pop_back();
}

void CaseLog::add_failure(model::Failure failure) {
  if (broken_ || !open_) return;
  if (failures_.size() >= most_failures) {
    ++failures_dropped_;
    return;
  }
  kept_ += failure.message.size();
  if (kept_ > most_kept) {
    failure.message = "[not kept: this launch reported more than 16 MiB of messages]";
  }
  failures_.push_back(std::move(failure));
}

void CaseLog::finish(model::CaseResult result, Findings& out) {
  if (broken_ || !open_) return;
  open_ = false;
  ++ended_;
  if (result.reported != model::Reported::failed) {
    if (current_ != none) good_.push_back(current_);
  } else {
    ++failed_;
    result.failures = std::move(failures_);
    if (failures_dropped_ > 0) {
      result.failures.push_back({"[" + base::plural(failures_dropped_, "more failure") + "]", {}});
    }
  }
  failures_.clear();
  if (current_ == none) return;
  out.emplace_back(model::CaseFinished{slots_[current_].index, std::move(result)});
}

void CaseLog::distrust(const std::string& why, Findings& out) {
  for (const std::size_t slot : good_) {
    contradict(slot, "the report is not to be believed: " + why, out);
  }
  break_channel(why, out);
}

void CaseLog::die_inside() {
  died_ = true;
  open_ = false;
}

void CaseLog::contradict(std::size_t slot, std::string how, Findings& out) {
  out.emplace_back(model::CaseContradicted{slots_[slot].index, std::move(how)});
}

void CaseLog::break_channel(std::string why, Findings& out) {
  if (std::exchange(broken_, true)) return;
  if (open_ && current_ != none) {
    why += "; while '" + base::to_one_line(slots_[current_].shown) + "' was running";
  }
  const std::size_t before = order_.size() - (open_ && current_ != none ? 1 : 0);
  if (before > 0) {
    why += "; the test before it was '" + base::to_one_line(slots_[order_[before - 1]].shown) + "'";
  }
  out.emplace_back(model::ChannelBroken{channel_, std::move(why)});
}

}  // namespace cupel::harness

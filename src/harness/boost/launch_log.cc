// SPDX-License-Identifier: Apache-2.0
// Units are entered and left by their own name alone; the path of a test comes from the suites
// around it.
#include "harness/boost/launch_log.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "harness/boost/native_path.h"

namespace cupel::harness::boost {
namespace {

constexpr std::size_t longest_line = 64 * 1024;
constexpr std::size_t longest_message = 16 * 1024;
constexpr std::size_t most_failures = 100;           ///< of one test
constexpr std::size_t most_kept = 16 * 1024 * 1024;  ///< bytes of a launch
constexpr std::size_t most_skips = 100'000;
constexpr std::size_t deepest = 256;  ///< suites in each other; no log of ours has more

}  // namespace

LaunchLog::LaunchLog(const model::Listing& listing, const RunPlan& plan) {
  std::vector<std::size_t> indices = plan.covered;
  indices.insert(indices.end(), plan.extra.begin(), plan.extra.end());
  std::ranges::sort(indices);
  slots_.reserve(indices.size());
  for (const std::size_t index : indices) {
    Slot& slot = slots_.emplace_back();
    slot.index = index;
    slot.path = read_native(listing.tests[index].native).path;
    for (std::size_t at = slot.path.find('\n'); at != std::string::npos;
         at = slot.path.find('\n', at + 1)) {
      const std::size_t begin = slot.path.rfind('/', at) + 1;  // npos + 1 is the beginning
      partial_.insert(slot.path.substr(begin, at - begin));
    }
  }
  for (std::size_t i = slots_.size(); i-- > 0;) by_path_[slots_[i].path] = i;
}

void LaunchLog::on_bytes(std::string_view bytes, Findings& out) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    line_ += piece.substr(0, longest_line - std::min(longest_line, line_.size()));
    if (newline == std::string_view::npos) return;
    on_line(line_, out);
    line_.clear();
    bytes.remove_prefix(newline + 1);
  }
}

void LaunchLog::finish(Findings& out) {
  if (!line_.empty()) on_line(std::exchange(line_, {}), out);
}

std::size_t LaunchLog::find(std::string_view path, std::size_t from) const {
  if (from < slots_.size() && slots_[from].path == path) return from;
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? no_slot : found->second;
}

std::string LaunchLog::skip_reason(const std::string& path) const {
  const auto found = skips_.find(path);
  return found == skips_.end() ? std::string() : found->second;
}

/// The line may be the beginning of one that goes on behind a newline in a name.
bool LaunchLog::goes_on(std::string_view line) {
  if (partial_.empty()) return false;
  const auto name = read_open_name(line);
  if (!name || !partial_.contains(std::string(*name))) return false;
  pending_ = std::string(line) + "\n";
  return true;
}

void LaunchLog::on_line(std::string_view line, Findings& out) {
  std::string joined;
  if (!pending_.empty()) {
    joined = std::exchange(pending_, {}) + std::string(line);
    line = joined;
  }
  if (goes_on(line)) return;
  const LogLine read = read_log_line(line);
  if (read.kind != LogLine::Kind::other) failure_ = nullptr;
  switch (read.kind) {
    case LogLine::Kind::enter_case:
      return enter_case(read.name, out);
    case LogLine::Kind::leave_case:
      return leave_case(read, out);
    case LogLine::Kind::enter_suite:
      if (suites_.size() < deepest) suites_.emplace_back(read.name);
      return;
    case LogLine::Kind::leave_suite:
      return leave_suite(read.name);
    case LogLine::Kind::leave_module:
      left_module_ = true;
      return;
    case LogLine::Kind::skipped:
      if (skips_.size() < most_skips) skips_[std::string(read.name)] = base::to_utf8(read.text);
      return;
    case LogLine::Kind::failure:
      return add_failure(read);
    case LogLine::Kind::warning:
      return;
    case LogLine::Kind::other:
      return add_text(line);
  }
}

std::string LaunchLog::path_of(std::string_view name) const {
  std::string path;
  for (const std::string& suite : suites_) path += suite + "/";
  return path.append(name);
}

void LaunchLog::enter_case(std::string_view name, Findings& out) {
  std::size_t slot = find(path_of(name), next_);
  // Where a message has pretended to enter or leave a suite, the order still tells.
  if (slot == no_slot && next_ < slots_.size() && leaf_of(slots_[next_].path) == name) slot = next_;
  if (slot == no_slot || slots_[slot].began) return;
  slots_[slot].began = true;
  open_ = slot;
  next_ = slot + 1;
  out.push_back(model::CaseStarted{slots_[slot].index});
}

void LaunchLog::leave_case(const LogLine& line, Findings& out) {
  if (open_ == no_slot || leaf_of(slots_[open_].path) != line.name) return;
  Slot& slot = slots_[std::exchange(open_, no_slot)];
  slot.left = true;
  slot.duration = line.duration;
  model::CaseResult result;
  result.duration = slot.duration;
  result.failures = slot.failures;
  out.push_back(model::CaseFinished{slot.index, std::move(result)});
}

void LaunchLog::leave_suite(std::string_view name) {
  const auto place = std::ranges::find(suites_.rbegin(), suites_.rend(), name);
  if (place != suites_.rend()) suites_.erase(place.base() - 1, suites_.end());
}

void LaunchLog::add_failure(const LogLine& line) {
  if (kept_ > most_kept || outside_.size() > most_failures) return;
  std::vector<model::Failure>& failures =
      open_ == no_slot ? outside_[std::string(line.name)] : slots_[open_].failures;
  if (failures.size() >= most_failures) return;
  failures.push_back({base::to_utf8(line.text.substr(0, longest_message)), line.location});
  failure_ = &failures.back();
  kept_ += failure_->message.size();
}

void LaunchLog::add_text(std::string_view line) {
  if (failure_ == nullptr || failure_->message.size() + line.size() > longest_message) return;
  failure_->message += "\n" + base::to_utf8(line);
  kept_ += line.size();
}

}  // namespace cupel::harness::boost

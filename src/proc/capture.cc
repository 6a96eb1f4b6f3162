// SPDX-License-Identifier: Apache-2.0
#include "proc/capture.h"

#include <algorithm>

namespace cupel::proc {

void Capture::add(std::string_view bytes) {
  const std::size_t room = head_limit_ - head_.size();
  const std::size_t first = std::min(room, bytes.size());
  head_.append(bytes.substr(0, first));
  bytes.remove_prefix(first);
  if (bytes.empty()) return;
  if (bytes.size() >= tail_limit_) {
    cut_ += tail_.size() + bytes.size() - tail_limit_;
    tail_.assign(bytes.substr(bytes.size() - tail_limit_));
    return;
  }
  tail_.append(bytes);
  if (tail_.size() < 2 * tail_limit_) return;
  const std::size_t surplus = tail_.size() - tail_limit_;
  tail_.erase(0, surplus);
  cut_ += surplus;
}

std::string Capture::text() const {
  if (cut_ == 0) return head_ + tail_;
  return head_ + "\n[cupel: " + std::to_string(cut_) + " bytes cut here]\n" + tail_;
}

}  // namespace cupel::proc

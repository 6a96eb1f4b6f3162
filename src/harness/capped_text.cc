// SPDX-License-Identifier: Apache-2.0
#include "harness/capped_text.h"

#include <algorithm>

#include "base/text.h"

namespace cupel::harness {

void CappedText::append(std::string_view bytes) {
  const std::size_t room = keep_head - std::min(head_.size(), keep_head);
  head_ += bytes.substr(0, room);
  tail_ += bytes.substr(std::min(room, bytes.size()));
  if (tail_.size() > 2 * keep_tail) trim_tail();
}

void CappedText::trim_tail() {
  if (tail_.size() <= keep_tail) return;
  const std::size_t excess = tail_.size() - keep_tail;
  cut_ += excess;
  tail_.erase(0, excess);
}

std::size_t CappedText::shrink() {
  trim_tail();
  return head_.size() + tail_.size();
}

std::string CappedText::text() const {
  const std::size_t excess = tail_.size() - std::min(tail_.size(), keep_tail);
  const std::size_t left_out = cut_ + excess;
  if (left_out == 0) return base::to_utf8(head_ + tail_);
  return base::to_utf8(head_) + "\n[" + std::to_string(left_out) + " bytes left out]\n" +
         base::to_utf8(std::string_view(tail_).substr(excess));
}

}  // namespace cupel::harness

// SPDX-License-Identifier: Apache-2.0
// The names, folded and sorted, are the leaves of a tree of their prefixes. A node under which
// nothing is avoided becomes one pattern; under any other node its children are looked at, and a
// name that ends at the node can only be said exactly.
#include "harness/name_cover.h"

#include <algorithm>

namespace cupel::harness {
namespace {

/// Names that matching cannot tell apart.
struct Key {
  std::string text;       ///< as it is compared
  std::string_view said;  ///< the same as the first of them writes it
  std::vector<std::size_t> tests;
  bool wanted = false;   ///< at least one is
  bool avoided = false;  ///< at least one is
};

class Walk {
 public:
  Walk(std::vector<Key> keys, const PatternRules& rules)
      : keys_(std::move(keys)), rules_(rules), avoided_(1, 0), wanted_(1, 0) {
    for (const Key& key : keys_) {
      avoided_.push_back(avoided_.back() + (key.avoided ? 1 : 0));
      wanted_.push_back(wanted_.back() + (key.wanted ? 1 : 0));
    }
  }

  NameCover run() {
    descend(0, keys_.size(), 0);
    std::sort(cover_.uncovered.begin(), cover_.uncovered.end());
    return std::move(cover_);
  }

 private:
  /// The keys in [first, last) are all those that begin with the same `depth` bytes.
  void descend(std::size_t first, std::size_t last, std::size_t depth) {
    if (wanted_[last] == wanted_[first]) return;
    if (last - first == 1 && say_exactly(first)) return;
    const std::size_t common = common_prefix(first, last);
    if (avoided_[last] == avoided_[first] && say_prefix(first, depth, common)) return;
    if (last - first == 1) return give_up(first);
    while (first < last && keys_[first].text.size() == common) {
      if (keys_[first].wanted && !say_exactly(first)) give_up(first);
      ++first;
    }
    while (first < last) {
      const char byte = keys_[first].text[common];
      std::size_t end = first + 1;
      while (end < last && keys_[end].text[common] == byte) ++end;
      descend(first, end, common + 1);
      first = end;
    }
  }

  /// Sorted, so the first and the last differ soonest.
  [[nodiscard]] std::size_t common_prefix(std::size_t first, std::size_t last) const {
    const std::string& a = keys_[first].text;
    const std::string& b = keys_[last - 1].text;
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t common = 0;
    while (common < most && a[common] == b[common]) ++common;
    return common;
  }

  bool say_exactly(std::size_t key) {
    const Key& one = keys_[key];
    if (one.avoided || !rules_.is_exact(one.said)) return false;
    cover_.patterns.push_back(rules_.spell(one.said, false));
    return true;
  }

  /// Any prefix from `depth` to `common` bytes picks these keys and no others.
  bool say_prefix(std::size_t key, std::size_t depth, std::size_t common) {
    const std::string_view said = keys_[key].said.substr(0, common);
    const std::size_t length = std::min(rules_.expressible(said), common);
    if (length == 0 || length < depth) return false;
    cover_.patterns.push_back(rules_.spell(said.substr(0, length), true));
    return true;
  }

  void give_up(std::size_t key) {
    cover_.uncovered.insert(cover_.uncovered.end(), keys_[key].tests.begin(),
                            keys_[key].tests.end());
  }

  std::vector<Key> keys_;
  const PatternRules& rules_;
  std::vector<std::size_t> avoided_;  ///< of the keys before each
  std::vector<std::size_t> wanted_;
  NameCover cover_;
};

std::vector<Key> keys_of(const model::Listing& listing, const std::vector<Wish>& wishes,
                         const PatternRules& rules) {
  std::vector<Key> keys;
  keys.reserve(listing.tests.size());
  for (std::size_t i = 0; i < listing.tests.size(); ++i) {
    Key& key = keys.emplace_back();
    key.said = rules.compared(listing.tests[i].native);
    key.text = key.said;
    for (char& c : key.text) c = rules.folded(c);
    key.tests = {i};
    key.wanted = wishes[i] == Wish::want;
    key.avoided = wishes[i] == Wish::avoid;
  }
  std::stable_sort(keys.begin(), keys.end(),
                   [](const Key& a, const Key& b) { return a.text < b.text; });
  std::vector<Key> merged;
  for (Key& key : keys) {
    if (merged.empty() || merged.back().text != key.text) {
      merged.push_back(std::move(key));
      continue;
    }
    merged.back().tests.push_back(key.tests.front());
    merged.back().wanted = merged.back().wanted || key.wanted;
    merged.back().avoided = merged.back().avoided || key.avoided;
  }
  return merged;
}

}  // namespace

NameCover cover_names(const model::Listing& listing, const std::vector<Wish>& wishes,
                      const PatternRules& rules) {
  NameCover cover = Walk(keys_of(listing, wishes, rules), rules).run();
  std::erase_if(cover.uncovered, [&](std::size_t test) { return wishes[test] != Wish::want; });
  return cover;
}

}  // namespace cupel::harness

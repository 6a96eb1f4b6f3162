// SPDX-License-Identifier: Apache-2.0
// The list of the units as a graph for dot (1.59 and later). Nothing in it is escaped:
//
//   graph   = "digraph G {rankdir=LR;" LF unit "}" LF
//   unit    = "tu" ID "[shape=" SHAPE ",fontname=Helvetica,color=" COLOR ",label=\"" label "\"];"
//   LF
//             [ "tu" PARENT " -> tu" ID ";" LF ]                  all but the outermost have one
//             *( "tu" ID " -> tu" ID "[color=red,style=dotted,constraint=false];" LF )  depends on
//             [ "{" LF *unit "}" LF ]                             suites have it
//   label   = NAME "|" FILE "(" LINE ")" [ "|timeout=" N ] [ "|expected failures=" N ]
//             [ "|labels:" *( " @" LABEL ) ]                      of the outermost: NAME
//
// A name may hold quotes, bars and newlines. A label ends where the line of its own parent follows.
// A unit that is disabled is yellow.
#include "harness/boost/unit_tree.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "harness/boost/native_path.h"

namespace cupel::harness::boost {
namespace {

constexpr std::string_view graph_begin = "digraph G {rankdir=LR;\n";
constexpr std::string_view dependency_end = "[color=red,style=dotted,constraint=false];\n";

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Takes "|KEY=N" off the end.
void drop_number(std::string_view& label, std::string_view key) {
  const std::size_t at = label.rfind(key);
  if (at != std::string_view::npos && is_digits(label.substr(at + key.size()))) {
    label = label.substr(0, at);
  }
}

/// Name and place from a label, whose parts behind the name are known from its end.
void read_label(std::string_view label, Unit& unit) {
  if (const std::size_t at = label.rfind("|labels: @"); at != std::string_view::npos) {
    label = label.substr(0, at);
  }
  drop_number(label, "|expected failures=");
  drop_number(label, "|timeout=");
  const std::size_t bar = label.rfind('|');
  unit.name = label.substr(0, bar);
  if (bar == std::string_view::npos) return;
  std::string_view place = label.substr(bar + 1);
  const std::size_t open = place.rfind('(');
  if (open == std::string_view::npos || !place.ends_with(')')) return;
  std::string_view digits = place.substr(open + 1);
  const std::size_t line = take_count(digits);
  if (open == 0 || line == 0 || line >= 1'000'000'000) return;
  unit.location = {base::to_utf8(place.substr(0, open)), static_cast<int>(line)};
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  base::Result<Tree> read() {
    const std::size_t begin = text_.find(graph_begin);
    if (begin == std::string_view::npos) return base::trouble("it is not a list of Boost.Test");
    text_.remove_prefix(begin + graph_begin.size());
    while (!done_) {
      if (!step()) return base::trouble("it is cut short, or not as Boost.Test writes it");
    }
    return std::move(tree_);
  }

 private:
  bool step() {
    if (take(text_, "{\n")) {
      if (tree_.units.empty()) return false;
      tree_.units[last_].is_suite = true;
      open_.push_back(last_);
      return true;
    }
    if (take(text_, "}\n")) {
      if (open_.empty()) return false;
      open_.pop_back();
      done_ = open_.empty();
      return true;
    }
    if (!take(text_, "tu")) return false;
    const std::size_t id = take_count(text_);
    return text_.starts_with(" -> tu") ? dependency(id) : unit(id);
  }

  bool dependency(std::size_t id) {
    take(text_, " -> tu");
    const std::size_t on = take_count(text_);
    const auto found = tree_.units.find(id);
    if (found == tree_.units.end() || !take(text_, dependency_end)) return false;
    found->second.depends.push_back(on);
    return true;
  }

  bool unit(std::size_t id) {
    if (tree_.units.contains(id) || (open_.empty() && !tree_.units.empty())) return false;
    const std::size_t color = text_.find(",color=");
    const std::size_t label = text_.find(",label=\"");
    if (label == std::string_view::npos || color > label) return false;
    Unit unit;
    unit.id = id;
    unit.enabled = text_.substr(color, label - color) == ",color=green";
    text_.remove_prefix(label + std::string_view(",label=\"").size());
    std::string end = "\"];\n";
    const std::size_t tail = end.size();
    if (open_.empty()) {
      end += "{\n";
    } else {
      unit.parent = open_.back();
      end += "tu" + std::to_string(unit.parent) + " -> tu" + std::to_string(id) + ";\n";
    }
    const std::size_t at = text_.find(end);
    if (at == std::string_view::npos) return false;
    if (open_.empty()) {
      unit.name = text_.substr(0, at);
      tree_.root = id;
      text_.remove_prefix(at + tail);
    } else {
      read_label(text_.substr(0, at), unit);
      tree_.units[unit.parent].children.push_back(id);
      text_.remove_prefix(at + end.size());
    }
    tree_.units.emplace(id, std::move(unit));
    last_ = id;
    return true;
  }

  std::string_view text_;
  Tree tree_;
  std::vector<std::size_t> open_;  ///< suites
  std::size_t last_ = 0;
  bool done_ = false;
};

/// The units from below the outermost down to this one.
std::vector<std::size_t> way_to(const Tree& tree, std::size_t id) {
  std::vector<std::size_t> way;
  for (; id != tree.root; id = tree.units.at(id).parent) way.push_back(id);
  std::ranges::reverse(way);
  return way;
}

/// Siblings run in rising rank, and of one rank in the order of their registration. A unit has a
/// higher rank than every sibling that it, or something inside it, depends on.
class Ranks {
 public:
  explicit Ranks(const Tree& tree) : tree_(tree) {
    for (const auto& [id, unit] : tree.units) {
      for (const std::size_t on : unit.depends) add(id, on);
    }
  }

  std::size_t rank(std::size_t id) {
    const auto known = ranks_.find(id);
    if (known != ranks_.end()) return known->second;
    ranks_[id] = 1;  // holds for a cycle, which Boost.Test refuses to run
    std::size_t highest = 0;
    if (const auto found = after_.find(id); found != after_.end()) {
      for (const std::size_t sibling : found->second) highest = std::max(highest, rank(sibling));
    }
    return ranks_[id] = highest + 1;
  }

 private:
  void add(std::size_t from, std::size_t on) {
    if (!tree_.units.contains(on)) return;
    const std::vector<std::size_t> a = way_to(tree_, from);
    const std::vector<std::size_t> b = way_to(tree_, on);
    const auto [mine, other] = std::ranges::mismatch(a, b);
    if (mine != a.end() && other != b.end()) after_[*mine].push_back(*other);
  }

  const Tree& tree_;
  std::map<std::size_t, std::vector<std::size_t>> after_;
  std::map<std::size_t, std::size_t> ranks_;
};

}  // namespace

base::Result<Tree> read_tree(std::string_view dot) {
  CUPEL_TRY_ASSIGN(Tree tree, Reader(dot).read());
  Ranks ranks(tree);
  for (auto& [id, unit] : tree.units) {
    std::ranges::stable_sort(unit.children, {}, [&](std::size_t one) { return ranks.rank(one); });
  }
  return tree;
}

}  // namespace cupel::harness::boost

// SPDX-License-Identifier: Apache-2.0
// stdout of a run with --test-threads=1 (1.63 to 1.95):
//
//   "\nrunning " N " test"[s] "\n"
//   ( begin word [ " <" SECONDS "s>" ] "\n" )*
//   [ "\nfailures:\n\n" ( "---- " NAME " stdout ----\n" TEXT "\n" )* "\nfailures:\n" ( "    " NAME
//   "\n" )* ]
//   "\ntest result: " ( "ok" | "FAILED" ) ". " P " passed; " F " failed; " I " ignored; " M
//        " measured; " X " filtered out" [ "; finished in " SECONDS "s" ] "\n\n"
//
// Doc tests since edition 2024 may come as several of these, one after the other.
//
//   begin = "test " NAME blanks [ " - should panic" | " - compile fail" | " - compile" ] " ... "
//   word  = "ok" | "FAILED" | "FAILED (time limit exceeded)" | "ignored" | "ignored, " REASON
//
// `begin` is written and flushed before the test runs. print! is captured; raw writes, C's stdio
// and children are not, and their bytes may stand between any two of these. So a beginning is
// looked for anywhere, but only that of the test that is next.
#include "harness/libtest/run_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cupel::harness::libtest {
namespace {

constexpr std::size_t keep_closing_bytes = std::size_t{8} << 20;
constexpr std::size_t keep_tail = 4096;     ///< the closing line has less than 200
constexpr std::size_t keep_region = 4096;   ///< before a beginning, to see the word there
constexpr std::size_t most_padding = 4096;  ///< after the name of a benchmark

constexpr std::string_view begin_end = " ... ";
constexpr std::array<std::string_view, 3> modes{" - should panic", " - compile fail", " - compile"};

enum class Fit { no, maybe, yes };
struct Suffix {
  Fit fit = Fit::no;
  std::size_t size = 0;
};

/// Whether `text` begins with `wanted`, as far as it goes.
Fit fits(std::string_view text, std::string_view wanted) {
  if (text.starts_with(wanted)) return Fit::yes;
  return wanted.starts_with(text) ? Fit::maybe : Fit::no;
}

/// What follows the name in `begin`, from the first blank after the padding.
Suffix mode_and_end(std::string_view text) {
  Fit best = fits(text, begin_end);
  if (best == Fit::yes) return {Fit::yes, begin_end.size()};
  for (const std::string_view mode : modes) {
    const Fit mode_fit = fits(text, mode);
    if (mode_fit == Fit::maybe) best = Fit::maybe;
    if (mode_fit != Fit::yes) continue;
    const Fit end_fit = fits(text.substr(mode.size()), begin_end);
    if (end_fit == Fit::yes) return {Fit::yes, mode.size() + begin_end.size()};
    if (end_fit == Fit::maybe) best = Fit::maybe;
  }
  return {best, 0};
}

/// The same from the end of the name.
Suffix after_name(std::string_view text) {
  const std::size_t word = text.find_first_not_of(' ');
  if (word == std::string_view::npos)
    return {text.size() <= most_padding ? Fit::maybe : Fit::no, 0};
  if (word == 0 || word > most_padding) return {};
  Suffix found = mode_and_end(text.substr(word - 1));
  if (found.fit == Fit::yes) found.size += word - 1;
  return found;
}

/// Cuts " <0.030s>" off the end of a line.
std::string_view without_time(std::string_view line) {
  constexpr std::size_t longest = 32;
  const std::size_t at = line.rfind(" <");
  if (!line.ends_with("s>") || at == std::string_view::npos || line.size() - at > longest)
    return line;
  return line.substr(0, at);
}

/// Takes the last line, with its newline, off the end; empty where there is none.
std::string_view take_last_line(std::string_view& region) {
  if (!region.ends_with('\n')) return {};
  region.remove_suffix(1);
  const std::size_t newline = region.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::string_view line = region.substr(begin);
  region = region.substr(0, begin);
  return line;
}

Console::Word word_at_end(std::string_view region) {
  region = region.substr(region.size() - std::min(region.size(), keep_region));
  std::string_view line = take_last_line(region);
  // Where everything runs, ignored tests stand between the others.
  while (line.starts_with("test ") && line.find(" ... ignored") != std::string_view::npos) {
    line = take_last_line(region);
  }
  line = without_time(line);
  if (line.ends_with("ok")) return Console::Word::ok;
  if (line.ends_with("FAILED") || line.ends_with("FAILED (time limit exceeded)"))
    return Console::Word::failed;
  return Console::Word::unclear;
}

bool take(std::string_view& text, std::string_view wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(wanted.size());
  return true;
}

bool take_count(std::string_view& text, std::string_view label, std::size_t& count) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return take(text, label);
}

std::optional<Summary> parse_summary(std::string_view text) {
  Summary summary;
  std::size_t ignored = 0;
  std::size_t measured = 0;
  std::size_t filtered = 0;
  summary.ok = text.starts_with("ok. ");
  const bool shaped =
      (take(text, "ok. ") || take(text, "FAILED. ")) &&
      take_count(text, " passed; ", summary.passed) &&
      take_count(text, " failed; ", summary.failed) && take_count(text, " ignored; ", ignored) &&
      take_count(text, " measured; ", measured) && take_count(text, " filtered out", filtered);
  const bool ends = take(text, "\n") || (take(text, "; finished in ") && text.find("s\n") < 32);
  if (!shaped || !ends || measured != 0) return std::nullopt;
  return summary;
}

/// The word of the test that began last, before the part that closes the run. A test may have
/// printed such parts of its own, so one that says ok outweighs others.
Console::Word word_before_closing(std::string_view closing) {
  Console::Word word = Console::Word::unclear;
  for (const std::string_view mark : {"\n\nfailures:\n", "\n\ntest result: "}) {
    for (std::size_t at = closing.find(mark); at != std::string_view::npos;
         at = closing.find(mark, at + 1)) {
      const Console::Word here = word_at_end(closing.substr(0, at + 1));
      if (here == Console::Word::ok) return here;
      if (here == Console::Word::failed) word = here;
    }
  }
  return word;
}

std::optional<Summary> last_summary(std::string_view text) {
  constexpr std::string_view mark = "\ntest result: ";
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return parse_summary(text.substr(at + mark.size()));
}

void add(std::optional<Summary>& sum, const Summary& one) {
  if (!sum) sum = Summary{true, 0, 0};
  sum->ok = sum->ok && one.ok;
  sum->passed += one.passed;
  sum->failed += one.failed;
}

/// "running 3 tests" is the last line.
bool opens_section(std::string_view region) {
  const std::string_view line = take_last_line(region);
  return line.starts_with("running ") && (line.ends_with(" test") || line.ends_with(" tests"));
}

}  // namespace

void Console::on_bytes(std::string_view bytes) {
  buffer_ += bytes;
  search();
}

void Console::search() {
  while (begun_ < tests_.size()) {
    const std::string wanted = "test " + tests_.name(begun_);
    const std::size_t at = buffer_.find(wanted, from_);
    if (at == std::string::npos) {
      from_ = std::max(from_, buffer_.size() - std::min(buffer_.size(), wanted.size() - 1));
      break;
    }
    const Suffix suffix = after_name(std::string_view(buffer_).substr(at + wanted.size()));
    if (suffix.fit == Fit::maybe) {
      from_ = at;
      break;
    }
    from_ = at + 1;
    if (suffix.fit == Fit::no) continue;
    if (begun_ > 0) close_region(std::string_view(buffer_).substr(0, at));
    buffer_.erase(0, at + wanted.size() + suffix.size);
    from_ = 0;
    ++begun_;
  }
  if (begun_ == tests_.size()) return keep_closing();
  // A flood costs no memory: what is before the place where a beginning may stand is a word at
  // most.
  const std::size_t bound = tests_.has_sections() ? keep_closing_bytes : keep_region;
  if (from_ > 2 * bound) {
    buffer_.erase(0, from_ - bound);
    from_ = bound;
  }
}

void Console::close_region(std::string_view region) {
  if (!tests_.has_sections() || !close_section(region)) words_[begun_ - 1] = word_at_end(region);
}

bool Console::close_section(std::string_view region) {
  const auto summary = opens_section(region) ? last_summary(region) : std::nullopt;
  if (!summary) return false;
  add(sections_, *summary);
  words_[begun_ - 1] = word_before_closing(region);
  const std::string_view kept =
      region.substr(0, keep_closing_bytes - std::min(kept_, keep_closing_bytes));
  kept_ += kept.size();
  closings_.back() = kept;
  closings_.emplace_back();
  return true;
}

void Console::keep_closing() {
  const std::string_view kept =
      std::string_view(buffer_).substr(0, keep_closing_bytes - std::min(kept_, keep_closing_bytes));
  kept_ += kept.size();
  closings_.back() += kept;
  tail_ += buffer_;
  if (tail_.size() > 2 * keep_tail) tail_.erase(0, tail_.size() - keep_tail);
  buffer_.clear();
  from_ = 0;
}

bool Console::ended_with_word() const {
  return word_at_end(begun_ == tests_.size() ? tail_ : buffer_) != Word::unclear;
}

void Console::finish() {
  if (begun_ < tests_.size() || begun_ == 0) return;
  const auto last = last_summary(
      std::string_view(tail_).substr(tail_.size() - std::min(tail_.size(), keep_tail)));
  if (last) {
    add(sections_, *last);
    summary_ = sections_;
  }
  words_[begun_ - 1] = word_before_closing(closings_.back());
}

}  // namespace cupel::harness::libtest

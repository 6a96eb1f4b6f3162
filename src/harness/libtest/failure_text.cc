// SPDX-License-Identifier: Apache-2.0
// A text is what the test and the panics of its threads printed. A panic, up to 1.72 and from 1.73:
//
//   "thread '" THREAD "' panicked at '" MESSAGE "', " FILE ":" LINE ":" COLUMN "\n"
//   "thread '" THREAD "' " [ "(" ID ") " ] "panicked at " FILE ":" LINE ":" COLUMN ":\n" MESSAGE
//   "\n"
//
// and after it "note: run with `RUST_BACKTRACE=1` …" or "stack backtrace:". THREAD is the test's
// name; "main" in 1.67, and in doc tests, which are programs. A test may have caught panics: the
// last one of its own thread is the one that failed it.
#include "harness/libtest/failure_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace cupel::harness::libtest {
namespace {

constexpr std::size_t longest_message = 16 * 1024;

struct Panic {
  std::string_view thread;
  std::string_view message;
  model::Location location;
};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) return std::nullopt;
  return value;
}

/// FILE ":" LINE ":" COLUMN
std::optional<model::Location> parse_place(std::string_view text) {
  const std::size_t second = text.rfind(':');
  if (second == std::string_view::npos || second == 0) return std::nullopt;
  const std::size_t first = text.rfind(':', second - 1);
  if (first == std::string_view::npos || first == 0) return std::nullopt;
  const auto line = number(text.substr(first + 1, second - first - 1));
  if (!line || !number(text.substr(second + 1))) return std::nullopt;
  return model::Location{base::to_utf8(text.substr(0, first)), *line};
}

std::string_view line_of(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

std::string_view trimmed(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

/// The message of the form from 1.73 on ends where something of the panic machinery follows.
std::string_view new_message(std::string_view text) {
  std::size_t end = text.size();
  for (const std::string_view mark :
       {"\nnote: run with `RUST_BACKTRACE", "\nstack backtrace:\n", "\nthread '"}) {
    end = std::min(end, text.find(mark));
  }
  return trimmed(text.substr(0, end));
}

/// MESSAGE "', " PLACE at the end of a line.
bool read_old_panic(std::string_view text, Panic& panic) {
  for (std::size_t quote = text.find("', "); quote != std::string_view::npos;
       quote = text.find("', ", quote + 1)) {
    if (const auto place = parse_place(line_of(text.substr(quote + 3)))) {
      panic.message = text.substr(0, quote);
      panic.location = *place;
      return true;
    }
  }
  return false;
}

/// The panic whose text begins behind "thread '".
std::optional<Panic> read_panic(std::string_view text) {
  constexpr std::string_view verb = "panicked at ";
  const std::string_view line = line_of(text);
  const std::size_t at = line.find(verb);
  const std::size_t quote = line.substr(0, at).rfind('\'');
  if (at == std::string_view::npos || quote == std::string_view::npos) return std::nullopt;
  Panic panic;
  panic.thread = line.substr(0, quote);
  const std::string_view rest = text.substr(at + verb.size());
  if (rest.starts_with('\'')) {
    if (!read_old_panic(rest.substr(1), panic)) return std::nullopt;
    return panic;
  }
  std::string_view place = line_of(rest);
  if (!place.ends_with(':')) return std::nullopt;
  place.remove_suffix(1);
  const auto location = parse_place(place);
  if (!location) return std::nullopt;
  panic.location = *location;
  panic.message = new_message(rest.substr(std::min(rest.size(), place.size() + 2)));
  return panic;
}

/// The last panic of the test's own thread, else the last of any.
std::optional<Panic> decisive_panic(std::string_view name, std::string_view text) {
  constexpr std::string_view mark = "thread '";
  std::optional<Panic> own;
  std::optional<Panic> any;
  for (std::size_t at = text.find(mark); at != std::string_view::npos;
       at = text.find(mark, at + 1)) {
    auto panic = read_panic(text.substr(at + mark.size()));
    if (!panic) continue;
    if (panic->thread == name || panic->thread == "main") own = panic;
    any = std::move(panic);
  }
  return own ? own : any;
}

/// The value that a test returned instead of Ok.
std::optional<std::string_view> returned_error(std::string_view text) {
  constexpr std::string_view mark = "Error: ";
  if (text.starts_with(mark)) return trimmed(text);
  const std::size_t at = text.rfind("\nError: ");
  if (at == std::string_view::npos) return std::nullopt;
  return trimmed(text.substr(at + 1));
}

/// "… at FILE:LINE:COLUMN" at the end of libtest's own words.
std::optional<model::Location> place_in(std::string_view message) {
  const std::size_t at = message.rfind(" at ");
  if (at == std::string_view::npos) return std::nullopt;
  return parse_place(line_of(message.substr(at + 4)));
}

std::string cut(std::string_view text) {
  if (text.size() <= longest_message) return base::to_utf8(text);
  return base::to_utf8(text.substr(0, longest_message)) + "…";
}

}  // namespace

std::unordered_map<std::string, std::string> failure_texts(std::string_view closing,
                                                           const std::vector<std::string>& failed) {
  std::unordered_map<std::string_view, std::size_t> place;
  for (std::size_t i = 0; i < failed.size(); ++i) place.emplace(failed[i], i);
  constexpr std::string_view before = "\n---- ";
  constexpr std::string_view after = " stdout ----\n";
  const std::string_view body = closing.substr(0, closing.rfind("\n\nfailures:\n    "));
  std::unordered_map<std::string, std::string> texts;
  std::size_t next = 0;
  std::string_view name;
  std::size_t begin = 0;
  const auto close = [&](std::size_t end) {
    if (!name.empty()) texts.emplace(name, trimmed(body.substr(begin, end - begin)));
  };
  for (std::size_t at = body.find(before); at != std::string_view::npos;
       at = body.find(before, at + 1)) {
    const std::string_view line = line_of(body.substr(at + before.size()));
    if (!line.ends_with(after.substr(0, after.size() - 1))) continue;
    const std::string_view here = line.substr(0, line.size() - (after.size() - 1));
    const auto found = place.find(here);
    if (found == place.end() || found->second < next) continue;
    close(at);
    next = found->second + 1;
    name = here;
    begin = std::min(body.size(), at + before.size() + line.size() + 1);
  }
  close(body.size());
  return texts;
}

model::Failure read_failure(std::string_view name, std::string_view text,
                            const std::string& message) {
  model::Failure failure;
  const auto panic = decisive_panic(name, text);
  if (!message.empty()) {
    failure.message = cut(message);
    if (const auto place = place_in(message)) {
      failure.location = *place;
    } else if (panic) {
      failure.location = panic->location;
    }
    return failure;
  }
  if (panic) return {cut(panic->message), panic->location};
  if (const auto error = returned_error(text)) return {cut(*error), {}};
  text = trimmed(text);
  return {text.empty() ? std::string("it failed without a word") : cut(text), {}};
}

}  // namespace cupel::harness::libtest

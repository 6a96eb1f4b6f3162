// SPDX-License-Identifier: Apache-2.0
#include "harness/gtest/list_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "harness/gtest/wire.h"

namespace cupel::harness::gtest {

/// A bracket that leads one level down.
struct ListReader::Step {
  Level from;
  std::string_view key;  ///< empty: an element, or the document itself
  bool object;
  Level to;
};

constexpr ListReader::Step ListReader::steps[] = {
    {Level::outside, "", true, Level::document},
    {Level::document, "testsuites", false, Level::suites},
    {Level::suites, "", true, Level::suite},
    {Level::suite, "testsuite", false, Level::tests},
    {Level::tests, "", true, Level::test},
};

void ListReader::begin(bool object) {
  if (passed_over_ > 0) {
    ++passed_over_;
    return;
  }
  const auto* const step = std::find_if(std::begin(steps), std::end(steps), [&](const Step& one) {
    return one.from == level_ && one.object == object && (one.key.empty() || one.key == key_);
  });
  if (step == std::end(steps)) {
    malformed_ = malformed_ || is_element() || level_ == Level::outside;
    passed_over_ = 1;
    return;
  }
  level_ = step->to;
  if (level_ == Level::suites) {
    malformed_ = malformed_ || std::exchange(has_suites_, true);
  } else if (level_ == Level::suite) {
    suite_begins_ = listing_.tests.size();
    has_suite_name_ = false;
    has_tests_ = false;
  } else if (level_ == Level::tests) {
    malformed_ = malformed_ || std::exchange(has_tests_, true);
  } else if (level_ == Level::test) {
    listing_.tests.emplace_back();
    has_test_name_ = false;
  }
}

void ListReader::end() {
  if (passed_over_ > 0) {
    --passed_over_;
    return;
  }
  if (level_ == Level::test) finish_test();
  if (level_ == Level::suite) finish_suite();
  level_ = static_cast<Level>(static_cast<int>(level_) - 1);
}

void ListReader::key(std::string& name) {
  if (passed_over_ == 0) key_ = name;
}

void ListReader::string(std::string& text) {
  if (passed_over_ > 0) return;
  if (level_ == Level::suite && key_ == "name") {
    suite_name_ = undo_latin1(text);
    has_suite_name_ = true;
  } else if (level_ == Level::test && key_ == "name") {
    listing_.tests.back().native = undo_latin1(text);
    has_test_name_ = true;
  } else if (level_ == Level::test && key_ == "file") {
    listing_.tests.back().location.file = base::to_utf8(undo_latin1(text));
  } else {
    other();
  }
}

void ListReader::integer(std::int64_t number) {
  if (passed_over_ > 0) return;
  if (level_ == Level::test && key_ == "line") {
    if (number > 0 && number < 1'000'000'000) {
      listing_.tests.back().location.line = static_cast<int>(number);
    }
  } else {
    other();
  }
}

void ListReader::other() {
  if (passed_over_ == 0 && (is_element() || level_ == Level::outside)) malformed_ = true;
}

void ListReader::finish_test() {
  malformed_ = malformed_ || !has_test_name_;
  listing_.tests.back().disabled = has_disabled_mark(listing_.tests.back().native);
}

/// Its name may stand behind its tests.
void ListReader::finish_suite() {
  malformed_ = malformed_ || !has_suite_name_ || !has_tests_;
  const bool disabled = has_disabled_mark(suite_name_);
  for (std::size_t i = suite_begins_; i < listing_.tests.size(); ++i) {
    model::TestCase& test = listing_.tests[i];
    test.native.insert(0, suite_name_ + ".");
    test.disabled = test.disabled || disabled;
    if (test.disabled) test.disabled_reason = "DISABLED_ in its name";
  }
}

std::string undo_latin1(std::string_view utf8) {
  std::string bytes;
  bytes.reserve(utf8.size());
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    if ((lead == 0xC2 || lead == 0xC3) && i + 1 < utf8.size()) {
      const auto next = static_cast<unsigned char>(utf8[++i]);
      bytes += static_cast<char>(((lead & 0x03) << 6) | (next & 0x3F));
    } else {
      bytes += utf8[i];
    }
  }
  return bytes;
}

}  // namespace cupel::harness::gtest

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "format/json.h"
#include "model/listing.h"

namespace cupel::harness::gtest {

/// Tests of a listing in GoogleTest's JSON (grammar in list_tests.cc), as the text is read. Members
/// that it does not know are passed over with all that is in them.
class ListReader : public format::JsonListener {
 public:
  explicit ListReader(model::Listing& listing) : listing_(listing) {}
  /// False where the document was JSON of another shape.
  [[nodiscard]] bool complete() const { return has_suites_ && !malformed_; }

  void begin(bool object) override;
  void end() override;
  void key(std::string& name) override;
  void string(std::string& text) override;
  void integer(std::int64_t number) override;
  void other() override;

 private:
  enum class Level { outside, document, suites, suite, tests, test };
  struct Step;
  static const Step steps[];

  [[nodiscard]] bool is_element() const {
    return level_ == Level::suites || level_ == Level::tests;
  }
  void finish_test();
  void finish_suite();

  model::Listing& listing_;
  Level level_ = Level::outside;
  std::size_t passed_over_ = 0;  ///< brackets open in a member that is passed over
  std::string key_;
  bool has_suites_ = false;
  bool malformed_ = false;
  std::size_t suite_begins_ = 0;  ///< its first test in the listing
  std::string suite_name_;
  bool has_suite_name_ = false;
  bool has_tests_ = false;
  bool has_test_name_ = false;
};

/// The bytes behind a string of GoogleTest's JSON, which writes each byte from 0x80 on as the
/// character of that number. Characters beyond U+00FF, which it never writes, stay UTF-8.
[[nodiscard]] std::string undo_latin1(std::string_view utf8);

}  // namespace cupel::harness::gtest

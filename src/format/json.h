// SPDX-License-Identifier: Apache-2.0
// JSON both ways. Writing appends to a string and builds no tree, since the journal writes three
// objects a test; reading is a view into a parsed document. The library behind it stays out of this
// header.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace cupel::format {

/// Appends one JSON value to a string. Strings are made valid UTF-8 and hold no raw control
/// character; floating-point numbers are the shortest text that reads back to the same value, and
/// "nan", "inf", "-inf" where there is no number to write.
class JsonWriter {
 public:
  /// Objects and arrays down to `open_levels` have a line for each member; below that all is on one
  /// line, without blanks.
  explicit JsonWriter(std::string& out, int open_levels = 0)
      : out_(out), open_levels_(open_levels) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);
  /// A key that is known to need no escape: one that stands in the source.
  JsonWriter& plain_key(std::string_view name);

  JsonWriter& null() { return raw("null"); }
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  JsonWriter& value(std::same_as<bool> auto flag) { return raw(flag ? "true" : "false"); }
  JsonWriter& value(std::signed_integral auto number) {
    return integer(static_cast<std::int64_t>(number));
  }
  JsonWriter& value(std::unsigned_integral auto number)
    requires(!std::same_as<decltype(number), bool>)
  {
    return count(static_cast<std::uint64_t>(number));
  }

  template <typename T>
  JsonWriter& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : null();
  }
  template <typename T>
  JsonWriter& value(const std::vector<T>& items) {
    begin_array();
    for (const T& item : items) value(item);
    return end_array();
  }
  template <typename T>
  JsonWriter& value(const std::map<std::string, T>& members) {
    begin_object();
    for (const auto& [name, item] : members) key(name).value(item);
    return end_object();
  }

  /// A member of an object: its key and its value.
  template <typename T>
  JsonWriter& field(std::string_view name, const T& item) {
    return key(name).value(item);
  }

 private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& raw(std::string_view text);
  JsonWriter& integer(std::int64_t number);
  JsonWriter& count(std::uint64_t number);
  void separate();
  void new_line();

  std::string& out_;
  int open_levels_;
  int depth_ = 0;
  std::uint64_t occupied_ = 0;  ///< a bit a level: something stands there already
  bool after_key_ = false;
};

/// True for text that reads back as exactly these bytes: valid UTF-8.
[[nodiscard]] bool is_exact(std::string_view text);

/// A value of a parsed document. Cheap to copy; keeps the document alive. Whatever is not there, or
/// not of the kind asked for, is absent: reading never fails half way.
class Json {
 public:
  enum class Kind { null, boolean, number, string, array, object };

  Json() = default;  ///< null

  [[nodiscard]] Kind kind() const;
  [[nodiscard]] bool is_null() const { return kind() == Kind::null; }
  [[nodiscard]] bool is_array() const { return kind() == Kind::array; }
  [[nodiscard]] bool is_object() const { return kind() == Kind::object; }

  /// The member of an object, null where there is none.
  [[nodiscard]] Json operator[](std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// How many elements or members; 0 for the other kinds.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::vector<Json> elements() const;
  /// Sorted by name; of a repeated name the last one counts.
  [[nodiscard]] std::vector<std::pair<std::string, Json>> members() const;

  [[nodiscard]] std::optional<std::string> string() const;
  [[nodiscard]] std::optional<bool> boolean() const;
  /// Numbers, and the strings that stand for those that JSON lacks.
  [[nodiscard]] std::optional<double> number() const;
  /// Whole numbers that fit.
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  [[nodiscard]] std::optional<std::uint64_t> count() const;

 private:
  friend base::Result<Json> parse_json(std::string_view text);
  Json(std::shared_ptr<const void> document, const void* node)
      : document_(std::move(document)), node_(node) {}

  std::shared_ptr<const void> document_;
  const void* node_ = nullptr;
};

/// Reads one JSON document; the error names the line, the column and what is wrong there.
[[nodiscard]] base::Result<Json> parse_json(std::string_view text);

/// Takes a document as it is read, for those too long to be kept as a tree.
class JsonListener {
 public:
  JsonListener() = default;
  JsonListener(const JsonListener&) = delete;
  JsonListener& operator=(const JsonListener&) = delete;
  virtual ~JsonListener() = default;
  virtual void begin(bool object) = 0;  ///< an object, or an array
  virtual void end() = 0;               ///< of the innermost object or array
  virtual void key(std::string& name) = 0;
  virtual void string(std::string& text) = 0;
  virtual void integer(std::int64_t number) = 0;  ///< a whole number that fits
  virtual void other() = 0;                       ///< null, true, false, any other number
};

/// As parse_json; what was told before an error is void.
[[nodiscard]] base::Result<void> scan_json(std::string_view text, JsonListener& listener);

}  // namespace cupel::format

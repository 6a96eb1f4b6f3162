// SPDX-License-Identifier: Apache-2.0
// Reading XML while it is being written: events of the document so far, whatever bytes it is cut
// into, without a tree and in bounded memory. Made for the reports that test programs stream.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cupel::format {

struct XmlStart {
  std::string name;
  /// Bytes as the program wrote them, entities resolved; blanks are not normalised.
  std::vector<std::pair<std::string, std::string>> attributes;

  /// The value, null where there is no such attribute; of a repeated one the first.
  [[nodiscard]] const std::string* find(std::string_view attribute) const;
  /// The value, empty where there is none.
  [[nodiscard]] std::string_view get(std::string_view attribute) const;
};

/// Takes the events. A piece of character data may come in several calls.
class XmlSink {
 public:
  XmlSink() = default;
  XmlSink(const XmlSink&) = delete;
  XmlSink& operator=(const XmlSink&) = delete;
  virtual ~XmlSink() = default;

  virtual void on_start(const XmlStart& element) = 0;
  virtual void on_end(std::string_view name) = 0;
  virtual void on_text(std::string_view bytes) = 0;
};

/// Tolerant of what real reports have: bytes that are not UTF-8, control characters, unknown
/// entities (left as they stand). Not tolerant of tags that do not match, of a second root or of
/// text beside it: two writers make those. At the first such byte it stops for good.
class XmlEvents {
 public:
  static constexpr std::size_t longest_name = 256;
  static constexpr std::size_t longest_value = 64 * 1024;  ///< of an attribute; the rest is dropped
  static constexpr std::size_t most_attributes = 64;
  static constexpr std::size_t deepest = 512;

  void feed(std::string_view bytes, XmlSink& sink);

  [[nodiscard]] bool failed() const { return state_ == State::failed; }
  /// What is wrong and at which byte, counted from 0; empty where nothing is.
  [[nodiscard]] const std::string& why() const { return why_; }
  /// The root element has been closed, and nothing was wrong so far.
  [[nodiscard]] bool complete() const { return root_closed_ && !failed(); }
  /// Bytes read so far; where it failed, up to the one that is wrong.
  [[nodiscard]] std::size_t position() const { return at_; }

 private:
  enum class State {
    text,
    entity,          ///< after '&' in text
    open,            ///< after '<'
    start_name,      ///< "<name"
    in_tag,          ///< between attributes
    attribute_name,  ///< "<name attr"
    after_attribute,
    before_value,
    value,
    value_entity,
    empty_tag,  ///< after '/' in a tag
    end_name,   ///< "</name"
    after_end_name,
    declaration,  ///< "<?", up to "?>"
    bang,         ///< "<!", of which a comment or CDATA
    comment,
    cdata,
    failed,
  };

  void step(char c, XmlSink& sink);
  void on_text_byte(char c, XmlSink& sink);
  void on_entity_byte(char c, XmlSink& sink);
  void on_open_byte(char c);
  void on_start_name_byte(char c, XmlSink& sink);
  void on_tag_byte(char c, XmlSink& sink);
  void on_attribute_byte(char c);
  void on_value_byte(char c);
  void on_value_entity_byte(char c);
  void on_end_name_byte(char c, XmlSink& sink);
  void on_bang_byte(char c);
  void on_comment_byte(char c);
  void on_cdata_byte(char c, XmlSink& sink);
  void close_start(XmlSink& sink, bool empty);
  void close_end(XmlSink& sink);
  void leave_element(XmlSink& sink);
  void add_to_value(std::string_view bytes);
  void flush_text(XmlSink& sink);
  void fail(std::string why);

  State state_ = State::text;
  std::size_t at_ = 0;  ///< of the byte that is being read
  std::vector<std::string> open_;
  XmlStart start_;
  std::string word_;  ///< the name, entity or marker that is being read
  std::string text_;  ///< character data not delivered yet
  char quote_ = 0;
  bool root_seen_ = false;
  bool root_closed_ = false;
  std::string why_;
};

/// Without the blanks, tabs and newlines at both ends.
[[nodiscard]] std::string_view trim_blanks(std::string_view text);

}  // namespace cupel::format

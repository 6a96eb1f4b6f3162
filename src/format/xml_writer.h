// SPDX-License-Identifier: Apache-2.0
// Writes XML 1.0 that every parser takes, whatever bytes the text has: what XML has no character
// for becomes a visible \xHH.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cupel::format {

class XmlWriter {
 public:
  /// Appends to `out`, the declaration first.
  explicit XmlWriter(std::string& out);

  /// Elements are a line each, indented by their depth; text stands in its element without blanks
  /// around it. Attributes come right after open().
  XmlWriter& open(std::string_view name);
  XmlWriter& attribute(std::string_view name, std::string_view value);
  XmlWriter& text(std::string_view content);
  XmlWriter& close();

 private:
  void end_start_tag();
  void new_line();

  std::string& out_;
  std::vector<std::string> names_;
  bool tag_open_ = false;
  bool has_text_ = false;
  bool has_child_ = false;
};

}  // namespace cupel::format

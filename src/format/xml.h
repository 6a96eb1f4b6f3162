// SPDX-License-Identifier: Apache-2.0
// Reading XML: a view into a parsed document. Tolerant of text that is not UTF-8, since test
// programs put whatever they have into their reports; callers get the bytes as they stand. The
// library behind it stays out of this header.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cupel::format {

/// An element. Cheap to copy; valid as long as its document.
class XmlElement {
 public:
  XmlElement() = default;  ///< no element

  explicit operator bool() const { return node_ != nullptr; }
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool has(const char* attribute) const;
  /// The value of an attribute, empty where there is none.
  [[nodiscard]] std::string_view attribute(const char* name) const;
  /// The character data directly inside, CDATA included, joined.
  [[nodiscard]] std::string text() const;
  /// Elements only; what stands between them is passed over.
  [[nodiscard]] XmlElement first_child() const;
  [[nodiscard]] XmlElement next_sibling() const;

 private:
  friend class XmlDocument;
  explicit XmlElement(void* node) : node_(node) {}
  void* node_ = nullptr;
};

class XmlDocument {
 public:
  /// Reads one document; the error names the byte at which it ceases to be XML.
  [[nodiscard]] static base::Result<XmlDocument> parse(std::string_view bytes);

  [[nodiscard]] XmlElement root() const;

 private:
  explicit XmlDocument(std::shared_ptr<const void> tree) : tree_(std::move(tree)) {}
  std::shared_ptr<const void> tree_;
};

}  // namespace cupel::format

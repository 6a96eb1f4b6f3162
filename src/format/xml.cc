// SPDX-License-Identifier: Apache-2.0
#include "format/xml.h"

#include <pugixml.hpp>
#include <utility>

namespace cupel::format {
namespace {

pugi::xml_node node_of(void* internal) {
  return pugi::xml_node(static_cast<pugi::xml_node_struct*>(internal));
}

pugi::xml_node first_element(pugi::xml_node from) {
  while (from && from.type() != pugi::node_element) from = from.next_sibling();
  return from;
}

}  // namespace

std::string_view XmlElement::name() const {
  return node_of(node_).name();
}

bool XmlElement::has(const char* attribute) const {
  return !node_of(node_).attribute(attribute).empty();
}

std::string_view XmlElement::attribute(const char* name) const {
  return node_of(node_).attribute(name).value();
}

std::string XmlElement::text() const {
  std::string joined;
  for (const pugi::xml_node child : node_of(node_).children()) {
    if (child.type() == pugi::node_cdata || child.type() == pugi::node_pcdata) {
      joined += child.value();
    }
  }
  return joined;
}

XmlElement XmlElement::first_child() const {
  return XmlElement(first_element(node_of(node_).first_child()).internal_object());
}

XmlElement XmlElement::next_sibling() const {
  return XmlElement(first_element(node_of(node_).next_sibling()).internal_object());
}

base::Result<XmlDocument> XmlDocument::parse(std::string_view bytes) {
  auto tree = std::make_shared<pugi::xml_document>();
  // The encoding is given, not guessed: guessing would convert bytes that are not UTF-8.
  const pugi::xml_parse_result result =
      tree->load_buffer(bytes.data(), bytes.size(),
                        pugi::parse_default | pugi::parse_ws_pcdata_single, pugi::encoding_utf8);
  if (!result) {
    return base::trouble("not XML at byte " + std::to_string(result.offset) + ": " +
                         result.description());
  }
  return XmlDocument(std::move(tree));
}

XmlElement XmlDocument::root() const {
  const auto* tree = static_cast<const pugi::xml_document*>(tree_.get());
  return XmlElement(first_element(tree->first_child()).internal_object());
}

}  // namespace cupel::format

// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "format/toml_shape.h"

namespace cupel::format {
namespace {

using Json = nlohmann::ordered_json;

Json table_schema(const std::vector<ShapeKey>& keys);

Json text_schema(const ShapeKey& key) {
  Json schema = {{"type", "string"}};
  if (!key.words.empty()) {
    schema["enum"] = key.words;
  } else if (!key.rule.regex.empty()) {
    schema["pattern"] = key.rule.regex;
  } else if (!key.may_be_empty) {
    schema["minLength"] = 1;
  }
  return schema;
}

Json map_schema(const ShapeKey& key, Json member) {
  Json schema = {{"type", "object"}, {"additionalProperties", std::move(member)}};
  if (!key.name_rule.regex.empty()) schema["propertyNames"] = {{"pattern", key.name_rule.regex}};
  return schema;
}

Json list_schema(const ShapeKey& key, Json item) {
  Json schema = {{"type", "array"}, {"items", std::move(item)}};
  if (key.not_empty) schema["minItems"] = 1;
  return schema;
}

Json number_schema(const ShapeKey& key) {
  const bool whole = key.type == ShapeType::integer;
  Json schema = {{"type", whole ? "integer" : "number"}};
  if (key.least) schema["minimum"] = *key.least;
  if (key.most) schema["maximum"] = *key.most;
  if (key.above) schema["exclusiveMinimum"] = *key.above;
  if (key.below) schema["exclusiveMaximum"] = *key.below;
  return schema;
}

Json value_schema(const ShapeKey& key) {
  switch (key.type) {
    case ShapeType::text:
      return text_schema(key);
    case ShapeType::integer:
    case ShapeType::number:
      return number_schema(key);
    case ShapeType::boolean:
      return {{"type", "boolean"}};
    case ShapeType::date:
      return {{"type", "string"}, {"format", "date"}};
    case ShapeType::text_list:
      return list_schema(key, text_schema(key));
    case ShapeType::text_map:
      return map_schema(key, text_schema(key));
    case ShapeType::table:
      return table_schema(key.keys);
    case ShapeType::table_list:
      return list_schema(key, table_schema(key.keys));
    case ShapeType::table_map:
      return map_schema(key, table_schema(key.keys));
  }
  return {};
}

Json fallback_json(const ShapeKey& key) {
  switch (key.type) {
    case ShapeType::boolean:
      return key.fallback.front() == "true";
    case ShapeType::integer:
      return std::stoi(key.fallback.front());
    case ShapeType::text_list:
      return key.fallback;
    default:
      return key.fallback.front();
  }
}

Json table_schema(const std::vector<ShapeKey>& keys) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const ShapeKey& key : keys) {
    if (key.unsupported) continue;
    Json schema = {{"description", key.doc}};
    schema.update(value_schema(key));
    if (!key.fallback.empty()) schema["default"] = fallback_json(key);
    properties[key.name] = std::move(schema);
    if (key.required) required.push_back(key.name);
  }
  Json schema = {{"type", "object"}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["properties"] = std::move(properties);
  return schema;
}

}  // namespace

std::string shape_schema(const std::vector<ShapeKey>& keys, const std::string& title) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  schema.update(table_schema(keys));
  return schema.dump(2) + "\n";
}

}  // namespace cupel::format

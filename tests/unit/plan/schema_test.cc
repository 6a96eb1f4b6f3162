// SPDX-License-Identifier: Apache-2.0
// The editor schemas give the parser's answers on the corpus, and the committed one of the ledger
// is what its table says; that of the configuration is compared where the table of harnesses is
// known.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "committed_schema.h"
#include "config_corpus.h"
#include "format/toml.h"
#include "plan/config_keys.h"

namespace cupel::plan {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const format::TomlValue& value) {
  switch (value.type) {
    case format::TomlType::text:
      return value.text;
    case format::TomlType::integer:
      return value.integer;
    case format::TomlType::number:
      return value.number;
    case format::TomlType::boolean:
      return value.boolean;
    case format::TomlType::date:
      return base::format_date(value.date);
    case format::TomlType::time:
      return "a time";
    case format::TomlType::array:
    case format::TomlType::table:
      break;
  }
  Json out = value.is(format::TomlType::array) ? Json::array() : Json::object();
  for (const format::TomlValue& item : value.items) {
    if (out.is_array()) {
      out.push_back(to_json(item));
    } else {
      out[item.key] = to_json(item);
    }
  }
  return out;
}

bool type_fits(const std::string& type, const Json& value) {
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  ADD_FAILURE() << "a type that this validator does not know: " << type;
  return false;
}

/// As much of JSON Schema as the generated files use; any other word is a failure of the test.
class Validator {
 public:
  bool valid(const Json& schema, const Json& value) {
    for (const auto& [word, want] : schema.items()) {
      if (!holds(word, want, schema, value)) return false;
    }
    return true;
  }

 private:
  bool holds(const std::string& word, const Json& want, const Json& schema, const Json& value) {
    if (word == "$schema" || word == "title" || word == "description" || word == "default") {
      return true;
    }
    if (word == "type") return type_fits(want, value);
    if (word == "enum") return std::find(want.begin(), want.end(), value) != want.end();
    if (value.is_string()) return string_holds(word, want, value);
    if (value.is_number()) return number_holds(word, want, value);
    if (value.is_array()) return array_holds(word, want, value);
    if (value.is_object()) return object_holds(word, want, schema, value);
    return true;
  }

  static bool string_holds(const std::string& word, const Json& want, const std::string& value) {
    if (word == "pattern") return std::regex_search(value, std::regex(want.get<std::string>()));
    if (word == "minLength") return value.size() >= want.get<std::size_t>();
    if (word == "format") {
      return std::regex_match(value, std::regex("[0-9]{4}-[0-9]{2}-[0-9]{2}"));
    }
    return true;
  }

  static bool number_holds(const std::string& word, const Json& want, double value) {
    if (word == "minimum") return value >= want.get<double>();
    if (word == "maximum") return value <= want.get<double>();
    if (word == "exclusiveMinimum") return value > want.get<double>();
    if (word == "exclusiveMaximum") return value < want.get<double>();
    return true;
  }

  bool array_holds(const std::string& word, const Json& want, const Json& value) {
    if (word == "minItems") return value.size() >= want.get<std::size_t>();
    if (word != "items") return true;
    return std::all_of(value.begin(), value.end(),
                       [&](const Json& item) { return valid(want, item); });
  }

  bool object_holds(const std::string& word, const Json& want, const Json& schema,
                    const Json& value) {
    const Json none = Json::object();
    const Json& properties = schema.contains("properties") ? schema["properties"] : none;
    for (const auto& [name, member] : value.items()) {
      const bool named = properties.contains(name);
      if (word == "properties" && named && !valid(want[name], member)) return false;
      if (word == "propertyNames" && !valid(want, name)) return false;
      if (word == "additionalProperties" && !named) {
        if (want.is_boolean() ? !want.get<bool>() : !valid(want, member)) return false;
      }
    }
    if (word != "required") return true;
    return std::all_of(want.begin(), want.end(),
                       [&](const Json& name) { return value.contains(name.get<std::string>()); });
  }
};

void hold_against(const std::string& schema_text, const std::vector<CorpusCase>& corpus) {
  const Json schema = Json::parse(schema_text);
  for (const CorpusCase& c : corpus) {
    const auto root = format::parse_toml(c.text, "c.toml");
    ASSERT_TRUE(root.ok()) << c.text;
    EXPECT_EQ(Validator().valid(schema, to_json(*root)), c.refusal != Refusal::shape) << c.text;
  }
}

TEST(LedgerSchema, IsTheCommittedFile) {
  expect_committed("known-failures.toml.schema.json", ledger_schema_json());
}

TEST(ConfigSchema, GivesTheParsersAnswersOnTheCorpus) {
  hold_against(config_schema_json(corpus_harnesses()), config_corpus());
}

TEST(LedgerSchema, GivesTheParsersAnswersOnTheCorpus) {
  hold_against(ledger_schema_json(), ledger_corpus());
}

}  // namespace
}  // namespace cupel::plan

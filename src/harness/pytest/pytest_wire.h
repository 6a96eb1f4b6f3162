// SPDX-License-Identifier: Apache-2.0
// What this harness and its plug-in have agreed on: the files of a launch's private folder, the
// stream, and how names are written in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "format/json.h"
#include "harness/contract.h"

namespace cupel::harness::pytest {

/// The plug-in, as it is written into each launch's private folder: cupel_stream.py of this folder.
extern const std::string_view cupel_stream_py;

inline constexpr const char* plugin_file = "cupel_stream.py";
inline constexpr const char* plugin_module = "cupel_stream";
inline constexpr const char* launch_file = "launch.json";
inline constexpr const char* listing_file = "listing.json";
/// There where a second process of the launch wrote a listing as well.
inline constexpr const char* second_listing_file = "listing.twice";
inline constexpr const char* closing_file = "closing.json";
inline constexpr const char* stream_channel = "stream";

/// The target's command with the plug-in, which is loaded from the private folder.
[[nodiscard]] model::LaunchRequest request_with_plugin(const TargetView& target,
                                                       model::Template launch);

/// A node id in JSON: a string, or {"hex": "…"} where it is not valid UTF-8.
void write_name(format::JsonWriter& json, const std::string& name);
[[nodiscard]] std::optional<std::string> read_name(const format::Json& value);

/// The SHA-256 of the names of everything listed, sorted and joined by NUL: by it the plug-in sees
/// whether a later process collects the same tests.
[[nodiscard]] std::string listing_digest(const model::Listing& listing);

/// "file" and "line" of a record, as far as they are there.
[[nodiscard]] model::Location read_place(const format::Json& record);

/// What a collection error says, on one line: the same words from the listing and from each launch.
[[nodiscard]] std::string collection_words(const std::string& what, const model::Failure& failure);

}  // namespace cupel::harness::pytest

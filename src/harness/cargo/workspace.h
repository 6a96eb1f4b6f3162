// SPDX-License-Identifier: Apache-2.0
// What cargo tells of a workspace: `cargo metadata`, the messages of a build, and the surroundings
// in which it starts a test program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cupel::harness::cargo {

/// One of a package's libraries, programs, tests, examples or benchmarks.
struct Part {
  std::string kind;  ///< "lib", "bin", "test", "example", "bench"
  std::string name;
  std::string source;   ///< absolute: the file with its root module
  bool tested = false;  ///< `cargo test` makes a test program of it
};

struct Package {
  std::string name;
  std::string manifest_path;
  std::vector<std::string> features;
  bool has_doc_tests = false;  ///< it has a library whose documentation is tested
  std::vector<Part> parts;
};

/// Where a kind stands when several have one name.
[[nodiscard]] int rank_of_kind(std::string_view kind);

/// The members, in cargo's order; none where the text is not that of `cargo metadata`.
[[nodiscard]] std::optional<std::vector<Package>> parse_metadata(std::string_view text);

/// A test program that was built.
struct Program {
  std::string package_manifest;
  std::string kind;  ///< "lib", "bin", "test", "example", "bench"
  std::string name;
  std::string executable;  ///< absolute
  std::string source;      ///< as that of Part
};

struct Build {
  std::vector<Program> programs;    ///< by package, kind and name
  std::vector<std::string> errors;  ///< as the compiler shows them, the first ones
  std::size_t error_count = 0;
  bool succeeded = false;
};

/// Reads `--message-format=json`: one JSON object a line, and lines that are none are passed over.
[[nodiscard]] Build parse_build(std::string_view messages);

/// How cargo starts one program.
struct Surroundings {
  std::string workdir;
  std::map<std::string, std::string> env;      ///< what cargo adds
  std::map<std::string, std::string> changed;  ///< what was there and cargo sets otherwise
  std::string manifest;                        ///< the text of its package's Cargo.toml
};

/// By executable. `base` is the environment of cargo itself.
[[nodiscard]] std::map<std::string, Surroundings> parse_surroundings(std::string_view base,
                                                                     std::string_view dump);

/// Whether a manifest says `harness = false` of the program.
[[nodiscard]] bool has_own_main(std::string_view manifest, const Program& program);

}  // namespace cupel::harness::cargo

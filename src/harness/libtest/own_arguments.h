// SPDX-License-Identifier: Apache-2.0
// What a target's own arguments mean to libtest, whose options may stand on a command line once
// only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/contract.h"
#include "model/launch_request.h"

namespace cupel::harness::libtest {

/// Which tests run as far as #[ignore] goes.
enum class Ignored {
  skipped,   ///< they are reported as ignored
  included,  ///< --include-ignored
  only,      ///< --ignored
};

struct OwnArguments {
  /// The program and those of its arguments that stay: filters, --skip, --ignored and whatever is
  /// not an option of libtest. Options of ours can follow.
  std::vector<std::string> words;
  Ignored ignored = Ignored::skipped;
  std::optional<std::string> threads;  ///< what a run by hand would take: --test-threads
  /// `cargo test --doc`: rustdoc splits each argument at blanks, so that no name can be given.
  bool doc_tests = false;
};

[[nodiscard]] OwnArguments own_arguments(const TargetView& target);

/// Variables that change what runs or what is written; each of them acts, some only with unstable
/// options. RUST_TEST_THREADS is among them.
[[nodiscard]] std::vector<std::string> neutralised_variables();

/// The options of every run of ours: one thread, the long format, no colours.
void append_run_options(std::vector<model::Template>& argv);

}  // namespace cupel::harness::libtest

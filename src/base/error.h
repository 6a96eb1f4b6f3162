// SPDX-License-Identifier: Apache-2.0
// An error is cupel's own trouble, or the user's input: never a failing test, which is data.
// The message is a lower-case fragment that reads well after "cupel: error: "; each caller on the
// way up may add what it was doing; the hint says what to do next.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cupel::base {

/// What kind of trouble, as far as the exit code depends on it.
enum class ErrorKind {
  usage,    ///< the command line or a configuration file is wrong: exit 4, nothing was run
  trouble,  ///< the system refused something cupel needs: exit 3, could not judge
};

struct Error {
  ErrorKind kind = ErrorKind::trouble;
  std::string message;
  std::string hint;                  ///< what the user can do; may be empty
  std::vector<std::string> context;  ///< innermost first: "reading known-failures.toml"

  /// Adds what was being done when the error came up, and hands the error on.
  Error&& during(std::string what) && {
    context.push_back(std::move(what));
    return std::move(*this);
  }
};

[[nodiscard]] inline Error usage_error(std::string message, std::string hint = {}) {
  return Error{ErrorKind::usage, std::move(message), std::move(hint), {}};
}

[[nodiscard]] inline Error trouble(std::string message, std::string hint = {}) {
  return Error{ErrorKind::trouble, std::move(message), std::move(hint), {}};
}

/// "cupel: error: MESSAGE (while CONTEXT, while CONTEXT)\n  hint: HINT\n"
[[nodiscard]] std::string render(const Error& error);

}  // namespace cupel::base

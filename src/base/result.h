// SPDX-License-Identifier: Apache-2.0
// A value or an Error. Library code returns it; only cli decides what an error means for the
// process.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/error.h"

namespace cupel::base {

template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // Implicit on purpose: `return value;` and `return error;` both read as what they mean.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & {
    CUPEL_CHECK(ok(), "the value of a failed result was read");
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    CUPEL_CHECK(ok(), "the value of a failed result was read");
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] Error& error() & {
    CUPEL_CHECK(!ok(), "the error of a successful result was read");
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] const Error& error() const& {
    CUPEL_CHECK(!ok(), "the error of a successful result was read");
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error&& error() && { return std::move(error()); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: as above

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] Error& error() & {
    CUPEL_CHECK(!ok(), "the error of a successful result was read");
    return *error_;
  }
  [[nodiscard]] const Error& error() const& {
    CUPEL_CHECK(!ok(), "the error of a successful result was read");
    return *error_;
  }
  [[nodiscard]] Error&& error() && { return std::move(error()); }

 private:
  std::optional<Error> error_;
};

}  // namespace cupel::base

#define CUPEL_JOIN_(a, b) a##b
#define CUPEL_JOIN(a, b) CUPEL_JOIN_(a, b)

/// Runs an expression that yields a Result<void>; returns its error from the enclosing function.
#define CUPEL_TRY(expression)                                                                      \
  do {                                                                                             \
    if (auto cupel_tried = (expression); !cupel_tried.ok()) return std::move(cupel_tried).error(); \
  } while (false)

/// `CUPEL_TRY_ASSIGN(auto x, f())`: x is the value, or the enclosing function returns the error.
#define CUPEL_TRY_ASSIGN(target, expression) \
  CUPEL_TRY_ASSIGN_(target, expression, CUPEL_JOIN(cupel_result_, __LINE__))
#define CUPEL_TRY_ASSIGN_(target, expression, name) \
  auto name = (expression);                         \
  if (!name.ok()) return std::move(name).error();   \
  target = std::move(name).value()

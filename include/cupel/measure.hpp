// SPDX-License-Identifier: Apache-2.0
// Tells cupel what a test observed: errors beside their tolerances, and which of its sub-cases it
// reached. Everything here is inert when the program does not run under cupel, may be called from
// any thread and from a child after fork, allocates nothing, and never fails a test.
#pragma once

#include <atomic>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <string_view>

#include <cupel/detail/events_file.hpp>
#include <cupel/pact/events.hpp>

namespace cupel {

/// The name of a test in the two parts that its framework has, "Suite" and "Test"; either may be
/// empty. The strings must live until the process ends.
struct TestName {
  const char* suite = "";
  const char* name = "";
};

namespace detail {

/// The test that runs now. One for the whole process, so that the test's own threads find it.
inline std::atomic<const TestName*> current_test{nullptr};

/// Where measures go when there is no events file: the framework's own properties, if it has any.
using PropertySink = void (*)(const char* key, const char* value);
inline std::atomic<PropertySink> property_sink{nullptr};

inline thread_local std::string_view current_subcase;

inline pact::EventLine test_line(const char* kind) {
  pact::EventLine line = event_line(kind);
  if (const TestName* test = current_test.load(std::memory_order_acquire)) {
    line.test(test->suite, test->name);
  }
  return line;
}

inline bool heard() {
  return events_file.present() || property_sink.load(std::memory_order_relaxed) != nullptr;
}

inline void property(const char* prefix, std::string_view name, const char* value) {
  const PropertySink sink = property_sink.load(std::memory_order_relaxed);
  if (sink == nullptr) return;
  char key[256];
  std::snprintf(key, sizeof key, "%s%.*s", prefix, static_cast<int>(name.size()), name.data());
  sink(key, value);
}

/// "SUBCASE: NAME" inside a sub-case, so that measures of several sub-cases stay apart.
class QualifiedName {
 public:
  explicit QualifiedName(std::string_view name) : view_(name) {
    if (current_subcase.empty()) return;
    const int length = std::snprintf(
        buffer_, sizeof buffer_, "%.*s: %.*s", static_cast<int>(current_subcase.size()),
        current_subcase.data(), static_cast<int>(name.size()), name.data());
    if (length > 0) view_ = std::string_view(buffer_);
  }
  [[nodiscard]] std::string_view view() const { return view_; }

 private:
  std::string_view view_;
  char buffer_[512];
};

}  // namespace detail

/// The glue of a framework says which test runs; nullptr: none.
inline void enter_test(const TestName* test) {
  detail::current_test.store(test, std::memory_order_release);
}

/// An observed error beside what is allowed, in the same unit, and why that much. `ceiling` is the
/// guaranteed level where there is one. Inside a Subcase the name gets its name in front.
inline void measure(std::string_view name, double observed, double tolerance,
                    std::string_view basis = {},
                    double ceiling = std::numeric_limits<double>::quiet_NaN()) {
  if (!detail::heard()) return;
  const detail::QualifiedName qualified(name);
  if (detail::events_file.present()) {
    pact::EventLine line = detail::test_line("measure");
    line.text("name", qualified.view()).number("observed", observed).number("tolerance", tolerance);
    if (ceiling == ceiling) line.number("ceiling", ceiling);
    detail::events_file.append(line.text("basis", basis).finish());
    return;
  }
  char value[64];
  std::snprintf(value, sizeof value, "%.9g of %.9g", observed, tolerance);
  detail::property("cupel.measure.", qualified.view(), value);
}

/// Declares the sub-cases that this test is going to run, so that those it never reached show.
/// Any range of strings; may be called again for more.
template <typename Range>
void subcases(const Range& names) {
  if (!detail::events_file.present()) return;
  auto next = std::begin(names);
  while (next != std::end(names)) {
    pact::EventLine line = detail::test_line("subcases");
    line.open_array("names");
    for (bool first = true; next != std::end(names); ++next, first = false) {
      if (!line.array_item(*next, first)) break;
    }
    detail::events_file.append(line.close_array().finish());
  }
}
inline void subcases(std::initializer_list<std::string_view> names) {
  subcases<std::initializer_list<std::string_view>>(names);
}

/// One sub-case: reached when this object begins. The name must outlive it.
class Subcase {
 public:
  explicit Subcase(std::string_view name) : outer_(detail::current_subcase) {
    detail::current_subcase = name;
    if (detail::events_file.present()) {
      detail::events_file.append(detail::test_line("subcase").text("name", name).finish());
    } else {
      detail::property("cupel.subcase.", name, "ran");
    }
  }
  Subcase(const Subcase&) = delete;
  Subcase& operator=(const Subcase&) = delete;
  ~Subcase() { detail::current_subcase = outer_; }

 private:
  std::string_view outer_;
};

/// Says that the test failed, whatever its framework will report; `context_dead`: the device
/// context cannot be used any more, and what comes after in this process is void.
inline void worsen(std::string_view why, bool context_dead = false) {
  if (!detail::events_file.present()) return;
  detail::events_file.append(
      detail::test_line("worsen").text("why", why).boolean("dead", context_dead).finish());
}

}  // namespace cupel

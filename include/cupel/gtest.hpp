// SPDX-License-Identifier: Apache-2.0
// Glue for GoogleTest. Including it is enough: before the first test a listener is added that tells
// the other headers which test runs. Write instead of a bare EXPECT_NEAR
//
//   EXPECT_CLOSE(result, reference, cupel::gemm(reduction));
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <unordered_map>

#include <cupel/check.hpp>
#include <cupel/compare.hpp>
#include <cupel/measure.hpp>
#include <cupel/tolerance.hpp>

namespace cupel::detail {

class GtestListener : public testing::EmptyTestEventListener {
 public:
  void OnTestStart(const testing::TestInfo& info) override {
    // GoogleTest keeps the strings to the end of the process; a node of the map does not move.
    TestName& name = names_[&info];
    name = TestName{info.test_suite_name(), info.name()};
    enter_test(&name);
  }
  void OnTestPartResult(const testing::TestPartResult& result) override {
    // A failure in a forked child reaches nobody else.
    if (result.failed() && ::getpid() != process_) worsen("failed in a forked child");
  }
  void OnTestEnd(const testing::TestInfo& /*info*/) override { enter_test(nullptr); }

 private:
  pid_t process_ = ::getpid();
  std::unordered_map<const testing::TestInfo*, TestName> names_;
};

inline void gtest_property(const char* key, const char* value) {
  if (current_test.load(std::memory_order_acquire) == nullptr) return;
  testing::Test::RecordProperty(key, value);
}

/// An environment, because those may be added before main, when GoogleTest is not yet set up.
class GtestGlue : public testing::Environment {
 public:
  void SetUp() override {
    static bool added = false;  // a repeated run sets up again
    if (added) return;
    added = true;
    testing::UnitTest::GetInstance()->listeners().Append(new GtestListener);
    property_sink.store(gtest_property);
  }
};

inline testing::Environment* const gtest_glue = testing::AddGlobalTestEnvironment(new GtestGlue);

inline testing::AssertionResult verdict(const char* name, const Comparison& seen,
                                        const Tolerance& tolerance) {
  record(name, seen, tolerance);
  if (seen.within_alarm()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << name << " is not close to its reference\n"
                                     << explain(seen, tolerance);
}

template <typename Result>
testing::AssertionResult close(const char* result_text, const char* /*reference_text*/,
                               const char* /*tolerance_text*/, const Result& result,
                               const Reference& reference, const Tolerance& tolerance) {
  return verdict(result_text, compare(result, reference, tolerance), tolerance);
}

inline testing::AssertionResult within(const char* name_text, const char* /*observed_text*/,
                                       const char* /*limit_text*/, const std::string& name,
                                       double observed, const NormBound& limit) {
  measure(name, observed, limit.limit, limit.derivation);
  // Written so that NaN is a failure.
  if (observed <= limit.limit) return testing::AssertionSuccess();
  return testing::AssertionFailure() << (name.empty() ? name_text : name) << ": " << observed
                                     << " is more than " << limit.derivation;
}

}  // namespace cupel::detail

/// Compares, records the measure under the text of `result`, and fails with the levels, three good
/// values, and the first and the worst bad ones. `reference`: cupel::Reference or vector<double>.
#define EXPECT_CLOSE(result, reference, tolerance) \
  EXPECT_PRED_FORMAT3(::cupel::detail::close, result, reference, tolerance)
#define ASSERT_CLOSE(result, reference, tolerance) \
  ASSERT_PRED_FORMAT3(::cupel::detail::close, result, reference, tolerance)

/// One number against a limit with a derivation (cupel::NormBound); records it under `name`.
#define EXPECT_WITHIN(name, observed, limit) \
  EXPECT_PRED_FORMAT3(::cupel::detail::within, name, observed, limit)

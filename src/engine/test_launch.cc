// SPDX-License-Identifier: Apache-2.0
#include "engine/test_launch.h"

#include <algorithm>
#include <utility>

namespace cupel::engine {
namespace {

model::Outcome live_outcome(model::Reported reported) {
  switch (reported) {
    case model::Reported::passed:
      return model::Outcome::passed;
    case model::Reported::failed:
    case model::Reported::unsettled:
      return model::Outcome::failed;
    case model::Reported::skipped:
      return model::Outcome::skipped;
  }
  return model::Outcome::failed;
}

/// Whether the closing report changed what the journal has of the test.
bool differs(const model::CaseResult& before, const model::CaseResult& after) {
  return before.reported != after.reported || before.failures != after.failures ||
         before.skip_reason != after.skip_reason || before.properties != after.properties ||
         before.output != after.output;
}

}  // namespace

TestLaunch::TestLaunch(TestLaunchSpec spec, Emitter& emit, OnEnd on_end)
    : spec_(std::move(spec)),
      emit_(emit),
      on_end_(std::move(on_end)),
      account_(spec_.plan.covered, spec_.plan.extra) {}

void TestLaunch::on_started(const Started& started, base::MonoTime now) {
  last_progress_ = now;
  emit_.emit(model::LaunchStarted{spec_.number, spec_.target->name(), spec_.lane, spec_.purpose,
                                  spec_.mode, started.argv, started.env_added, started.env_removed,
                                  spec_.plan.covered.size()});
  if (spec_.suspect) {
    emit_.emit(model::TestStarted{spec_.number, spec_.target->id(spec_.plan.covered.front())});
  }
  std::vector<model::Finding> findings;
  spec_.decoder->on_start(findings);
  take(findings);
}

void TestLaunch::on_bytes(const LaunchBytes& bytes, base::MonoTime now) {
  if (stopped_) return;
  const Emitter::Moment together(emit_);
  const bool from_client = bytes.channel == client_channel;
  harness::Decoder& decoder = from_client ? *spec_.client_decoder : *spec_.decoder;
  std::vector<model::Finding> findings;
  decoder.on_bytes({bytes.channel, bytes.connection, bytes.bytes}, findings);
  const std::size_t before = account_.progress();
  take(findings);
  if (account_.progress() != before) last_progress_ = now;
}

void TestLaunch::take(const std::vector<model::Finding>& findings) {
  for (const model::Finding& finding : findings) tell(finding);
}

void TestLaunch::tell(const model::Finding& finding) {
  const auto apply = [&] { account_.apply(finding); };
  if (const auto* started = std::get_if<model::CaseStarted>(&finding)) {
    apply();
    if (!spec_.suspect) {
      emit_.emit(model::TestStarted{spec_.number, spec_.target->id(started->index)});
    }
  } else if (const auto* finished = std::get_if<model::CaseFinished>(&finding)) {
    apply();
    tell_result(finished->index);
  } else if (const auto* amended = std::get_if<model::CaseAmended>(&finding)) {
    const Slot* slot = account_.slot(amended->index);
    if (slot == nullptr) return;
    const model::CaseResult before = slot->result;
    apply();
    if (differs(before, slot->result)) tell_result(amended->index);
  } else if (const auto* measured = std::get_if<model::CaseMeasured>(&finding)) {
    const auto index = measured->index ? measured->index : account_.in_flight();
    if (!index) return;
    emit_.emit(model::TestMeasured{spec_.number, spec_.target->id(*index), measured->measure});
  } else if (const auto* subcase = std::get_if<model::CaseSubcase>(&finding)) {
    const auto index = subcase->index ? subcase->index : account_.in_flight();
    if (!index) return;
    emit_.emit(model::TestSubcase{spec_.number, spec_.target->id(*index), subcase->subcase});
  } else {
    apply();
  }
}

void TestLaunch::tell_result(std::size_t index) {
  const Slot* slot = account_.slot(index);
  if (slot == nullptr) return;
  const model::CaseResult& result = slot->result;
  model::TestReported reported{spec_.number,
                               spec_.target->id(index),
                               live_outcome(result.reported),
                               {},
                               {},
                               result.failures,
                               result.properties,
                               result.output};
  if (result.duration) reported.duration_s = base::seconds(*result.duration);
  if (result.reported == model::Reported::skipped) reported.detail = result.skip_reason;
  if (result.reported == model::Reported::unsettled) {
    reported.open = true;
    reported.detail = "how it ended is for the closing report to tell";
  }
  emit_.emit(std::move(reported));
}

void TestLaunch::on_stop(model::KillReason reason) {
  stopped_ = reason;
}

/// What a program writes when it is told to end says nothing of its tests. But one that hangs in
/// its tear-down has written its closing report before, and what that alone can tell is told.
bool TestLaunch::closing_counts() const {
  if (!stopped_) return true;
  return stopped_ == model::KillReason::teardown_timeout &&
         std::ranges::any_of(account_.covered(), [&](std::size_t index) {
           return account_.slot(index)->result.reported == model::Reported::unsettled;
         });
}

void TestLaunch::on_gone(LaunchGone gone) {
  const Emitter::Moment together(emit_);
  if (closing_counts()) {
    harness::LaunchOutput output{
        gone.termination, std::move(gone.standard_output), std::move(gone.standard_error),
        gone.truncated,   std::move(gone.files),           std::move(gone.doubts)};
    std::vector<model::Finding> findings;
    spec_.decoder->on_end(output, findings);
    spec_.client_decoder->on_end(output, findings);
    take(findings);
    gone.standard_output = std::move(output.standard_output);
    gone.standard_error = std::move(output.standard_error);
  }
  on_end_(End{spec_.number, account_, gone, spec_.decoder->channel()});
}

std::optional<ActiveLaunch::Limit> TestLaunch::limit() const {
  const TestClocks& clocks = spec_.clocks;
  if (account_.all_finished()) {
    return Limit{last_progress_ + clocks.teardown, model::KillReason::teardown_timeout};
  }
  if (account_.in_flight()) {
    return Limit{last_progress_ + clocks.test, model::KillReason::test_timeout};
  }
  return Limit{last_progress_ + clocks.start, model::KillReason::start_timeout};
}

std::optional<model::KillReason> TestLaunch::unwanted() const {
  if (account_.poisoner()) return model::KillReason::poisoned;
  return std::nullopt;
}

}  // namespace cupel::engine

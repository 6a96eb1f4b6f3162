// SPDX-License-Identifier: Apache-2.0
#include "proc/launch.h"

#include <sys/wait.h>

#include "os/directory.h"
#include "os/signals.h"
#include "proc/start_program.h"

namespace cupel::proc {
namespace {

// Somebody outside the tree may hold a pipe and write for ever.
constexpr auto longest_drain = std::chrono::seconds(5);
// Beyond the warden's own bounds: it may be held up on a busy machine.
constexpr auto slack = std::chrono::seconds(5);

model::Termination how_it_ended(const Launch& launch, const ReportHead& head) {
  if (head.intended != 0 && launch.stop_reason)
    return model::KilledByUs{*launch.stop_reason, head.forced != 0};
  if (head.detail == CLD_EXITED) return model::Exited{head.value};
  return model::Signalled{head.value, head.detail == CLD_DUMPED};
}

model::Termination without_a_word(const Launch& launch) {
  if (launch.stop_reason) return model::KilledByUs{*launch.stop_reason, true};
  if (launch.unkillable)
    return model::Lost{"it outlived KILL; the machine may have to be restarted"};
  return model::Lost{"the process that supervised it was killed by " +
                     os::signal_name(launch.warden_signal)};
}

}  // namespace

void take_report(Launch& launch, const Report& report, const Limits& limits, base::MonoTime now) {
  switch (report.head.kind) {
    case ReportKind::started:
      launch.program_pid = report.head.value;
      return;
    case ReportKind::not_started:
      launch.ended = now;
      launch.termination = model::NotStarted{not_started_words(
          launch.program, static_cast<StartStep>(report.head.detail), report.head.value)};
      return;
    case ReportKind::ended:
      launch.ended = now;
      launch.program_pid = 0;
      launch.termination = how_it_ended(launch, report.head);
      launch.patience =
          now + launch.spec.leak_wait.value_or(limits.leak_wait) + limits.kill_wait + slack;
      return;
    case ReportKind::survivor:
      launch.survivors.push_back(report.text);
      return;
    case ReportKind::gone:
      launch.unkillable = report.head.value > 0;
      if (launch.unkillable) launch.survivors.push_back("outlived KILL: " + report.text);
      begin_draining(launch, now);
      return;
  }
}

void begin_draining(Launch& launch, base::MonoTime now) {
  if (!launch.termination) {
    launch.ended = now;
    launch.termination = without_a_word(launch);
  }
  launch.program_pid = 0;
  launch.phase = Phase::draining;
  launch.patience = now + longest_drain;
  launch.retry.reset();
}

void keep_output(Launch& launch, const Bytes& bytes) {
  if (bytes.channel == "stdout") launch.standard_output.add(bytes.bytes);
  if (bytes.channel == "stderr") launch.standard_error.add(bytes.bytes);
}

Gone finish(Launch& launch, const Limits& limits) {
  Gone gone;
  gone.id = launch.id;
  gone.termination = *launch.termination;
  gone.duration = launch.ended - launch.started;
  gone.standard_output = launch.standard_output.text();
  gone.standard_error = launch.standard_error.text();
  gone.output_cut = launch.standard_output.cut() + launch.standard_error.cut();
  gone.survivors = std::move(launch.survivors);
  gone.stacks = std::move(launch.stacks);
  gone.unkillable = launch.unkillable;
  gone.notes = std::move(launch.notes);
  gone.files = collect_files(launch.spec, limits.collect, gone.notes);
  launch.channels.take_attested(gone.files, gone.doubts);
  for (std::string& note : launch.channels.take_notes()) gone.notes.push_back(std::move(note));
  if (launch.spec.private_dir.empty()) return gone;
  if (base::Result<void> removed = os::remove_tree(launch.spec.private_dir); !removed.ok())
    gone.notes.push_back(removed.error().message);
  return gone;
}

}  // namespace cupel::proc

// SPDX-License-Identifier: Apache-2.0
#include "harness/doctest/doctest_wire.h"

#include "base/text.h"

namespace cupel::harness::doctest {

model::LaunchRequest request_for(const TargetView& target, const model::Template& report) {
  model::LaunchRequest request;
  request.argv.assign(target.command.begin(), target.command.end());
  model::Template out("--dt-out=");
  for (const model::Template::Part& part : report.parts()) {
    out = part.kind == model::Template::PartKind::channel ? out.channel(part.text)
                                                          : out.file(part.text);
  }
  request.argv.emplace_back("--dt-reporters=xml");
  request.argv.push_back(std::move(out));
  // The order decides what a position means, so it is the same in every launch.
  request.argv.emplace_back("--dt-order-by=file");
  request.workdir = target.workdir;
  return request;
}

ReportedName reported_name(const model::TestCase& test) {
  return {base::to_utf8(test.native), test.location.file, test.location.line};
}

}  // namespace cupel::harness::doctest

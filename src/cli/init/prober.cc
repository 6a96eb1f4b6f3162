// SPDX-License-Identifier: Apache-2.0
#include "cli/init/prober.h"

#include <utility>

#include "cli/harness_table.h"
#include "engine/ask_listing.h"
#include "harness/program_marks.h"
#include "os/environment.h"
#include "os/file.h"

namespace cupel::cli::init {
namespace {

constexpr base::Duration program_limit = std::chrono::seconds(20);
/// Of a program; a mark behind it is not found. Strings come before device code.
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;

}  // namespace

Prober::Prober(os::PrivateDir scratch, std::unique_ptr<engine::ProcessLauncher> launcher)
    : scratch_(std::move(scratch)),
      launcher_(std::move(launcher)),
      reactor_(*launcher_),
      environment_(os::environment()) {
  // Nobody has leased a device for this: what is asked here finds none.
  environment_["CUDA_VISIBLE_DEVICES"] = "";
}

base::Result<std::unique_ptr<Prober>> Prober::open() {
  CUPEL_TRY_ASSIGN(os::PrivateDir scratch, os::PrivateDir::make("cupel-"));
  CUPEL_TRY_ASSIGN(auto launcher, engine::ProcessLauncher::open());
  return std::unique_ptr<Prober>(new Prober(std::move(scratch), std::move(launcher)));
}

base::Result<harness::ListStep> Prober::ask(const std::string& harness,
                                            const harness::TargetView& target, base::Duration limit,
                                            const Watch& watch) {
  const harness::Harness* framework = find_harness(harness);
  if (framework == nullptr) {
    return harness::ListStep{
        harness::ListFault{"this version of cupel does not drive " + harness, {}}};
  }
  return engine::ask_listing(reactor_, *framework, target,
                             {environment_, scratch_.path(), limit, watch});
}

base::Result<Identity> Prober::identify(const std::string& path, const std::string& workdir) {
  Identity identity;
  auto head = os::read_untrusted(path, most_bytes);
  if (!head.ok()) {
    identity.why = head.error().message;
    return identity;
  }
  const harness::ProgramMarks marks = harness::read_program_marks(head->bytes);
  identity.cuda = marks.cuda;
  identity.why = "it has no mark of a test framework";
  for (const std::string_view word : marks.frameworks) {
    if (find_harness(std::string(word)) == nullptr) continue;
    identity.marked = true;
    CUPEL_TRY_ASSIGN(
        harness::ListStep step,
        ask(std::string(word), {"program", {path}, workdir, {}, false}, program_limit));
    if (auto* listing = std::get_if<model::Listing>(&step)) {
      if (listing->tests.empty()) {
        identity.why = "it speaks " + std::string(word) + ", and lists no test";
        return identity;
      }
      identity.harness = word;
      identity.listing = std::move(*listing);
      return identity;
    }
    const auto* fault = std::get_if<harness::ListFault>(&step);
    identity.why = "asked as " + std::string(word) + ": " +
                   (fault == nullptr ? "it contains others" : engine::words_of(*fault));
  }
  return identity;
}

}  // namespace cupel::cli::init

// SPDX-License-Identifier: Apache-2.0
// The command harness on any bytes, in segments (see segments.h):
//
//   O  bytes of stdout        E  how the process ended, by the next byte
//   K  exit code 1 means skipped        T  stdout is not TAP
#include <cstdint>

#include "findings_check.h"
#include "harness/command/command.h"
#include "segments.h"

namespace {

using namespace cupel;  // NOLINT: one file, one program

struct Input {
  harness::TargetView target = {"t", {"/bin/prog"}, "/", {}, true};
  std::string bytes;
  model::Termination termination = model::Exited{0};
};

Input read_input(const std::uint8_t* data, std::size_t size) {
  Input input;
  for (const auto& [letter, segment] : fuzz::read_segments(data, size)) {
    if (letter == 'O') input.bytes += segment;
    if (letter == 'K') input.target.skip_code = 1;
    if (letter == 'T') input.target.tap = false;
    if (letter == 'E') input.termination = fuzz::ending(segment.empty() ? '0' : segment.front());
  }
  return input;
}

std::vector<model::Finding> decode(const Input& input, std::size_t chunk) {
  const auto harness = harness::make_command();
  const model::Listing listing = *harness->listing_without_launch(input.target);
  const std::vector<std::size_t> chosen = {0};
  const harness::RunPlan plan = harness->run_request(input.target, listing, chosen);
  const auto decoder = harness->decoder(listing, plan);
  std::vector<model::Finding> findings;
  decoder->on_start(findings);
  for (std::size_t at = 0; at < input.bytes.size(); at += chunk) {
    decoder->on_bytes({"stdout", 0, std::string_view(input.bytes).substr(at, chunk)}, findings);
  }
  harness::LaunchOutput output;
  output.termination = input.termination;
  output.standard_output = input.bytes;
  decoder->on_end(output, findings);
  return findings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input = read_input(data, size);
  const std::set<std::size_t> mine = {0};
  const auto cut = [&](std::size_t chunk) { return fuzz::checked(decode(input, chunk), mine); };
  const std::string whole = cut(size + 1);
  fuzz::require(whole == cut(1));
  fuzz::require(whole == cut(13));
  return 0;
}

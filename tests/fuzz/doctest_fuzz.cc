// SPDX-License-Identifier: Apache-2.0
// The doctest harness on any bytes; report_fuzz.h says what an input is.
#include "harness/doctest/doctest.h"
#include "report_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cupel;  // NOLINT: one file, one program
  const fuzz::ReportInput input =
      fuzz::read_report_input({reinterpret_cast<const char*>(data), size});
  const auto harness = harness::make_doctest();
  harness::TargetView target;
  target.name = "t";
  target.command = {"/p"};
  target.workdir = "/";
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  output.files = {{"list.xml", input.listing}};
  const model::Listing listing =
      fuzz::listing_or_five(harness->read_listing(target, output), "2.4.9");
  fuzz::hold_report(*harness, target, listing, input, size);
  return 0;
}

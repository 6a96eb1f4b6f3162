// SPDX-License-Identifier: Apache-2.0
// The Catch2 harness on any bytes; report_fuzz.h says what an input is. A listing that begins with
// '<' is v3's, any other v2's.
#include "harness/catch2/catch2.h"
#include "report_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cupel;  // NOLINT: one file, one program
  const fuzz::ReportInput input =
      fuzz::read_report_input({reinterpret_cast<const char*>(data), size});
  const auto harness = harness::make_catch2();
  harness::TargetView target;
  target.name = "t";
  target.command = {"/p"};
  target.workdir = "/";
  const bool is_v3 = size % 2 == 0;
  harness::LaunchOutput output;
  output.termination = model::Exited{0};
  if (input.listing.starts_with('<')) {
    output.files = {{"identity", "3.7.1\n0\n"}, {"list.xml", input.listing}};
  } else {
    output.files = {{"identity", "2.13.10\n1\n"}, {"all", input.listing}};
    output.standard_output = input.listing;
    // v2 exits with the number of tests, which only the reader knows.
    for (int code = 0; code < 32; ++code) {
      output.termination = model::Exited{code};
      if (std::holds_alternative<model::Listing>(harness->read_listing(target, output))) break;
    }
  }
  const model::Listing listing =
      fuzz::listing_or_five(harness->read_listing(target, output), is_v3 ? "3.7.1" : "2.13.10");
  fuzz::hold_report(*harness, target, listing, input, size);
  return 0;
}

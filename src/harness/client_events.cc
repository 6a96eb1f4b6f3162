// SPDX-License-Identifier: Apache-2.0
// Lines end at LF; a line longer than the pact allows is none of ours and is passed over up to its
// end. What is left without an LF when the process has ended was cut off by its death.
#include "harness/client_events.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <cupel/pact/events.hpp>

#include "base/text.h"
#include "format/json.h"

namespace cupel::harness {
namespace {

using Findings = std::vector<model::Finding>;

class ClientEventsDecoder final : public Decoder {
 public:
  explicit ClientEventsDecoder(const model::Listing& listing) {
    for (std::size_t i = 0; i < listing.tests.size(); ++i) {
      by_name_.emplace(base::to_utf8(listing.tests[i].native), i);  // of one name the first
    }
  }

  void on_bytes(const ChannelBytes& bytes, Findings& out) override {
    std::string_view rest = bytes.bytes;
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      add(rest.substr(0, end));
      if (end == std::string_view::npos) return;
      line_ended(out);
      rest.remove_prefix(end + 1);
    }
  }

  void on_end(const LaunchOutput& /*output*/, Findings& out) override {
    if (!line_.empty() || overlong_) report("the last line was cut off", out);
    line_.clear();
    overlong_ = false;
  }

  [[nodiscard]] std::string channel() const override { return "client events"; }

 private:
  void add(std::string_view part) {
    if (line_.size() + part.size() > pact::line_limit) overlong_ = true;
    if (!overlong_) line_ += part;
  }

  void line_ended(Findings& out) {
    if (overlong_) {
      report("a line is longer than an event can be", out);
    } else if (!read(out)) {
      report("a line is no event: " + base::to_one_line(line_).substr(0, 80), out);
    }
    line_.clear();
    overlong_ = false;
  }

  void report(std::string why, Findings& out) {
    if (std::exchange(reported_, true)) return;
    out.emplace_back(model::ChannelBroken{channel(), std::move(why)});
  }

  /// False where the line is not what the grammar says. Kinds that a newer client may send are
  /// passed over.
  bool read(Findings& out) {
    const auto parsed = format::parse_json(line_);
    if (!parsed) return false;
    const format::Json& event = parsed.value();
    const auto kind = event["e"].string();
    if (event["cupel"].integer() != 1 || !kind) return false;
    const auto row = std::ranges::find(rows, *kind, &Row::kind);
    return row == std::end(rows) || (this->*row->read)(event, out);
  }

  [[nodiscard]] std::optional<std::size_t> index_of(const format::Json& event) const {
    const auto name = event["test"].string();
    const auto found = name ? by_name_.find(*name) : by_name_.end();
    if (found == by_name_.end()) return std::nullopt;
    return found->second;
  }

  void keep(model::Finding finding, Findings& out) {
    if (kept_ == client_events_kept) {
      report("more than " + std::to_string(client_events_kept) + " events: the rest was dropped",
             out);
      return;
    }
    ++kept_;
    out.push_back(std::move(finding));
  }

  bool measure(const format::Json& event, Findings& out) {
    const auto name = event["name"].string();
    const auto observed = event["observed"].number();
    const auto tolerance = event["tolerance"].number();
    if (!name || !observed || !tolerance) return false;
    const std::string basis = event["basis"].string().value_or("");
    keep(model::CaseMeasured{index_of(event), {*name, *observed, *tolerance, basis}}, out);
    return true;
  }

  bool subcases(const format::Json& event, Findings& out) {
    if (!event["names"].is_array()) return false;
    for (const format::Json& item : event["names"].elements()) {
      const auto name = item.string();
      if (!name) return false;
      keep(model::CaseSubcase{index_of(event), {*name, false}}, out);
    }
    return true;
  }

  bool subcase(const format::Json& event, Findings& out) {
    const auto name = event["name"].string();
    if (!name) return false;
    keep(model::CaseSubcase{index_of(event), {*name, true}}, out);
    return true;
  }

  bool worsen(const format::Json& event, Findings& out) {
    const auto why = event["why"].string();
    if (!why) return false;
    const bool dead = event["dead"].boolean().value_or(false);
    out.emplace_back(model::CaseWorsened{index_of(event), dead, *why});
    return true;
  }

  struct Row {
    std::string_view kind;
    bool (ClientEventsDecoder::*read)(const format::Json& event, Findings& out);
  };
  static constexpr Row rows[] = {{"measure", &ClientEventsDecoder::measure},
                                 {"subcases", &ClientEventsDecoder::subcases},
                                 {"subcase", &ClientEventsDecoder::subcase},
                                 {"worsen", &ClientEventsDecoder::worsen}};

  std::unordered_map<std::string, std::size_t> by_name_;
  std::string line_;
  bool overlong_ = false;
  bool reported_ = false;
  std::size_t kept_ = 0;
};

}  // namespace

std::unique_ptr<Decoder> client_events_decoder(const model::Listing& listing) {
  return std::make_unique<ClientEventsDecoder>(listing);
}

}  // namespace cupel::harness

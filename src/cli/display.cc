// SPDX-License-Identifier: Apache-2.0
#include "cli/display.h"

#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/terminal.h"
#include "report/terminal_summary.h"

namespace cupel::cli {
namespace {

constexpr base::Duration bar_interval = std::chrono::milliseconds(100);
constexpr base::Duration line_interval = std::chrono::seconds(1);
/// Erase the line and go to its beginning.
constexpr const char* erase_line = "\r\x1b[K";

ProgressStyle resolve(ProgressStyle asked) {
  if (asked != ProgressStyle::automatic) return asked;
  return os::is_terminal(STDERR_FILENO) ? ProgressStyle::bar : ProgressStyle::lines;
}

std::string value_of(const std::map<std::string, std::string>& environment, const char* name) {
  const auto found = environment.find(name);
  return found == environment.end() ? std::string() : found->second;
}

bool speaks_utf8(const std::map<std::string, std::string>& environment) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = value_of(environment, name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

format::Style style_for(int fd, ColorChoice choice,
                        const std::map<std::string, std::string>& environment) {
  format::Style style;
  style.unicode = speaks_utf8(environment);
  switch (choice) {
    case ColorChoice::always:
      style.colour = true;
      break;
    case ColorChoice::never:
      style.colour = false;
      break;
    case ColorChoice::automatic:
      style.colour = os::is_terminal(fd) && value_of(environment, "NO_COLOR").empty() &&
                     value_of(environment, "TERM") != "dumb";
      break;
  }
  return style;
}

Display::Display(const RunOptions& options, const std::map<std::string, std::string>& environment)
    : style_(resolve(options.progress)),
      colors_(style_for(STDERR_FILENO, options.common.color, environment)) {}

base::Result<void> Display::take(const model::Event& event) {
  if (const auto* warned = std::get_if<model::Warned>(&event.body)) {
    clear();
    write("cupel: warning: " + base::to_printable(warned->text) + "\n");
  }
  fold_.apply(event);
  return {};
}

void Display::replay(const model::Event& event) {
  fold_.apply(event);
  static_cast<void>(fold_.take_lines());
}

base::Duration Display::interval() const {
  return style_ == ProgressStyle::bar ? bar_interval : line_interval;
}

void Display::tick(const std::string& waiting_for) {
  const base::WallTime now = os::wall_now();
  if (style_ == ProgressStyle::bar) {
    if (os::mono_now() - drawn_ < bar_interval) return;
    drawn_ = os::mono_now();
    const std::size_t width = os::terminal_width(STDERR_FILENO);
    std::string frame = waiting_for.empty()
                            ? report::progress_frame(fold_, now, width, colors_)
                            : base::ellipsize("waiting for " + waiting_for, width - 1);
    write(erase_line + frame);
    line_on_screen_ = true;
  } else if (style_ == ProgressStyle::lines) {
    for (const std::string& line : heartbeat_.due(fold_, now)) {
      write(line + (waiting_for.empty() ? "" : "; waiting for " + waiting_for) + "\n");
    }
  }
}

void Display::heading(const std::string& text) {
  write("\n" + text + "\n");
}

void Display::clear() {
  if (!line_on_screen_) return;
  write(erase_line);
  line_on_screen_ = false;
}

void Display::summary(const record::RunRecord& record, const std::string& directory,
                      const std::vector<std::string>& files, const std::string& warning) {
  clear();
  if (!warning.empty()) write("cupel: warning: " + warning + "\n");
  report::TerminalOptions options;
  options.width = os::terminal_width(STDERR_FILENO);
  options.style = colors_;
  options.run_directory = directory;
  options.files = files;
  write(report::terminal(record, options));
}

void Display::write(const std::string& text) {
  // A terminal that went away is no reason to stop the gate.
  static_cast<void>(os::write_all(STDERR_FILENO, text, "stderr"));
}

}  // namespace cupel::cli

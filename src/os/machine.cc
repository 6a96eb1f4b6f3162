// SPDX-License-Identifier: Apache-2.0
#include "os/machine.h"

#include <pwd.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "os/file.h"

namespace cupel::os {
namespace {

constexpr std::uint64_t small = 256 << 10;
constexpr std::string_view blank = " \t\r\n";

std::string text_of(const std::string& path) {
  base::Result<FileHead> head = read_untrusted(path, small);
  return head.ok() ? std::move(head->bytes) : std::string();
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blank) - first + 1));
}

// The rest of the first line that begins with `key`, after `separator`.
std::string field(std::string_view text, std::string_view key, char separator) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t at = line.find(separator);
    if (at != std::string_view::npos && trimmed(line.substr(0, at)) == key)
      return trimmed(line.substr(at + 1));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return {};
}

std::string unquoted(std::string text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front())
    return text.substr(1, text.size() - 2);
  return text;
}

std::string os_name() {
  std::string release = text_of("/etc/os-release");
  // Often a symbolic link to here.
  if (release.empty()) release = text_of("/usr/lib/os-release");
  return unquoted(field(release, "PRETTY_NAME", '='));
}

}  // namespace

MachineFacts machine_facts() {
  MachineFacts facts;
  utsname name{};
  if (::uname(&name) == 0) {
    facts.host = name.nodename;
    facts.kernel = std::string(name.sysname) + " " + name.release + " " + name.machine;
  }
  facts.os = os_name();
  facts.boot_id = trimmed(text_of("/proc/sys/kernel/random/boot_id"));
  facts.uptime_s = std::strtod(text_of("/proc/uptime").c_str(), nullptr);
  facts.cpu = field(text_of("/proc/cpuinfo"), "model name", ':');
  return facts;
}

unsigned usable_processors() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  return static_cast<unsigned>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
}

std::string user_name() {
  const uid_t user = ::geteuid();
  const passwd* entry = ::getpwuid(user);
  return entry != nullptr ? entry->pw_name : "uid " + std::to_string(user);
}

}  // namespace cupel::os

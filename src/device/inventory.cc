// SPDX-License-Identifier: Apache-2.0
// The answers are CSV without quoting: a row a device, fields joined by ", ". The driver replaces a
// comma in a process name by '?'. Numbers come without units; "[N/A]", "[Not Supported]" and the
// like stand for what a device does not have, and "[GPU is lost]" too may stand in any field.
// Errors are prose on stdout: "No devices were found", "NVIDIA-SMI has failed because …".
#include "device/inventory.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace cupel::device {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> found = split(text, '\n');
  std::erase_if(found, [](std::string_view line) { return line.empty(); });
  return found;
}

template <typename Integer>
std::optional<Integer> number(std::string_view text) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool has_value(std::string_view field) {
  return !field.empty() && field.front() != '[' && field != "N/A";
}

/// A row by field name, without what the device does not have; absent: the line is no such row.
std::optional<std::map<std::string, std::string>> read_row(const Fields& fields,
                                                           std::string_view line) {
  const std::vector<std::string_view> values = split(line, ',');
  if (values.size() != fields.size()) return std::nullopt;
  std::map<std::string, std::string> row;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (has_value(values[i])) row[fields[i]] = base::to_one_line(values[i]);
  return row;
}

std::string first_line(const Answer& answer) {
  for (const std::string& text : {answer.standard_output, answer.standard_error})
    if (const std::vector<std::string_view> found = lines(text); !found.empty())
      return base::to_one_line(found.front());
  return "it printed nothing";
}

std::optional<Device> to_device(std::map<std::string, std::string> row) {
  const std::optional<int> index = number<int>(row["index"]);
  if (!index || row["uuid"].empty()) return std::nullopt;
  Device device;
  device.index = *index;
  device.facts.uuid = row["uuid"];
  device.facts.name = row["name"];
  device.facts.compute_capability = row["compute_cap"];
  device.facts.driver = row["driver_version"];
  device.facts.memory_mib = number<std::uint64_t>(row["memory.total"]).value_or(0);
  device.facts.kind = "nvidia";
  return device;
}

}  // namespace

Fields inventory_fields() {
  return {"index", "uuid", "name", "compute_cap", "driver_version", "memory.total"};
}

Fields health_fields() {
  return {"uuid",
          "memory.used",
          "temperature.gpu",
          "power.draw",
          "pstate",
          "clocks.sm",
          "clocks.mem",
          "clocks_event_reasons.active",
          "utilization.gpu",
          "ecc.errors.corrected.volatile.total",
          "ecc.errors.uncorrected.volatile.total",
          "remapped_rows.uncorrectable",
          "remapped_rows.pending",
          "retired_pages.pending",
          "compute_mode",
          "mig.mode.current",
          "persistence_mode",
          "gpu_recovery_action"};
}

std::vector<std::string> device_question(const Fields& fields) {
  std::string list;
  for (const std::string& field : fields) list += (list.empty() ? "" : ",") + field;
  return {"nvidia-smi", "--query-gpu=" + list, "--format=csv,noheader,nounits"};
}

std::optional<std::string> refused_field(const Answer& answer) {
  if (!answer.started || answer.exit_code == 0) return std::nullopt;
  constexpr std::string_view before = "Field \"";
  constexpr std::string_view after = "\" is not a valid field to query";
  const std::string text = answer.standard_output + "\n" + answer.standard_error;
  const std::size_t begin = text.find(before);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t name = begin + before.size();
  const std::size_t end = text.find(after, name);
  if (end == std::string::npos) return std::nullopt;
  return text.substr(name, end - name);
}

Inventory read_inventory(const Fields& fields, const Answer& answer) {
  Inventory inventory;
  if (!answer.started) {
    inventory.nothing_because = "no NVIDIA driver here: nvidia-smi was not found";
    return inventory;
  }
  for (const std::string_view line : lines(answer.standard_output)) {
    std::optional<Device> device;
    if (auto row = read_row(fields, line)) device = to_device(std::move(*row));
    if (device)
      inventory.devices.push_back(std::move(*device));
    else
      inventory.complaints.push_back(base::to_one_line(line));
  }
  if (!inventory.devices.empty()) return inventory;
  if (answer.exit_code != 0)
    inventory.nothing_because = "nvidia-smi failed with code " + std::to_string(answer.exit_code) +
                                ": " + first_line(answer);
  else
    inventory.nothing_because = "nvidia-smi names no device: " + first_line(answer);
  return inventory;
}

std::map<std::string, std::map<std::string, std::string>> read_health(const Fields& fields,
                                                                      const Answer& answer) {
  std::map<std::string, std::map<std::string, std::string>> health;
  if (!answer.started) return health;
  for (const std::string_view line : lines(answer.standard_output)) {
    std::optional<std::map<std::string, std::string>> row = read_row(fields, line);
    if (!row || row->count("uuid") == 0) continue;
    const std::string uuid = row->at("uuid");
    row->erase("uuid");
    health[uuid] = std::move(*row);
  }
  return health;
}

Device invented_device(const std::string& uuid, int index) {
  Device device;
  device.index = index;
  device.facts.uuid = uuid;
  device.facts.name = "invented device";
  device.facts.kind = "invented";
  return device;
}

std::vector<std::string> processes_question() {
  return {"nvidia-smi", "--query-compute-apps=gpu_uuid,pid,process_name,used_memory",
          "--format=csv,noheader,nounits"};
}

std::vector<ComputeProcess> read_processes(const Answer& answer) {
  std::vector<ComputeProcess> processes;
  if (!answer.started || answer.exit_code != 0) return processes;
  for (const std::string_view line : lines(answer.standard_output)) {
    // Counted from both ends, so that a comma in the name would do no harm.
    const std::size_t first = line.find(',');
    const std::size_t second = first == std::string_view::npos ? first : line.find(',', first + 1);
    const std::size_t last = line.rfind(',');
    if (second == std::string_view::npos || last <= second) continue;
    ComputeProcess process;
    process.uuid = std::string(trimmed(line.substr(0, first)));
    const auto pid = number<std::int64_t>(trimmed(line.substr(first + 1, second - first - 1)));
    if (!pid) continue;
    process.pid = *pid;
    process.name = base::to_one_line(trimmed(line.substr(second + 1, last - second - 1)));
    process.used_mib = number<std::uint64_t>(trimmed(line.substr(last + 1)));
    processes.push_back(std::move(process));
  }
  return processes;
}

std::string describe(const ComputeProcess& process) {
  const std::string memory =
      process.used_mib ? std::to_string(*process.used_mib) + " MiB" : "memory";
  return process.name + " (pid " + std::to_string(process.pid) + ") holds " + memory + " of " +
         process.uuid;
}

}  // namespace cupel::device

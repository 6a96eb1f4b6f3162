// SPDX-License-Identifier: Apache-2.0
#include "device/device_choice.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace cupel::device {
namespace {

constexpr const char* how_to_list = "'cupel env' lists the devices of this machine";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Devices that the entry may mean: one by index, else the one of that UUID, else all whose UUID
/// begins so.
std::vector<const Device*> meant(const std::vector<Device>& devices, std::string_view entry) {
  std::vector<const Device*> found;
  if (entry.empty()) return found;
  for (const Device& device : devices) {
    if (is_number(entry)) {
      if (std::to_string(device.index) == entry) return {&device};
    } else {
      if (device.facts.uuid == entry) return {&device};
      if (device.facts.uuid.starts_with(entry)) found.push_back(&device);
    }
  }
  return found;
}

std::vector<std::string> entries(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = list.find(',', begin);
    std::string part = list.substr(begin, comma - begin);
    std::erase(part, ' ');
    parts.push_back(std::move(part));
    if (comma == std::string::npos) return parts;
    begin = comma + 1;
  }
}

bool contains(const std::vector<Device>& devices, const std::string& uuid) {
  return std::any_of(devices.begin(), devices.end(),
                     [&](const Device& device) { return device.facts.uuid == uuid; });
}

std::string names(const std::vector<const Device*>& devices) {
  std::string text;
  for (const Device* device : devices) text += (text.empty() ? "" : ", ") + device->facts.uuid;
  return text;
}

}  // namespace

std::vector<Device> visible_devices(const std::vector<Device>& devices,
                                    const std::optional<std::string>& cuda_visible_devices) {
  if (!cuda_visible_devices) return devices;
  std::vector<Device> visible;
  for (const std::string& entry : entries(*cuda_visible_devices)) {
    const std::vector<const Device*> found = meant(devices, entry);
    if (found.size() != 1) break;
    if (!contains(visible, found[0]->facts.uuid)) visible.push_back(*found[0]);
  }
  return visible;
}

base::Result<std::vector<Device>> select_devices(const std::vector<Device>& devices,
                                                 const std::vector<Device>& visible,
                                                 const std::string& wanted) {
  if (wanted == "all") return visible;
  std::vector<Device> selected;
  if (wanted == "none") return selected;
  for (const std::string& entry : entries(wanted)) {
    const std::string shown = "'" + base::to_one_line(entry) + "'";
    const std::vector<const Device*> found = meant(devices, entry);
    if (found.empty()) {
      return base::usage_error("--gpus: there is no GPU " + shown,
                               std::string("write all, none, or indices and UUIDs joined by "
                                           "commas; ") +
                                   how_to_list);
    }
    if (found.size() > 1)
      return base::usage_error("--gpus: " + shown + " is the beginning of several: " + names(found),
                               "write more of the UUID");
    const Device& device = *found[0];
    if (!contains(visible, device.facts.uuid))
      return base::usage_error(
          "--gpus: " + shown + " is not among the devices that CUDA_VISIBLE_DEVICES allows",
          "change CUDA_VISIBLE_DEVICES, or choose one of those that it names");
    if (!contains(selected, device.facts.uuid)) selected.push_back(device);
  }
  return selected;
}

}  // namespace cupel::device

// SPDX-License-Identifier: Apache-2.0
// The files under tests/data/device are answers of nvidia-smi 580.159 on an H200.
#include "device/inventory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace cupel::device {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string captured(const std::string& name) {
  std::ifstream file(std::string(CUPEL_TEST_DATA) + "/device/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

Answer said(const std::string& text, int exit_code = 0) {
  return Answer{true, exit_code, text, ""};
}

const std::string h200 = "GPU-8d0f768c-a5ea-1cf4-6659-2a91d16c5b2a";

TEST(Inventory, TheQuestionNamesItsFields) {
  EXPECT_THAT(device_question({"index", "uuid"}),
              ElementsAre("nvidia-smi", "--query-gpu=index,uuid", "--format=csv,noheader,nounits"));
}

TEST(Inventory, AnH200IsRead) {
  const Inventory inventory =
      read_inventory(inventory_fields(), said(captured("h200-identity.csv")));
  ASSERT_THAT(inventory.devices, SizeIs(1));
  const Device& device = inventory.devices[0];
  EXPECT_EQ(device.index, 0);
  EXPECT_EQ(device.facts.uuid, h200);
  EXPECT_EQ(device.facts.name, "NVIDIA H200");
  EXPECT_EQ(device.facts.compute_capability, "9.0");
  EXPECT_EQ(device.facts.driver, "580.159.04");
  EXPECT_EQ(device.facts.memory_mib, 143771u);
  EXPECT_EQ(device.facts.kind, "nvidia");
  EXPECT_EQ(inventory.nothing_because, "");
  EXPECT_THAT(inventory.complaints, IsEmpty());
}

TEST(Inventory, WhatADeviceDoesNotHaveIsAbsent) {
  const Inventory inventory =
      read_inventory(inventory_fields(), said("0, GPU-1, Tesla K80, [N/A], 470.1, [N/A]\n"));
  ASSERT_THAT(inventory.devices, SizeIs(1));
  EXPECT_EQ(inventory.devices[0].facts.compute_capability, "");
  EXPECT_EQ(inventory.devices[0].facts.memory_mib, 0u);
}

TEST(Inventory, FewerFieldsCanBeAskedFor) {
  const Inventory inventory = read_inventory({"uuid", "index"}, said("GPU-1, 3\nGPU-2, 4\n"));
  ASSERT_THAT(inventory.devices, SizeIs(2));
  EXPECT_EQ(inventory.devices[1].index, 4);
  EXPECT_EQ(inventory.devices[1].facts.uuid, "GPU-2");
}

TEST(Inventory, ALostDeviceIsAComplaintAndTheOthersStay) {
  const Inventory inventory = read_inventory(
      {"index", "uuid"},
      said("0, GPU-1\nUnable to determine the device handle for GPU1: 0000:3B:00.0: GPU is lost\n"
           "[GPU is lost], [GPU is lost]\n",
           15));
  EXPECT_THAT(inventory.devices, SizeIs(1));
  EXPECT_THAT(inventory.complaints, SizeIs(2));
  EXPECT_EQ(inventory.nothing_because, "");
}

TEST(Inventory, NoDriverNoDeviceAndTroubleAreOneLineEach) {
  EXPECT_EQ(read_inventory(inventory_fields(), Answer{}).nothing_because,
            "no NVIDIA driver here: nvidia-smi was not found");
  EXPECT_EQ(read_inventory(inventory_fields(), said(captured("no-device.txt"), 6)).nothing_because,
            "nvidia-smi failed with code 6: No devices were found");
  const Inventory failed = read_inventory(
      inventory_fields(), said("NVIDIA-SMI has failed because it couldn't communicate with the "
                               "NVIDIA driver.\nMake sure that it is running.\n\n",
                               9));
  EXPECT_EQ(failed.nothing_because,
            "nvidia-smi failed with code 9: NVIDIA-SMI has failed because it couldn't communicate "
            "with the NVIDIA driver.");
  EXPECT_EQ(read_inventory(inventory_fields(), said("")).nothing_because,
            "nvidia-smi names no device: it printed nothing");
}

TEST(Inventory, ARefusedFieldIsNamed) {
  EXPECT_EQ(refused_field(said(captured("refused-field.txt"), 2)), "no.such.field");
  EXPECT_FALSE(refused_field(said(captured("h200-identity.csv"))).has_value());
  EXPECT_FALSE(refused_field(said("NVIDIA-SMI has failed", 9)).has_value());
  EXPECT_FALSE(refused_field(Answer{}).has_value());
}

TEST(Inventory, HealthIsReadByDeviceAndField) {
  const auto health = read_health(health_fields(), said(captured("h200-health.csv")));
  ASSERT_EQ(health.count(h200), 1u);
  const std::map<std::string, std::string>& facts = health.at(h200);
  EXPECT_EQ(facts.at("temperature.gpu"), "36");
  EXPECT_EQ(facts.at("power.draw"), "106.45");
  EXPECT_EQ(facts.at("ecc.errors.uncorrected.volatile.total"), "0");
  EXPECT_EQ(facts.at("clocks_event_reasons.active"), "0x0000000000000001");
  EXPECT_EQ(facts.at("mig.mode.current"), "Disabled");
  EXPECT_EQ(facts.count("retired_pages.pending"), 0u) << "[N/A] is no value";
  EXPECT_EQ(facts.count("uuid"), 0u);
  EXPECT_THAT(read_health(health_fields(), said("No devices were found\n", 6)), IsEmpty());
}

TEST(Inventory, ComputeProcessesAreRead) {
  const std::vector<ComputeProcess> processes =
      read_processes(said(captured("h200-processes.csv")));
  ASSERT_THAT(processes, SizeIs(2));
  EXPECT_EQ(processes[0], (ComputeProcess{h200, 527, "./prog", 774}));
  EXPECT_EQ(processes[1].name, "./b a? 17? c");
  EXPECT_EQ(describe(processes[0]), "./prog (pid 527) holds 774 MiB of " + h200);
}

TEST(Inventory, ProcessRowsAreReadFromBothEnds) {
  const std::vector<ComputeProcess> processes = read_processes(
      said("GPU-1, 12, a, b, c, [N/A]\nGPU-1, x, bad, 3\nGPU-1, 12\nno processes\n\n"));
  ASSERT_THAT(processes, SizeIs(1));
  EXPECT_EQ(processes[0].name, "a, b, c");
  EXPECT_FALSE(processes[0].used_mib.has_value());
  EXPECT_THAT(describe(processes[0]), HasSubstr("holds memory of GPU-1"));
}

TEST(Inventory, AnInventedDeviceSaysSo) {
  const Device device = invented_device("GPU-0", 2);
  EXPECT_EQ(device.index, 2);
  EXPECT_EQ(device.facts.uuid, "GPU-0");
  EXPECT_EQ(device.facts.kind, "invented");
}

}  // namespace
}  // namespace cupel::device

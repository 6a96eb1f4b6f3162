// SPDX-License-Identifier: Apache-2.0
#include "device/device_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cupel::device {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<Device> machine = {
    invented_device("GPU-aa01", 0),
    invented_device("GPU-ab02", 1),
    invented_device("GPU-b", 2),
    invented_device("GPU-bb04", 3),
};

std::vector<int> indices(const std::vector<Device>& devices) {
  std::vector<int> found;
  for (const Device& device : devices) found.push_back(device.index);
  return found;
}

std::vector<int> visible(const char* value) {
  return indices(visible_devices(machine, std::string(value)));
}

TEST(Selection, VisibleDevicesAsTheDriverReadsThem) {
  EXPECT_THAT(indices(visible_devices(machine, std::nullopt)), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(visible(""), IsEmpty());
  EXPECT_THAT(visible("2,0"), ElementsAre(2, 0));
  EXPECT_THAT(visible("GPU-ab,0"), ElementsAre(1, 0));
  EXPECT_THAT(visible("GPU-b"), ElementsAre(2)) << "a whole UUID is no prefix of another";
  EXPECT_THAT(visible("1,9,0"), ElementsAre(1)) << "an invalid entry hides what follows";
  EXPECT_THAT(visible("0,GPU-a,1"), ElementsAre(0)) << "so does an ambiguous one";
  EXPECT_THAT(visible("-1"), IsEmpty());
  EXPECT_THAT(visible("0, 1"), ElementsAre(0, 1));
  EXPECT_THAT(visible("1,1"), ElementsAre(1));
}

std::vector<int> chosen(const std::string& wanted) {
  const auto result = select_devices(machine, visible_devices(machine, "2,1,0"), wanted);
  EXPECT_TRUE(result.ok()) << wanted;
  return result.ok() ? indices(result.value()) : std::vector<int>{-1};
}

std::string refusal(const std::string& wanted) {
  const auto result = select_devices(machine, visible_devices(machine, "2,1,0"), wanted);
  if (result.ok()) return "(accepted)";
  EXPECT_EQ(result.error().kind, base::ErrorKind::usage);
  EXPECT_FALSE(result.error().hint.empty());
  return result.error().message;
}

TEST(Selection, AllIsWhatTheOperatorAllows) {
  EXPECT_THAT(chosen("all"), ElementsAre(2, 1, 0));
  EXPECT_THAT(chosen("none"), IsEmpty());
}

TEST(Selection, AListNamesIndicesAndUuids) {
  EXPECT_THAT(chosen("1"), ElementsAre(1));
  EXPECT_THAT(chosen("GPU-aa,2,0"), ElementsAre(0, 2));
  EXPECT_THAT(chosen("GPU-b"), ElementsAre(2));
}

TEST(Selection, WhatIsNotThereOrNotAllowedIsRefused) {
  EXPECT_EQ(refusal("7"), "--gpus: there is no GPU '7'");
  EXPECT_EQ(refusal("1,"), "--gpus: there is no GPU ''");
  EXPECT_THAT(refusal("GPU-a"), HasSubstr("is the beginning of several: GPU-aa01, GPU-ab02"));
  EXPECT_THAT(refusal("3"), HasSubstr("not among the devices that CUDA_VISIBLE_DEVICES allows"));
  EXPECT_THAT(refusal("GPU-bb"), HasSubstr("not among"));
}

TEST(Selection, AMachineWithoutDevicesHasAllOfNone) {
  const auto result = select_devices({}, {}, "all");
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result.value(), IsEmpty());
  EXPECT_FALSE(select_devices({}, {}, "0").ok());
}

}  // namespace
}  // namespace cupel::device

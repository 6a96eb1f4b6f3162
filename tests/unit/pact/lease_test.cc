// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include <cupel/pact/lease.hpp>

namespace cupel::pact {
namespace {

TEST(LeasePact, KeysAreFileNames) {
  EXPECT_EQ(device_key("GPU-1b2c.d_E"), "GPU-1b2c.d_E");
  EXPECT_EQ(device_key("../etc/passwd"), "%2E.%2Fetc%2Fpasswd");
  EXPECT_EQ(device_key("a/b"), "a%2Fb");
  EXPECT_EQ(device_key(std::string("\0\xff", 2)), "%00%FF");
  EXPECT_NE(device_key("a%2Fb"), device_key("a/b"));
  const std::string one = device_key(std::string(300, 'x') + "1");
  const std::string two = device_key(std::string(300, 'x') + "2");
  EXPECT_LT(one.size(), 140u);
  EXPECT_NE(one, two);
}

TEST(LeasePact, TicketsSortAsNumbersDo) {
  const std::string prefix = ticket_prefix("GPU-1");
  const std::string ninth = ticket_name(prefix, 9, "7-a");
  const std::string tenth = ticket_name(prefix, 10, "6-b");
  EXPECT_LT(ninth, tenth);
  EXPECT_EQ(ticket_number(ninth, prefix), 9u);
  EXPECT_EQ(ticket_number(tenth, prefix), 10u);
  EXPECT_EQ(ticket_number(tenth, ticket_prefix("GPU-2")), 0u);
  EXPECT_EQ(ticket_number(prefix + "9-7-a", prefix), 0u);
  EXPECT_EQ(ticket_number("GPU-1.lock", prefix), 0u);
  EXPECT_EQ(ticket_number(prefix + "0000000000000000000x-1", prefix), 0u);
  EXPECT_EQ(ticket_number(blank_prefix("GPU-1") + "1", prefix), 0u);
}

TEST(LeasePact, NotesAreReadBackAndCannotBeForgedFromWithin) {
  const LeaseOwner owner{4711, "anna", "cupel run -k 'a\nuser root\n'", 1764517000};
  const LeaseOwner back = parse_owner(format_owner(owner));
  EXPECT_EQ(back.pid, 4711);
  EXPECT_EQ(back.user, "anna");
  EXPECT_EQ(back.since, 1764517000);
  EXPECT_EQ(back.command, "cupel run -k 'a user root '");
}

TEST(LeasePact, ANoteInTheMakingSaysNothingWrong) {
  EXPECT_EQ(parse_owner("").pid, 0);
  EXPECT_EQ(parse_owner("pid 47").pid, 0);
  EXPECT_EQ(parse_owner("pid 47\nuser an").user, "");
  EXPECT_EQ(parse_owner("pid 47\nuser an").pid, 47);
  EXPECT_EQ(parse_owner("pid -1\n").pid, 0);
  EXPECT_EQ(parse_owner("garbage\n\xff\n").pid, 0);
}

TEST(LeasePact, TheVariableIsReadBack) {
  const std::string text = format_lease_variable({{17, "GPU-1"}, {3, "GPU-2"}});
  EXPECT_EQ(text, "17:GPU-1,3:GPU-2");
  const std::vector<LeaseClaimed> back = parse_lease_variable(text);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].fd, 17);
  EXPECT_EQ(back[1].key, "GPU-2");
}

TEST(LeasePact, WhatIsNoClaimIsLeftOut) {
  for (const char* text : {"", ",", "17", "17:", ":GPU-1", "-1:GPU-1", "x:GPU-1",
                           "99999999999999999999:GPU-1", "1 7:GPU-1"})
    EXPECT_TRUE(parse_lease_variable(text).empty()) << text;
  ASSERT_EQ(parse_lease_variable("x:GPU-1,4:GPU-2").size(), 1u);
}

}  // namespace
}  // namespace cupel::pact

// SPDX-License-Identifier: Apache-2.0
// Channels of a request, and files laid out before and collected after.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "proc/peer.h"
#include "supervised.h"

namespace cupel::proc {
namespace {

using model::ChannelKind;
using model::Exited;
using model::Template;
using model::Termination;

class Channel : public Supervised {
 protected:
  [[nodiscard]] LaunchSpec over(ChannelKind kind, const char* behaviour) const {
    LaunchSpec spec = misbehave(behaviour, Template().channel("c"));
    spec.request.channels = {{"c", kind}};
    return spec;
  }
  [[nodiscard]] static std::string lines() {
    std::string text;
    for (int line = 0; line < 1000; ++line) text += "line " + std::to_string(line) + "\n";
    return text;
  }
  void expect_lines(ChannelKind kind, const char* behaviour) {
    const Gone& gone = run(over(kind, behaviour));
    EXPECT_EQ(gone.termination, Termination{Exited{0}});
    EXPECT_EQ(heard_[gone.id]["c:0"], lines());
    EXPECT_EQ(gone.notes, std::vector<std::string>{});
  }
};

// A lull of a millisecond stands between two turns that bring little, so there are no more of them
// than milliseconds; a signal or a warden's word cuts one short. A slow machine only has fewer.
TEST_F(Channel, WhatIsToldInSmallPiecesIsHeardInLulls) {
  const base::MonoTime began = os::mono_now();
  const LaunchId id =
      start(spec({"/bin/sh", "-c", "i=0; while [ $i -lt 5000 ]; do echo x; i=$((i+1)); done"}));
  std::size_t turns = 0;
  while (!gone_.contains(id)) {
    const std::size_t before = bytes_;
    turn();
    if (bytes_ != before) ++turns;
  }
  constexpr std::size_t cut_short = 5;
  EXPECT_EQ(bytes_, 10000U);
  EXPECT_LE(turns,
            static_cast<std::size_t>((os::mono_now() - began) / std::chrono::milliseconds(1)) +
                cut_short);
}

TEST_F(Channel, AFifoIsReadInOrder) {
  expect_lines(ChannelKind::fifo, "write");
}
TEST_F(Channel, AFileIsFollowedInOrder) {
  expect_lines(ChannelKind::file, "write");
}
TEST_F(Channel, ALoopbackConnectionIsReadInOrder) {
  expect_lines(ChannelKind::loopback, "loopback");
}

TEST_F(Channel, AFifoDoesNotEndWithItsFirstWriter) {
  const LaunchId id = start(over(ChannelKind::fifo, "write-twice"));
  await(id, "c:0", "line 999\n");
  turn(os::mono_now() + std::chrono::milliseconds(20));  // sees that no writer is left
  ASSERT_TRUE(os::write_file(private_dir() + "/c.go", "").ok());
  const Gone& gone = finish(id);
  EXPECT_EQ(heard_[gone.id]["c:0"], lines() + lines());
}

TEST_F(Channel, ConnectionsAreNumberedAsTheyCome) {
  const Gone& gone = run(over(ChannelKind::loopback, "loopback-twice"));
  EXPECT_EQ(heard_[gone.id]["c:0"], "first");
  EXPECT_EQ(heard_[gone.id]["c:1"], "second");
}

TEST_F(Channel, HundredsOfConnectionsAreAllHeard) {
  const Gone& gone = run(over(ChannelKind::loopback, "loopback-many"));
  EXPECT_EQ(gone.termination, Termination{Exited{0}});
  EXPECT_EQ(bytes_, 300U);
  EXPECT_EQ(heard_[gone.id].size(), 300U);
}

TEST_F(Channel, ABigFileIsReadWhole) {
  const Gone& gone = run(over(ChannelKind::file, "write-big"));
  EXPECT_EQ(heard_[gone.id]["c:0"], std::string(std::size_t{3} << 20, 'y'));
}

TEST_F(Channel, ATruncatedFileIsNotedAndWhatWasReadStays) {
  const LaunchId id = start(over(ChannelKind::file, "truncate"));
  await(id, "c:0", "line 999\n");
  ASSERT_TRUE(os::write_file(private_dir() + "/c.go", "").ok());
  const Gone& gone = finish(id);
  EXPECT_EQ(heard_[gone.id]["c:0"], lines() + "after\n");
  ASSERT_EQ(gone.notes.size(), 1U);
  EXPECT_NE(gone.notes[0].find("truncated c"), std::string::npos) << gone.notes[0];
}

TEST_F(Channel, AReplacedFileIsNotedAndNotRead) {
  const Gone& gone = run(over(ChannelKind::file, "replace"));
  EXPECT_EQ(heard_[gone.id]["c:0"], "");
  ASSERT_EQ(gone.notes.size(), 1U);
  EXPECT_NE(gone.notes[0].find("replaced c"), std::string::npos) << gone.notes[0];
}

TEST_F(Channel, FilesAreWrittenBeforeWithTheirHolesFilled) {
  LaunchSpec asked = spec({"/bin/cat", Template().file("list")});
  asked.request.channels = {{"c", ChannelKind::fifo}};
  asked.request.write = {{"list", Template("to ").channel("c").literal(" and ").file("list")}};
  EXPECT_EQ(run(asked).standard_output,
            "to " + private_dir() + "/c and " + private_dir() + "/list");
}

TEST_F(Channel, CollectedFilesComeBackAndStaleOnesDoNot) {
  LaunchSpec asked = misbehave("create", Template().file("report"));
  asked.request.collect = {"report", "absent"};
  EXPECT_EQ(run(asked).files, (std::map<std::string, std::string>{{"report", "collected"}}));
  ASSERT_TRUE(os::make_directories(private_dir()).ok());
  ASSERT_TRUE(os::write_file(private_dir() + "/absent", "of an earlier process").ok());
  EXPECT_FALSE(run(asked).files.contains("absent"));
}

TEST_F(Channel, ACollectedFileIsBoundedAndNeverALink) {
  Limits limits = short_limits();
  limits.collect = 4;
  open(limits);
  LaunchSpec asked = misbehave("create", Template().file("report"));
  asked.request.collect = {"report"};
  const Gone& cut = run(asked);
  EXPECT_EQ(cut.files.at("report"), "coll");
  EXPECT_EQ(cut.notes.size(), 1U);
  asked.request.argv[1] = "link";
  const Gone& linked = run(asked);
  EXPECT_TRUE(linked.files.empty());
  EXPECT_EQ(linked.notes.size(), 1U);
}

// A listener, and a connection to it made by another process as `user`.
TEST(Peer, TheOwnerOfTheOtherEndIsKnownWhileItLives) {
  const os::Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_GE(listener.get(), 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener.get(), 4), 0);
  ASSERT_EQ(::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  const uid_t other = ::geteuid() == 0 ? 12345 : ::geteuid();
  for (const uid_t user : {::geteuid(), other}) {
    if (::getuid() == 0) {
      ASSERT_EQ(::seteuid(user), 0);
    }
    os::Fd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::getuid() == 0) {
      ASSERT_EQ(::seteuid(0), 0);
    }
    ASSERT_EQ(::connect(client.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    const os::Fd accepted(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    EXPECT_EQ(peer_user(accepted.get()), user);
  }
}

TEST(Peer, TheTableOfSocketsIsReadByBothPorts) {
  const char table[] =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
      "inode\n"
      "   0: 0100007F:1F90 0100007F:A001 01 00000000:00000000 00:00000000 00000000  1000        0 "
      "4711 1 0 20 4 30 10 -1\n"
      "   1: 0100007F:A001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 "
      "4712 1 0 20 4 30 10 -1\n"
      "   2: 0100007F:A002 0100007F:1F90 06 00000000:00000000 00:00000000 00000000     0        0 "
      "0 1 0 20 4 30 10 -1\n";
  EXPECT_EQ(owner_in_table(table, 0xA001, 0x1F90), 1001U);
  EXPECT_EQ(owner_in_table(table, 0x1F90, 0xA001), 1000U);
  EXPECT_EQ(owner_in_table(table, 0xA002, 0x1F90), std::nullopt);
  EXPECT_EQ(owner_in_table(table, 0xA003, 0x1F90), std::nullopt);
  EXPECT_EQ(owner_in_table("garbage\n\n", 1, 2), std::nullopt);
}

}  // namespace
}  // namespace cupel::proc

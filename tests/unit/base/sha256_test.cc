// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <gtest/gtest.h>

namespace cupel::base {
namespace {

// The example messages published with FIPS 180-4.
TEST(Sha256, MatchesThePublishedVectors) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                       "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

TEST(Sha256, MatchesTheVectorOfAMillionBytesInUnevenPieces) {
  Sha256 hash;
  std::size_t given = 0;
  for (std::size_t piece = 1; given < 1'000'000; piece = piece % 200 + 1) {
    const std::size_t size = std::min<std::size_t>(piece, 1'000'000 - given);
    hash.update(std::string(size, 'a'));
    given += size;
  }
  EXPECT_EQ(hash.finish(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesAreCut) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string bytes(size, 'x');
    Sha256 cut;
    for (const char c : bytes) cut.update(std::string_view(&c, 1));
    EXPECT_EQ(cut.finish(), sha256_hex(bytes)) << size;
  }
}

}  // namespace
}  // namespace cupel::base

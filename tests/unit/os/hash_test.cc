// SPDX-License-Identifier: Apache-2.0
#include "os/hash.h"

#include "scratch.h"

namespace cupel::os {
namespace {

using HashTest = ScratchTest;

// The digests are those of FIPS 180-4's examples and of a million times "a".
TEST_F(HashTest, NamesContentOfAnySize) {
  put("abc", "abc");
  put("empty", "");
  put("million", std::string(1'000'000, 'a'));
  EXPECT_EQ(sha256_of_file(at("abc")).value(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of_file(at("empty")).value(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of_file(at("million")).value(),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_F(HashTest, AFileThatCannotBeReadIsAnError) {
  EXPECT_FALSE(sha256_of_file(at("absent")).ok());
  EXPECT_FALSE(sha256_of_file(dir_->path()).ok());
}

}  // namespace
}  // namespace cupel::os

// Output that misleads anyone who parses the console text.
#include <gtest/gtest.h>
#include <cstdio>
#include <string>
#include <unistd.h>
TEST(N, PartialLine) { std::printf("no newline at end"); }
TEST(N, FakeOk) { std::printf("\n[       OK ] N.FakeOk (0 ms)\n[ RUN      ] N.Ghost\n[       OK ] N.Ghost (0 ms)\n"); std::fflush(stdout); EXPECT_TRUE(false); }
TEST(N, Cr) { std::printf("progress 1%%\rprogress 100%%\r"); }
TEST(N, Binary) { const char b[] = "\x00\x01\xff\xfe\x80\x1b[31m\n"; std::fwrite(b, 1, sizeof b - 1, stdout); }
TEST(N, Mega) { std::string s(1 << 20, 'x'); std::fwrite(s.data(), 1, s.size(), stdout); }
TEST(N, RawWrite) { std::printf("stdio first, "); ssize_t r = write(1, "raw write\n", 10); (void)r; }
TEST(N, Stderr) { std::fprintf(stderr, "on stderr\n"); }
TEST(N, BadUtf8Failure) { EXPECT_EQ(std::string("\xff\x01\x1b]]>"), "x") << "msg \x02 \xfe"; }
TEST(N, Last) {}
// SPDX-License-Identifier: Apache-2.0

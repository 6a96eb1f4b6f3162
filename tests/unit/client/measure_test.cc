// SPDX-License-Identifier: Apache-2.0
// Each case writes from a forked child, since a process has one events file for its life.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <cupel/measure.hpp>

namespace cupel {
namespace {

class Measure : public testing::Test {  // NOLINT(cppcoreguidelines-virtual-class-destructor)
 protected:
  Measure() {
    char name[] = "/tmp/cupel_measure_XXXXXX";
    const int descriptor = ::mkstemp(name);
    path_ = name;
    ::close(descriptor);
  }
  ~Measure() override { ::unlink(path_.c_str()); }

  /// What the file holds after the function ran in a child of this process.
  std::vector<std::string> lines_of(const std::function<void()>& body, bool under_cupel = true) {
    const pid_t child = ::fork();
    if (child == 0) {
      if (under_cupel) {
        ::setenv(pact::events_variable, path_.c_str(), 1);
        detail::events_file.find();
      }
      enter_test(nullptr);
      body();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    std::ifstream file(path_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  static bool has(const std::string& line, const std::string& part) {
    return line.find(part) != std::string::npos;
  }

  std::string path_;
};

TEST_F(Measure, NamesTheRunningTest) {
  static const TestName name{"Suite", "Case"};
  const auto lines = lines_of([] {
    measure("before", 1, 2);
    enter_test(&name);
    measure("inside", 1, 2, "why", 3);
  });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_FALSE(has(lines[0], "\"test\""));
  EXPECT_TRUE(has(lines[1],
                  "\"test\":\"Suite.Case\",\"name\":\"inside\",\"observed\":1,"
                  "\"tolerance\":2,\"ceiling\":3,\"basis\":\"why\"}"))
      << lines[1];
}

TEST_F(Measure, InertWithoutAFile) {
  if (std::getenv(pact::events_variable) != nullptr) GTEST_SKIP() << "runs under cupel itself";
  EXPECT_TRUE(lines_of(
                  [] {
                    measure("x", 1, 2);
                    subcases({"a"});
                    Subcase one("a");
                    worsen("y");
                  },
                  false)
                  .empty());
}

TEST_F(Measure, SubcasesAreDeclaredThenReached) {
  const auto lines = lines_of([] {
    subcases({"chunk=1", "chunk=2"});
    Subcase outer("chunk=1");
    measure("out", 1, 2);
    {
      Subcase inner("page=16");
      measure("out", 1, 2);
    }
    measure("after", 1, 2);
  });
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_TRUE(has(lines[0], "\"names\":[\"chunk=1\",\"chunk=2\"]"));
  EXPECT_TRUE(has(lines[1], "\"e\":\"subcase\"") && has(lines[1], "\"name\":\"chunk=1\""));
  EXPECT_TRUE(has(lines[2], "\"name\":\"chunk=1: out\""));
  EXPECT_TRUE(has(lines[4], "\"name\":\"page=16: out\""));
  EXPECT_TRUE(has(lines[5], "\"name\":\"chunk=1: after\""));
}

TEST_F(Measure, ManySubcasesTakeSeveralLines) {
  const std::vector<std::string> names(100, std::string(200, 'x'));
  const auto lines = lines_of([&] { subcases(names); });
  EXPECT_GT(lines.size(), 5u);
  std::size_t seen = 0;
  for (const std::string& line : lines) {
    EXPECT_EQ(line.back(), '}');
    for (std::size_t at = 0; (at = line.find("\"xxx", at)) != std::string::npos; ++at) ++seen;
  }
  EXPECT_EQ(seen, names.size());
}

TEST_F(Measure, WorsenSaysWhetherTheContextIsDead) {
  const auto lines = lines_of([] {
    worsen("bad");
    worsen("gone", true);
  });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(has(lines[0], "\"why\":\"bad\",\"dead\":false}"));
  EXPECT_TRUE(has(lines[1], "\"why\":\"gone\",\"dead\":true}"));
}

TEST_F(Measure, LinesOfThreadsAndForkedChildrenDoNotMix) {
  const auto lines = lines_of([] {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([] {
        for (int j = 0; j < 250; ++j) measure(std::string(500, 'm'), j, 1e9);
      });
    }
    const pid_t child = ::fork();
    for (int j = 0; j < 250; ++j) measure(std::string(500, 'm'), j, 1e9);
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    for (std::thread& thread : threads) thread.join();
  });
  EXPECT_EQ(lines.size(), 4u * 250 + 2 * 250);
  for (const std::string& line : lines) {
    EXPECT_EQ(line.rfind("{\"cupel\":1,", 0), 0u);
    EXPECT_EQ(line.back(), '}');
  }
}

TEST_F(Measure, AStolenDescriptorGetsNothing) {
  char other[] = "/tmp/cupel_other_XXXXXX";
  const int stolen = ::mkstemp(other);
  const auto lines = lines_of([&] {
    measure("before", 1, 2);
    for (int descriptor = 3; descriptor < 1024; ++descriptor) {
      if (descriptor != stolen) ::dup2(stolen, descriptor);
    }
    errno = 77;
    measure("after", 1, 2);
    if (errno != 77) ::_exit(1);
  });
  EXPECT_EQ(::lseek(stolen, 0, SEEK_END), 0);
  EXPECT_EQ(lines.size(), 2u);
  ::close(stolen);
  ::unlink(other);
}

TEST_F(Measure, AFileThatCannotBeOpenedDisturbsNothing) {
  const auto lines = lines_of(
      [] {
        ::setenv(pact::events_variable, "/nonexistent/folder/events", 1);
        detail::events_file.find();
        errno = 77;
        measure("x", 1, 2);
        if (errno != 77) ::_exit(1);
      },
      false);
  EXPECT_TRUE(lines.empty());
}

std::string property_seen;
void keep_property(const char* key, const char* value) {
  property_seen += std::string(key) + "=" + value + ";";
}

TEST_F(Measure, PropertiesWithoutAFile) {
  if (std::getenv(pact::events_variable) != nullptr) GTEST_SKIP() << "runs under cupel itself";
  const auto before = detail::property_sink.exchange(keep_property);
  measure("out", 0.5, 2);
  {
    Subcase one("a");
  }
  detail::property_sink.store(before);
  EXPECT_EQ(property_seen, "cupel.measure.out=0.5 of 2;cupel.subcase.a=ran;");
}

}  // namespace
}  // namespace cupel

// SPDX-License-Identifier: Apache-2.0
// What a green run looks like on each channel, and how a program finds the channels it was given.
#include <fstream>
#include <sstream>

#include "trick.h"

namespace hostile {
namespace {

std::string suite_of(const std::string& test) {
  return test.substr(0, test.find('.'));
}
std::string name_of(const std::string& test) {
  return test.substr(test.find('.') + 1);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The value in `--gtest_NAME=VALUE` among `words`, each ended by `end`; the last wins.
std::string find_flag(const std::string& words, const std::string& name, char end) {
  std::istringstream stream(words);
  std::string word;
  std::string found;
  const std::string start = "--gtest_" + name + "=";
  while (std::getline(stream, word, end)) {
    if (word.starts_with(start)) found = word.substr(start.size());
  }
  return found;
}

}  // namespace

std::string green_console() {
  std::string log = "[==========] Running 4 tests from 4 test suites.\n";
  for (const std::string test : tests) {
    log += "[ RUN      ] " + test + "\n[       OK ] " + test + " (0 ms)\n";
  }
  return log + "[==========] 4 tests from 4 test suites ran. (0 ms total)\n[  PASSED  ] 4 tests.\n";
}

std::string green_stream(bool from_the_start) {
  std::string stream;
  bool open = from_the_start;
  if (open) {
    stream =
        "gtest_streaming_protocol_version=1.0\nevent=TestProgramStart\n"
        "event=TestIterationStart&iteration=0\n";
  }
  for (const std::string test : tests) {
    const bool culprit = test == tests[1];
    if (open) {
      stream += "event=TestCaseStart&name=" + suite_of(test) +
                "\nevent=TestStart&name=" + name_of(test) + "\n";
    }
    open = open || culprit;
    if (open) {
      stream +=
          "event=TestEnd&passed=1&elapsed_time=0ms\n"
          "event=TestCaseEnd&passed=1&elapsed_time=0ms\n";
    }
  }
  return stream +
         "event=TestIterationEnd&passed=1&elapsed_time=0ms\nevent=TestProgramEnd&passed=1\n";
}

std::string flag(const std::string& name) {
  const std::string line = read_file("/proc/self/cmdline");
  const std::string file = find_flag(line, "flagfile", '\0');
  const std::string direct = find_flag(line, name, '\0');
  return direct.empty() && !file.empty() ? find_flag(read_file(file), name, '\n') : direct;
}

std::string report_path() {
  const std::string output = flag("output");
  return output.starts_with("xml:") ? output.substr(4) : "";
}

}  // namespace hostile

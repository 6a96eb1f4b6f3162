// SPDX-License-Identifier: Apache-2.0
#include "os/errno_error.h"

#include <cctype>
#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace cupel::os {
namespace {

struct Hint {
  int error;
  const char* text;  ///< follows "PATH: " where there is a path
};
constexpr Hint hints[] = {
    {ENOENT, "check the spelling; relative paths count from the configuration file's folder"},
    {ENOTDIR, "a part of the path is a file, not a folder"},
    {EISDIR, "a folder stands where a file is wanted"},
    {EACCES, "check the permissions of it and of the folders above it"},
    {EPERM, "check its owner and permissions"},
    {EROFS, "the file system is read-only; choose another place, for example with --out"},
    {ENOSPC, "the file system is full; free some space and run again"},
    {EDQUOT, "the disk quota is used up; free some space and run again"},
    {EMFILE, "too many descriptors are open; raise the limit with 'ulimit -n'"},
    {ENFILE, "the machine has no descriptors left; end some processes"},
    {EAGAIN, "the limit of processes may be reached; see 'ulimit -u'"},
    {ENOMEM, "the machine is out of memory; use fewer lanes (--cpu-lanes)"},
    {ELOOP, "a symbolic link stands where none is followed; remove it"},
    {EFBIG, "the limit of file size is reached; see 'ulimit -f'"},
};

const char* hint_of(int error) {
  for (const Hint& hint : hints)
    if (hint.error == error) return hint.text;
  return "";
}

}  // namespace

std::string errno_words(int error) {
  std::string words = ::strerror(error);
  // "Is a directory" but not "RFS specific error": an acronym keeps its capitals.
  const bool plain = words.size() > 1 && std::islower(static_cast<unsigned char>(words[1])) != 0;
  if (plain || (words.size() > 1 && words[1] == ' '))
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  return words;
}

base::Error system_error(int error, std::string_view what) {
  return base::trouble(std::string(what) + ": " + errno_words(error), hint_of(error));
}

base::Error system_error(int error, std::string_view what, std::string_view path) {
  const std::string shown = base::to_one_line(path);
  base::Error result =
      base::trouble(std::string(what) + " " + shown + ": " + errno_words(error), hint_of(error));
  if (!result.hint.empty()) result.hint = shown + ": " + result.hint;
  return result;
}

}  // namespace cupel::os

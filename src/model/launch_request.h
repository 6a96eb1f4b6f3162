// SPDX-License-Identifier: Apache-2.0
// What a harness asks the engine to start: arguments, environment, files and channels, where the
// address of a channel and the path of a file are known only when the launch is made.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace cupel::model {

/// Text with holes. Literal parts are bytes and are never scanned for anything.
class Template {
 public:
  enum class PartKind {
    literal,
    channel,  ///< the address of the channel of that name: "127.0.0.1:PORT", or a path
    file,     ///< the path of the file of that name in the launch's private directory
    folder,   ///< the path of that directory
  };
  struct Part {
    PartKind kind = PartKind::literal;
    std::string text;
  };

  Template() = default;
  Template(std::string literal) { append(PartKind::literal, std::move(literal)); }  // NOLINT
  Template(const char* literal) : Template(std::string(literal)) {}                 // NOLINT

  Template& literal(std::string text) { return append(PartKind::literal, std::move(text)); }
  Template& channel(std::string name) { return append(PartKind::channel, std::move(name)); }
  Template& file(std::string name) { return append(PartKind::file, std::move(name)); }
  Template& folder() { return append(PartKind::folder, {}); }

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

  /// Fills the holes; a name without an address is a bug.
  [[nodiscard]] std::string fill(const std::map<std::string, std::string>& channels,
                                 const std::map<std::string, std::string>& files,
                                 const std::string& folder = {}) const;

 private:
  Template& append(PartKind kind, std::string text) {
    parts_.push_back(Part{kind, std::move(text)});
    return *this;
  }
  std::vector<Part> parts_;
};

enum class ChannelKind {
  loopback,  ///< a listening socket on 127.0.0.1; several connections may come, numbered from 0
  fifo,      ///< a named pipe that cupel holds open for reading
  file,      ///< a file that cupel creates empty and follows as it grows
};

struct ChannelSpec {
  std::string name;
  ChannelKind kind = ChannelKind::file;
};

struct FileSpec {
  std::string name;
  Template content;
};

struct LaunchRequest {
  std::vector<Template> argv;               ///< argv[0] is the program, absolute or with a slash
  std::string workdir;                      ///< absolute
  std::map<std::string, Template> env_set;  ///< added by the harness
  /// Put with a ':' before what a list-valued variable already has.
  std::map<std::string, Template> env_prepend;
  std::vector<std::string> env_remove;  ///< names, or prefixes ending in '*', removed first
  std::vector<FileSpec> write;          ///< written into the private directory before the start
  std::vector<std::string> collect;     ///< names of files read back when the process has ended
  /// Collected as well, but written through a pipe, by a process of which it is found out whether
  /// it is the program itself: for the one file that vouches for the whole run.
  std::vector<std::string> attested;
  std::vector<ChannelSpec> channels;
};

}  // namespace cupel::model

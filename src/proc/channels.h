// SPDX-License-Identifier: Apache-2.0
// What cupel reads of one launch: its two streams and the channels that the request asked for. A
// step reads a bounded amount, so that one flood starves nobody; the child never waits for us
// longer than one turn of the loop.
#pragma once

#include <poll.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/fd.h"
#include "proc/attested_fifo.h"
#include "proc/launch_spec.h"

namespace cupel::proc {

class Channels {
 public:
  /// The child's ends of its standard streams.
  struct ChildEnds {
    os::Fd standard_output;
    os::Fd standard_error;
  };

  /// Makes the pipes, and the channels in the private folder.
  [[nodiscard]] base::Result<ChildEnds> open(const model::LaunchRequest& request,
                                             const std::string& private_dir);

  /// "127.0.0.1:PORT" or a path, by name.
  [[nodiscard]] const std::map<std::string, std::string>& addresses() const { return addresses_; }

  /// Appends what to poll for.
  void add_polls(std::vector<pollfd>& polls) const;

  /// Reads one bounded step of each descriptor that `ready` says to be ready, in the order of
  /// add_polls; returns the number of entries it used.
  std::size_t read_ready(const pollfd* ready, LaunchId id, std::vector<Event>& out);

  /// Reads one bounded step of everything. False when nothing was there: all is read.
  bool read_everything(LaunchId id, std::vector<Event>& out);

  /// When to look again although no descriptor says so: at once where a followed file had more than
  /// one step, after a while where something cannot be polled.
  [[nodiscard]] std::optional<base::Duration> look_again_in() const;
  /// That look.
  void look_again(LaunchId id, std::vector<Event>& out);

  /// Finds out who writes the attested files that were opened.
  void attest(const LaunchTree& tree, base::MonoTime now);
  /// Those of them that were written, and what is in doubt about them; once.
  void take_attested(std::map<std::string, std::string>& files,
                     std::map<std::string, std::string>& doubts);

  /// What was odd, to be called at the end: says as well which followed files were replaced.
  [[nodiscard]] std::vector<std::string> take_notes();

 private:
  enum class Kind { stream, fifo, listener, connection, file, watch };
  struct Reader {
    Kind kind{};
    os::Fd fd;
    std::string channel;
    int connection = 0;
    std::string path;          ///< of a file
    std::uint64_t offset = 0;  ///< of a file
    bool more = false;         ///< of a file: its last step did not reach its end
  };

  base::Result<void> open_attested(const std::string& name, const std::string& private_dir);
  base::Result<void> open_channel(const model::ChannelSpec& spec, const std::string& private_dir);
  base::Result<void> open_listener(const std::string& name);
  base::Result<void> open_fifo(const std::string& name, const std::string& path);
  base::Result<void> open_file(const std::string& name, const std::string& path);
  base::Result<os::Fd> open_stream(const char* name);

  /// One step of one reader; true when something came. May append readers.
  bool read_one(std::size_t index, LaunchId id, std::vector<Event>& out);
  bool read_stream(Reader& reader, LaunchId id, std::vector<Event>& out);
  bool read_file_step(Reader& reader, LaunchId id, std::vector<Event>& out);
  bool read_files(LaunchId id, std::vector<Event>& out);
  bool accept_connections(std::size_t index);
  void drop_ended();
  void note(std::string text);
  [[nodiscard]] bool is_polled(const Reader& reader) const;

  struct Attested {
    std::string name;
    AttestedFifo fifo;
  };
  std::vector<Reader> readers_;
  std::vector<Attested> attested_;
  std::map<std::string, std::string> addresses_;
  std::map<std::string, int> connections_;  ///< accepted so far, by channel
  std::size_t open_connections_ = 0;
  bool unwatched_ = false;  ///< a file is followed and the kernel does not tell when it grows
  bool starved_ = false;    ///< no descriptor was left for a connection
  std::vector<std::string> notes_;
};

}  // namespace cupel::proc

// SPDX-License-Identifier: Apache-2.0
#include "proc/channels.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "os/errno_error.h"
#include "proc/peer.h"

namespace cupel::proc {
namespace {

constexpr std::size_t step_bytes = std::size_t{64} << 10;  // as much as a pipe holds by default
// More than that: what was told on a connection before a pipe was full is heard before the pipe.
constexpr std::size_t connection_step_bytes = std::size_t{256} << 10;
constexpr int backlog = 128;
constexpr std::size_t most_notes = 32;
constexpr auto blind_pause = std::chrono::milliseconds(20);
constexpr auto search_pause = std::chrono::milliseconds(1);
// A launch that opens more at once waits in the backlog: it must not use up cupel's descriptors.
constexpr std::size_t most_connections = 128;

bool would_block(int error) {
  return error == EAGAIN || error == EWOULDBLOCK;
}

void deliver(LaunchId id, const std::string& channel, int connection, const char* data,
             std::size_t size, std::vector<Event>& out) {
  out.emplace_back(Bytes{id, channel, connection, std::string(data, size)});
}

}  // namespace

base::Result<Channels::ChildEnds> Channels::open(const model::LaunchRequest& request,
                                                 const std::string& private_dir) {
  ChildEnds ends;
  CUPEL_TRY_ASSIGN(ends.standard_output, open_stream("stdout"));
  CUPEL_TRY_ASSIGN(ends.standard_error, open_stream("stderr"));
  for (const model::ChannelSpec& spec : request.channels)
    CUPEL_TRY(open_channel(spec, private_dir));
  for (const std::string& name : request.attested) CUPEL_TRY(open_attested(name, private_dir));
  return ends;
}

base::Result<void> Channels::open_attested(const std::string& name,
                                           const std::string& private_dir) {
  CUPEL_CHECK(!private_dir.empty(), "a launch with files needs a private folder");
  CUPEL_TRY_ASSIGN(AttestedFifo fifo, AttestedFifo::make(private_dir + "/" + name));
  attested_.push_back(Attested{name, std::move(fifo)});
  return {};
}

base::Result<os::Fd> Channels::open_stream(const char* name) {
  CUPEL_TRY_ASSIGN(os::Pipe pipe, os::make_pipe());
  CUPEL_TRY(os::set_nonblocking(pipe.read.get()));
  readers_.push_back(Reader{Kind::stream, std::move(pipe.read), name, 0, {}, 0, false});
  return std::move(pipe.write);
}

base::Result<void> Channels::open_channel(const model::ChannelSpec& spec,
                                          const std::string& private_dir) {
  if (spec.kind == model::ChannelKind::loopback) return open_listener(spec.name);
  CUPEL_CHECK(!private_dir.empty(), "a launch with files needs a private folder");
  const std::string path = private_dir + "/" + spec.name;
  addresses_[spec.name] = path;
  return spec.kind == model::ChannelKind::fifo ? open_fifo(spec.name, path)
                                               : open_file(spec.name, path);
}

base::Result<void> Channels::open_listener(const std::string& name) {
  os::Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (!listener || ::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener.get(), backlog) != 0 ||
      ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return os::system_error(errno, "cannot listen on 127.0.0.1");
  addresses_[name] = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  readers_.push_back(Reader{Kind::listener, std::move(listener), name, 0, {}, 0, false});
  return {};
}

base::Result<void> Channels::open_fifo(const std::string& name, const std::string& path) {
  if (::mkfifo(path.c_str(), 0600) != 0)
    return os::system_error(errno, "cannot make the fifo", path);
  // Open for writing as well: else it would end with the first writer that closes it.
  os::Fd fifo(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
  if (!fifo) return os::system_error(errno, "cannot open the fifo", path);
  readers_.push_back(Reader{Kind::fifo, std::move(fifo), name, 0, path, 0, false});
  return {};
}

base::Result<void> Channels::open_file(const std::string& name, const std::string& path) {
  os::Fd file(::open(path.c_str(), O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return os::system_error(errno, "cannot make the channel file", path);
  os::Fd watch(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (watch && ::inotify_add_watch(watch.get(), path.c_str(), IN_MODIFY) >= 0)
    readers_.push_back(Reader{Kind::watch, std::move(watch), name, 0, {}, 0, false});
  else
    unwatched_ = true;
  readers_.push_back(Reader{Kind::file, std::move(file), name, 0, path, 0, false});
  return {};
}

bool Channels::is_polled(const Reader& reader) const {
  if (reader.kind == Kind::listener) return !starved_ && open_connections_ < most_connections;
  return reader.kind != Kind::file;
}

void Channels::add_polls(std::vector<pollfd>& polls) const {
  for (const Reader& reader : readers_)
    if (is_polled(reader)) polls.push_back(pollfd{reader.fd.get(), POLLIN, 0});
  for (const Attested& one : attested_) polls.push_back(pollfd{one.fifo.poll_fd(), POLLIN, 0});
}

std::size_t Channels::read_ready(const pollfd* ready, LaunchId id, std::vector<Event>& out) {
  std::vector<bool> due;
  std::size_t used = 0;
  for (const Reader& reader : readers_)
    due.push_back(is_polled(reader) && ready[used++].revents != 0);
  // What a program tells on a connection it tells before it prints: whoever hears both must hear
  // them in this order, so connections are looked at first, ready or not, and new ones at once.
  const auto is_connected = [this](std::size_t index) {
    return readers_[index].kind == Kind::listener || readers_[index].kind == Kind::connection;
  };
  for (std::size_t index = 0; index < readers_.size(); ++index)
    if (is_connected(index)) read_one(index, id, out);
  for (std::size_t index = 0; index < due.size(); ++index)
    if (due[index] && !is_connected(index)) read_one(index, id, out);
  drop_ended();
  for (Attested& one : attested_)
    if (ready[used++].revents != 0) one.fifo.read_step();
  return used;
}

bool Channels::read_everything(LaunchId id, std::vector<Event>& out) {
  bool came = false;
  // By index: a listener appends the connections it accepts, and those are read as well.
  for (std::size_t index = 0; index < readers_.size(); ++index)
    if (read_one(index, id, out)) came = true;
  drop_ended();
  for (Attested& one : attested_)
    if (one.fifo.read_step()) came = true;
  return came;
}

std::optional<base::Duration> Channels::look_again_in() const {
  if (std::ranges::any_of(readers_, [](const Reader& reader) { return reader.more; }))
    return base::Duration::zero();
  if (std::ranges::any_of(attested_, [](const Attested& one) { return one.fifo.sought(); }))
    return search_pause;
  if (unwatched_ || starved_) return blind_pause;
  return std::nullopt;
}

void Channels::look_again(LaunchId id, std::vector<Event>& out) {
  starved_ = false;
  read_files(id, out);
}

std::vector<std::string> Channels::take_notes() {
  for (const Reader& reader : readers_) {
    struct stat held{};
    struct stat named{};
    if (reader.kind != Kind::file || ::fstat(reader.fd.get(), &held) != 0) continue;
    if (::lstat(reader.path.c_str(), &named) != 0 || held.st_ino != named.st_ino)
      note("the program removed or replaced " + reader.channel + "; what came after is not read");
  }
  return std::move(notes_);
}

void Channels::attest(const LaunchTree& tree, base::MonoTime now) {
  for (Attested& one : attested_) one.fifo.look(tree, now);
}

void Channels::take_attested(std::map<std::string, std::string>& files,
                             std::map<std::string, std::string>& doubts) {
  for (Attested& one : attested_) {
    if (one.fifo.cut()) note(one.name + " is longer than 64 MiB and was cut");
    if (!one.fifo.doubt().empty()) doubts.emplace(one.name, one.fifo.doubt());
    if (auto bytes = one.fifo.take_bytes()) files.emplace(one.name, std::move(*bytes));
  }
}

void Channels::note(std::string text) {
  if (notes_.size() < most_notes) notes_.push_back(std::move(text));
}

bool Channels::read_one(std::size_t index, LaunchId id, std::vector<Event>& out) {
  Reader& reader = readers_[index];
  switch (reader.kind) {
    case Kind::listener:
      return accept_connections(index);
    case Kind::file:
      return read_file_step(reader, id, out);
    case Kind::watch: {
      char told[4096];
      while (::read(reader.fd.get(), told, sizeof told) > 0) continue;
      return read_files(id, out);
    }
    case Kind::stream:
    case Kind::fifo:
    case Kind::connection:
      break;
  }
  return read_stream(reader, id, out);
}

bool Channels::read_stream(Reader& reader, LaunchId id, std::vector<Event>& out) {
  if (!reader.fd) return false;
  char step[connection_step_bytes];
  const std::size_t room = reader.kind == Kind::connection ? sizeof step : step_bytes;
  const ssize_t got = ::read(reader.fd.get(), step, room);
  if (got > 0) {
    deliver(id, reader.channel, reader.connection, step, static_cast<std::size_t>(got), out);
    return true;
  }
  if (got < 0 && (errno == EINTR || would_block(errno))) return false;
  // The end, or a reset by a peer that was killed: either way nothing more comes.
  if (reader.kind == Kind::connection) --open_connections_;
  reader.fd.reset();
  return false;
}

bool Channels::read_files(LaunchId id, std::vector<Event>& out) {
  bool came = false;
  for (Reader& reader : readers_)
    if (reader.kind == Kind::file && read_file_step(reader, id, out)) came = true;
  return came;
}

bool Channels::read_file_step(Reader& reader, LaunchId id, std::vector<Event>& out) {
  struct stat facts{};
  if (::fstat(reader.fd.get(), &facts) == 0 &&
      static_cast<std::uint64_t>(facts.st_size) < reader.offset) {
    note("the program truncated " + reader.channel + " from " + std::to_string(reader.offset) +
         " to " + std::to_string(facts.st_size) + " bytes; what had been read stays");
    reader.offset = 0;
  }
  char step[step_bytes];
  const ssize_t got =
      ::pread(reader.fd.get(), step, sizeof step, static_cast<off_t>(reader.offset));
  reader.more = got == static_cast<ssize_t>(sizeof step);
  if (got <= 0) return false;
  reader.offset += static_cast<std::uint64_t>(got);
  deliver(id, reader.channel, 0, step, static_cast<std::size_t>(got), out);
  return true;
}

bool Channels::accept_connections(std::size_t index) {
  bool came = false;
  while (open_connections_ < most_connections) {
    os::Fd connection(
        ::accept4(readers_[index].fd.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection) {
      starved_ = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
      return came;
    }
    came = true;
    const std::string channel = readers_[index].channel;
    const std::optional<uid_t> user = peer_user(connection.get());
    if (user && *user != ::geteuid() && *user != ::getuid()) {
      note("a connection of user " + std::to_string(*user) + " to " + channel + " was refused");
      continue;
    }
    const int number = connections_[channel]++;
    ++open_connections_;
    readers_.push_back(
        Reader{Kind::connection, std::move(connection), channel, number, {}, 0, false});
  }
  return came;
}

void Channels::drop_ended() {
  std::erase_if(readers_, [](const Reader& reader) { return !reader.fd; });
}

}  // namespace cupel::proc

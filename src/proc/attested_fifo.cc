// SPDX-License-Identifier: Apache-2.0
#include "proc/attested_fifo.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "os/errno_error.h"
#include "os/file.h"
#include "proc/process_tree.h"

namespace cupel::proc {
namespace {

constexpr std::size_t step_bytes = std::size_t{64} << 10;
constexpr std::size_t read_bytes = std::size_t{256} << 10;
constexpr std::size_t open_bytes = std::size_t{1} << 20;  // as much as a kernel grants anybody
constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::uint64_t auxv_limit = 4096;
// Whoever opened it holds it from then on, unless it closed it again without a word.
constexpr auto longest_search = std::chrono::seconds(1);

/// The open files of one process, as far as it matters who wrote.
struct Holding {
  bool readable = false;  ///< we may know at all
  bool holds = false;     ///< the fifo is among them
  std::set<ino_t> sockets;
};

Holding holding(pid_t pid, const struct stat& fifo) {
  Holding found;
  const std::string folder = "/proc/" + std::to_string(pid) + "/fd";
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  if (!entries) return found;
  found.readable = true;
  while (const dirent* entry = ::readdir(entries.get())) {
    struct stat facts{};
    if (::fstatat(::dirfd(entries.get()), entry->d_name, &facts, 0) != 0) continue;
    if (S_ISSOCK(facts.st_mode)) found.sockets.insert(facts.st_ino);
    if (facts.st_dev == fifo.st_dev && facts.st_ino == fifo.st_ino) found.holds = true;
  }
  return found;
}

std::string auxiliary_vector(pid_t pid) {
  base::Result<os::FileHead> head =
      os::read_untrusted("/proc/" + std::to_string(pid) + "/auxv", auxv_limit);
  return head.ok() ? std::move(head->bytes) : std::string();
}

bool is_copy(pid_t writer, const Holding& of_writer, pid_t ancestor, const struct stat& fifo) {
  const std::string image = auxiliary_vector(writer);
  if (image.empty() || image != auxiliary_vector(ancestor)) return false;
  const Holding of_ancestor = holding(ancestor, fifo);
  return std::ranges::any_of(of_writer.sockets,
                             [&](ino_t one) { return of_ancestor.sockets.contains(one); });
}

/// Why `writer`, which is below the warden, is not the program of the launch; empty: it is.
std::string doubt_about(const ProcessFacts& writer, const Holding& of_writer,
                        const std::vector<ProcessFacts>& all, const LaunchTree& tree,
                        const struct stat& fifo) {
  pid_t at = writer.pid;
  pid_t parent = writer.parent;
  while (at != tree.program) {
    const auto above =
        std::ranges::find_if(all, [&](const ProcessFacts& one) { return one.pid == parent; });
    if (above == all.end() || above->dead())
      return "it was written by process " + std::to_string(writer.pid) +
             ", and the one that had started that process was gone";
    if (is_copy(writer.pid, of_writer, above->pid, fifo))
      return "it was written by process " + std::to_string(writer.pid) +
             ", a forked copy of the program, process " + std::to_string(above->pid);
    at = above->pid;
    parent = above->parent;
  }
  return {};
}

/// Nobody may look at the writer, or it is outside the launch: what is left is that the program
/// must be alive.
std::string doubt_without_holder(const LaunchTree& tree) {
  const std::optional<ProcessFacts> program = process_facts(tree.program);
  if (!tree.ended && program && !program->dead()) return {};
  return "the program had ended before it was written";
}

}  // namespace

base::Result<AttestedFifo> AttestedFifo::make(const std::string& path) {
  if (::mkfifo(path.c_str(), 0600) != 0)
    return os::system_error(errno, "cannot make the fifo", path);
  os::Fd fifo(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
  if (!fifo) return os::system_error(errno, "cannot open the fifo", path);
  // The smaller, the less to fill; where the kernel refuses, it is filled as it is.
  static_cast<void>(::fcntl(fifo.get(), F_SETPIPE_SZ, 4096));
  const std::string zeros(step_bytes, '\0');
  std::uint64_t filler = 0;
  for (ssize_t put = 0; put >= 0; put = ::write(fifo.get(), zeros.data(), zeros.size()))
    filler += static_cast<std::uint64_t>(put);
  // Our own opening came before the watch. Without one it is looked for all the time.
  os::Fd watch(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (watch && ::inotify_add_watch(watch.get(), path.c_str(), IN_OPEN) < 0) watch.reset();
  return AttestedFifo(path, std::move(fifo), std::move(watch), filler);
}

int AttestedFifo::poll_fd() const {
  if (stage_ == Stage::ended) return -1;
  return stage_ == Stage::open ? fifo_.get() : watch_.get();
}

bool AttestedFifo::read_step() {
  char step[read_bytes];
  if (stage_ == Stage::ended) return false;
  if (stage_ != Stage::open) {
    while (::read(watch_.get(), step, sizeof step) > 0) stage_ = Stage::sought;
    return false;
  }
  const ssize_t got = ::read(fifo_.get(), step, sizeof step);
  if (got == 0) stage_ = Stage::ended;
  if (got <= 0) return false;
  const std::size_t room = most_bytes - bytes_.size();
  cut_ = cut_ || static_cast<std::size_t>(got) > room;
  bytes_.append(step, std::min(static_cast<std::size_t>(got), room));
  if (plain_) static_cast<void>(::write(plain_.get(), step, static_cast<std::size_t>(got)));
  return true;
}

void AttestedFifo::look(const LaunchTree& tree, base::MonoTime now) {
  // Its bytes can come before the warden's word that it started.
  if (!sought() || (tree.program == 0 && !tree.ended)) return;
  struct stat fifo{};
  if (::fstat(fifo_.get(), &fifo) != 0) return;
  const std::vector<ProcessFacts> all = descendants_of(tree.warden);
  std::string doubt;
  bool hidden = false;
  for (const ProcessFacts& process : all) {
    if (process.dead()) continue;
    const Holding held = holding(process.pid, fifo);
    hidden = hidden || !held.readable;
    if (!held.holds) continue;
    std::string found = doubt_about(process, held, all, tree, fifo);
    // A child forked while it was open holds it too; one honest holder is enough.
    if (found.empty()) return let_in({});
    doubt = std::move(found);
  }
  if (!doubt.empty()) return let_in(std::move(doubt));
  if (hidden || (watch_ && is_late(now))) let_in(doubt_without_holder(tree));
}

bool AttestedFifo::is_late(base::MonoTime now) {
  if (!sought_since_) sought_since_ = now;
  return now - *sought_since_ >= longest_search;
}

void AttestedFifo::let_in(std::string doubt) {
  doubt_ = std::move(doubt);
  stage_ = Stage::open;
  // While the writer still waits, so that whatever it opens by this name afterwards is the file.
  leave_plain_file();
  char step[step_bytes];
  while (filler_ > 0) {
    const ssize_t got = ::read(fifo_.get(), step, std::min<std::uint64_t>(filler_, sizeof step));
    if (got <= 0) break;
    filler_ -= static_cast<std::uint64_t>(got);
  }
  // From here on each time that it is full is a time that the writer waits.
  static_cast<void>(::fcntl(fifo_.get(), F_SETPIPE_SZ, static_cast<int>(open_bytes)));
  // Without our own end for writing it ends with its writer.
  const std::string self = "/proc/self/fd/" + std::to_string(fifo_.get());
  if (os::Fd reader(::open(self.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)); reader)
    fifo_ = std::move(reader);
}

// Unless the program has put something of its own there.
void AttestedFifo::leave_plain_file() {
  struct stat held{};
  struct stat named{};
  if (::fstat(fifo_.get(), &held) != 0 || ::lstat(path_.c_str(), &named) != 0 ||
      held.st_dev != named.st_dev || held.st_ino != named.st_ino)
    return;
  // In one step: at no moment is there nothing of this name.
  const std::string beside = path_ + ".plain";
  plain_ =
      os::Fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (plain_ && ::rename(beside.c_str(), path_.c_str()) != 0) {
    ::unlink(beside.c_str());
    plain_.reset();
  }
}

std::optional<std::string> AttestedFifo::take_bytes() {
  if (stage_ == Stage::closed || stage_ == Stage::sought) return std::nullopt;
  return std::move(bytes_);
}

}  // namespace cupel::proc

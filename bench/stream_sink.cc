// SPDX-License-Identifier: Apache-2.0
// The least that can listen to a GoogleTest program: starts it with the result channels that the
// gate uses (stream and XML file), reads all they and the two pipes carry, and understands none of
// it. What a gate takes beyond this program's time is the gate's own.
//
// usage: stream_sink XML_FILE PROGRAM [ARGUMENT...]     ends with the program's exit code
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void require(bool held, const char* what) {
  if (held) return;
  std::perror(what);
  std::exit(125);
}

/// A socket listening on a free loopback port, and that port.
int listen_on_loopback(int* port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  require(fd >= 0, "socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  require(bind(fd, generic, size) == 0, "bind");
  require(listen(fd, 8) == 0, "listen");
  require(getsockname(fd, generic, &size) == 0, "getsockname");
  *port = ntohs(address.sin_port);
  return fd;
}

struct Child {
  pid_t pid;
  int out;
  int err;
};

Child start(std::vector<std::string> words) {
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  require(pipe(out.data()) == 0 && pipe(err.data()) == 0, "pipe");
  const pid_t pid = fork();
  require(pid >= 0, "fork");
  if (pid == 0) {
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    for (const int fd : {out[0], out[1], err[0], err[1]}) close(fd);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  return {pid, out[0], err[0]};
}

/// Reads what is there; false at the end.
bool drain(int fd) {
  static std::array<char, 1 << 16> buffer;
  return read(fd, buffer.data(), buffer.size()) > 0;
}

/// Reads both pipes and every connection of the listener until all have ended.
void read_all(const Child& child, int listener) {
  std::vector<pollfd> open{{listener, POLLIN, 0}, {child.out, POLLIN, 0}, {child.err, POLLIN, 0}};
  while (open.size() > 1) {
    require(poll(open.data(), open.size(), -1) > 0, "poll");
    std::vector<pollfd> next{{listener, POLLIN, 0}};
    for (std::size_t i = 1; i < open.size(); ++i) {
      if (open[i].revents == 0 || drain(open[i].fd)) {
        next.push_back({open[i].fd, POLLIN, 0});
      } else {
        close(open[i].fd);
      }
    }
    if (open[0].revents != 0) next.push_back({accept(listener, nullptr, nullptr), POLLIN, 0});
    open = next;
  }
}

void read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return;
  static std::array<char, 1 << 16> buffer;
  while (std::fread(buffer.data(), 1, buffer.size(), file) > 0) {
  }
  std::fclose(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: stream_sink XML_FILE PROGRAM [ARGUMENT...]\n", stderr);
    return 4;
  }
  int port = 0;
  const int listener = listen_on_loopback(&port);
  const std::string report = argv[1];
  std::vector<std::string> words(argv + 2, argv + argc);
  words.push_back("--gtest_color=no");
  words.push_back("--gtest_output=xml:" + report);
  words.push_back("--gtest_stream_result_to=127.0.0.1:" + std::to_string(port));
  const Child child = start(words);
  read_all(child, listener);
  int status = 0;
  require(waitpid(child.pid, &status, 0) == child.pid, "waitpid");
  read_file(report);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

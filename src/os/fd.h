// SPDX-License-Identifier: Apache-2.0
// A file descriptor that is closed once. Everything this layer opens is close-on-exec.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "base/result.h"

namespace cupel::os {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~Fd() { reset(); }

  [[nodiscard]] int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset();
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

struct Pipe {
  Fd read;
  Fd write;
};
/// Both ends are close-on-exec and blocking.
[[nodiscard]] base::Result<Pipe> make_pipe();

[[nodiscard]] base::Result<void> set_nonblocking(int fd);
/// Whether `fd` lives on over exec.
[[nodiscard]] base::Result<void> set_inheritable(int fd, bool inheritable);

/// Opens /dev/null in place of standard streams that are closed, so that no later descriptor takes
/// the number of one and is written to by mistake.
void ensure_standard_streams();

/// Closes every descriptor from 3 on that `keep` does not name.
void close_all_but(std::span<const int> keep);

}  // namespace cupel::os

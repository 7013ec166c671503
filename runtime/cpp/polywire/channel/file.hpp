// Files of shared memory, and the locks that tell whether a process lives.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include "polywire/channel/status.hpp"

namespace polywire::channels {

/// An open file.
class descriptor {
 public:
  descriptor() noexcept = default;
  explicit descriptor(int number) noexcept : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int get() const noexcept { return number_; }
  bool is_open() const noexcept { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// Returns the path under which this process finds an open file.
inline std::string path_of(const descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.get());
}

/// Gives a file its size and its memory, so that no write faults because memory is short.
inline int allocate(const descriptor& file, std::uint64_t size) noexcept {
  int result = 0;
  do {
    result = ::fallocate(file.get(), 0, 0, static_cast<off_t>(size));
  } while (result != 0 && errno == EINTR);
  return result;
}

/// Writes all bytes at the start of a file.
inline bool write_start(const descriptor& file, const std::uint8_t* bytes,
                        std::size_t size) noexcept {
  return ::pwrite(file.get(), bytes, size, 0) == static_cast<ssize_t>(size);
}

/// Opens a file again, so that it has locks of its own.
inline descriptor opened_again(const descriptor& file) {
  return descriptor(::open(path_of(file).c_str(), O_RDWR | O_CLOEXEC));
}

inline struct flock lock_of(std::uint64_t byte) noexcept {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(byte);
  lock.l_len = 1;
  return lock;
}

/// Locks a byte of a file for this opening of it; false if another opening holds it. The system
/// releases the lock whichever way the process ends.
inline bool lock(const descriptor& file, std::uint64_t byte) noexcept {
  auto lock = lock_of(byte);
  return ::fcntl(file.get(), F_OFD_SETLK, &lock) == 0;
}

/// Unlocks a byte. Closing the file may not be enough: a process that is being started has it open
/// for a moment, too.
inline void unlock(const descriptor& file, std::uint64_t byte) noexcept {
  auto lock = lock_of(byte);
  lock.l_type = F_UNLCK;
  ::fcntl(file.get(), F_OFD_SETLK, &lock);
}

/// Returns true if another opening of the file has locked the byte.
inline bool is_locked(const descriptor& file, std::uint64_t byte) noexcept {
  auto lock = lock_of(byte);
  return ::fcntl(file.get(), F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

}  // namespace polywire::channels

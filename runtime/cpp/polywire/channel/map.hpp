// Mapped memory that other processes change at any time.
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "polywire/channel/file.hpp"

namespace polywire::channels {

enum class access : std::uint8_t { read, write };

/// A part of a file in memory. A ring is mapped twice, the second time behind the first, so that
/// each record is in one piece. Nothing else is mapped within `guard` bytes of it.
class map {
 public:
  map() noexcept = default;
  map(map&& other) noexcept
      : base_(std::exchange(other.base_, nullptr)), reserved_(other.reserved_) {}
  map& operator=(map&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(reserved_, other.reserved_);
    return *this;
  }
  map(const map&) = delete;
  map& operator=(const map&) = delete;
  ~map() {
    if (base_ != nullptr) ::munmap(base_, reserved_);
  }

  /// Maps a part of a file, once or twice. Returns 0, or the number of the system's error.
  int open(const descriptor& file, std::uint64_t at, std::uint64_t size, access mode,
           std::size_t times = 1) {
    map made;
    made.reserved_ = size * times + 2 * guard;
    void* base = ::mmap(nullptr, made.reserved_, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) return errno;
    made.base_ = static_cast<std::uint8_t*>(base);
    const int protection = mode == access::read ? PROT_READ : PROT_READ | PROT_WRITE;
    for (std::size_t copy = 0; copy < times; ++copy) {
      void* place =
          ::mmap(made.data() + copy * size, size, protection, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                 file.get(), static_cast<off_t>(at));
      if (place == MAP_FAILED) return errno;
    }
    std::swap(*this, made);
    return 0;
  }

  std::uint8_t* data() const noexcept { return base_ + guard; }

  template <class Word>
  Word* word(std::uint64_t at) const noexcept {
    return reinterpret_cast<Word*>(data() + at);
  }

 private:
  /// Bytes on both sides that fault when they are touched: a multiple of every size of pages.
  static constexpr std::size_t guard = 65536;

  std::uint8_t* base_ = nullptr;
  std::size_t reserved_ = 0;
};

}  // namespace polywire::channels

// Counts a program's allocations. To be included by exactly one translation unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace polywire::bench {

struct allocations {
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;

  void count(std::size_t size) noexcept {
    ++number;
    bytes += size;
  }
};

inline allocations allocated;

}  // namespace polywire::bench

#if defined(__GLIBC__)

// The C library's own functions under their alternative names; `operator new` calls malloc too.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* pointer, std::size_t size);

void* malloc(std::size_t size) noexcept {
  polywire::bench::allocated.count(size);
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) noexcept {
  polywire::bench::allocated.count(number * size);
  return __libc_calloc(number, size);
}
void* realloc(void* pointer, std::size_t size) noexcept {
  polywire::bench::allocated.count(size);
  return __libc_realloc(pointer, size);
}
}

#else

void* operator new(std::size_t size) {
  polywire::bench::allocated.count(size);
  if (void* const found = std::malloc(size != 0 ? size : 1)) return found;
  std::abort();
}
void operator delete(void* pointer) noexcept {
  std::free(pointer);
}
void operator delete(void* pointer, std::size_t) noexcept {
  std::free(pointer);
}

#endif

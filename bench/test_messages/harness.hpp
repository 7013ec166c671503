// Shared parts of both programs: they time their codec and count its allocations.
//
// There are two programs, because both sides have types with the same names. Each prints lines with
// a name and a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

namespace harness {

using bytes = std::vector<std::uint8_t>;

inline std::size_t allocations = 0;

inline bytes read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return bytes(std::istreambuf_iterator<char>(file), {});
}

inline void write(const char* path, const bytes& contents) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(contents.data()),
             static_cast<std::streamsize>(contents.size()));
}

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

/// Makes the compiler assume that memory has changed.
inline void clobber() {
  asm volatile("" : : : "memory");
}

/// Returns nanoseconds of processor time per call, averaged over about 5 ms.
template <class Call>
void time(const char* name, Call call) {
  for (std::size_t calls = 16;; calls *= 2) {
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < calls; ++i) {
      call();
      clobber();
    }
    const double taken = static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC);
    if (taken < 5e6) continue;
    std::printf("%s %.1f\n", name, taken / static_cast<double>(calls));
    return;
  }
}

/// Returns the number of allocations per call.
template <class Call>
void count(const char* name, Call call) {
  const std::size_t before = allocations;
  call();
  std::printf("%s %zu\n", name, allocations - before);
}

}  // namespace harness

// A program includes this header once.
void* operator new(std::size_t size) {
  ++harness::allocations;
  if (void* const memory = std::malloc(size)) return memory;
  std::abort();
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

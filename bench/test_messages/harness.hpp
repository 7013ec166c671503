// Shared parts of both programs: they time their codec and count its allocations.
//
// There are two programs, because both sides have types of the same names. Each reports its
// measurements in lines of a name and a number.
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

/// Keeps the compiler from knowing what memory holds.
inline void clobber() {
  asm volatile("" : : : "memory");
}

/// Nanoseconds of processor time of one call, of as many as take about 5 ms.
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

/// How often one call allocates.
template <class Call>
void count(const char* name, Call call) {
  const std::size_t before = allocations;
  call();
  std::printf("%s %zu\n", name, allocations - before);
}

}  // namespace harness

// A program includes this once.
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

// Measures the memory that a program allocates, if it is built with the address sanitizer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

extern "C" {
[[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void*,
                                                                              std::size_t),
                                                            void (*freed)(const volatile void*));
[[gnu::weak]] std::size_t __sanitizer_get_allocated_size(const volatile void*);
}

namespace polywire::testing {

/// Counts the bytes in use, from the first request for a measurement on.
class memory_in_use {
 public:
  /// Returns false if the program is not built with the sanitizer.
  static bool count() {
    if (&__sanitizer_install_malloc_and_free_hooks == nullptr) return false;
    static const bool counts = __sanitizer_install_malloc_and_free_hooks(
                                   [](const volatile void*, std::size_t size) { add(size); },
                                   [](const volatile void* block) { subtract(block); }) != 0;
    return counts;
  }

  static inline std::ptrdiff_t current = 0;
  static inline std::ptrdiff_t peak = 0;

 private:
  static void add(std::size_t size) {
    current += static_cast<std::ptrdiff_t>(size);
    peak = std::max(peak, current);
  }

  static void subtract(const volatile void* block) {
    current -= static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(block));
  }
};

/// Returns the largest number of bytes that a function has in use besides those in use before;
/// nothing if they cannot be counted.
template <class Function>
std::optional<std::size_t> peak_memory(const Function& function) {
  if (!memory_in_use::count()) return std::nullopt;
  const std::ptrdiff_t before = memory_in_use::current;
  memory_in_use::peak = before;
  function();
  return static_cast<std::size_t>(memory_in_use::peak - before);
}

}  // namespace polywire::testing

// Words of shared memory, and sleeping on them.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>

namespace polywire::channels {

/// Loads a word that another process may change. What is loaded is used, and not loaded again.
template <class Word>
Word load(const Word* word) noexcept {
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

/// Stores a word. Together with `load`, all sides see such stores in one order: either the other
/// side sees what was stored before it sleeps, or this one sees that it waits.
template <class Word>
void store(Word* word, Word value) noexcept {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

/// Copies bytes out of memory that another process may be overwriting: whole words, each loaded
/// once. The source is aligned, and there is room for whole words.
inline void copy_words_out(const std::uint8_t* from, std::size_t size, std::uint8_t* to) noexcept {
  const auto* words = reinterpret_cast<const std::uint64_t*>(from);
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t)) {
    const std::uint64_t word = __atomic_load_n(words++, __ATOMIC_RELAXED);
    std::memcpy(to + at, &word, sizeof word);
  }
}

/// Copies bytes into memory that another process may be copying: whole words, so that there is room
/// for them at an aligned place.
inline void copy_words_in(std::uint8_t* to, const std::uint8_t* from, std::size_t size) noexcept {
  auto* words = reinterpret_cast<std::uint64_t*>(to);
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, from + at, sizeof word);
    __atomic_store_n(words++, word, __ATOMIC_RELAXED);
  }
  if (at == size) return;
  std::uint64_t last = 0;
  std::memcpy(&last, from + at, size - at);
  __atomic_store_n(words, last, __ATOMIC_RELAXED);
}

/// Sleeps while a word has a value, at most for some time. Returns false if that time is over. It
/// may return earlier for no reason.
inline bool sleep_on(const std::uint32_t* word, std::uint32_t value,
                     std::chrono::nanoseconds most) noexcept {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(most);
  timespec time{};
  time.tv_sec = static_cast<time_t>(seconds.count());
  time.tv_nsec = static_cast<long>((most - seconds).count());
  const long result = ::syscall(SYS_futex, word, FUTEX_WAIT, value, &time, nullptr, 0);
  return result == 0 || errno != ETIMEDOUT;
}

/// Changes a word, and wakes everyone who sleeps on it.
inline void ring(std::uint32_t* bell) noexcept {
  __atomic_fetch_add(bell, 1u, __ATOMIC_SEQ_CST);
  ::syscall(SYS_futex, bell, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace polywire::channels

// Words of shared memory, and sleeping on them.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
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

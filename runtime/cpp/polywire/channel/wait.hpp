// How long to wait for a message, or for room.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "polywire/channel/layout.hpp"

namespace polywire::channels {

/// How long to wait. The death of the other side is told anyway.
class wait {
 public:
  static constexpr wait never() noexcept { return wait(std::chrono::nanoseconds::zero()); }
  static constexpr wait forever() noexcept { return wait(std::chrono::nanoseconds::max()); }
  static constexpr wait most(std::chrono::nanoseconds time) noexcept { return wait(time); }

  constexpr bool is_never() const noexcept { return time_ <= std::chrono::nanoseconds::zero(); }
  constexpr bool is_forever() const noexcept { return time_ == std::chrono::nanoseconds::max(); }
  constexpr std::chrono::nanoseconds time() const noexcept { return time_; }

 private:
  constexpr explicit wait(std::chrono::nanoseconds time) noexcept : time_(time) {}

  std::chrono::nanoseconds time_;
};

/// The progress of waiting.
class waiting {
 public:
  explicit waiting(wait limit) noexcept : limit_(limit), spins_(limit.is_never() ? 0 : spins) {}

  /// Returns true if it is too early to sleep.
  bool spin() noexcept {
    if (spins_ == 0) return false;
    --spins_;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
    return true;
  }

  /// Returns how long to sleep at most; nothing if the time is over.
  std::optional<std::chrono::nanoseconds> sleep() {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::nanoseconds slice = std::chrono::milliseconds(layout::liveness_millis);
    if (limit_.is_never()) return std::nullopt;
    if (limit_.is_forever()) return slice;
    const auto now = clock::now();
    if (!has_started_) start_ = now;
    has_started_ = true;
    const auto left = limit_.time() - (now - start_);
    if (left <= std::chrono::nanoseconds::zero()) return std::nullopt;
    return std::min(left, slice);
  }

 private:
  /// Tries before a side sleeps: a few microseconds, within which a message of an awake peer
  /// arrives.
  static constexpr int spins = 200;

  wait limit_;
  int spins_;
  /// When the first sleep began.
  std::chrono::steady_clock::time_point start_{};
  bool has_started_ = false;
};

}  // namespace polywire::channels

// Shows progress on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace osm_convert {

class Progress {
 public:
  /// Without a size, there is no bar and no remaining time.
  Progress(bool shown, std::optional<std::uint64_t> size);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows the number of bytes of input done so far.
  void show(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  std::optional<std::uint64_t> size_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace osm_convert

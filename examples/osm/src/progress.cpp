#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>

namespace osm_convert {

namespace {

constexpr std::chrono::milliseconds pause{100};
constexpr double mebibyte = 1 << 20;
constexpr std::size_t bar_width = 30;

std::string bar(double part) {
  const auto full = static_cast<std::size_t>(part * bar_width);
  return std::string(full, '#') + std::string(bar_width - full, '.');
}

}  // namespace

Progress::Progress(bool shown, std::optional<std::uint64_t> size)
    : shown_(shown && isatty(STDERR_FILENO) != 0), size_(size) {}

Progress::~Progress() {
  constexpr char erase_line[] = "\r\x1b[K";
  if (shown_) std::fputs(erase_line, stderr);
}

void Progress::show(std::uint64_t done) {
  const Clock::time_point now = Clock::now();
  if (!shown_ || now - last_ < pause) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / elapsed;
  if (!size_ || *size_ == 0) {
    std::fprintf(stderr, "\r%.1f MiB, %.1f MiB/s ", static_cast<double>(done) / mebibyte,
                 rate / mebibyte);
    return;
  }
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(*size_));
  std::fprintf(stderr, "\r[%s] %3.0f %%, %.1f MiB/s, %.0f s left ", bar(part).c_str(), 100 * part,
               rate / mebibyte, elapsed / part - elapsed);
}

}  // namespace osm_convert

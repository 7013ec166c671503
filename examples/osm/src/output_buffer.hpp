// An output buffer that grows without initialising and keeps its memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace osm_convert {

class OutputBuffer {
 public:
  std::string_view view() const noexcept { return {memory_.get(), size_}; }
  void clear() noexcept { size_ = 0; }

  /// Returns the end of the contents, where `room` bytes may be written before `finish`.
  char* reserve(std::size_t room) {
    if (room > capacity_ - size_) grow(room);
    return memory_.get() + size_;
  }

  /// Sets the end of the contents.
  void finish(const char* end) noexcept { size_ = static_cast<std::size_t>(end - memory_.get()); }

  void append(std::string_view text) {
    if (text.empty()) return;
    char* end = reserve(text.size());
    std::memcpy(end, text.data(), text.size());
    finish(end + text.size());
  }

 private:
  void grow(std::size_t room) {
    const std::size_t capacity = std::max(size_ + room, 2 * capacity_);
    auto memory = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ != 0) std::memcpy(memory.get(), memory_.get(), size_);
    memory_ = std::move(memory);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace osm_convert

// The output of encoders: grows without initialising, and keeps its memory from message to message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "polywire/leaves/memory.hpp"
#include "polywire/owner.hpp"

namespace polywire {

/// Returns true if fewer than this many bytes are left up to the write limit, an address that may
/// be before `out`.
POLYWIRE_INLINE bool lacks(const std::uint8_t* out, std::uintptr_t write_limit,
                           std::size_t byte_count) noexcept {
  const auto left = static_cast<std::intptr_t>(write_limit - reinterpret_cast<std::uintptr_t>(out));
  return POLYWIRE_UNLIKELY(left < static_cast<std::intptr_t>(byte_count));
}

class buffer {
 public:
  buffer() noexcept = default;
  buffer(buffer&&) noexcept = default;
  buffer& operator=(buffer&& other) noexcept {
    give_back();
    memory_ = std::move(other.memory_);
    size_ = other.size_;
    capacity_ = other.capacity_;
    is_borrowed_ = other.is_borrowed_;
    return *this;
  }
  ~buffer() { give_back(); }

  /// Returns the last message.
  std::span<const std::uint8_t> span() const noexcept { return {memory_.get(), size_}; }
  const std::uint8_t* data() const noexcept { return memory_.get(); }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  void clear() noexcept { size_ = 0; }

  /// Makes the next encoder write into this memory. A message that does not fit is in memory of the
  /// buffer, as it is without this.
  void borrow(std::span<std::uint8_t> memory) noexcept {
    give_back();
    memory_.reset(memory.data());
    capacity_ = memory.size();
    size_ = 0;
    is_borrowed_ = true;
  }

  /// Returns true if the message is in the memory that was borrowed.
  bool is_borrowed() const noexcept { return is_borrowed_; }

  // For encoders.

  /// Discards the contents and reserves space.
  std::uint8_t* start(std::size_t byte_count) {
    if (POLYWIRE_UNLIKELY(byte_count > capacity_)) grow(0, byte_count);
    return memory_.get();
  }

  /// The minimum capacity for an encoder with a write limit.
  static constexpr std::size_t minimum_size = 64;

  /// The number of bytes that any write may overwrite after its output.
  static constexpr std::size_t slack = 32;

  /// Returns the write limit of such an encoder.
  std::uintptr_t write_limit() const noexcept {
    return reinterpret_cast<std::uintptr_t>(memory_.get()) + (capacity_ - slack);
  }

  /// Returns the next capacity for a message that exceeded the last one and needs at least this
  /// many bytes.
  std::size_t more_than(std::size_t byte_count) const noexcept {
    return byte_count > 2 * capacity_ ? byte_count : 2 * capacity_;
  }

  /// Reserves space after `out`, which is adjusted if the output moves.
  std::uint8_t* ensure(std::uint8_t* out, std::size_t byte_count) {
    const auto written = static_cast<std::size_t>(out - memory_.get());
    if (POLYWIRE_UNLIKELY(byte_count > capacity_ - written)) grow(written, byte_count);
    return memory_.get() + written;
  }

  /// The start of the output.
  std::uint8_t* begin() noexcept { return memory_.get(); }

  void finish(const std::uint8_t* out) noexcept {
    size_ = static_cast<std::size_t>(out - memory_.get());
  }

 private:
  void grow(std::size_t written, std::size_t byte_count);

  /// Forgets memory that is not the buffer's own.
  void give_back() noexcept {
    if (is_borrowed_) (void)memory_.release();
    is_borrowed_ = false;
  }

  owned_bytes memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool is_borrowed_ = false;
};

POLYWIRE_OUTLINE void buffer::grow(std::size_t written, std::size_t byte_count) {
  const std::size_t needed = written + byte_count;
  const std::size_t capacity = needed > 2 * capacity_ ? needed : 2 * capacity_;
  owned_bytes memory(new std::uint8_t[capacity]);
  if (written != 0) std::memcpy(memory.get(), memory_.get(), written);
  give_back();
  memory_ = std::move(memory);
  capacity_ = capacity;
}

}  // namespace polywire

// Memory for data that a message does not contain verbatim: texts with escapes, base64, packed
// messages.
//
// Design: docs/decisions/0039-values-that-borrow.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/owner.hpp"

namespace polywire {

/// Values that borrow point into it, so it must outlive them. Messages share it until it is
/// cleared.
class arena {
 public:
  arena() noexcept = default;
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;

  /// Discards the contents, to which no value may refer any more, and keeps the memory.
  void clear() noexcept {
    if (POLYWIRE_UNLIKELY(!full_.empty())) merge();
    used_ = 0;
    lent_ = 0;
  }

  /// Returns the allocated bytes.
  std::size_t capacity() const noexcept;

  // For decoders.

  /// Returns memory that does not move.
  std::uint8_t* take(std::size_t size) {
    if (POLYWIRE_UNLIKELY(size > size_ - used_ || size_ == 0)) grow(size);
    std::uint8_t* const taken = block_.get() + used_;
    used_ += size;
    return taken;
  }

  /// A copy.
  bytes keep(bytes contents) {
    std::uint8_t* const copy = take(contents.size());
    if (!contents.empty()) std::memcpy(copy, contents.data(), contents.size());
    return {copy, contents.size()};
  }

  /// An empty buffer.
  buffer& scratch();

 private:
  friend class context;

  void grow(std::size_t size);
  void merge() noexcept;

  /// The current block, its size, and the number of bytes taken from it.
  owned_bytes block_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
  /// Full blocks, and their total size.
  std::vector<owned_bytes> full_;
  std::size_t full_size_ = 0;
  /// Lent buffers come first. Most messages need one.
  buffer first_;
  std::vector<owner<buffer>> others_;
  std::size_t lent_ = 0;
  bool is_of_message_ = false;
};

POLYWIRE_OUTLINE std::size_t arena::capacity() const noexcept {
  std::size_t sum = full_size_ + size_ + first_.capacity();
  for (const auto& buffer : others_) sum += buffer->capacity();
  return sum;
}

POLYWIRE_OUTLINE buffer& arena::scratch() {
  if (lent_ > others_.size()) others_.push_back(owner<buffer>(new buffer()));
  buffer& lent = lent_ == 0 ? first_ : *others_[lent_ - 1];
  ++lent_;
  lent.clear();
  return lent;
}

/// Sizes double, so that there are few blocks.
POLYWIRE_OUTLINE void arena::grow(std::size_t size) {
  constexpr std::size_t minimum_size = 256;
  const std::size_t twice = 2 * (full_size_ + size_);
  const std::size_t wanted = size > twice ? size : twice;
  const std::size_t next = wanted > minimum_size ? wanted : minimum_size;
  owned_bytes block(new std::uint8_t[next]);
  if (block_ != nullptr) full_.push_back(std::move(block_));
  full_size_ += size_;
  block_ = std::move(block);
  size_ = next;
  used_ = 0;
}

/// Keeps only the last block, which is as large as the others together.
POLYWIRE_OUTLINE void arena::merge() noexcept {
  full_.clear();
  full_size_ = 0;
}

}  // namespace polywire

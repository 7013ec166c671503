// Reading beyond individual leaves: results that live as long as the message, sections of records,
// dispatch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "polywire/bytes.hpp"
#include "polywire/context.hpp"
#include "polywire/leaves/byte_set.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/leaves/text.hpp"

namespace polywire {

POLYWIRE_INLINE bytes until_nul(bytes value) noexcept {
  return value.first(leaf::until_nul(value.data(), value.size()));
}

/// Copies the bytes of a text or bytes value into a std::string; returns false if they must be
/// UTF-8 but are not.
template <bool Verify>
POLYWIRE_INLINE bool assign_text(std::string& target, bytes value) {
  return leaf::assign_text<Verify>(target, value.data(), value.size(), value.data() + value.size());
}

/// The same for a text that borrows the bytes.
template <bool Verify>
POLYWIRE_INLINE bool assign_text(std::string_view& target, bytes value) noexcept {
  return leaf::assign_text<Verify>(target, value.data(), value.size(), value.data() + value.size());
}

/// Returns the bytes from the cursor to the next position whose distance from `from` is a multiple
/// of `to`, a power of two.
POLYWIRE_INLINE std::uint64_t padding(std::uint64_t position, std::uint64_t from,
                                      std::uint64_t to) noexcept {
  return (from - position) & (to - 1);
}

/// Moves the cursor to the position after a reader; returns false if the reader failed.
POLYWIRE_INLINE bool advance(const std::uint8_t*& p, const std::uint8_t* next) noexcept {
  if (POLYWIRE_UNLIKELY(next == nullptr)) return false;
  p = next;
  return true;
}

/// Returns a record of Size bytes in this schema's layout: `length` bytes from an older or a newer
/// writer, extended by the rest of `fill`. Points into the region if possible, else into `copy`.
template <std::size_t Size>
POLYWIRE_INLINE const std::uint8_t* section(const std::uint8_t* at, std::uint64_t length,
                                            std::uint8_t* copy, const char* fill) noexcept {
  if (POLYWIRE_LIKELY(length >= Size)) return at;
  const auto present = static_cast<std::size_t>(length);
  if (present != 0) std::memcpy(copy, at, present);
  std::memcpy(copy + present, fill + present, Size - present);
  return copy;
}

/// Like the above, extended by zeros.
template <std::size_t Size>
POLYWIRE_INLINE const std::uint8_t* section(const std::uint8_t* at, std::uint64_t length,
                                            std::uint8_t* copy) noexcept {
  if (POLYWIRE_LIKELY(length >= Size)) return at;
  const auto present = static_cast<std::size_t>(length);
  if (present != 0) std::memcpy(copy, at, present);
  std::memset(copy + present, 0, Size - present);
  return copy;
}

}  // namespace polywire

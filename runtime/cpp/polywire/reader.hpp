// Reading beyond single leaves: results that must live as long as the message, sections of records,
// dispatch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "polywire/bytes.hpp"
#include "polywire/context.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/leaves/text.hpp"

namespace polywire {

POLYWIRE_INLINE bytes until_nul(bytes value) noexcept {
  return value.first(leaf::until_nul(value.data(), value.size()));
}

/// The bytes of a text or bytes value, copied into a std::string; false if they are to be UTF-8 and
/// are not.
template <bool Verify>
POLYWIRE_INLINE bool assign_text(std::string& target, bytes value) {
  return leaf::assign_text<Verify>(target, value.data(), value.size(), value.data() + value.size());
}

/// The same where the text refers to the bytes.
template <bool Verify>
POLYWIRE_INLINE bool assign_text(std::string_view& target, bytes value) noexcept {
  return leaf::assign_text<Verify>(target, value.data(), value.size(), value.data() + value.size());
}

/// Bytes from the cursor to the next position that is a multiple of `to`, a power of two, away from
/// `from`.
POLYWIRE_INLINE std::uint64_t padding(std::uint64_t position, std::uint64_t from,
                                      std::uint64_t to) noexcept {
  return (from - position) & (to - 1);
}

/// Moves the cursor to where a reader stopped; false if it refused.
POLYWIRE_INLINE bool advance(const std::uint8_t*& p, const std::uint8_t* next) noexcept {
  if (POLYWIRE_UNLIKELY(next == nullptr)) return false;
  p = next;
  return true;
}

/// A record of Size bytes as this schema lays it out: `length` bytes from an older or a newer
/// writer, continued by the rest of `fill`. Points into the region where it can, else into `copy`.
template <std::size_t Size>
POLYWIRE_INLINE const std::uint8_t* section(const std::uint8_t* at, std::uint64_t length,
                                            std::uint8_t* copy, const char* fill) noexcept {
  if (POLYWIRE_LIKELY(length >= Size)) return at;
  const auto present = static_cast<std::size_t>(length);
  if (present != 0) std::memcpy(copy, at, present);
  std::memcpy(copy + present, fill + present, Size - present);
  return copy;
}

/// As above, continued by zeros.
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

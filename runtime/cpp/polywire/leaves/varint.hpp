// Base-128 variable-length integers (least significant group first) and the zigzag mapping.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fault.hpp"
#include "memory.hpp"

namespace polywire::leaf {

inline constexpr std::size_t max_varint_size = 10;

POLYWIRE_INLINE constexpr std::uint64_t zigzag_encode(std::int64_t value) noexcept {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

POLYWIRE_INLINE constexpr std::int64_t zigzag_decode(std::uint64_t value) noexcept {
  return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1)));
}

/// Number of bytes write_varint() produces, 1 to 10.
POLYWIRE_INLINE constexpr std::size_t varint_size(std::uint64_t value) noexcept {
  // ceil(bits / 7) for 1..64 bits without a division.
  const auto bits = static_cast<std::size_t>(std::bit_width(value | 1));
  return (bits * 9 + 64) / 64;
}

namespace detail {

POLYWIRE_OUTLINE std::uint8_t* write_long_varint(std::uint8_t* out, std::uint64_t value) noexcept {
  do {
    *out++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  } while (value >= 0x80);
  *out++ = static_cast<std::uint8_t>(value);
  return out;
}

}  // namespace detail

/// Needs varint_size(value) bytes of room; returns the position after them.
POLYWIRE_INLINE std::uint8_t* write_varint(std::uint8_t* out, std::uint64_t value) noexcept {
  if (POLYWIRE_UNLIKELY(value >= 0x80)) return detail::write_long_varint(out, value);
  *out = static_cast<std::uint8_t>(value);
  return out + 1;
}

namespace detail {

POLYWIRE_OUTLINE const std::uint8_t* read_long_varint(const std::uint8_t* p,
                                                      const std::uint8_t* end,
                                                      std::uint64_t& value) noexcept {
  std::uint64_t result = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (p == end) return nullptr;
    const std::uint64_t byte = *p++;
    if (shift == 63 && byte > 1) return nullptr;
    result |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      value = result;
      return p;
    }
  }
  return nullptr;
}

POLYWIRE_OUTLINE std::uint8_t* widen_length(std::uint8_t* length_at, std::uint8_t* out) noexcept {
  const std::uint8_t* const body = length_at + 1;
  const auto size = static_cast<std::size_t>(out - body);
  const std::size_t width = varint_size(size);
  std::memmove(length_at + width, body, size);
  write_varint(length_at, size);
  return length_at + width + size;
}

}  // namespace detail

/// Returns the position after the varint, or nullptr when it is truncated or overlong.
POLYWIRE_INLINE const std::uint8_t* read_varint(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint64_t& value) noexcept {
  if (POLYWIRE_LIKELY(p != end && *p < 0x80)) {
    value = *p;
    return p + 1;
  }
  // The caller's variable stays in a register: only this one has an address.
  std::uint64_t wide = 0;
  p = detail::read_long_varint(p, end, wide);
  value = wide;
  return p;
}

POLYWIRE_COLD failure explain_varint(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  std::uint64_t ignored;
  if (read_varint(p, end, ignored) != nullptr) return {};
  for (std::size_t i = 0; i < max_varint_size; ++i) {
    if (p + i == end) return {fault::truncated, end};
    if (i == max_varint_size - 1) break;
  }
  return {fault::overlong, p};
}

/// Completes a body whose length was reserved as the single byte at `length_at` and which ends at
/// `out`. A body of 128 bytes or more is moved up, which takes up to 9 bytes of room after `out`.
POLYWIRE_INLINE std::uint8_t* close_length(std::uint8_t* length_at, std::uint8_t* out) noexcept {
  const auto size = static_cast<std::size_t>(out - length_at - 1);
  if (POLYWIRE_LIKELY(size < 0x80)) {
    *length_at = static_cast<std::uint8_t>(size);
    return out;
  }
  return detail::widen_length(length_at, out);
}

}  // namespace polywire::leaf

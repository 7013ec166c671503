// Base-128 variable-length integers (least significant group first) and the zigzag mapping.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fault.hpp"
#include "memory.hpp"

// PEXT and PDEP, if they are fast; on the first two generations of Zen they take dozens of steps.
#if defined(__BMI2__) && defined(__x86_64__) && !defined(__znver1__) && !defined(__znver2__) && \
    !defined(POLYWIRE_PORTABLE)
#define POLYWIRE_BIT_GATHER 1
#include <immintrin.h>
#else
#define POLYWIRE_BIT_GATHER 0
#endif

namespace polywire::leaf {

inline constexpr std::size_t max_varint_size = 10;
/// Of 32 bits.
inline constexpr std::size_t max_short_varint_size = 5;

POLYWIRE_INLINE constexpr std::uint64_t zigzag_encode(std::int64_t value) noexcept {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

POLYWIRE_INLINE constexpr std::int64_t zigzag_decode(std::uint64_t value) noexcept {
  return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1)));
}

/// Returns the number of bytes that write_varint() produces, 1 to 10.
POLYWIRE_INLINE constexpr std::size_t varint_size(std::uint64_t value) noexcept {
  // ceil(bits / 7) for 1..64 bits, without a division.
  const auto bits = static_cast<std::size_t>(std::bit_width(value | 1));
  return (bits * 9 + 64) / 64;
}

namespace detail {

/// The high bits of all eight bytes.
inline constexpr std::uint64_t high_bits = 0x8080808080808080u;

/// Combines the groups of seven bits in eight bytes, whose high bits are ignored, to one number.
POLYWIRE_INLINE std::uint64_t join_groups(std::uint64_t bytes) noexcept {
#if POLYWIRE_BIT_GATHER
  return _pext_u64(bytes, ~high_bits);
#else
  bytes = (bytes & 0x007f007f007f007fu) | ((bytes & 0x7f007f007f007f00u) >> 1);
  bytes = (bytes & 0x00003fff00003fffu) | ((bytes & 0x3fff00003fff0000u) >> 2);
  return (bytes & 0x000000000fffffffu) | ((bytes & 0x0fffffff00000000u) >> 4);
#endif
}

POLYWIRE_OUTLINE std::uint8_t* write_long_varint(std::uint8_t* out, std::uint64_t value) noexcept {
  do {
    *out++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  } while (value >= 0x80);
  *out++ = static_cast<std::uint8_t>(value);
  return out;
}

#if POLYWIRE_BIT_GATHER

POLYWIRE_OUTLINE std::uint8_t* scatter_wide_varint(std::uint8_t* out,
                                                   std::uint64_t value) noexcept {
  store_le(out, _pdep_u64(value, ~high_bits) | high_bits);
  const bool is_widest = value >> 63 != 0;
  out[8] = static_cast<std::uint8_t>(value >> 56 | 0x80);
  if (!is_widest) out[8] &= 0x7f;
  out[9] = 1;
  return out + 9 + is_widest;
}

/// Writes all groups at once; bytes after the last one are overwritten.
POLYWIRE_OUTLINE std::uint8_t* scatter_varint(std::uint8_t* out, std::uint64_t value) noexcept {
  if (POLYWIRE_UNLIKELY(value >> 56 != 0)) return scatter_wide_varint(out, value);
  const std::uint64_t groups = _pdep_u64(value, ~high_bits);
  const auto unused = static_cast<unsigned>(std::countl_zero(groups)) & 56;
  store_le(out, groups | high_bits >> (8 + unused));
  return out + 8 - unused / 8;
}

#endif

}  // namespace detail

/// Returns the position after the varint. Requires varint_size(value) bytes of space; with Slack,
/// max_varint_size, which may be overwritten.
template <bool Slack = false>
POLYWIRE_INLINE std::uint8_t* write_varint(std::uint8_t* out, std::uint64_t value) noexcept {
  if (POLYWIRE_UNLIKELY(value >= 0x80)) {
#if POLYWIRE_BIT_GATHER
    if constexpr (Slack) return detail::scatter_varint(out, value);
#endif
    return detail::write_long_varint(out, value);
  }
  *out = static_cast<std::uint8_t>(value);
  return out + 1;
}

namespace detail {

/// Loads the n bytes at p, at least one and fewer than eight, padded with zeros.
POLYWIRE_INLINE std::uint64_t load_fewer(const std::uint8_t* p, std::size_t n) noexcept {
  if (n >= 4) {
    const std::uint64_t high = load_le<std::uint32_t>(p + n - 4);
    return load_le<std::uint32_t>(p) | high << (8 * (n - 4));
  }
  const std::uint64_t middle = p[n / 2];
  const std::uint64_t last = p[n - 1];
  return p[0] | middle << (8 * (n / 2)) | last << (8 * (n - 1));
}

/// The result of a reader, in registers.
struct number_read {
  const std::uint8_t* next;
  std::uint64_t value;
};

inline constexpr number_read no_number{nullptr, 0};

/// Reads a varint of more than eight bytes; the value of the first eight is given.
POLYWIRE_OUTLINE number_read read_widest_varint(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint64_t low) noexcept {
  if (end - p < 9) return no_number;
  const std::uint64_t ninth = p[8];
  const std::uint64_t value = low | (ninth & 0x7f) << 56;
  if (ninth < 0x80) return {p + 9, value};
  if (end - p < 10 || p[9] > 1) return no_number;
  return {p + 10, value | std::uint64_t{p[9]} << 63};
}

POLYWIRE_OUTLINE number_read read_long_varint(const std::uint8_t* p,
                                              const std::uint8_t* end) noexcept {
  const auto available = static_cast<std::size_t>(end - p);
  if (POLYWIRE_UNLIKELY(available == 0)) return no_number;
  const auto bytes = available >= 8 ? load_le<std::uint64_t>(p) : load_fewer(p, available);
  const std::uint64_t last = ~bytes & high_bits;
  if (POLYWIRE_UNLIKELY(last == 0)) return read_widest_varint(p, end, join_groups(bytes));
  const auto size = static_cast<std::size_t>(std::countr_zero(last)) / 8 + 1;
  if (POLYWIRE_UNLIKELY(size > available)) return no_number;
  // All bits up to the last byte's highest.
  return {p + size, join_groups(bytes & (last ^ (last - 1)))};
}

POLYWIRE_OUTLINE number_read read_longer_short_varint(const std::uint8_t* p,
                                                      const std::uint8_t* end) noexcept {
  const number_read wide = read_long_varint(p, end);
  const bool is_short =
      wide.next != nullptr && static_cast<std::size_t>(wide.next - p) <= max_short_varint_size;
  return is_short ? wide : no_number;
}

/// Explains why no varint of at most this many bytes could be read.
POLYWIRE_COLD failure explain_groups(const std::uint8_t* p, const std::uint8_t* end,
                                     std::size_t most) noexcept {
  if (static_cast<std::size_t>(end - p) < most) return {fault::truncated, end};
  return {fault::overlong, p};
}

POLYWIRE_OUTLINE std::uint8_t* fit_length(std::uint8_t* length_at, const std::uint8_t* body,
                                          std::uint8_t* out) noexcept {
  const auto size = static_cast<std::size_t>(out - body);
  const std::size_t width = varint_size(size);
  std::memmove(length_at + width, body, size);
  write_varint(length_at, size);
  return length_at + width + size;
}

}  // namespace detail

/// Returns the position after the varint, or nullptr if it is truncated or overlong.
POLYWIRE_INLINE const std::uint8_t* read_varint(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint64_t& value) noexcept {
  if (POLYWIRE_LIKELY(p != end && *p < 0x80)) {
    value = *p;
    return p + 1;
  }
  const detail::number_read wide = detail::read_long_varint(p, end);
  value = wide.value;
  return wide.next;
}

/// The same for a varint of at most max_short_varint_size bytes.
POLYWIRE_INLINE const std::uint8_t* read_short_varint(const std::uint8_t* p,
                                                      const std::uint8_t* end,
                                                      std::uint64_t& value) noexcept {
  if (POLYWIRE_LIKELY(p != end && *p < 0x80)) {
    value = *p;
    return p + 1;
  }
  const detail::number_read wide = detail::read_longer_short_varint(p, end);
  value = wide.value;
  return wide.next;
}

POLYWIRE_COLD failure explain_varint(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  std::uint64_t ignored;
  if (read_varint(p, end, ignored) != nullptr) return {};
  return detail::explain_groups(p, end, max_varint_size);
}

POLYWIRE_COLD failure explain_short_varint(const std::uint8_t* p,
                                           const std::uint8_t* end) noexcept {
  std::uint64_t ignored;
  if (read_short_varint(p, end, ignored) != nullptr) return {};
  return detail::explain_groups(p, end, max_short_varint_size);
}

/// Completes a body that ends at `out` and for whose length one or two bytes were reserved at
/// `length_at`. If the length takes another number of bytes, the body is moved, which requires up
/// to 9 bytes of space after `out`.
template <std::size_t Reserved = 1>
POLYWIRE_INLINE std::uint8_t* close_length(std::uint8_t* length_at, std::uint8_t* out) noexcept {
  static_assert(Reserved == 1 || Reserved == 2);
  constexpr std::size_t least = Reserved == 1 ? 0 : 0x80;
  constexpr std::size_t most = Reserved == 1 ? 0x7f : 0x3fff;
  const std::uint8_t* const body = length_at + Reserved;
  const auto size = static_cast<std::size_t>(out - body);
  if (POLYWIRE_UNLIKELY(size - least > most - least)) {
    return detail::fit_length(length_at, body, out);
  }
  if constexpr (Reserved == 1) {
    *length_at = static_cast<std::uint8_t>(size);
  } else {
    store_le(length_at, static_cast<std::uint16_t>((size & 0x7f) | 0x80 | size >> 7 << 8));
  }
  return out;
}

}  // namespace polywire::leaf

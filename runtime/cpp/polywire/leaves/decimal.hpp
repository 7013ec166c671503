// Decimal integers, written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "memory.hpp"

namespace polywire::leaf {

/// Upper bound on the output of a 64-bit decimal integer, including scratch bytes.
inline constexpr std::size_t decimal_size_bound = 24;

namespace detail {

struct digit_pair_table {
  char pairs[200];
  constexpr digit_pair_table() noexcept : pairs() {
    for (int i = 0; i < 100; ++i) {
      pairs[2 * i] = static_cast<char>('0' + i / 10);
      pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
  }
};
inline constexpr digit_pair_table digit_pairs;

POLYWIRE_INLINE void write_pair(std::uint8_t* out, std::uint32_t below_100) noexcept {
  std::memcpy(out, digit_pairs.pairs + 2 * below_100, 2);
}

POLYWIRE_INLINE std::uint8_t ascii_digit(std::uint32_t below_10) noexcept {
  return static_cast<std::uint8_t>('0' + below_10);
}

/// Writes a number below 10,000 without leading zeros.
POLYWIRE_INLINE std::uint8_t* write_up_to_4(std::uint8_t* out, std::uint32_t value) noexcept {
  if (POLYWIRE_LIKELY(value < 10)) {
    *out = ascii_digit(value);
    return out + 1;
  }
  if (value < 100) {
    write_pair(out, value);
    return out + 2;
  }
  if (value < 1000) {
    *out = ascii_digit(value / 100);
    write_pair(out + 1, value % 100);
    return out + 3;
  }
  write_pair(out, value / 100);
  write_pair(out + 2, value % 100);
  return out + 4;
}

POLYWIRE_INLINE std::uint8_t* write_4(std::uint8_t* out, std::uint32_t value) noexcept {
  write_pair(out, value / 100);
  write_pair(out + 2, value % 100);
  return out + 4;
}

/// Returns eight digits, one value per byte, the first one in the lowest byte.
POLYWIRE_INLINE std::uint64_t spread_8(std::uint32_t below_e8) noexcept {
  const std::uint64_t quads = (below_e8 / 10'000) | std::uint64_t{below_e8 % 10'000} << 32;
  const std::uint64_t hundreds = (quads * 10486 >> 20) & 0x0000007f0000007f;
  const std::uint64_t pairs = hundreds | (quads - hundreds * 100) << 16;
  const std::uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
  return tens | (pairs - tens * 10) << 8;
}

inline constexpr std::uint64_t eight_zeros = 0x3030303030303030;

POLYWIRE_INLINE std::uint8_t* write_up_to_8(std::uint8_t* out, std::uint32_t value) noexcept {
  if (POLYWIRE_LIKELY(value < 10'000)) return write_up_to_4(out, value);
  out = write_up_to_4(out, value / 10'000);
  return write_4(out, value % 10'000);
}

POLYWIRE_OUTLINE std::uint8_t* write_long_uint(std::uint8_t* out, std::uint64_t value) noexcept {
  constexpr std::uint64_t e8 = 100'000'000;
  const auto write_8 = [](std::uint8_t* at, std::uint64_t digits) {
    at = write_4(at, static_cast<std::uint32_t>(digits) / 10'000);
    return write_4(at, static_cast<std::uint32_t>(digits) % 10'000);
  };
  if (value < e8 * e8) {
    out = write_up_to_8(out, static_cast<std::uint32_t>(value / e8));
    return write_8(out, value % e8);
  }
  out = write_up_to_4(out, static_cast<std::uint32_t>(value / (e8 * e8)));
  out = write_8(out, value / e8 % e8);
  return write_8(out, value % e8);
}

}  // namespace detail

/// Requires decimal_size_bound bytes.
POLYWIRE_INLINE std::uint8_t* write_decimal_uint(std::uint8_t* out, std::uint64_t value) noexcept {
  if (POLYWIRE_LIKELY(value < 100'000'000)) {
    return detail::write_up_to_8(out, static_cast<std::uint32_t>(value));
  }
  return detail::write_long_uint(out, value);
}

/// Requires decimal_size_bound bytes.
POLYWIRE_INLINE std::uint8_t* write_decimal_int(std::uint8_t* out, std::int64_t value) noexcept {
  const auto bits = static_cast<std::uint64_t>(value);
  if (POLYWIRE_LIKELY(bits < 100'000'000)) {
    return detail::write_up_to_8(out, static_cast<std::uint32_t>(bits));
  }
  const bool negative = value < 0;
  *out = '-';
  return write_decimal_uint(out + negative, negative ? 0 - bits : bits);
}

}  // namespace polywire::leaf

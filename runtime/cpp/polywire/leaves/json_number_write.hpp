// Writes JSON numbers (RFC 8259, section 6).
//
// Floating-point numbers have the fewest digits that round-trip, the nearest if there are several,
// in the notation of ECMAScript's Number::toString (1e-7, 1.5e+21), but with ".0" after an integer
// below 10^16 and "-0.0" for minus zero. JSON has no NaN and no infinities; these are the strings
// "NaN", "Infinity" and "-Infinity".
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "decimal.hpp"
#include "memory.hpp"
#include "shortest_decimal.hpp"

namespace polywire::leaf {

/// Upper bound on the output of a floating-point number, including scratch bytes.
inline constexpr std::size_t json_float_size_bound = 40;

namespace detail {

inline constexpr std::array<std::uint64_t, 20> powers_of_ten = [] {
  std::array<std::uint64_t, 20> table{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : table) {
    entry = power;
    power *= 10;
  }
  return table;
}();

/// Writes the digits after the point of a nonzero number, without trailing zeros.
POLYWIRE_INLINE std::uint8_t* write_fraction(std::uint8_t* out, std::uint64_t fraction,
                                             unsigned digits) noexcept {
  constexpr std::uint64_t e8 = 100'000'000;
  const std::uint64_t all = fraction * powers_of_ten[19 - digits];
  const auto first = static_cast<std::uint32_t>(all / (e8 * e8));
  const std::uint64_t middle = spread_8(static_cast<std::uint32_t>(all / e8 % e8));
  const std::uint64_t last = spread_8(static_cast<std::uint32_t>(all % e8));
  *out = ascii_digit(first / 100);
  write_pair(out + 1, first % 100);
  store_le(out + 3, middle | eight_zeros);
  store_le(out + 11, last | eight_zeros);
  if (POLYWIRE_LIKELY(last != 0)) return out + 19 - std::countl_zero(last) / 8;
  if (middle != 0) return out + 11 - std::countl_zero(middle) / 8;
  out += 3;
  while (out[-1] == '0') --out;
  return out;
}

/// Writes a positive number without an exponent, if its digits can be found quickly.
template <std::floating_point Float>
POLYWIRE_INLINE std::uint8_t* write_shortest(std::uint8_t* out, Float magnitude) noexcept {
  short_decimal decimal;
  // Smaller numbers have more than 19 digits after the point.
  if (!(magnitude >= Float{1} / 1024) || !shortest(magnitude, decimal)) return nullptr;
  // All integers of this size are representable, so none is between the value and the decimal.
  const auto integer = static_cast<std::uint64_t>(magnitude);
  out = write_decimal_uint(out, integer);
  *out++ = '.';
  const std::uint64_t fraction = decimal.digits - integer * powers_of_ten[decimal.decimals];
  if (fraction != 0) return write_fraction(out, fraction, decimal.decimals);
  *out++ = '0';
  return out;
}

template <std::floating_point Float>
POLYWIRE_OUTLINE std::uint8_t* write_any_float(std::uint8_t* out, Float value) noexcept {
  *out = '-';
  if (std::uint8_t* const end = write_shortest(out + std::signbit(value), std::fabs(value))) {
    return end;
  }
  if (std::isnan(value)) return write_literal(out, "\"NaN\"");
  if (std::isinf(value)) {
    return value > 0 ? write_literal(out, "\"Infinity\"") : write_literal(out, "\"-Infinity\"");
  }
  char text[40];  // -d.ddddddddddddddddde-ddd
  const char* const text_end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const char* p = text;
  if (*p == '-') {
    *out++ = '-';
    ++p;
  }
  char digits[20] = {};
  int count = 0;
  for (; *p != 'e'; ++p) {
    if (*p != '.') digits[count++] = *p;
  }
  int exponent = 0;
  std::from_chars(p[1] == '+' ? p + 2 : p + 1, text_end, exponent);
  while (count > 1 && digits[count - 1] == '0')
    --count;  // apart from "0e+00", to_chars leaves none

  const auto append = [&out](const char* from, int n) {
    std::memcpy(out, from, static_cast<std::size_t>(n));
    out += n;
  };
  const auto append_zeros = [&out](int n) {
    std::memset(out, '0', static_cast<std::size_t>(n));
    out += n;
  };
  const int integer_digits = exponent + 1;
  if (integer_digits > 0 && integer_digits <= 21) {
    if (count <= integer_digits) {
      append(digits, count);
      append_zeros(integer_digits - count);
      return integer_digits <= 16 ? write_literal(out, ".0") : out;
    }
    append(digits, integer_digits);
    *out++ = '.';
    append(digits + integer_digits, count - integer_digits);
    return out;
  }
  if (integer_digits <= 0 && integer_digits > -6) {
    out = write_literal(out, "0.");
    append_zeros(-integer_digits);
    append(digits, count);
    return out;
  }
  append(digits, 1);
  if (count > 1) {
    *out++ = '.';
    append(digits + 1, count - 1);
  }
  out = exponent > 0 ? write_literal(out, "e+") : write_literal(out, "e");
  return write_decimal_int(out, exponent);
}

}  // namespace detail

/// Requires json_float_size_bound bytes.
POLYWIRE_INLINE std::uint8_t* write_json_float64(std::uint8_t* out, double value) noexcept {
  // A decimal of up to 15 digits that round-trips is the shortest one: no two such decimals parse
  // to the same double. So trying integers and then six decimals is exact.
  const double magnitude = std::fabs(value);
  if (POLYWIRE_LIKELY(magnitude < 1e8)) {
    *out = '-';
    std::uint8_t* p = out + std::signbit(value);
    const auto integer = static_cast<std::uint32_t>(static_cast<std::int32_t>(magnitude));
    if (static_cast<double>(integer) == magnitude) {
      p = detail::write_up_to_8(p, integer);
      return write_literal(p, ".0");
    }
    const auto millionths = static_cast<std::int64_t>(magnitude * 1e6 + 0.5);
    if (POLYWIRE_LIKELY(static_cast<double>(millionths) / 1e6 == magnitude)) {
      const auto fraction =
          static_cast<std::uint32_t>(millionths) - integer * std::uint32_t{1'000'000};
      p = detail::write_up_to_8(p, integer);
      *p++ = '.';
      const std::uint64_t decimals = detail::spread_8(fraction * 100);
      store_le(p, decimals | detail::eight_zeros);
      return p + 8 - std::countl_zero(decimals) / 8;
    }
  }
  return detail::write_any_float(out, value);
}

/// Requires json_float_size_bound bytes.
POLYWIRE_INLINE std::uint8_t* write_json_float32(std::uint8_t* out, float value) noexcept {
  // Integers up to 2^24 are distinct floats, so all their digits count.
  const float magnitude = std::fabs(value);
  if (POLYWIRE_LIKELY(magnitude < 16'777'216.0f)) {
    const auto integer = static_cast<std::uint32_t>(static_cast<std::int32_t>(magnitude));
    if (static_cast<float>(integer) == magnitude) {
      *out = '-';
      out = detail::write_up_to_8(out + std::signbit(value), integer);
      return write_literal(out, ".0");
    }
  }
  return detail::write_any_float(out, value);
}

}  // namespace polywire::leaf

// Fast paths for typical JSON numbers: up to 19 digits, an optional sign and decimal point, no
// exponent. Everything else, including errors, is left to the general code.
#pragma once

#include <array>
#include <bit>
#include <cfloat>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory.hpp"
#include "number_parts.hpp"
#include "uint128.hpp"

namespace polywire::leaf::detail {

/// A number without an exponent: `digits` divided by ten to the power of `decimals`.
struct plain_number {
  bool negative;
  std::uint64_t digits;
  unsigned decimals;
};

/// More may not fit into 64 bits.
inline constexpr std::ptrdiff_t most_digits = 19;

/// Parses eight bytes if all are digits.
POLYWIRE_INLINE bool eight_digits(const std::uint8_t* p, std::uint64_t& number) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t digits = load_le<std::uint64_t>(p) ^ (ones * '0');
  // A byte above 9 carries into its high half when six is added, or has bits set there already.
  if (((digits | (digits + ones * 6)) & (ones * 0xf0)) != 0) return false;
  // Combines neighbours: eight digits, four pairs, two quadruples.
  const std::uint64_t pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
  const std::uint64_t quads = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff;
  number = (quads * 10'000 + (quads >> 32)) & 0xffffffff;
  return true;
}

/// Appends the digits from p on to a number; returns their end. With more than 19 digits in total,
/// the number is wrong.
POLYWIRE_INLINE const std::uint8_t* scan_digits(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint64_t& number) noexcept {
  for (std::uint64_t eight = 0; end - p >= 8 && eight_digits(p, eight); p += 8) {
    number = number * 100'000'000 + eight;
  }
  for (; p != end && is_digit(*p); ++p) number = number * 10 + (*p - std::uint64_t{'0'});
  return p;
}

/// Parses the integer at p; returns its end, or nullptr.
POLYWIRE_INLINE const std::uint8_t* scan_plain_integer(const std::uint8_t* p,
                                                       const std::uint8_t* end,
                                                       plain_number& number) noexcept {
  const bool negative = p != end && *p == '-';
  const std::uint8_t* const first = p + (negative ? 1 : 0);
  number = {negative, 0, 0};
  const std::uint8_t* const after = scan_digits(first, end, number.digits);
  const std::ptrdiff_t count = after - first;
  const bool leading_zero = count > 1 && *first == '0';
  return count == 0 || count > most_digits || leading_zero ? nullptr : after;
}

POLYWIRE_INLINE bool has_exponent(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  return p != end && (*p | 0x20) == 'e';
}

/// Reads an integer, bare or as a whole string; returns the position after it, or nullptr.
POLYWIRE_INLINE const std::uint8_t* read_plain_integer(const std::uint8_t* p,
                                                       const std::uint8_t* end,
                                                       plain_number& number) noexcept {
  const bool quoted = p != end && *p == '"';
  const std::uint8_t* const after = scan_plain_integer(p + (quoted ? 1 : 0), end, number);
  if (after == nullptr) return nullptr;
  if (quoted) return after != end && *after == '"' ? after + 1 : nullptr;
  return (after != end && *after == '.') || has_exponent(after, end) ? nullptr : after;
}

/// Reads a bare number; returns the position after it, or nullptr.
POLYWIRE_INLINE const std::uint8_t* read_plain_decimal(const std::uint8_t* p,
                                                       const std::uint8_t* end,
                                                       plain_number& number) noexcept {
  const std::uint8_t* after = scan_plain_integer(p, end, number);
  if (after == nullptr) return nullptr;
  if (after != end && *after == '.') {
    const std::ptrdiff_t whole = after - p - (number.negative ? 1 : 0);
    const std::uint8_t* const fraction = after + 1;
    after = scan_digits(fraction, end, number.digits);
    const std::ptrdiff_t count = after - fraction;
    if (count == 0 || whole + count > most_digits) return nullptr;
    number.decimals = static_cast<unsigned>(count);
  }
  return has_exponent(after, end) ? nullptr : after;
}

inline constexpr double exact_powers_of_10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Integers up to here are exact as doubles.
inline constexpr std::uint64_t exact_limit = std::uint64_t{1} << 53;

/// Divides exact numbers, which rounds correctly; false if one of them would not be exact.
template <std::floating_point Float>
POLYWIRE_INLINE bool divide(const plain_number& number, Float& value) noexcept {
  if constexpr (std::same_as<Float, double> && FLT_EVAL_METHOD == 0) {
    if (number.digits > exact_limit) return false;
    const double magnitude =
        static_cast<double>(number.digits) / exact_powers_of_10[number.decimals];
    value = number.negative ? -magnitude : magnitude;
    return true;
  } else {
    return false;
  }
}

#if POLYWIRE_UINT128

/// An approximate reciprocal of a power of five: `value` is two to the power of `scale` divided by
/// it, rounded up.
struct scaled_reciprocal {
  uint128 value;
  int scale;
};

/// Computes the reciprocal of an odd number above 1, by long division in base 2^64.
constexpr scaled_reciprocal reciprocal_of(std::uint64_t divisor) noexcept {
  // 2^(127 + bits) / divisor is between 2^127 and 2^128.
  const int bits = 64 - std::countl_zero(divisor);
  const uint128 first = uint128{1} << (bits - 1);
  const uint128 high = (first << 64) / divisor;
  const uint128 rest = (first << 64) % divisor;
  // The remainder is not 0, because the divisor is odd.
  return {(high << 64 | (rest << 64) / divisor) + 1, 127 + bits};
}

/// Indexed by the exponent of the power.
inline constexpr std::array<scaled_reciprocal, most_digits + 1> reciprocals = [] {
  std::array<scaled_reciprocal, most_digits + 1> table{};
  table[0] = {uint128{1} << 127, 127};
  std::uint64_t power = 1;
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = reciprocal_of(power *= 5);
  return table;
}();

/// Returns the correctly rounded number; false if that requires more precision than is available.
template <std::floating_point Float>
POLYWIRE_INLINE bool nearest(const plain_number& number, Float& value) noexcept {
  if (divide(number, value)) return true;
  constexpr int mantissa_bits = std::numeric_limits<Float>::digits;
  const double sign = number.negative ? -1.0 : 1.0;
  if (number.digits == 0) {
    value = static_cast<Float>(0.0 * sign);
    return true;
  }
  const scaled_reciprocal& reciprocal = reciprocals[number.decimals];
  const int zeros = std::countl_zero(number.digits);
  const uint128 normal = number.digits << zeros;
  // The high 128 of 192 bits: exact, or one too large, because the reciprocal was rounded up by
  // less than one and the other factor is below 2^64.
  const uint128 product = normal * static_cast<std::uint64_t>(reciprocal.value >> 64) +
                          (normal * static_cast<std::uint64_t>(reciprocal.value) >> 64);
  const int leading = (product >> 127) != 0 ? 0 : 1;
  const int dropped = 128 - leading - mantissa_bits;
  const uint128 half = uint128{1} << (dropped - 1);
  const uint128 rest = product & ((half << 1) - 1);
  if (rest - half + 1 <= 2) return false;
  const auto mantissa = static_cast<std::uint64_t>(product >> dropped) + (rest > half ? 1 : 0);
  const int exponent = dropped + 64 - zeros - static_cast<int>(number.decimals) - reciprocal.scale;
  // Both factors and the product are normal numbers of this width.
  const auto power = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  value = static_cast<Float>(sign * static_cast<double>(mantissa) * power);
  return true;
}

#else

template <std::floating_point Float>
POLYWIRE_INLINE bool nearest(const plain_number& number, Float& value) noexcept {
  return divide(number, value);
}

#endif

}  // namespace polywire::leaf::detail

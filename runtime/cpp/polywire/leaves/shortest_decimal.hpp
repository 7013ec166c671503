// The shortest decimal that round-trips to a floating-point number, and of these the nearest one:
// by R. Giulietti's method ("The Schubfach way to render doubles", 2020), which scales the number
// and the bounds of its rounding interval so that one of the last two digits decides. Only for the
// range in which the products with powers of ten are exact: from 1e-38 to 2^53 (binary64) or 2^24
// (binary32).
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "memory.hpp"
#include "uint128.hpp"

namespace polywire::leaf::detail {

/// `digits` divided by ten to the power of `decimals`; there may be trailing zeros.
struct short_decimal {
  std::uint64_t digits;
  unsigned decimals;
};

#if POLYWIRE_UINT128

/// A power of five whose highest bit is set; it has `bits` bits without trailing zeros.
struct normal_power {
  uint128 value;
  int bits;
};

inline constexpr std::array<normal_power, 55> powers_of_five = [] {
  std::array<normal_power, 55> table{};
  uint128 power = 1;
  for (normal_power& entry : table) {
    const auto high = static_cast<std::uint64_t>(power >> 64);
    const auto low = static_cast<std::uint64_t>(power);
    const int zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low);
    entry = {power << zeros, 128 - zeros};
    power *= 5;
  }
  return table;
}();

/// Returns the product divided by 2^128; the lowest bit is set if there is a remainder, so that
/// comparisons with even numbers are exact.
POLYWIRE_INLINE std::uint64_t scaled(std::uint64_t factor, uint128 power) noexcept {
  const uint128 low = uint128{factor} * static_cast<std::uint64_t>(power);
  const uint128 high = uint128{factor} * static_cast<std::uint64_t>(power >> 64) + (low >> 64);
  const bool rest = (static_cast<std::uint64_t>(high) | static_cast<std::uint64_t>(low)) != 0;
  return static_cast<std::uint64_t>(high >> 64) | (rest ? 1 : 0);
}

/// For a positive number; returns false if it is out of range, subnormal or a power of two.
template <std::floating_point Float>
POLYWIRE_INLINE bool shortest(Float value, short_decimal& decimal) noexcept {
  using limits = std::numeric_limits<Float>;
  using bits = std::conditional_t<sizeof(Float) == 8, std::uint64_t, std::uint32_t>;
  constexpr int mantissa_bits = limits::digits - 1;
  constexpr int bias = limits::max_exponent - 1 + mantissa_bits;
  const std::uint64_t all = std::bit_cast<bits>(value);
  const std::uint64_t below_one = all & ((std::uint64_t{1} << mantissa_bits) - 1);
  const int biased = static_cast<int>(all >> mantissa_bits);
  const int exponent = biased - bias;
  // The logarithm of 2 to base 10, times 2^22.
  const int decimals = -(exponent * 1'262'611 >> 22);
  const bool in_range = exponent <= 0 && decimals < static_cast<int>(powers_of_five.size());
  if (!in_range || biased == 0 || below_one == 0) return false;
  const std::uint64_t mantissa = below_one | std::uint64_t{1} << mantissa_bits;
  const normal_power& power = powers_of_five[static_cast<std::size_t>(decimals)];
  const int shift = exponent + decimals + power.bits;
  // Quarters of units of the last decimal: the number, and the midpoints to its neighbours, which
  // round to this number if it is even.
  const std::uint64_t odd = mantissa & 1;
  const std::uint64_t lower = scaled((4 * mantissa - 2) << shift, power.value) + odd;
  const std::uint64_t upper = scaled((4 * mantissa + 2) << shift, power.value) - odd;
  const std::uint64_t exact = scaled((4 * mantissa) << shift, power.value);
  const std::uint64_t units = exact / 4;
  const std::uint64_t tens = units / 10;
  const bool tens_below = lower <= 40 * tens;
  const bool tens_above = 40 * tens + 40 <= upper;
  if (tens_below != tens_above && decimals > 0) {
    decimal = {tens + (tens_above ? 1 : 0), static_cast<unsigned>(decimals) - 1};
    return true;
  }
  const bool below = lower <= 4 * units;
  const bool above = 4 * units + 4 <= upper;
  const std::uint64_t middle = 4 * units + 2;
  const bool is_nearer_above = exact > middle || (exact == middle && (units & 1) != 0);
  const bool up = below != above ? above : is_nearer_above;
  decimal = {units + (up ? 1 : 0), static_cast<unsigned>(decimals)};
  return true;
}

#else

template <std::floating_point Float>
POLYWIRE_INLINE bool shortest(Float, short_decimal&) noexcept {
  return false;
}

#endif

}  // namespace polywire::leaf::detail

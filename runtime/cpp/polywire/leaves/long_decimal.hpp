// Converts decimals of any length to the nearest floating-point numbers, by division of large
// integers.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory.hpp"
#include "number_parts.hpp"

namespace polywire::leaf::detail {

/// A natural number below 2^8192.
class large_integer {
 public:
  explicit large_integer(std::uint32_t value) noexcept : size_(value == 0 ? 0 : 1) {
    parts_[0] = value;
  }

  bool is_zero() const noexcept { return size_ == 0; }

  /// Returns the number of bits.
  int width() const noexcept {
    return size_ == 0 ? 0 : static_cast<int>(32 * size_) - std::countl_zero(parts_[size_ - 1]);
  }

  void multiply_and_add(std::uint32_t factor, std::uint32_t summand) noexcept {
    std::uint64_t carry = summand;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{parts_[i]} * factor;
      parts_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) parts_[size_++] = static_cast<std::uint32_t>(carry);
  }

  void multiply_by_ten_to(std::int64_t power) noexcept {
    for (; power > 0; --power) multiply_and_add(10, 0);
  }

  void shift_left(int bits) noexcept {
    if (size_ == 0) return;
    const auto whole = static_cast<std::size_t>(bits / 32);
    const int rest = bits % 32;
    for (std::size_t i = size_; i-- > 0;) parts_[i + whole] = parts_[i];
    for (std::size_t i = 0; i < whole; ++i) parts_[i] = 0;
    size_ += whole;
    if (rest != 0) multiply_and_add(std::uint32_t{1} << rest, 0);
  }

  /// Subtracts the other if that is not greater; returns true if it did.
  bool reduce(const large_integer& other) noexcept {
    if (is_below(other)) return false;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t taken = borrow + (i < other.size_ ? other.parts_[i] : 0);
      borrow = parts_[i] < taken ? 1 : 0;
      parts_[i] = static_cast<std::uint32_t>(parts_[i] - taken);
    }
    while (size_ != 0 && parts_[size_ - 1] == 0) --size_;
    return true;
  }

 private:
  bool is_below(const large_integer& other) const noexcept {
    if (size_ != other.size_) return size_ < other.size_;
    for (std::size_t i = size_; i-- > 0;) {
      if (parts_[i] != other.parts_[i]) return parts_[i] < other.parts_[i];
    }
    return false;
  }

  std::size_t size_;
  std::uint32_t parts_[257];
};

/// The absolute value of a decimal: an integer, multiplied by a power of ten.
struct scaled_integer {
  large_integer digits{0};
  std::int64_t power = 0;
};

// No number halfway between two doubles has more digits; of further digits, it only matters whether
// all are zeros.
inline constexpr int most_significant_digits = 800;

POLYWIRE_COLD scaled_integer scaled_integer_of(const number_parts& parts) noexcept {
  scaled_integer number;
  int count = 0;
  bool more = false;
  std::int64_t dropped = 0;
  const auto append = [&](const std::uint8_t* p, const std::uint8_t* end) {
    for (; p != end; ++p) {
      const auto digit = static_cast<std::uint32_t>(*p - '0');
      if (count == 0 && digit == 0) continue;
      if (count < most_significant_digits) {
        if (count == 0) {
          number.digits = large_integer(digit);
        } else {
          number.digits.multiply_and_add(10, digit);
        }
        ++count;
      } else {
        more = more || digit != 0;
        ++dropped;
      }
    }
  };
  append(parts.integer, parts.integer_end);
  append(parts.fraction, parts.fraction_end);
  number.power = exponent_of(parts) - (parts.fraction_end - parts.fraction) + dropped;
  if (more) {
    number.digits.multiply_and_add(10, 1);
    --number.power;
  }
  return number;
}

/// Returns the double or float nearest to quotient * 2^exponent, or to slightly more if there is a
/// remainder, as a double; ties to even.
template <std::floating_point Float>
POLYWIRE_COLD double rounded(std::uint64_t quotient, int exponent, bool rest) noexcept {
  using limits = std::numeric_limits<Float>;
  // The exponent of the lowest bit that the number can have.
  const int leading = exponent + 63 - std::countl_zero(quotient);
  const int lowest = (std::max)(leading + 1, limits::min_exponent) - limits::digits;
  const int dropped = lowest - exponent;
  if (dropped > 64) return 0;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t low = quotient & (half - 1);
  std::uint64_t kept = dropped == 64 ? 0 : quotient >> dropped;
  const bool above = low != 0 || rest;
  if ((quotient & half) != 0 && (above || (kept & 1) != 0)) ++kept;
  const double value = std::ldexp(static_cast<double>(kept), lowest);
  return value > static_cast<double>((limits::max)()) ? std::numeric_limits<double>::infinity()
                                                      : value;
}

template <std::floating_point Float>
POLYWIRE_COLD double nearest_of_long(const number_parts& parts) noexcept {
  const std::int64_t magnitude = decimal_magnitude(parts);
  if (magnitude < -400) return 0;
  if (magnitude > 400) return std::numeric_limits<double>::infinity();
  scaled_integer number = scaled_integer_of(parts);
  if (number.digits.is_zero()) return 0;
  large_integer divisor(1);
  number.digits.multiply_by_ten_to(number.power);
  divisor.multiply_by_ten_to(-number.power);
  // The quotient must have 63 or 64 bits.
  const int shift = 63 - (number.digits.width() - divisor.width());
  if (shift >= 0) {
    number.digits.shift_left(shift);
  } else {
    divisor.shift_left(-shift);
  }
  divisor.shift_left(63);
  std::uint64_t quotient = 0;
  for (int bit = 0; bit < 64; ++bit) {
    quotient = quotient << 1 | (number.digits.reduce(divisor) ? 1 : 0);
    number.digits.shift_left(1);
  }
  return rounded<Float>(quotient, -shift, !number.digits.is_zero());
}

}  // namespace polywire::leaf::detail

// Wrapping arithmetic of signed integers.
#pragma once

#include <cstdint>

namespace polywire {

constexpr std::int64_t wrapping_add(std::int64_t left, std::int64_t right) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) +
                                   static_cast<std::uint64_t>(right));
}

constexpr std::int64_t wrapping_subtract(std::int64_t left, std::int64_t right) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) -
                                   static_cast<std::uint64_t>(right));
}

constexpr std::int64_t wrapping_multiply(std::int64_t left, std::int64_t right) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) *
                                   static_cast<std::uint64_t>(right));
}

constexpr std::int64_t wrapping_divide(std::int64_t left, std::int64_t right) noexcept {
  return right == -1 ? wrapping_subtract(0, left) : left / right;
}

constexpr std::int64_t wrapping_remainder(std::int64_t left, std::int64_t right) noexcept {
  return right == -1 ? 0 : left % right;
}

constexpr std::int64_t wrapping_shift_left(std::int64_t value, std::uint64_t by) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << by);
}

/// The low bits, sign-extended.
constexpr std::int64_t sign_extend(std::uint64_t value, int bits) noexcept {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

}  // namespace polywire

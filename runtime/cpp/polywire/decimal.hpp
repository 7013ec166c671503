// Decimals, for codecs that use them.
#pragma once

#include <bit>
#include <cstdint>

#include "polywire/bytes.hpp"
#include "polywire/leaves/decimal.hpp"
#include "polywire/leaves/decimal_float.hpp"

namespace polywire {

/// Returns the bits of the nearest number to a decimal.
POLYWIRE_INLINE std::uint64_t decimal_float64(bytes text) noexcept {
  return std::bit_cast<std::uint64_t>(leaf::decimal_float<double>(text.data(), text.size()));
}

POLYWIRE_INLINE std::uint64_t decimal_float32(bytes text) noexcept {
  return std::bit_cast<std::uint32_t>(leaf::decimal_float<float>(text.data(), text.size()));
}

}  // namespace polywire

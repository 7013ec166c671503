// Numbers and texts in C's notation, for codecs that use them.
#pragma once

#include <bit>
#include <cstdint>

#include "polywire/leaves/print.hpp"

namespace polywire {

POLYWIRE_INLINE std::uint8_t* write_general_float64(std::uint8_t* out,
                                                    std::uint64_t bits) noexcept {
  return leaf::write_general_float64(out, std::bit_cast<double>(bits));
}

POLYWIRE_INLINE std::uint8_t* write_general_float32(std::uint8_t* out,
                                                    std::uint64_t bits) noexcept {
  return leaf::write_general_float32(out, std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

}  // namespace polywire

// The bytes that must be escaped in a JSON string (RFC 8259, section 7).
#pragma once

#include <cstdint>

#include "block16.hpp"
#include "memory.hpp"

namespace polywire::leaf::detail {

POLYWIRE_INLINE bool needs_escape(std::uint8_t c) noexcept {
  return c < 0x20 || c == '"' || c == '\\';
}

POLYWIRE_INLINE std::uint32_t escape_lanes(block16 text) noexcept {
  return (text.equal('"') | text.equal('\\') | text.control()).high_bits();
}

}  // namespace polywire::leaf::detail

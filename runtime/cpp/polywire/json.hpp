// JSON numbers and texts, for codecs that use them.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "polywire/bytes.hpp"
#include "polywire/context.hpp"
#include "polywire/leaves/json.hpp"

namespace polywire {

/// Returns the unescaped characters of a string, in the message's memory.
POLYWIRE_OUTLINE std::string_view unescaped(const std::uint8_t* p, const std::uint8_t* end,
                                            context& message) {
  std::string text;
  leaf::read_json_string(p, end, text);
  return as_text(message.keep(as_bytes(text)));
}

/// Reads a text that borrows from the input or the message's memory.
POLYWIRE_INLINE const std::uint8_t* read_json_string(const std::uint8_t* p, const std::uint8_t* end,
                                                     context& message, std::string_view& value) {
  bool escaped = false;
  const std::uint8_t* const next = leaf::read_raw_json_string(p, end, value, escaped);
  if (POLYWIRE_UNLIKELY(escaped && next != nullptr)) value = unescaped(p, end, message);
  return next;
}

/// Reads a text of an owning class, in a type that otherwise borrows.
POLYWIRE_INLINE const std::uint8_t* read_json_string(const std::uint8_t* p, const std::uint8_t* end,
                                                     context& /*message*/, std::string& value) {
  return leaf::read_json_string(p, end, value);
}

POLYWIRE_INLINE const std::uint8_t* read_json_string(const std::uint8_t* p, const std::uint8_t* end,
                                                     context& message, bytes& value) {
  std::string_view text;
  const std::uint8_t* const next = read_json_string(p, end, message, text);
  if (POLYWIRE_LIKELY(next != nullptr)) value = as_bytes(text);
  return next;
}

POLYWIRE_INLINE const std::uint8_t* read_json_base64(const std::uint8_t* p, const std::uint8_t* end,
                                                     context& message, bytes& value) {
  kept_bytes decoded(message);
  const std::uint8_t* const next = leaf::read_json_base64(p, end, decoded);
  if (next != nullptr) value = decoded.contents();
  return next;
}

POLYWIRE_INLINE const std::uint8_t* read_json_float64(const std::uint8_t* p,
                                                      const std::uint8_t* end,
                                                      std::uint64_t& bits) {
  double value = 0;
  const std::uint8_t* const next = leaf::read_json_float64(p, end, value);
  bits = std::bit_cast<std::uint64_t>(value);
  return next;
}

POLYWIRE_INLINE const std::uint8_t* read_json_float32(const std::uint8_t* p,
                                                      const std::uint8_t* end,
                                                      std::uint64_t& bits) {
  float value = 0;
  const std::uint8_t* const next = leaf::read_json_float32(p, end, value);
  bits = std::bit_cast<std::uint32_t>(value);
  return next;
}

POLYWIRE_INLINE std::uint8_t* write_json_float64(std::uint8_t* out, std::uint64_t bits) noexcept {
  return leaf::write_json_float64(out, std::bit_cast<double>(bits));
}

POLYWIRE_INLINE std::uint8_t* write_json_float32(std::uint8_t* out, std::uint64_t bits) noexcept {
  return leaf::write_json_float32(out, std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

}  // namespace polywire

// Encoding into memory of the caller, such as a slot of a channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "polywire/buffer.hpp"
#include "polywire/error.hpp"

namespace polywire {

/// Writes a message to the start of `out`, and its size to `size`. `encode` is called with the
/// value and a buffer, as encoders of all formats are. Nothing outside of `out` is written; if the
/// message does not fit, the error is `too_large`, and `out` has any content.
///
/// A message that leaves fewer than 32 bytes of `out` is written elsewhere and then copied.
template <class Value, class Encode>
error encode_into(const Value& value, std::span<std::uint8_t> out, std::size_t& size,
                  const Encode& encode) {
  buffer output;
  output.borrow(out);
  size = 0;
  if (const error failed = encode(value, output)) return failed;
  if (output.size() > out.size()) return {error_code::too_large, 0, 0};
  size = output.size();
  if (!output.is_borrowed() && size != 0) std::memcpy(out.data(), output.data(), size);
  return {};
}

}  // namespace polywire

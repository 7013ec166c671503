// Shared parts of the reference codecs.
//
// Each header has `encode(account, out)`, which returns the size or `refused` when the message does
// not fit into `out` or the format cannot hold it, and `decode(account, bytes)`, which returns true
// if the bytes are a message by every rule of the format. Both are templates over the value types;
// decoding reuses the strings and vectors of the object it is given.
//
// Invariant: Prediction only saves time. decode<prediction::off>() accepts the same inputs with the
// same values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "polywire/leaves/leaves.hpp"

namespace bounds {

using namespace polywire;

using input = std::span<const std::uint8_t>;
using output = std::span<std::uint8_t>;

inline constexpr std::size_t refused = ~std::size_t{0};

enum class prediction { off, on };

/// Returns the start of the input; never null, because null means that a decoder failed.
POLYWIRE_INLINE const std::uint8_t* begin_of(input bytes) {
  static constexpr std::uint8_t nothing = 0;
  return POLYWIRE_LIKELY(bytes.data() != nullptr) ? bytes.data() : &nothing;
}

/// The exact path of encoders that write past the end of their output: it uses a buffer with slack.
/// `write(buffer)` returns the size or `refused`.
template <class Write>
POLYWIRE_OUTLINE std::size_t encode_exactly(output out, std::size_t size_bound, Write write) {
  std::vector<std::uint8_t> scratch(size_bound);
  const std::size_t size = write(output(scratch));
  if (size == refused || size > out.size()) return refused;
  if (size != 0) std::memcpy(out.data(), scratch.data(), size);
  return size;
}

/// Resizes to exactly `count` elements, and keeps existing ones with their memory.
template <class Vector>
POLYWIRE_INLINE void fit(Vector& elements, std::size_t count) {
  if (POLYWIRE_UNLIKELY(elements.size() != count)) elements.resize(count);
}

/// Returns the element at `index`, which is at most the size.
template <class Vector>
POLYWIRE_INLINE auto& element_at(Vector& elements, std::size_t index) {
  if (POLYWIRE_UNLIKELY(index == elements.size())) elements.emplace_back();
  return elements[index];
}

/// Returns the optional's value, and keeps its memory if there is one.
template <class Optional>
POLYWIRE_INLINE auto& engaged(Optional& optional) {
  if (POLYWIRE_UNLIKELY(!optional)) optional.emplace();
  return *optional;
}

}  // namespace bounds

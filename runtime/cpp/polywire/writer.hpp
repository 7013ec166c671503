// Writing beyond individual leaves. All functions require space for their output and 16 bytes more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/leaves/text.hpp"
#include "polywire/leaves/varint.hpp"

namespace polywire {

POLYWIRE_INLINE std::uint8_t* write_bytes(std::uint8_t* out, bytes value) noexcept {
  if (!value.empty()) std::memcpy(out, value.data(), value.size());
  return out + value.size();
}

POLYWIRE_INLINE std::uint8_t* write_zeros(std::uint8_t* out, std::uint64_t count) noexcept {
  if (count != 0) std::memset(out, 0, static_cast<std::size_t>(count));
  return out + count;
}

/// Writes up to `Most` zeros by one store, because nothing is written after them yet. A call of
/// memset with a small variable length would be slow.
template <std::size_t Most>
POLYWIRE_INLINE std::uint8_t* write_few_zeros(std::uint8_t* out, std::uint64_t count) noexcept {
  std::memset(out, 0, Most);
  return out + count;
}

/// Writes zeros up to the next multiple of To, a power of two up to 16, relative to `from`.
template <std::size_t To>
POLYWIRE_INLINE std::uint8_t* write_padding(std::uint8_t* out, std::uint64_t position,
                                            std::uint64_t from) noexcept {
  const auto count = static_cast<std::size_t>((from - position) & (To - 1));
  if constexpr (To <= 16) {
    std::memset(out, 0, To);  // one store: nothing is written after it yet
    return out + count;
  } else {
    return write_zeros(out, count);
  }
}

/// Writes zeros up to the next multiple of To relative to From. `out` points into memory that
/// starts at a multiple of To, to which positions are relative.
template <std::size_t To, std::size_t From>
POLYWIRE_INLINE std::uint8_t* align(std::uint8_t* out) noexcept {
  static_assert(To <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  std::memset(out, 0, To);  // one store: nothing is written after it yet
  const auto least = reinterpret_cast<std::uintptr_t>(out) + (To - 1 - From);
  return reinterpret_cast<std::uint8_t*>((least & ~(To - 1)) + From);
}

/// Writes a text into a section with 16 bytes of space there, followed by zeros. Longer texts are
/// copied without padding.
template <class Text>
POLYWIRE_INLINE void put_text(std::uint8_t* out, const Text& text) noexcept {
  if (POLYWIRE_LIKELY(text.size() <= 16)) {
    leaf::copy_fixed_text<true, 16>(out, text);
  } else {
    std::memcpy(out, text.data(), text.size());
  }
}

/// Completes a body for which one byte was reserved at `at`, with a number before it other than its
/// length. Requires up to 9 bytes of space after `out`.
POLYWIRE_OUTLINE std::uint8_t* close_number(std::uint8_t* at, std::uint8_t* out,
                                            std::uint64_t number) noexcept {
  const auto size = static_cast<std::size_t>(out - at - 1);
  const std::size_t width = leaf::varint_size(number);
  std::memmove(at + width, at + 1, size);
  leaf::write_varint(at, number);
  return at + width + size;
}

}  // namespace polywire

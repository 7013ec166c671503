// Support for codecs of existing classes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/leaves/text.hpp"

namespace polywire::bound {

template <class T, std::size_t Size>
inline constexpr bool is_array = std::is_same_v<std::remove_cvref_t<T>, char[Size]>;

/// A number of the same kind, size and signedness.
template <class T, class Like, class Value = std::remove_cvref_t<T>>
inline constexpr bool is_like = std::is_floating_point_v<Value> ==
                                    std::is_floating_point_v<Like>&& std::is_same_v<Value, bool> ==
                                    std::is_same_v<Like, bool>&& std::is_signed_v<Value> ==
                                    std::is_signed_v<Like>&& std::is_arithmetic_v<Value> &&
                                sizeof(Value) == sizeof(Like);

/// A text that outlives the accessor's call.
template <class T>
inline constexpr bool lasts =
    std::is_lvalue_reference_v<T> || std::is_same_v<std::remove_cv_t<T>, std::string_view>;

/// A text in the form that an accessor takes: borrowed or owned.
struct given {
  std::string_view text;
  operator std::string_view() const noexcept { return text; }
  operator std::string() const { return std::string(text); }
};

/// Sets the highest bit of each zero byte, up to the first one.
POLYWIRE_INLINE std::uint64_t zero_bytes(std::uint64_t word) noexcept {
  return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

/// Returns the number of characters before the first NUL.
template <std::size_t Size>
POLYWIRE_INLINE std::size_t length_of(const char* array) noexcept {
  if constexpr (Size >= 8 && Size <= 16) {
    const auto* const at = reinterpret_cast<const std::uint8_t*>(array);
    const std::uint64_t first = zero_bytes(leaf::load_le<std::uint64_t>(at));
    if (first != 0) return static_cast<std::size_t>(std::countr_zero(first)) / 8;
    const std::uint64_t last = zero_bytes(leaf::load_le<std::uint64_t>(at + Size - 8));
    return last != 0 ? Size - 8 + static_cast<std::size_t>(std::countr_zero(last)) / 8 : Size;
  } else {
    const void* const end = std::memchr(array, 0, Size);
    return end != nullptr ? static_cast<std::size_t>(static_cast<const char*>(end) - array) : Size;
  }
}

/// Returns the characters of an array up to its first NUL, or all of them.
template <std::size_t Size>
POLYWIRE_INLINE std::string_view text_of(const char (&array)[Size]) noexcept {
  return {array, length_of<Size>(array)};
}

/// The caller has checked that the text fits.
template <std::size_t Size>
POLYWIRE_INLINE void assign(char (&array)[Size], bytes text) noexcept {
  const std::size_t size = text.size() < Size ? text.size() : Size;
  std::memset(array, 0, Size);
  if constexpr (Size <= 16) {
    leaf::copy_short(reinterpret_cast<std::uint8_t*>(array), text.data(), size);
  } else if (size != 0) {
    std::memcpy(array, text.data(), size);
  }
}

/// A new element at the end.
template <class List>
POLYWIRE_INLINE auto& append(List& list) {
  list.push_back(typename List::value_type{});
  return list.back();
}

/// Returns the enumerator for a number of the schema.
template <class Enum>
POLYWIRE_INLINE Enum enumerator_of(std::int64_t number) noexcept {
  return static_cast<Enum>(number);
}

/// Returns the number of an enumerator, if it is the same as in the schema.
template <class Enum>
POLYWIRE_INLINE std::int64_t number_of(Enum value) noexcept {
  return static_cast<std::int64_t>(value);
}

}  // namespace polywire::bound

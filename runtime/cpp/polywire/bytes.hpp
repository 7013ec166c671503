// Runs of bytes as codecs see them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polywire {

/// Codecs keep their address non-null, so that a null position can mean failure.
using bytes = std::span<const std::uint8_t>;

inline constexpr std::uint8_t nothing = 0;

/// The address of the first byte, never null.
inline const std::uint8_t* start_of(bytes region) noexcept {
  return region.data() != nullptr ? region.data() : &nothing;
}

inline bytes as_bytes(const std::string& text) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

inline bytes as_bytes(std::string_view text) noexcept {
  return {start_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}), text.size()};
}

inline bytes as_bytes(const std::vector<std::uint8_t>& value) noexcept {
  return {start_of({value.data(), value.size()}), value.size()};
}

template <std::size_t Size>
bytes as_bytes(const std::array<std::uint8_t, Size>& value) noexcept {
  return {Size != 0 ? value.data() : &nothing, Size};
}

/// The bytes of a literal, its terminating NUL left out.
template <std::size_t Size>
bytes literal(const char (&text)[Size]) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text), Size - 1};
}

inline bool same(bytes left, bytes right) noexcept {
  return left.size() == right.size() &&
         (left.empty() || std::memcmp(left.data(), right.data(), left.size()) == 0);
}

/// Bytes that are held elsewhere, compared by their contents.
struct byte_view : bytes {
  using bytes::bytes;
  constexpr byte_view() noexcept = default;
  constexpr byte_view(bytes contents) noexcept : bytes(contents) {}

  // Found by its arguments only: well-known types are in a namespace inside this one, and clang
  // would ask of each that is compared whether it can become a byte_view, also of those that are
  // not complete yet.
  friend bool operator==(const byte_view& left, const byte_view& right) noexcept {
    return same(left, right);
  }
};

inline bytes as_bytes(const byte_view& value) noexcept {
  return {start_of(value), value.size()};
}

inline std::string_view as_text(bytes value) noexcept {
  return {reinterpret_cast<const char*>(value.data()), value.size()};
}

/// The order of keys: numbers by value, bytes from the first on.
inline bool less(bytes left, bytes right) noexcept {
  return as_text(left) < as_text(right);
}
inline bool less(std::uint64_t left, std::uint64_t right) noexcept {
  return left < right;
}
inline bool less(std::int64_t left, std::int64_t right) noexcept {
  return left < right;
}

/// True if a region has this many bytes at a position.
inline bool holds(bytes region, std::uint64_t position, std::uint64_t length) noexcept {
  return length <= region.size() && position <= region.size() - length;
}

/// The bytes from a position to p; none if it lies behind.
inline bytes since(const std::uint8_t* begin, std::uint64_t position,
                   const std::uint8_t* p) noexcept {
  const auto at = static_cast<std::uint64_t>(p - begin);
  return position <= at ? bytes(begin + position, p) : bytes(p, p);
}

}  // namespace polywire

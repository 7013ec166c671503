// Byte sequences as seen by codecs.
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

/// Codecs keep the address non-null, because a null position means failure.
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

/// Returns the bytes of a literal, without its terminating NUL.
template <std::size_t Size>
bytes literal(const char (&text)[Size]) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text), Size - 1};
}

inline bool same(bytes left, bytes right) noexcept {
  return left.size() == right.size() &&
         (left.empty() || std::memcmp(left.data(), right.data(), left.size()) == 0);
}

/// Borrowed bytes, compared by contents.
struct byte_view : bytes {
  using bytes::bytes;
  constexpr byte_view() noexcept = default;
  constexpr byte_view(bytes contents) noexcept : bytes(contents) {}

  // A hidden friend, found by argument-dependent lookup only. Well-known types are in a nested
  // namespace; for each comparison there, clang would check the conversion to byte_view, even for
  // types that are still incomplete.
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

/// The order of keys: numbers by value, bytes lexicographically.
inline bool less(bytes left, bytes right) noexcept {
  return as_text(left) < as_text(right);
}
inline bool less(std::uint64_t left, std::uint64_t right) noexcept {
  return left < right;
}
inline bool less(bool left, bool right) noexcept {
  return left < right;
}
inline bool less(std::int64_t left, std::int64_t right) noexcept {
  return left < right;
}

/// Returns true if a region has this many bytes at a position.
inline bool holds(bytes region, std::uint64_t position, std::uint64_t length) noexcept {
  return length <= region.size() && position <= region.size() - length;
}

/// Returns the bytes from a position to p; none if the position is after p.
inline bytes since(const std::uint8_t* begin, std::uint64_t position,
                   const std::uint8_t* p) noexcept {
  const auto at = static_cast<std::uint64_t>(p - begin);
  return position <= at ? bytes(begin + position, p) : bytes(p, p);
}

}  // namespace polywire

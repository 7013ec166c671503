// Formats values as text. Each function requires enough space and returns the end of its output.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace osm_convert {

inline constexpr std::size_t max_integer_length = 20;
/// As in "-214.7483647".
inline constexpr std::size_t max_coordinate_length = 12;
/// As in "2024-02-29T12:00:00Z".
inline constexpr std::size_t time_length = 20;

template <std::size_t Size>
char* put(char* at, const char (&literal)[Size]) {
  std::memcpy(at, literal, Size - 1);
  return at + (Size - 1);
}

template <class Integer>
char* put_integer(char* at, Integer value) {
  return std::to_chars(at, at + max_integer_length, value).ptr;
}

/// Writes degrees without trailing zeros.
char* put_coordinate(char* at, std::int32_t steps);

/// Seconds since 1970, in the years 1 to 9999.
char* put_time(char* at, std::int64_t seconds);

/// Writes an XML attribute value; characters not allowed in XML are rejected.
char* put_escaped(char* at, std::string_view text);

/// Returns an upper bound on the length of an escaped text.
constexpr std::size_t max_escaped_length(std::string_view text) {
  return 6 * text.size();
}

}  // namespace osm_convert

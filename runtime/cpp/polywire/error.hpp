// The error of a decoder or encoder: a small value, not an exception.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polywire {

/// Numbers are the same in every engine and never change.
enum class error_code : std::uint8_t {
  none = 0,
  truncated = 1,
  trailing_bytes = 2,
  overlong = 3,
  invalid_utf8 = 4,
  invalid_key = 5,
  wrong_kind = 6,
  out_of_range = 7,
  unknown_enumerator = 8,
  unknown_case = 9,
  too_deep = 10,
  budget_exceeded = 11,
  mismatch = 12,
  bad_pointer = 13,
  bad_length = 14,
  unterminated = 15,
  syntax = 16,
  bad_escape = 17,
  missing_field = 18,
  duplicate_field = 19,
  too_large = 20,
  unsupported = 21,
  internal = 22,
  unknown_member = 23,
  unknown_type = 24,
};

/// Returns the code's stable name.
constexpr std::string_view name(error_code code) noexcept {
  switch (code) {
    case error_code::none: return "none";
    case error_code::truncated: return "truncated";
    case error_code::trailing_bytes: return "trailing_bytes";
    case error_code::overlong: return "overlong";
    case error_code::invalid_utf8: return "invalid_utf8";
    case error_code::invalid_key: return "invalid_key";
    case error_code::wrong_kind: return "wrong_kind";
    case error_code::out_of_range: return "out_of_range";
    case error_code::unknown_enumerator: return "unknown_enumerator";
    case error_code::unknown_case: return "unknown_case";
    case error_code::too_deep: return "too_deep";
    case error_code::budget_exceeded: return "budget_exceeded";
    case error_code::mismatch: return "mismatch";
    case error_code::bad_pointer: return "bad_pointer";
    case error_code::bad_length: return "bad_length";
    case error_code::unterminated: return "unterminated";
    case error_code::syntax: return "syntax";
    case error_code::bad_escape: return "bad_escape";
    case error_code::missing_field: return "missing_field";
    case error_code::duplicate_field: return "duplicate_field";
    case error_code::too_large: return "too_large";
    case error_code::unsupported: return "unsupported";
    case error_code::internal: return "internal";
    case error_code::unknown_member: return "unknown_member";
    case error_code::unknown_type: return "unknown_type";
  }
  return "unknown";
}

/// The error message for people.
constexpr std::string_view message(error_code code) noexcept {
  switch (code) {
    case error_code::none: return "no error";
    case error_code::truncated: return "the input ends inside a value";
    case error_code::trailing_bytes: return "extra bytes follow the end of the value";
    case error_code::overlong: return "a variable-length integer is too long";
    case error_code::invalid_utf8: return "text is not valid UTF-8";
    case error_code::invalid_key: return "a key or tag is not allowed here";
    case error_code::wrong_kind: return "a value has a different type than the schema declares";
    case error_code::out_of_range: return "a number is outside the range of its type";
    case error_code::unknown_enumerator: return "a number is not an enumerator of a closed enum";
    case error_code::unknown_case: return "a discriminant does not match any case of a union";
    case error_code::too_deep: return "values are nested deeper than the limit";
    case error_code::budget_exceeded:
      return "the message needs more work or memory than the limit allows";
    case error_code::mismatch: return "bytes differ from what the format requires here";
    case error_code::bad_pointer:
      return "a pointer or offset is misaligned or points outside the message";
    case error_code::bad_length: return "a length or count contradicts the size of the message";
    case error_code::unterminated: return "a string lacks its terminator";
    case error_code::syntax: return "a character is not allowed here";
    case error_code::bad_escape: return "an escape sequence is not valid";
    case error_code::missing_field: return "a required field is missing";
    case error_code::duplicate_field: return "a field occurs twice";
    case error_code::too_large: return "a value is too large for the format";
    case error_code::unsupported:
      return "the message uses a part of the format that is not supported";
    case error_code::internal: return "the codec is invalid";
    case error_code::unknown_member: return "a member is not in the schema";
    case error_code::unknown_type: return "a type that the message names is not in the schema";
  }
  return "an unknown error";
}

/// The result of a decoder or an encoder: true if there is an error.
struct [[nodiscard]] error {
  error_code code = error_code::none;
  /// The place in the codec: its function's number above the low 12 bits, which are the number of
  /// the check.
  std::uint32_t site = 0;
  /// Bytes of the input before the error; 0 if no input is read.
  std::size_t offset = 0;

  constexpr explicit operator bool() const noexcept { return code != error_code::none; }
  constexpr std::string_view message() const noexcept { return polywire::message(code); }
};

}  // namespace polywire

// Skips the JSON value of an unknown member, by the complete grammar of RFC 8259.
#pragma once

#include "common.hpp"

namespace bounds::json {

using namespace polywire::leaf;

namespace detail {

inline constexpr std::size_t deepest_nesting = 128;

/// One bit per open bracket: set for an object.
class bracket_stack {
 public:
  std::size_t depth() const { return depth_; }
  bool in_object() const { return (words_[(depth_ - 1) / 64] >> ((depth_ - 1) % 64) & 1) != 0; }
  void push(bool object) {
    std::uint64_t& word = words_[depth_ / 64];
    const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
    word = object ? word | bit : word & ~bit;
    ++depth_;
  }
  void pop() { --depth_; }

 private:
  std::uint64_t words_[deepest_nesting / 64] = {};
  std::size_t depth_ = 0;
};

/// Skips white space and the token; returns nullptr if it is missing.
POLYWIRE_INLINE const std::uint8_t* read_token(const std::uint8_t* p, const std::uint8_t* end,
                                               char token) {
  p = read_json_space(p, end);
  return POLYWIRE_LIKELY(p != end && *p == static_cast<std::uint8_t>(token)) ? p + 1 : nullptr;
}

/// Skips a string, number, true, false or null.
POLYWIRE_INLINE const std::uint8_t* skip_scalar(const std::uint8_t* p, const std::uint8_t* end) {
  if (*p == '"') return skip_json_string(p, end);
  if (*p == 'n') return starts_with(p, end, "null") ? p + 4 : nullptr;
  bool ignored;
  if (*p == 't' || *p == 'f') return read_json_bool(p, end, ignored);
  return skip_json_number(p, end);
}

POLYWIRE_INLINE const std::uint8_t* skip_name(const std::uint8_t* p, const std::uint8_t* end) {
  p = skip_json_string(read_json_space(p, end), end);
  return p == nullptr ? nullptr : read_token(p, end, ':');
}

POLYWIRE_OUTLINE const std::uint8_t* skip_value(const std::uint8_t* p, const std::uint8_t* end) {
  bracket_stack open;
  for (;;) {
    p = read_json_space(p, end);
    if (p == end) return nullptr;
    if (*p == '{' || *p == '[') {
      const bool object = *p == '{';
      if (open.depth() == deepest_nesting) return nullptr;
      open.push(object);
      const std::uint8_t* const closed = read_token(++p, end, object ? '}' : ']');
      if (closed == nullptr) {
        if (object) p = skip_name(p, end);
        if (p == nullptr) return nullptr;
        continue;
      }
      open.pop();
      p = closed;
    } else {
      p = skip_scalar(p, end);
      if (p == nullptr) return nullptr;
    }
    // After a value: close containers that end here, up to a comma.
    for (;;) {
      if (open.depth() == 0) return p;
      if (const std::uint8_t* const next = read_token(p, end, ',')) {
        p = open.in_object() ? skip_name(next, end) : next;
        if (p == nullptr) return nullptr;
        break;
      }
      p = read_token(p, end, open.in_object() ? '}' : ']');
      if (p == nullptr) return nullptr;
      open.pop();
    }
  }
}

}  // namespace detail

}  // namespace bounds::json

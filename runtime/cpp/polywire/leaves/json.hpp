// JSON: numbers, strings, white space, and skipping a value whose member is unknown.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fault.hpp"
#include "json_number.hpp"
#include "json_text.hpp"
#include "memory.hpp"

namespace polywire::leaf {

/// Position of the first byte that is no white space, or `end`.
POLYWIRE_INLINE const std::uint8_t* skip_space(const std::uint8_t* p,
                                               const std::uint8_t* end) noexcept {
  while (p != end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) ++p;
  return p;
}

/// skip_space() and then the one byte given; nullptr when it is not there.
POLYWIRE_INLINE const std::uint8_t* read_token(const std::uint8_t* p, const std::uint8_t* end,
                                               char token) noexcept {
  p = skip_space(p, end);
  return POLYWIRE_LIKELY(p != end && *p == static_cast<std::uint8_t>(token)) ? p + 1 : nullptr;
}

/// `true` or `false`; nullptr when it is neither.
POLYWIRE_INLINE const std::uint8_t* read_bool(const std::uint8_t* p, const std::uint8_t* end,
                                              bool& value) noexcept {
  if (starts_with(p, end, "true")) {
    value = true;
    return p + 4;
  }
  if (starts_with(p, end, "false")) {
    value = false;
    return p + 5;
  }
  return nullptr;
}

POLYWIRE_INLINE const std::uint8_t* read_null(const std::uint8_t* p,
                                              const std::uint8_t* end) noexcept {
  return starts_with(p, end, "null") ? p + 4 : nullptr;
}

namespace detail {

inline constexpr std::size_t deepest_json = 512;

/// One bit per open bracket: set for an object.
class bracket_stack {
 public:
  std::size_t depth() const noexcept { return depth_; }
  bool in_object() const noexcept { return (words_[(depth_ - 1) / 64] >> ((depth_ - 1) % 64)) & 1; }
  void push(bool object) noexcept {
    std::uint64_t& word = words_[depth_ / 64];
    const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
    word = object ? word | bit : word & ~bit;
    ++depth_;
  }
  void pop() noexcept { --depth_; }

 private:
  std::uint64_t words_[deepest_json / 64] = {};
  std::size_t depth_ = 0;
};

POLYWIRE_INLINE failure explain_scalar(const std::uint8_t*& p, const std::uint8_t* end) noexcept {
  const std::uint8_t* const start = p;
  const auto literal = [&](const auto& word) -> failure {
    if (starts_with(start, end, word)) {
      p += sizeof(word) - 1;
      return {};
    }
    for (const char* expected = word; *expected != 0; ++expected, ++p) {
      if (p == end) return {fault::truncated, end};
      if (*p != static_cast<std::uint8_t>(*expected)) break;
    }
    return {fault::invalid_syntax, p};
  };
  switch (*start) {
    case 't': return literal("true");
    case 'f': return literal("false");
    case 'n': return literal("null");
    case '"':
      ++p;
      return walk_string(
          p, end, [](const std::uint8_t*, const std::uint8_t*) {}, [](std::uint32_t) {});
    default: {
      if (*start != '-' && !is_digit(*start)) return {fault::invalid_syntax, start};
      number_parts parts;
      if (const std::uint8_t* const after = scan_number(p, end, parts)) {
        p = after;
        return {};
      }
      const fault code = parts.number_end == end ? fault::truncated : fault::invalid_number;
      return {code, parts.number_end};
    }
  }
}

/// A member's name and colon.
POLYWIRE_INLINE failure explain_name(const std::uint8_t*& p, const std::uint8_t* end) noexcept {
  p = skip_space(p, end);
  if (p == end) return {fault::truncated, end};
  if (*p != '"') return {fault::invalid_syntax, p};
  if (const failure refused = explain_scalar(p, end); refused.code != fault::none) return refused;
  p = skip_space(p, end);
  if (p == end) return {fault::truncated, end};
  if (*p != ':') return {fault::invalid_syntax, p};
  ++p;
  return {};
}

POLYWIRE_OUTLINE failure walk_value(const std::uint8_t*& p, const std::uint8_t* end,
                                    std::size_t depth_limit) noexcept {
  const std::size_t limit = depth_limit < deepest_json ? depth_limit : deepest_json;
  bracket_stack open;
  failure refused;
  for (;;) {
    // Before a value.
    p = skip_space(p, end);
    if (p == end) return {fault::truncated, end};
    if (*p == '{' || *p == '[') {
      const bool object = *p == '{';
      if (open.depth() == limit) return {fault::too_deep, p};
      const std::uint8_t* const inside = skip_space(p + 1, end);
      if (inside == end) return {fault::truncated, end};
      p = inside;
      if (*p == (object ? '}' : ']')) {
        ++p;
      } else {
        open.push(object);
        if (object) {
          refused = explain_name(p, end);
          if (refused.code != fault::none) return refused;
        }
        continue;
      }
    } else {
      refused = explain_scalar(p, end);
      if (refused.code != fault::none) return refused;
    }
    // After a value: close what ends here, then the next one.
    for (;;) {
      if (open.depth() == 0) return {};
      p = skip_space(p, end);
      if (p == end) return {fault::truncated, end};
      const bool object = open.in_object();
      const std::uint8_t token = *p++;
      if (token == ',') {
        if (object) {
          refused = explain_name(p, end);
          if (refused.code != fault::none) return refused;
        }
        break;
      }
      if (token != (object ? '}' : ']')) return {fault::invalid_syntax, p - 1};
      open.pop();
    }
  }
}

}  // namespace detail

/// Validates and passes one value of any kind, leading white space included. Brackets nest at most
/// depth_limit deep, and at most 512. Numbers are checked by the grammar only.
POLYWIRE_INLINE const std::uint8_t* skip_value(const std::uint8_t* p, const std::uint8_t* end,
                                               std::size_t depth_limit) noexcept {
  return detail::walk_value(p, end, depth_limit).code == fault::none ? p : nullptr;
}

POLYWIRE_COLD failure explain_value(const std::uint8_t* p, const std::uint8_t* end,
                                    std::size_t depth_limit) noexcept {
  return detail::walk_value(p, end, depth_limit);
}

}  // namespace polywire::leaf

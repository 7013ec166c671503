// JSON's white space (RFC 8259, section 2).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "block16.hpp"
#include "memory.hpp"

namespace polywire::leaf {

namespace detail {

POLYWIRE_OUTLINE const std::uint8_t* skip_json_space(const std::uint8_t* p,
                                                     const std::uint8_t* end) noexcept {
  for (; end - p >= 16; p += 16) {
    const block16 text = block16::load(p);
    const block16 space = text.equal(' ') | text.equal('\n') | text.equal('\r') | text.equal('\t');
    const int count = std::countr_one(space.high_bits());
    if (count < 16) return p + count;
  }
  while (p != end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) ++p;
  return p;
}

}  // namespace detail

/// Returns the position of the first byte that is not white space, or `end`.
POLYWIRE_INLINE const std::uint8_t* read_json_space(const std::uint8_t* p,
                                                    const std::uint8_t* end) noexcept {
  if (POLYWIRE_LIKELY(p != end && *p > ' ')) return p;
  // One space, as after colons.
  if (end - p >= 2 && *p == ' ' && p[1] > ' ') return p + 1;
  return detail::skip_json_space(p, end);
}

/// White space before names, which is usually the same for all members of an object: if it equals
/// the previous one, it is skipped without searching for its end, on which processors would have to
/// wait.
class json_space_before {
 public:
  /// Returns the position after white space.
  POLYWIRE_INLINE const std::uint8_t* skip(const std::uint8_t* p,
                                           const std::uint8_t* end) noexcept {
    if (POLYWIRE_LIKELY(p != end && *p > ' ')) return p;
    if (POLYWIRE_LIKELY(is_repeated(p, end))) return p + size_;
    const std::uint8_t* const behind = detail::skip_json_space(p, end);
    const auto size = static_cast<std::size_t>(behind - p);
    last_ = p;
    size_ = size <= longest ? size : 0;
    return behind;
  }

  /// The same after a separator; `end` if that is not next.
  template <std::size_t N>
  POLYWIRE_INLINE const std::uint8_t* skip_behind(const std::uint8_t* p, const std::uint8_t* end,
                                                  const char (&separator)[N]) noexcept {
    return POLYWIRE_LIKELY(starts_with(p, end, separator)) ? skip(p + N - 1, end) : end;
  }

 private:
  static constexpr std::size_t longest = 32;

  POLYWIRE_INLINE bool is_repeated(const std::uint8_t* p, const std::uint8_t* end) const noexcept {
    if (size_ == 0 || static_cast<std::size_t>(end - p) <= longest) return false;
    const std::uint32_t differs = ~block16::load(p).equal(block16::load(last_)).high_bits();
    if ((differs & first_lanes(std::min<std::size_t>(size_, 16))) != 0) return false;
    return (size_ <= 16 || ends_as_last(p)) && p[size_] > ' ';
  }

  POLYWIRE_INLINE bool ends_as_last(const std::uint8_t* p) const noexcept {
    const std::size_t at = size_ - 16;
    return block16::load(p + at).equal(block16::load(last_ + at)).high_bits() == first_lanes(16);
  }

  const std::uint8_t* last_ = nullptr;
  std::size_t size_ = 0;  // 0: nothing to compare with
};

}  // namespace polywire::leaf

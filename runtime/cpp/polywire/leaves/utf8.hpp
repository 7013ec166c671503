// Strict UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "block16.hpp"
#include "memory.hpp"

namespace polywire::leaf {

namespace detail {

/// Returns the length of the well-formed sequence at p (Unicode 15, table 3-7), or 0.
POLYWIRE_INLINE std::size_t utf8_sequence(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  const auto available = static_cast<std::size_t>(end - p);
  const auto continues = [p](std::size_t i) { return (p[i] & 0xc0) == 0x80; };
  const std::uint8_t lead = p[0];
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return available >= 2 && continues(1) ? 2 : 0;
  if (lead < 0xf0) {
    if (available < 3 || !continues(1) || !continues(2)) return 0;
    const bool overlong = lead == 0xe0 && p[1] < 0xa0;
    const bool surrogate = lead == 0xed && p[1] >= 0xa0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead > 0xf4 || available < 4) return 0;
  if (!continues(1) || !continues(2) || !continues(3)) return 0;
  const bool overlong = lead == 0xf0 && p[1] < 0x90;
  const bool too_high = lead == 0xf4 && p[1] >= 0x90;
  return overlong || too_high ? 0 : 4;
}

/// Returns true if the bytes from p, which are not a well-formed sequence, could be completed to
/// one.
POLYWIRE_COLD bool utf8_cut_off(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  const std::uint8_t lead = p[0];
  const auto least_second = static_cast<std::uint8_t>(lead == 0xe0   ? 0xa0
                                                      : lead == 0xf0 ? 0x90
                                                                     : 0x80);
  std::uint8_t completed[4] = {lead, least_second, 0x80, 0x80};
  const auto available = static_cast<std::size_t>(end - p);
  for (std::size_t i = 1; i < available && i < 4; ++i) completed[i] = p[i];
  return utf8_sequence(completed, completed + 4) > available;
}

/// A finite automaton over the bytes of UTF-8. Its states are multiples of six; a byte's row holds,
/// at the bits of each state, the state that follows it, so that a step is a single shift.
namespace utf8_states {
enum : std::uint8_t {
  between,
  wrong,
  last_one,
  last_two,
  last_three,
  behind_e0,
  behind_ed,
  behind_f0,
  behind_f4
};
}  // namespace utf8_states

constexpr std::uint8_t utf8_state_behind(std::uint8_t state, std::uint8_t byte) noexcept {
  using namespace utf8_states;
  const auto within = [byte](std::uint8_t least, std::uint8_t most, std::uint8_t then) {
    return byte >= least && byte <= most ? then : std::uint8_t{wrong};
  };
  switch (state) {
    case between: break;
    case last_one: return within(0x80, 0xbf, between);
    case last_two: return within(0x80, 0xbf, last_one);
    case last_three: return within(0x80, 0xbf, last_two);
    case behind_e0: return within(0xa0, 0xbf, last_one);
    case behind_ed: return within(0x80, 0x9f, last_one);
    case behind_f0: return within(0x90, 0xbf, last_two);
    case behind_f4: return within(0x80, 0x8f, last_two);
    default: return wrong;
  }
  if (byte < 0x80) return between;
  if (byte < 0xc2 || byte > 0xf4) return wrong;
  if (byte < 0xe0) return last_one;
  if (byte < 0xf0) return byte == 0xe0 ? behind_e0 : byte == 0xed ? behind_ed : last_two;
  return byte == 0xf0 ? behind_f0 : byte == 0xf4 ? behind_f4 : last_three;
}

inline constexpr std::array<std::uint64_t, 256> utf8_rows = [] {
  std::array<std::uint64_t, 256> rows{};
  for (std::size_t byte = 0; byte < rows.size(); ++byte) {
    for (std::uint8_t state = utf8_states::between; state <= utf8_states::behind_f4; ++state) {
      const std::uint64_t next = utf8_state_behind(state, static_cast<std::uint8_t>(byte));
      rows[byte] |= (6 * next) << (6 * state);
    }
  }
  return rows;
}();

/// UTF-8 in pieces, whose borders may be inside a sequence.
class utf8_pieces {
 public:
  POLYWIRE_OUTLINE void add(const std::uint8_t* p, const std::uint8_t* end) noexcept {
    std::uint64_t state = state_;
    while (end - p >= 16) {
      if (state != 0 || block16::load(p).high_bits() != 0) {
        for (int i = 0; i < 16; ++i) state = utf8_rows[p[i]] >> (state & 63);
        state &= 63;
      }
      p += 16;
    }
    for (; p != end; ++p) state = utf8_rows[*p] >> (state & 63) & 63;
    state_ = state;
  }

  /// Returns true if everything added is well-formed and no sequence is incomplete.
  POLYWIRE_INLINE bool valid() const noexcept { return state_ == 0; }

 private:
  std::uint64_t state_ = 0;
};

POLYWIRE_INLINE bool is_well_formed(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  utf8_pieces pieces;
  pieces.add(p, end);
  return pieces.valid();
}

/// Returns the position of the first byte that starts no well-formed sequence, or `end`.
POLYWIRE_COLD const std::uint8_t* first_ill_formed(const std::uint8_t* p,
                                                   const std::uint8_t* end) noexcept {
  while (p != end) {
    const std::size_t length = utf8_sequence(p, end);
    if (length == 0) return p;
    p += length;
  }
  return end;
}

}  // namespace detail

}  // namespace polywire::leaf

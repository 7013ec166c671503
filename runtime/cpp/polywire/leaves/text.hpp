// Text: strict UTF-8 validation, assignment to std::string and copying out of one.
//
// Three build modes, all with the same results:
//   - default: with a known libstdc++, short texts are stored straight into a std::string's small
//     buffer and its 16 bytes are read whatever its size is;
//   - under AddressSanitizer or MemorySanitizer, or with an unknown standard library: documented
//     interfaces only;
//   - POLYWIRE_PORTABLE: that, and no SIMD either.
// POLYWIRE_STRING_INTERNALS=0 or 1 overrides the choice.
//
// Design: docs/decisions/0025-reading-long-texts.md
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "block16.hpp"
#include "fault.hpp"
#include "memory.hpp"
#include "utf8.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define POLYWIRE_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define POLYWIRE_SANITIZED 1
#endif

#ifndef POLYWIRE_STRING_INTERNALS
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_USE_CXX11_ABI && !defined(POLYWIRE_SANITIZED) && \
    !defined(POLYWIRE_PORTABLE)
// The releases whose std::string is known to have a 16-byte small buffer and _M_length().
#define POLYWIRE_STRING_INTERNALS (_GLIBCXX_RELEASE >= 10 && _GLIBCXX_RELEASE <= 15)
#else
#define POLYWIRE_STRING_INTERNALS 0
#endif
#endif

namespace polywire::leaf {

/// How far past its text copy_text<true>() and similar functions may write.
inline constexpr std::size_t text_slack = 16;

namespace detail {

/// Returns true if all of n >= 16 bytes are ASCII; the last block overlaps the previous one.
POLYWIRE_INLINE bool all_ascii(const std::uint8_t* p, std::size_t n) noexcept {
  const std::uint8_t* const last = p + n - 16;
  for (; p < last; p += 16) {
    if (block16::load(p).high_bits() != 0) return false;
  }
  return block16::load(last).high_bits() == 0;
}

/// The same for n <= 16. Two overlapping loads read no byte behind the text.
POLYWIRE_INLINE bool short_ascii(const std::uint8_t* p, std::size_t n) noexcept {
#if POLYWIRE_MASKED_LOADS
  return block16::load_prefix(p, n).high_bits() == 0;
#else
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  if (n >= 8) {
    return ((load_le<std::uint64_t>(p) | load_le<std::uint64_t>(p + n - 8)) & high_bits) == 0;
  }
  if (n >= 4) {
    const std::uint32_t all = load_le<std::uint32_t>(p) | load_le<std::uint32_t>(p + n - 4);
    return (all & static_cast<std::uint32_t>(high_bits)) == 0;
  }
  // First, middle and last byte, which coincide for the shortest lengths.
  return n == 0 || ((p[0] | p[n / 2] | p[n - 1]) & 0x80) == 0;
#endif
}

}  // namespace detail

/// Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
POLYWIRE_INLINE bool utf8_valid(const std::uint8_t* p, std::size_t n) noexcept {
  const bool ascii = n <= 16 ? detail::short_ascii(p, n) : detail::all_ascii(p, n);
  return POLYWIRE_LIKELY(ascii) || detail::is_well_formed(p, p + n);
}

POLYWIRE_INLINE bool utf8_valid(std::span<const std::uint8_t> bytes) noexcept {
  return utf8_valid(bytes.data(), bytes.size());
}

/// True if all bytes are below 0x80.
POLYWIRE_INLINE bool is_ascii(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.size() >= 16) return detail::all_ascii(bytes.data(), bytes.size());
  std::uint8_t all = 0;
  for (const std::uint8_t byte : bytes) all |= byte;
  return all < 0x80;
}

POLYWIRE_COLD failure explain_utf8(const std::uint8_t* p, std::size_t n) noexcept {
  const std::uint8_t* const bad = detail::first_ill_formed(p, p + n);
  return bad == p + n ? failure{} : failure{fault::invalid_utf8, bad};
}

namespace detail {

inline constexpr std::size_t small_text = 15;

POLYWIRE_INLINE const char* as_chars(const std::uint8_t* p) noexcept {
  return reinterpret_cast<const char*>(p);
}

#if POLYWIRE_STRING_INTERNALS

// The private std::string::_M_length(size_type), which only sets the size. Access rules do not
// apply to the arguments of an explicit instantiation ([temp.spec.general]/6).
struct string_size_setter {
  using type = void (std::string::*)(std::size_t);
  friend constexpr type reveal(string_size_setter);
};
template <class Tag, typename Tag::type Member>
struct reveal_member {
  friend constexpr typename Tag::type reveal(Tag) { return Member; }
};
template struct reveal_member<string_size_setter, &std::string::_M_length>;

/// `text` contains n bytes followed by zeros, which include the terminator; n <= small_text.
POLYWIRE_INLINE void set_small_text(std::string& target, block16 text, std::size_t n) noexcept {
  text.store(target.data());
  (target.*reveal(string_size_setter{}))(n);
}

/// Copies a text into existing memory of the target.
POLYWIRE_INLINE void set_long_text(std::string& target, const std::uint8_t* p, std::size_t n) {
  if (POLYWIRE_UNLIKELY(n > target.capacity())) {
    target.assign(as_chars(p), n);
    return;
  }
  std::memcpy(target.data(), p, n);
  (target.*reveal(string_size_setter{}))(n);
  target.data()[n] = '\0';
}

#else

POLYWIRE_INLINE void set_small_text(std::string& target, block16 text, std::size_t n) {
  char bytes[16];
  text.store(bytes);
#if defined(__cpp_lib_string_resize_and_overwrite)
  target.resize_and_overwrite(n, [&](char* out, std::size_t) {
    std::memcpy(out, bytes, n);
    return n;
  });
#else
  target.assign(bytes, n);
#endif
}

POLYWIRE_INLINE void set_long_text(std::string& target, const std::uint8_t* p, std::size_t n) {
  target.assign(as_chars(p), n);
}

#endif

#if POLYWIRE_STRING_INTERNALS

/// Sets a text of n >= 16 bytes in existing memory of the target in one pass, if it is ASCII; the
/// last block overlaps the previous one. Otherwise the target's bytes are lost, but not its length.
POLYWIRE_INLINE bool set_long_ascii(std::string& target, const std::uint8_t* p, std::size_t n) {
  char* const out = target.data();
  const std::size_t last = n - 16;
  block16 all = block16::load(p + last);
  all.store(out + last);
  for (std::size_t at = 0; at < last; at += 16) {
    const block16 block = block16::load(p + at);
    block.store(out + at);
    all = all | block;
  }
  if (POLYWIRE_UNLIKELY(all.high_bits() != 0)) {
    out[target.size()] = '\0';
    return false;
  }
  (target.*reveal(string_size_setter{}))(n);
  out[n] = '\0';
  return true;
}

#endif

/// Sets any text, in two passes.
template <bool Verify>
POLYWIRE_OUTLINE bool assign_any_text(std::string& target, const std::uint8_t* p, std::size_t n) {
  if (Verify && !utf8_valid(p, n)) return false;
  set_long_text(target, p, n);
  return true;
}

/// Sets a text of more than small_text bytes. It makes only tail calls, because it would otherwise
/// save registers for each text.
template <bool Verify>
POLYWIRE_OUTLINE bool assign_long_text(std::string& target, const std::uint8_t* p, std::size_t n) {
#if POLYWIRE_STRING_INTERNALS
  if (Verify && POLYWIRE_LIKELY(n <= target.capacity())) {
    if (POLYWIRE_LIKELY(set_long_ascii(target, p, n))) return true;
  }
#endif
  return assign_any_text<Verify>(target, p, n);
}

}  // namespace detail

/// Sets `target` to the n bytes at p, which are before `readable_end` (the end of the whole input:
/// the further away it is, the fewer texts take the careful path). Returns false if they are not
/// UTF-8; `target` then keeps its length.
template <bool Verify>
POLYWIRE_INLINE bool assign_text(std::string& target, const std::uint8_t* p, std::size_t n,
                                 const std::uint8_t* readable_end) {
  if (POLYWIRE_UNLIKELY(n > detail::small_text)) {
    return detail::assign_long_text<Verify>(target, p, n);
  }
  const block16 text = block16::load_prefix(p, n, readable_end);
  if (Verify && POLYWIRE_UNLIKELY(text.high_bits() != 0)) {
    return detail::assign_any_text<true>(target, p, n);
  }
  detail::set_small_text(target, text, n);
  return true;
}

namespace detail {

POLYWIRE_OUTLINE bool is_utf8(const std::uint8_t* p, std::size_t n) noexcept {
  return utf8_valid(p, n);
}

/// Returns true if the first n bytes of a block at p are UTF-8, n <= 16.
POLYWIRE_INLINE bool is_short_utf8(block16 text, const std::uint8_t* p, std::size_t n) noexcept {
  return POLYWIRE_LIKELY((text.high_bits() & first_lanes(n)) == 0) || is_utf8(p, n);
}

}  // namespace detail

/// The borrowing variant: `target` refers to the input.
template <bool Verify>
POLYWIRE_INLINE bool assign_text(std::string_view& target, const std::uint8_t* p, std::size_t n,
                                 const std::uint8_t* readable_end) {
  if constexpr (Verify) {
    if (POLYWIRE_UNLIKELY(n > 16)) {
      if (!detail::is_utf8(p, n)) return false;
    } else {
      const block16 text =
          POLYWIRE_LIKELY(readable_end - p >= 16) ? block16::load(p) : block16::load_prefix(p, n);
      if (POLYWIRE_UNLIKELY(!detail::is_short_utf8(text, p, n))) return false;
    }
  }
  target = std::string_view(detail::as_chars(p), n);
  return true;
}

namespace detail {

/// Returns the number of bytes before the first zero byte of a word in little-endian order; 8 if
/// there is none.
POLYWIRE_INLINE std::size_t first_zero(std::uint64_t word) noexcept {
  // The lowest bit is exact; those above it may be set by a borrow.
  const std::uint64_t zeros = (word - 0x0101010101010101) & ~word & 0x8080808080808080;
  return static_cast<std::size_t>(std::countr_zero(zeros)) / 8;
}

/// The same as `until_nul` for at most 16 bytes, without a call.
POLYWIRE_INLINE std::size_t until_nul_short(const std::uint8_t* p, std::size_t n) noexcept {
#if POLYWIRE_MASKED_LOADS
  const std::uint32_t nul = block16::load_prefix(p, n).equal(0).high_bits();
  return static_cast<std::size_t>(std::countr_zero(nul | std::uint32_t{1} << 16));
#else
  if (n >= 8) {
    const std::size_t first = first_zero(load_le<std::uint64_t>(p));
    return first < 8 ? first : n - 8 + first_zero(load_le<std::uint64_t>(p + n - 8));
  }
  if (n >= 4) {
    const std::uint64_t last = load_le<std::uint32_t>(p + n - 4);
    const std::size_t first = first_zero(load_le<std::uint32_t>(p) | last << 32);
    return first < 4 ? first : n - 8 + first;
  }
  std::size_t length = 0;
  while (length < n && p[length] != 0) ++length;
  return length;
#endif
}

}  // namespace detail

/// Returns the number of the n bytes before the first NUL; n if there is none.
POLYWIRE_INLINE std::size_t until_nul(const std::uint8_t* p, std::size_t n) noexcept {
  if (POLYWIRE_LIKELY(n <= 16)) return detail::until_nul_short(p, n);
  const void* const nul = std::memchr(p, 0, n);
  return nul ? static_cast<std::size_t>(static_cast<const std::uint8_t*>(nul) - p) : n;
}

/// Text of a fixed width, padded with NUL: its value ends before the first NUL.
template <bool Verify, std::size_t Width>
POLYWIRE_INLINE bool assign_fixed_text(std::string& target, const std::uint8_t* p,
                                       const std::uint8_t* readable_end) {
  if constexpr (Width <= detail::small_text) {
    const block16 text =
        POLYWIRE_LIKELY(readable_end - p >= 16) ? block16::load(p) : block16::load_prefix(p, Width);
    const std::uint32_t nul = text.equal(0).high_bits() | (std::uint32_t{1} << Width);
    const auto n = static_cast<std::size_t>(std::countr_zero(nul));
    if (Verify && POLYWIRE_UNLIKELY((text.high_bits() & first_lanes(n)) != 0)) {
      return detail::assign_any_text<true>(target, p, n);
    }
    detail::set_small_text(target, text.keep(n), n);
    return true;
  } else {
    return assign_text<Verify>(target, p, until_nul(p, Width), readable_end);
  }
}

/// The borrowing variant: `target` refers to the input.
template <bool Verify, std::size_t Width>
POLYWIRE_INLINE bool assign_fixed_text(std::string_view& target, const std::uint8_t* p,
                                       const std::uint8_t* readable_end) {
  if (Width <= 16 && POLYWIRE_LIKELY(readable_end - p >= 16)) {
    const block16 text = block16::load(p);
    const std::uint32_t nul = text.equal(0).high_bits() | (std::uint32_t{1} << (Width & 31));
    const auto n = static_cast<std::size_t>(std::countr_zero(nul));
    if (Verify && POLYWIRE_UNLIKELY(!detail::is_short_utf8(text, p, n))) return false;
    target = std::string_view(detail::as_chars(p), n);
    return true;
  }
  return assign_text<Verify>(target, p, until_nul(p, Width), readable_end);
}

/// Copies up to 16 bytes by two overlapping copies of constant size.
POLYWIRE_INLINE void copy_short(std::uint8_t* out, const void* from, std::size_t n) noexcept {
  const auto* const p = static_cast<const std::uint8_t*>(from);
  if (n >= 8) {
    std::memcpy(out, p, 8);
    std::memcpy(out + n - 8, p + n - 8, 8);
  } else if (n >= 4) {
    std::memcpy(out, p, 4);
    std::memcpy(out + n - 4, p + n - 4, 4);
  } else if (n != 0) {
    out[0] = p[0];
    out[n / 2] = p[n / 2];
    out[n - 1] = p[n - 1];
  }
}

namespace detail {

/// Returns the text's first bytes, of which n <= 16 are meaningful.
POLYWIRE_INLINE block16 leading_block(const std::string& text,
                                      [[maybe_unused]] std::size_t n) noexcept {
#if POLYWIRE_STRING_INTERNALS
  // The small buffer has 16 bytes, and a heap block always has at least 17.
  return block16::load(text.data());
#else
  return block16::load_prefix(reinterpret_cast<const std::uint8_t*>(text.data()), n);
#endif
}

POLYWIRE_INLINE block16 leading_block(std::string_view text, std::size_t n) noexcept {
  return block16::load_prefix(reinterpret_cast<const std::uint8_t*>(text.data()), n);
}

/// Writes the first n <= 16 bytes, and overwrites those up to the 16th.
POLYWIRE_INLINE void store_leading(std::uint8_t* out, const std::string& text,
                                   std::size_t n) noexcept {
  leading_block(text, n).store(out);
}

POLYWIRE_INLINE void store_leading(std::uint8_t* out, std::string_view text,
                                   std::size_t n) noexcept {
  copy_short(out, text.data(), n);
}

/// The same, with zeros up to the 16th.
POLYWIRE_INLINE void store_padded(std::uint8_t* out, const std::string& text,
                                  std::size_t n) noexcept {
  leading_block(text, n).keep(n).store(out);
}

POLYWIRE_INLINE void store_padded(std::uint8_t* out, std::string_view text,
                                  std::size_t n) noexcept {
  std::memset(out, 0, 16);
  copy_short(out, text.data(), n);
}

POLYWIRE_INLINE void copy_bytes(std::uint8_t* out, const char* data, std::size_t n) noexcept {
  if (n != 0) std::memcpy(out, data, n);  // an empty view may hold a null pointer
}

POLYWIRE_INLINE void write_zeros(std::uint8_t* out, std::size_t n) noexcept {
  if (n != 0) std::memset(out, 0, n);
}

}  // namespace detail

/// Writes the bytes of a std::string or std::string_view and returns the position after them. With
/// Slack, the caller also has text_slack bytes of space after the text, which are overwritten. `n`
/// is the text's size, for callers that know it: compilers reload it after every store of a byte.
template <bool Slack, class Text>
POLYWIRE_INLINE std::uint8_t* copy_text(std::uint8_t* out, const Text& text,
                                        std::size_t n) noexcept {
  if (Slack && POLYWIRE_LIKELY(n <= 16)) {
    detail::store_leading(out, text, n);
  } else {
    detail::copy_bytes(out, text.data(), n);
  }
  return out + n;
}

template <bool Slack, class Text>
POLYWIRE_INLINE std::uint8_t* copy_text(std::uint8_t* out, const Text& text) noexcept {
  return copy_text<Slack>(out, text, text.size());
}

/// copy_text() followed by zeros, `total` bytes in all, size <= total <= size + 16. Returns the
/// position after the zeros; with Slack, text_slack bytes after it are overwritten.
template <bool Slack, class Text>
POLYWIRE_INLINE std::uint8_t* copy_text_padded(std::uint8_t* out, const Text& text,
                                               std::size_t total) noexcept {
  const std::size_t n = text.size();
  if (Slack && POLYWIRE_LIKELY(total <= 16)) {
    detail::store_padded(out, text, n);
  } else {
    detail::copy_bytes(out, text.data(), n);
    detail::write_zeros(out + n, Slack ? 16 : total - n);
  }
  return out + total;
}

/// Writes text of a fixed width, padded with NUL; the text must not be longer.
template <bool Slack, std::size_t Width, class Text>
POLYWIRE_INLINE std::uint8_t* copy_fixed_text(std::uint8_t* out, const Text& text) noexcept {
  const std::size_t n = text.size();
  if constexpr (Slack && Width <= 16) {
    detail::store_padded(out, text, n);
  } else {
    detail::copy_bytes(out, text.data(), n);
    detail::write_zeros(out + n, Width - n);
  }
  return out + Width;
}

/// Like the above, but returns nullptr if the text would not round-trip: it is longer than Width,
/// or contains a NUL, at which it would end.
template <bool Slack, std::size_t Width, class Text>
POLYWIRE_INLINE std::uint8_t* try_copy_fixed_text(std::uint8_t* out, const Text& text) noexcept {
  const std::size_t n = text.size();
  if (POLYWIRE_UNLIKELY(n > Width)) return nullptr;
  if constexpr (Slack && Width <= 16) {
    const block16 bytes = detail::leading_block(text, n);
    if (POLYWIRE_UNLIKELY((bytes.equal(0).high_bits() & first_lanes(n)) != 0)) return nullptr;
    bytes.keep(n).store(out);
    return out + Width;
  } else {
    if (until_nul(reinterpret_cast<const std::uint8_t*>(text.data()), n) != n) return nullptr;
    return copy_fixed_text<Slack, Width>(out, text);
  }
}

}  // namespace polywire::leaf

// Operations on sixteen bytes: SSE2 where available, else two 64-bit words. AVX-512 reads a few
// bytes of a block without accessing those after them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "memory.hpp"

#if defined(__SSE2__) && !defined(POLYWIRE_PORTABLE)
#define POLYWIRE_SSE2 1
#include <emmintrin.h>
#else
#define POLYWIRE_SSE2 0
#endif

#if POLYWIRE_SSE2 && defined(__SSSE3__)
#define POLYWIRE_SHUFFLES 1
#include <tmmintrin.h>
#else
#define POLYWIRE_SHUFFLES 0
#endif

#ifndef POLYWIRE_MASKED_LOADS
#if POLYWIRE_SSE2 && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__BMI2__)
#define POLYWIRE_MASKED_LOADS 1
#else
#define POLYWIRE_MASKED_LOADS 0
#endif
#endif
#if POLYWIRE_MASKED_LOADS
#include <immintrin.h>
#endif

namespace polywire::leaf {

/// Returns the mask of the n lowest lanes, n <= 16.
POLYWIRE_INLINE constexpr std::uint32_t first_lanes(std::size_t n) noexcept {
  return (std::uint32_t{1} << n) - 1;
}

/// Lane tests return a block whose matching lanes have their high bit set; high_bits() converts it
/// to a bit mask, lane 0 lowest.
class block16 {
 public:
  static block16 load(const void* p) noexcept;
  static block16 load_prefix(const std::uint8_t* p, std::size_t n) noexcept;
  /// The same, faster if the 16 bytes at p are before `readable_end`.
  static block16 load_prefix(const std::uint8_t* p, std::size_t n,
                             const std::uint8_t* readable_end) noexcept;

  void store(void* out) const noexcept;

  /// Keeps the first n lanes and zeros the rest; n <= 16.
  block16 keep(std::size_t n) const noexcept;
  block16 equal(std::uint8_t byte) const noexcept;
  block16 equal(block16 other) const noexcept;
#if POLYWIRE_SSE2
  static block16 none() noexcept;
  /// Lanes from the first to the last byte, which may be the same.
  block16 within(std::uint8_t first, std::uint8_t last) const noexcept;
#endif
#if POLYWIRE_SHUFFLES
  /// Lanes with a byte that is not in a set. For the low half of a byte, `low` has a bit for each
  /// high half below 8, `high` for each of the others.
  block16 others(const std::uint8_t (&low)[16], const std::uint8_t (&high)[16]) const noexcept;
#endif
  /// Lanes below 0x20.
  block16 control() const noexcept;
  block16 operator|(block16 other) const noexcept;
  /// For a plain block: the lanes that are not ASCII.
  std::uint32_t high_bits() const noexcept;

 private:
#if POLYWIRE_SSE2
  __m128i bytes_;
  explicit block16(__m128i bytes) noexcept : bytes_(bytes) {}
#else
  std::uint64_t low_;
  std::uint64_t high_;
#endif
  block16(std::uint64_t low, std::uint64_t high) noexcept;
};

#if POLYWIRE_SSE2

namespace detail {
alignas(32) inline constexpr std::uint8_t keep_masks[32] = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
}

POLYWIRE_INLINE block16::block16(std::uint64_t low, std::uint64_t high) noexcept
    : bytes_(_mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low))) {}

POLYWIRE_INLINE block16 block16::load(const void* p) noexcept {
  return block16(_mm_loadu_si128(static_cast<const __m128i*>(p)));
}

POLYWIRE_INLINE void block16::store(void* out) const noexcept {
  _mm_storeu_si128(static_cast<__m128i*>(out), bytes_);
}

POLYWIRE_INLINE block16 block16::keep(std::size_t n) const noexcept {
  const void* const mask = detail::keep_masks + 16 - n;
  return block16(_mm_and_si128(bytes_, _mm_loadu_si128(static_cast<const __m128i*>(mask))));
}

POLYWIRE_INLINE block16 block16::equal(std::uint8_t byte) const noexcept {
  return block16(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(static_cast<char>(byte))));
}

POLYWIRE_INLINE block16 block16::equal(block16 other) const noexcept {
  return block16(_mm_cmpeq_epi8(bytes_, other.bytes_));
}

POLYWIRE_INLINE block16 block16::none() noexcept {
  return block16(_mm_setzero_si128());
}

POLYWIRE_INLINE block16 block16::within(std::uint8_t first, std::uint8_t last) const noexcept {
  if (first == last) return equal(first);
  const __m128i distance = _mm_sub_epi8(bytes_, _mm_set1_epi8(static_cast<char>(first)));
  const __m128i most = _mm_set1_epi8(static_cast<char>(last - first));
  return block16(_mm_cmpeq_epi8(_mm_min_epu8(distance, most), distance));
}

#if POLYWIRE_SHUFFLES
POLYWIRE_INLINE block16 block16::others(const std::uint8_t (&low)[16],
                                        const std::uint8_t (&high)[16]) const noexcept {
  const __m128i bit_of = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
  const __m128i half = _mm_and_si128(_mm_srli_epi16(bytes_, 4), _mm_set1_epi8(7));
  // A shuffle gives 0 for a byte with its high bit set.
  const __m128i flipped = _mm_xor_si128(bytes_, _mm_set1_epi8(static_cast<char>(0x80)));
  const __m128i below = _mm_shuffle_epi8(load(low).bytes_, bytes_);
  const __m128i above = _mm_shuffle_epi8(load(high).bytes_, flipped);
  const __m128i members = _mm_and_si128(_mm_or_si128(below, above), _mm_shuffle_epi8(bit_of, half));
  return block16(_mm_cmpeq_epi8(members, _mm_setzero_si128()));
}
#endif

POLYWIRE_INLINE block16 block16::control() const noexcept {
  return block16(_mm_cmpeq_epi8(_mm_min_epu8(bytes_, _mm_set1_epi8(0x1f)), bytes_));
}

POLYWIRE_INLINE block16 block16::operator|(block16 other) const noexcept {
  return block16(_mm_or_si128(bytes_, other.bytes_));
}

POLYWIRE_INLINE std::uint32_t block16::high_bits() const noexcept {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes_));
}

#else

namespace detail {

inline constexpr std::uint64_t each_high = 0x8080808080808080;
inline constexpr std::uint64_t each_one = 0x0101010101010101;

POLYWIRE_INLINE constexpr std::uint64_t zero_lanes(std::uint64_t word) noexcept {
  return ~(((word & ~each_high) + ~each_high) | word) & each_high;
}

POLYWIRE_INLINE constexpr std::uint64_t first_bytes(std::size_t n) noexcept {
  return n >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * n)) - 1;
}

POLYWIRE_INLINE constexpr std::uint32_t gather_high_bits(std::uint64_t word) noexcept {
  return static_cast<std::uint32_t>(((word & each_high) * 0x0002040810204081) >> 56);
}

}  // namespace detail

POLYWIRE_INLINE block16::block16(std::uint64_t low, std::uint64_t high) noexcept
    : low_(low), high_(high) {}

POLYWIRE_INLINE block16 block16::load(const void* p) noexcept {
  return {load_le<std::uint64_t>(p),
          load_le<std::uint64_t>(static_cast<const std::uint8_t*>(p) + 8)};
}

POLYWIRE_INLINE void block16::store(void* out) const noexcept {
  store_le(out, low_);
  store_le(static_cast<std::uint8_t*>(out) + 8, high_);
}

POLYWIRE_INLINE block16 block16::keep(std::size_t n) const noexcept {
  return {low_ & detail::first_bytes(n), n > 8 ? high_ & detail::first_bytes(n - 8) : 0};
}

POLYWIRE_INLINE block16 block16::equal(std::uint8_t byte) const noexcept {
  const std::uint64_t pattern = detail::each_one * byte;
  return {detail::zero_lanes(low_ ^ pattern), detail::zero_lanes(high_ ^ pattern)};
}

POLYWIRE_INLINE block16 block16::equal(block16 other) const noexcept {
  return {detail::zero_lanes(low_ ^ other.low_), detail::zero_lanes(high_ ^ other.high_)};
}

POLYWIRE_INLINE block16 block16::control() const noexcept {
  constexpr std::uint64_t above = detail::each_one * 0xe0;
  return {detail::zero_lanes(low_ & above), detail::zero_lanes(high_ & above)};
}

POLYWIRE_INLINE block16 block16::operator|(block16 other) const noexcept {
  return {low_ | other.low_, high_ | other.high_};
}

POLYWIRE_INLINE std::uint32_t block16::high_bits() const noexcept {
  return detail::gather_high_bits(low_) | detail::gather_high_bits(high_) << 8;
}

#endif

/// Reads only [p, p + n), n <= 16; the other lanes are zero.
#if POLYWIRE_MASKED_LOADS
POLYWIRE_INLINE block16 block16::load_prefix(const std::uint8_t* p, std::size_t n) noexcept {
  return block16(
      _mm_maskz_loadu_epi8(static_cast<__mmask16>(_bzhi_u32(~0u, static_cast<unsigned>(n))), p));
}

POLYWIRE_INLINE block16 block16::load_prefix(const std::uint8_t* p, std::size_t n,
                                             const std::uint8_t* /*readable_end*/) noexcept {
  return load_prefix(p, n);
}
#else
POLYWIRE_OUTLINE block16 block16::load_prefix(const std::uint8_t* p, std::size_t n) noexcept {
  if (n >= 8) {
    const std::uint64_t low = load_le<std::uint64_t>(p);
    const std::uint64_t last = load_le<std::uint64_t>(p + n - 8);
    return {low, n == 8 ? 0 : last >> (8 * (16 - n))};
  }
  std::uint64_t low = 0;
  if (n >= 4) {
    low = load_le<std::uint32_t>(p) | std::uint64_t{load_le<std::uint32_t>(p + n - 4)}
                                          << (8 * (n - 4));
  } else if (n != 0) {
    // First, middle and last byte, which coincide for the shortest lengths.
    low =
        p[0] | std::uint64_t{p[n / 2]} << (8 * (n / 2)) | std::uint64_t{p[n - 1]} << (8 * (n - 1));
  }
  return {low, 0};
}

POLYWIRE_INLINE block16 block16::load_prefix(const std::uint8_t* p, std::size_t n,
                                             const std::uint8_t* readable_end) noexcept {
  return POLYWIRE_LIKELY(readable_end - p >= 16) ? load(p).keep(n) : load_prefix(p, n);
}
#endif

}  // namespace polywire::leaf

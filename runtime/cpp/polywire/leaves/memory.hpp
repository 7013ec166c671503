// Unaligned loads and stores in either byte order, and the inlining macros of the runtime.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

// INLINE: the fast path. OUTLINE: ordinary but longer work that must not bloat its callers. COLD:
// error paths only; compilers optimise these for size.
#if defined(_MSC_VER) && !defined(__clang__)
#define POLYWIRE_INLINE __forceinline
#define POLYWIRE_OUTLINE __declspec(noinline) inline
#define POLYWIRE_COLD __declspec(noinline) inline
#define POLYWIRE_LIKELY(condition) (!!(condition))
#define POLYWIRE_UNLIKELY(condition) (!!(condition))
#define POLYWIRE_ASSUME(condition) __assume(condition)
#else
#if defined(__OPTIMIZE__)
#define POLYWIRE_INLINE inline __attribute__((always_inline))
#else
// In unoptimised builds inlining only grows the code, with sanitizers several times.
#define POLYWIRE_INLINE inline
#endif
#define POLYWIRE_OUTLINE inline __attribute__((noinline))
#define POLYWIRE_COLD inline __attribute__((noinline, cold))
#define POLYWIRE_LIKELY(condition) (__builtin_expect(!!(condition), 1))
#define POLYWIRE_UNLIKELY(condition) (__builtin_expect(!!(condition), 0))
// What the compiler cannot see: it leaves out later checks of the same condition.
#define POLYWIRE_ASSUME(condition) \
  if (!(condition)) __builtin_unreachable()
#endif

namespace polywire::leaf {

// Not for bool: a byte other than 0 and 1 is not a valid bool.
template <class T>
concept scalar = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T>;

namespace detail {

template <std::size_t Width>
using unsigned_of_width = std::conditional_t<
    Width == 1, std::uint8_t,
    std::conditional_t<Width == 2, std::uint16_t,
                       std::conditional_t<Width == 4, std::uint32_t, std::uint64_t>>>;

template <std::unsigned_integral U>
POLYWIRE_INLINE constexpr U byteswap(U value) noexcept {
  if constexpr (sizeof(U) == 1) {
    return value;
#if defined(__GNUC__)
    // GCC recognises the loop only before it makes vectors of it.
  } else if constexpr (sizeof(U) == 2) {
    return __builtin_bswap16(value);
  } else if constexpr (sizeof(U) == 4) {
    return __builtin_bswap32(value);
  } else {
    return __builtin_bswap64(value);
#else
  } else {
    U swapped = 0;
    for (std::size_t i = 0; i < sizeof(U); ++i) {  // compilers recognise this as one bswap
      swapped = static_cast<U>((swapped << 8) | ((value >> (8 * i)) & 0xff));
    }
    return swapped;
#endif
  }
}

template <std::endian Order, scalar T>
POLYWIRE_INLINE T load(const void* p) noexcept {
  if constexpr (Order == std::endian::native || sizeof(T) == 1) {
    T value;
    std::memcpy(&value, p, sizeof(T));
    return value;
  } else {
    unsigned_of_width<sizeof(T)> bits;
    std::memcpy(&bits, p, sizeof(T));
    return std::bit_cast<T>(byteswap(bits));
  }
}

template <std::endian Order, scalar T>
POLYWIRE_INLINE void store(void* out, T value) noexcept {
  if constexpr (Order == std::endian::native || sizeof(T) == 1) {
    std::memcpy(out, &value, sizeof(T));
  } else {
    const auto bits = byteswap(std::bit_cast<unsigned_of_width<sizeof(T)>>(value));
    std::memcpy(out, &bits, sizeof(T));
  }
}

}  // namespace detail

template <scalar T>
POLYWIRE_INLINE T load_le(const void* p) noexcept {
  return detail::load<std::endian::little, T>(p);
}

template <scalar T>
POLYWIRE_INLINE T load_be(const void* p) noexcept {
  return detail::load<std::endian::big, T>(p);
}

template <scalar T>
POLYWIRE_INLINE void store_le(void* out, T value) noexcept {
  detail::store<std::endian::little>(out, value);
}

template <scalar T>
POLYWIRE_INLINE void store_be(void* out, T value) noexcept {
  detail::store<std::endian::big>(out, value);
}

/// Returns true if the bytes at p are the literal (without its terminating NUL).
template <std::size_t N>
POLYWIRE_INLINE bool is_literal(const std::uint8_t* p, const char (&literal)[N]) noexcept {
  return std::memcmp(p, literal, N - 1) == 0;
}

/// Returns true if the range starts with the literal (without its terminating NUL).
template <std::size_t N>
POLYWIRE_INLINE bool starts_with(const std::uint8_t* p, const std::uint8_t* end,
                                 const char (&literal)[N]) noexcept {
  return POLYWIRE_LIKELY(static_cast<std::size_t>(end - p) >= N - 1) && is_literal(p, literal);
}

/// The same where it usually does: that path is laid out straight. There must be this many bytes
/// behind the literal.
template <std::size_t Behind = 0, std::size_t N>
POLYWIRE_INLINE bool next_is(const std::uint8_t* p, const std::uint8_t* end,
                             const char (&literal)[N]) noexcept {
  return POLYWIRE_LIKELY(static_cast<std::size_t>(end - p) >= N - 1 + Behind &&
                         is_literal(p, literal));
}

/// Writes the literal without its terminating NUL; returns the position after it.
template <std::size_t N>
POLYWIRE_INLINE std::uint8_t* write_literal(std::uint8_t* out, const char (&literal)[N]) noexcept {
  constexpr std::size_t length = N - 1;
  std::memcpy(out, literal, length);
  return out + length;
}

}  // namespace polywire::leaf

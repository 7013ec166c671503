// Access to parts of native values under construction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "polywire/box.hpp"
#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/leaves/varint.hpp"

namespace polywire {

/// Returns the value of an optional, which is created if absent.
template <class T>
POLYWIRE_INLINE T& present(std::optional<T>& place) {
  if (POLYWIRE_UNLIKELY(!place.has_value())) place.emplace();
  return *place;
}

/// Returns the value of a case, which replaces another current one.
template <std::size_t Case, class... T>
POLYWIRE_INLINE auto& held(std::variant<T...>& place) {
  auto* const value = std::get_if<Case>(&place);
  return POLYWIRE_LIKELY(value != nullptr) ? *value : place.template emplace<Case>();
}

/// Returns the value of the current case.
template <std::size_t Case, class... T>
POLYWIRE_INLINE const auto& held(const std::variant<T...>& place) noexcept {
  return *std::get_if<Case>(&place);
}

template <class T>
POLYWIRE_OUTLINE void set_size(std::vector<T>& list, std::size_t size) {
  list.resize(size);
}

/// Returns the element at an index, which is created if it is the next one: lists keep old elements
/// until they are truncated.
template <class T>
POLYWIRE_INLINE decltype(auto) element(std::vector<T>& list, std::size_t index) {
  if (POLYWIRE_UNLIKELY(index == list.size())) set_size(list, index + 1);
  return list[index];
}

/// Returns how many elements follow in the input: each is a label, a varint, and as many bytes as
/// it says, which are no fewer than a minimum.
template <std::uint64_t Minimum, std::size_t N>
POLYWIRE_OUTLINE std::size_t count_ahead(const std::uint8_t* p, const std::uint8_t* end,
                                         const char (&label)[N]) noexcept {
  std::size_t count = 0;
  while (leaf::next_is(p, end, label)) {
    std::uint64_t size = 0;
    p = leaf::read_varint(p + N - 1, end, size);
    if (p == nullptr || size < Minimum || size > static_cast<std::uint64_t>(end - p)) break;
    p += size;
    ++count;
  }
  return count;
}

/// Appends an element. If the list has no room for it, it gets room for all elements that follow,
/// and at least doubles, so that lists that grow again and again take linear time.
template <std::uint64_t Minimum, class T, std::size_t N>
POLYWIRE_OUTLINE void append_counted(std::vector<T>& list, const std::uint8_t* p,
                                     const std::uint8_t* end, const char (&label)[N]) {
  const std::size_t size = list.size();
  if (size == list.capacity()) {
    const std::size_t needed = 1 + count_ahead<Minimum>(p, end, label);
    list.reserve(size + (needed < size ? size : needed));
  }
  list.resize(size + 1);
}

/// The same as element(), for a list whose further elements may follow at a position in the input.
template <std::uint64_t Minimum, class T, std::size_t N>
POLYWIRE_INLINE decltype(auto) element(std::vector<T>& list, std::size_t index,
                                       const std::uint8_t* p, const std::uint8_t* end,
                                       const char (&label)[N]) {
  if (POLYWIRE_UNLIKELY(index == list.size())) append_counted<Minimum>(list, p, end, label);
  return list[index];
}

template <class T>
POLYWIRE_INLINE void at_least(std::vector<T>& list, std::size_t size) {
  if (POLYWIRE_UNLIKELY(list.size() < size)) set_size(list, size);
}

template <class T>
POLYWIRE_INLINE void fit(std::vector<T>& list, std::size_t size) {
  if (POLYWIRE_UNLIKELY(list.size() != size)) set_size(list, size);
}

/// Keeps a variable in memory, although all its uses are known.
template <class State>
POLYWIRE_INLINE void in_memory([[maybe_unused]] State& state) noexcept {
#if defined(__GNUC__)
  asm volatile("" : : "r"(&state) : "memory");
#endif
}

POLYWIRE_INLINE void assign(std::vector<std::uint8_t>& target, bytes value) {
  target.assign(value.begin(), value.end());
}

POLYWIRE_INLINE void assign(byte_view& target, bytes value) noexcept {
  target = value;
}

/// Copies fixed bytes: truncated, or padded with zeros.
template <std::size_t Size>
POLYWIRE_INLINE void assign(std::array<std::uint8_t, Size>& target, bytes value) {
  const std::size_t size = value.size() < Size ? value.size() : Size;
  if (size != 0) std::memcpy(target.data(), value.data(), size);
  if (size != Size) std::memset(target.data() + size, 0, Size - size);
}

}  // namespace polywire

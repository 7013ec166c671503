// Access to parts of native values under construction.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "polywire/box.hpp"
#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"

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

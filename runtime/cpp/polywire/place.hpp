// Getting at parts of native values that are under construction.
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

/// The value of an optional, which is made if there is none.
template <class T>
POLYWIRE_INLINE T& present(std::optional<T>& place) {
  if (POLYWIRE_UNLIKELY(!place.has_value())) place.emplace();
  return *place;
}

/// The value of a case, which is made if another one is held.
template <std::size_t Case, class... T>
POLYWIRE_INLINE auto& held(std::variant<T...>& place) {
  auto* const value = std::get_if<Case>(&place);
  return POLYWIRE_LIKELY(value != nullptr) ? *value : place.template emplace<Case>();
}

/// The value of the case that is held.
template <std::size_t Case, class... T>
POLYWIRE_INLINE const auto& held(const std::variant<T...>& place) noexcept {
  return *std::get_if<Case>(&place);
}

template <class T>
POLYWIRE_OUTLINE void set_size(std::vector<T>& list, std::size_t size) {
  list.resize(size);
}

/// The element at an index, which is made if it is the next one: lists keep old elements until they
/// are cut.
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

/// Keeps a variable in memory, although all that is done with it is known.
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

/// Fixed bytes: cut, or filled up with zeros.
template <std::size_t Size>
POLYWIRE_INLINE void assign(std::array<std::uint8_t, Size>& target, bytes value) {
  const std::size_t size = value.size() < Size ? value.size() : Size;
  if (size != 0) std::memcpy(target.data(), value.data(), size);
  if (size != Size) std::memset(target.data() + size, 0, Size - size);
}

}  // namespace polywire

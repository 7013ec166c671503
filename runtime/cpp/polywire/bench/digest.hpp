// A number that represents all contents of a value, cheap enough to compute while a message is read
// in place.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "polywire/describe.hpp"

namespace polywire::bench {

namespace detail {

template <class T>
concept octet = std::integral<T> && sizeof(T) == 1 && !std::same_as<T, bool>;

/// Characters or octets.
template <class T>
concept text = requires(const T& it) {
  { it.data() } -> std::convertible_to<const void*>;
  requires octet<typename T::value_type>;
};

/// A view of a struct.
template <class T>
concept struct_view = requires(const T& it) {
  it.visit_members([](auto, const auto&) {});
};

/// A view of a union.
template <class T>
concept union_view = requires(const T& it) {
  it.which();
  it.visit([](const auto&...) {});
};

template <class T>
inline constexpr bool is_pair = false;
template <class Key, class Value>
inline constexpr bool is_pair<std::pair<Key, Value>> = true;

}  // namespace detail

/// Depends on the order of the added values. Of texts it uses the length and the first and last
/// characters, so that locating them is measured.
class digest {
 public:
  std::uint64_t value() const noexcept { return value_; }

  void add(std::uint64_t number) noexcept { value_ = std::rotl(value_, 7) + number; }

  void add_text(const auto& text) noexcept {
    const std::size_t size = text.size();
    add(size);
    if (size != 0)
      add(static_cast<std::uint8_t>(text[0]) + 256u * static_cast<std::uint8_t>(text[size - 1]));
  }

  template <class T>
  void add_value(const T& value) {
    if constexpr (described_struct<T>) {
      for_each_member<T>([&](const auto& it) { add_value(value.*it.pointer); });
    } else if constexpr (described_union<T>) {
      add(value.value.index());
      visit_case(value, [&](const auto&, const auto& held) { add_value(held); });
    } else if constexpr (std::is_enum_v<T> || std::integral<T>) {
      add(static_cast<std::uint64_t>(value));
    } else if constexpr (std::same_as<T, float>) {
      add(std::bit_cast<std::uint32_t>(value));
    } else if constexpr (std::same_as<T, double>) {
      add(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (detail::text<T>) {
      add_text(value);
    } else if constexpr (optional_member<T>) {
      add(value.has_value());
      if (value) add_value(*value);
    } else if constexpr (boxed_member<T>) {
      add_value(*value);
    } else if constexpr (detail::is_pair<T>) {
      add_value(value.first);
      add_value(value.second);
    } else if constexpr (detail::union_view<T>) {
      add(static_cast<std::uint64_t>(value.which()));
      value.visit([&](auto, const auto&... held) { (add_value(held), ...); });
    } else if constexpr (detail::struct_view<T>) {
      value.visit_members([&](std::string_view, const auto& member) { add_value(member); });
    } else if constexpr (!std::same_as<T, std::monostate>) {
      using element = std::ranges::range_value_t<T>;
      if constexpr (detail::octet<element>) {
        add_text(value);
      } else {
        add(value.size());
        for (const auto& each : value) add_element<element>(each);
      }
    }
  }

 private:
  // The elements of a vector<bool> are not of type bool.
  template <class Element>
  void add_element(const Element& element) {
    add_value(element);
  }

  std::uint64_t value_ = 0;
};

template <class T>
std::uint64_t digest_of(const T& value) {
  digest all;
  all.add_value(value);
  return all.value();
}

}  // namespace polywire::bench

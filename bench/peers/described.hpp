// Descriptions of Polywire's plain types, for peers of formats with member names: a JSON object or
// MessagePack map has the schema's names, all members except absent ones, and enumerators as
// numbers, like Polywire's `json_plain` and `msgpack`.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "polywire/describe.hpp"

namespace peers {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = !std::same_as<T, std::uint8_t>;

template <class T>
concept text = std::same_as<T, std::string>;
template <class T>
concept list = is_list<T>;
template <class T>
concept optional = polywire::optional_member<T>;
template <class T>
concept boxed = polywire::boxed_member<T>;
template <class T>
concept enumeration = std::is_enum_v<T>;
template <class T>
concept signed_integer = std::signed_integral<T>;
template <class T>
concept unsigned_integer = std::unsigned_integral<T> && !std::same_as<T, bool>;

template <class T>
inline constexpr std::size_t member_count =
    std::tuple_size_v<std::remove_const_t<decltype(polywire::described<T>::members)>>;

/// Calls `visit` with each index of a struct's members, as a constant, in schema order.
template <class T>
constexpr void for_each_index(auto&& visit) {
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    (visit(std::integral_constant<std::size_t, Index>()), ...);
  }
  (std::make_index_sequence<member_count<T>>());
}

template <class T, std::size_t Index>
inline constexpr auto member = std::get<Index>(polywire::described<T>::members);

/// `"name":`, the prefix of a member's value in JSON.
template <class T, std::size_t Index>
inline constexpr auto quoted_key = [] {
  constexpr std::string_view name = member<T, Index>.name;
  std::array<char, name.size() + 3> made{'"'};
  std::copy(name.begin(), name.end(), made.begin() + 1);
  made[name.size() + 1] = '"';
  made[name.size() + 2] = ':';
  return made;
}();

/// Calls `read(index)` for the member of this name and returns its result; true if there is none.
template <class T>
bool with_member(std::string_view name, auto&& read) {
  bool accepted = true;
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    (void)((name == member<T, Index>.name &&
            (accepted = read(std::integral_constant<std::size_t, Index>()), true)) ||
           ...);
  }
  (std::make_index_sequence<member_count<T>>());
  return accepted;
}

/// Tracks the members present in a message; missing members are reset.
template <class T>
class seen_members {
 public:
  void add(std::size_t index) { seen_[index] = true; }

  void clear_others(T& value) const {
    if (seen_.all()) return;
    for_each_index<T>([&](auto index) {
      if (!seen_[index]) value.*member<T, index>.pointer = {};
    });
  }

 private:
  std::bitset<member_count<T>> seen_;
};

/// Returns true if a member is written.
template <class M>
bool is_present(const M& value) {
  if constexpr (optional<M>) return value.has_value();
  return true;
}

/// Returns the element at this index of a list that is decoded again; elements keep their memory.
template <class T>
T& element_at(std::vector<T>& all, std::size_t index) {
  return index < all.size() ? all[index] : all.emplace_back();
}

/// Assigns a number of the format's widest type if it fits in the narrower one.
template <class T>
bool assign_number(T& to, auto number) {
  if constexpr (enumeration<T>) {
    std::underlying_type_t<T> value{};
    if (!assign_number(value, number)) return false;
    to = static_cast<T>(value);
    return true;
  } else {
    to = static_cast<T>(number);
    return std::in_range<T>(number);
  }
}

}  // namespace peers

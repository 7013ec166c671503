// Descriptions of generated types: the templates that NAME.describe.hpp specialises.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "polywire/types.hpp"

namespace polywire {

/// For a struct `name` and `members`, a tuple of `described_member`; for an enum `name` and
/// `enumerators`, an array of `described_enumerator`; for a union `name` and `cases`, a tuple of
/// `described_case`. Names and their order are those of the schema.
template <class T>
struct described;

template <class Struct, class Member>
struct described_member {
  using type = Member;
  std::string_view name;
  Member Struct::*pointer;
};

/// Several may have the same value.
template <class Enum>
struct described_enumerator {
  std::string_view name;
  Enum value;
};

/// An alternative of a union's `value`; `std::monostate` for a case without a value.
template <std::size_t Index, class Value>
struct described_case {
  using type = Value;
  static constexpr std::size_t index = Index;
  std::string_view name;
};

template <class T>
concept described_struct = requires {
  described<T>::members;
};

template <class T>
concept described_enum = requires {
  described<T>::enumerators;
};

template <class T>
concept described_union = requires {
  described<T>::cases;
};

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_box = false;
template <class T>
inline constexpr bool is_box<box<T>> = true;

}  // namespace detail

/// An optional member.
template <class T>
concept optional_member = detail::is_optional<T>;

/// A recursive member.
template <class T>
concept boxed_member = detail::is_box<T>;

/// Calls `visit(description)` for each member of a struct, in order.
template <described_struct T>
constexpr void for_each_member(auto&& visit) {
  std::apply([&](const auto&... members) { (visit(members), ...); }, described<T>::members);
}

/// Calls `visit(description)` for each case of a union, in order.
template <described_union T>
constexpr void for_each_case(auto&& visit) {
  std::apply([&](const auto&... cases) { (visit(cases), ...); }, described<T>::cases);
}

/// Calls `visit(description, value)` for the current case of a union, if any.
template <described_union T>
constexpr void visit_case(const T& held, auto&& visit) {
  for_each_case<T>([&](const auto& it) {
    if (held.value.index() == it.index) visit(it, std::get<it.index>(held.value));
  });
}

/// Returns the first name of a number; empty if it has none.
template <described_enum T>
constexpr std::string_view enumerator_name(T value) noexcept {
  for (const auto& it : described<T>::enumerators) {
    if (it.value == value) return it.name;
  }
  return {};
}

template <described_enum T>
constexpr std::optional<T> enumerator_of(std::string_view name) noexcept {
  for (const auto& it : described<T>::enumerators) {
    if (it.name == name) return it.value;
  }
  return std::nullopt;
}

}  // namespace polywire

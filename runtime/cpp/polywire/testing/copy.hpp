// Copies views to plain values, member by member, for tests that compare the two.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polywire/box.hpp"
#include "polywire/bytes.hpp"
#include "polywire/view.hpp"

namespace polywire::testing {

/// Copies the members of a view; generated for each struct.
template <class View>
struct copier;

/// Copies an element that is a union; generated for each union.
template <class Union>
struct held_copier;

/// Member functions of a class can call each other in any order.
struct plain {
  template <class From, class To>
  static error copy(const result<From>& from, To& to) {
    return from ? copy(*from, to) : from.error();
  }

  template <class From, class To>
  static error copy(const From& from, box<To>& to) {
    return copy(from, *to);
  }

  template <class From, class To>
  static error copy(const std::optional<From>& from, std::optional<To>& to) {
    to.reset();
    return from ? copy(*from, to.emplace()) : error{};
  }

  static error copy(const std::string_view& from, std::string& to) {
    to = from;
    return {};
  }

  template <encoding Encoding>
  static error copy(const encoded_text<Encoding>& from, std::string& to) {
    to = from.str();
    return {};
  }

  static error copy(const byte_view& from, std::vector<std::uint8_t>& to) {
    to.assign(from.begin(), from.end());
    return {};
  }

  template <std::size_t Size, std::derived_from<std::array<std::uint8_t, Size>> To>
  static error copy(const std::span<const std::uint8_t, Size>& from, To& to) {
    std::ranges::copy(from, to.begin());
    return {};
  }

  template <class Elements, class To>
  static error copy(const list_view<Elements>& from, std::vector<To>& to) {
    to.clear();
    for (const auto& element : from) {
      To value{};
      if (const error wrong = copy(element, value)) return wrong;
      to.push_back(std::move(value));
    }
    return {};
  }

  template <class Elements, class To, std::size_t Size>
  static error copy(const list_view<Elements>& from, std::array<To, Size>& to) {
    for (std::size_t index = 0; index < from.size(); ++index) {
      if (const error wrong = copy(from[index], to[index])) return wrong;
    }
    return {};
  }

  template <class View, class Key, class Value>
  static error copy_entry(const View& from, std::map<Key, Value>& to) {
    Key key{};
    Value value{};
    if (const error wrong = copy(from.key(), key)) return wrong;
    if (const error wrong = copy(from.value(), value)) return wrong;
    to.insert_or_assign(std::move(key), std::move(value));
    return {};
  }

  template <class View, class Key, class Value>
  static error copy_entry(const result<View>& from, std::map<Key, Value>& to) {
    return from ? copy_entry(*from, to) : from.error();
  }

  template <class Elements, class Key, class Value>
  static error copy(const list_view<Elements>& from, std::map<Key, Value>& to) {
    to.clear();
    for (const auto& entry : from) {
      if (const error wrong = copy_entry(entry, to)) return wrong;
    }
    return {};
  }

  template <class From, class To>
  static error copy(const From& from, To& to) {
    if constexpr (std::is_same_v<From, To>) {
      to = from;
      return {};
    } else if constexpr (requires { typename From::Case; }) {
      return held_copier<To>::copy(from, to);
    } else {
      return copier<From>::copy(from, to);
    }
  }
};

}  // namespace polywire::testing

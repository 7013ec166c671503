// Support for views: lists as ranges, and the results of accesses that can fail.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>

#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/limits.hpp"

namespace polywire {

/// A value or an error: true if there is a value.
template <class Value>
class [[nodiscard]] result {
 public:
  using value_type = Value;

  constexpr result(Value value) : value_(std::move(value)) {}
  constexpr result(const polywire::error& why) noexcept : error_(why) {}

  constexpr explicit operator bool() const noexcept { return value_.has_value(); }
  constexpr bool has_value() const noexcept { return value_.has_value(); }

  /// Requires a value.
  constexpr const Value& operator*() const& noexcept { return *value_; }
  constexpr Value&& operator*() && noexcept { return *std::move(value_); }
  constexpr const Value* operator->() const noexcept { return &*value_; }

  constexpr const polywire::error& error() const noexcept { return error_; }

 private:
  std::optional<Value> value_;
  polywire::error error_{};
};

/// Memory that may change while it is read, and the limits of reading it. It must outlive its
/// views.
class shared_input {
 public:
  explicit shared_input(bytes input, const limits& at_most = {}) noexcept
      : input_(start_of(input), input.size()), budget_(at_most.budget), levels_(at_most.depth) {}
  shared_input(const shared_input&) = delete;
  shared_input& operator=(const shared_input&) = delete;

  bytes input() const noexcept { return input_; }
  /// The remaining budget for accesses, in bytes of work.
  std::uint64_t& budget() noexcept { return budget_; }
  /// Returns the nesting levels that may be entered from the message's value.
  std::uint64_t levels() const noexcept { return levels_; }

 private:
  bytes input_;
  std::uint64_t budget_;
  std::uint64_t levels_;
};

/// Hides a number that was read from compilers, which must not read it again.
template <class Number>
POLYWIRE_INLINE Number once(Number value) noexcept {
#if defined(__GNUC__)
  __asm__ volatile("" : "+r"(value));
  return value;
#else
  const volatile Number read = value;
  return read;
#endif
}

/// Reads the number at an address exactly once, because others may write there concurrently.
template <leaf::scalar Number>
POLYWIRE_INLINE Number load_once_le(const std::uint8_t* p) noexcept {
  return once(leaf::load_le<Number>(p));
}

template <leaf::scalar Number>
POLYWIRE_INLINE Number load_once_be(const std::uint8_t* p) noexcept {
  return once(leaf::load_be<Number>(p));
}

/// Identifies a case of a union in the call of a visitor.
template <auto Case>
using held_case = std::integral_constant<decltype(Case), Case>;

/// The kind of an object without a type in the schema.
enum class object_kind : std::uint8_t { nothing, record, list, reference };

/// Constructs views, which no other code can.
struct view_access {
  template <class View, class... Parts>
  static constexpr View make(Parts&&... parts) noexcept {
    return View(std::forward<Parts>(parts)...);
  }

  /// Reads an object as the type of a view. The header of its views must be included.
  template <class View, class Place>
  static result<View> of_object(const Place& at) {
    return View::of_object_(at);
  }

  /// Describes how the elements of lists of these views are read.
  template <class View>
  struct list_of {
    using elements = typename View::elements_;
  };

  /// Returns the unchecked view of a value that a checked view has read completely.
  template <class View, class Checked>
  static constexpr View trusted(const Checked& checked) noexcept {
    return View(View::place::of(checked.at_));
  }
};

/// A list in place: a range of elements that are read on access. `Elements` locates a list and
/// reads one element.
template <class Elements>
class list_view : public std::ranges::view_base {
 public:
  using place = typename Elements::place;

  class iterator {
   public:
    using value_type = decltype(Elements::get(std::declval<const place&>(), std::uint64_t{}));
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    constexpr iterator() noexcept = default;

    constexpr value_type operator*() const { return Elements::get(*at_, index_); }
    constexpr value_type operator[](difference_type distance) const { return *(*this + distance); }

    constexpr iterator& operator++() noexcept { return *this += 1; }
    constexpr iterator& operator--() noexcept { return *this -= 1; }
    constexpr iterator operator++(int) noexcept { return std::exchange(*this, *this + 1); }
    constexpr iterator operator--(int) noexcept { return std::exchange(*this, *this - 1); }
    constexpr iterator& operator+=(difference_type distance) noexcept {
      index_ += static_cast<std::uint64_t>(distance);
      return *this;
    }
    constexpr iterator& operator-=(difference_type distance) noexcept {
      index_ -= static_cast<std::uint64_t>(distance);
      return *this;
    }

    friend constexpr iterator operator+(iterator from, difference_type distance) noexcept {
      return from += distance;
    }
    friend constexpr iterator operator+(difference_type distance, iterator from) noexcept {
      return from += distance;
    }
    friend constexpr iterator operator-(iterator from, difference_type distance) noexcept {
      return from -= distance;
    }
    friend constexpr difference_type operator-(iterator left, iterator right) noexcept {
      return static_cast<difference_type>(left.index_ - right.index_);
    }
    friend constexpr bool operator==(iterator left, iterator right) noexcept {
      return left.index_ == right.index_;
    }
    friend constexpr std::strong_ordering operator<=>(iterator left, iterator right) noexcept {
      return left.index_ <=> right.index_;
    }

   private:
    friend class list_view;
    constexpr iterator(const place& at, std::uint64_t index) noexcept : at_(&at), index_(index) {}

    const place* at_ = nullptr;
    std::uint64_t index_ = 0;
  };

  /// An empty list.
  constexpr list_view() noexcept = default;

  constexpr std::size_t size() const noexcept { return static_cast<std::size_t>(at_.count); }
  constexpr bool empty() const noexcept { return at_.count == 0; }
  constexpr iterator begin() const noexcept { return {at_, 0}; }
  constexpr iterator end() const noexcept { return {at_, at_.count}; }

  /// Returns the element at an index below the size.
  constexpr auto operator[](std::size_t index) const { return Elements::get(at_, index); }

 private:
  friend struct view_access;
  constexpr explicit list_view(const place& at) noexcept : at_(at) {}

  place at_{};
};

/// Reads everything in a checked view, except the contents of untyped objects.
template <class Value>
error check_all(const Value& value);

template <class Value>
error check_all(const result<Value>& value) {
  return value ? check_all(*value) : value.error();
}

template <class Value>
error check_all(const std::optional<Value>& value) {
  return value ? check_all(*value) : error{};
}

template <class Elements>
error check_all(const list_view<Elements>& list) {
  for (const auto& element : list) {
    if (const error wrong = check_all(element)) return wrong;
  }
  return {};
}

template <class Value>
error check_all(const Value& value) {
  error wrong;
  const auto check = [&wrong](const auto& part) {
    if (!wrong) wrong = check_all(part);
  };
  const auto visit_member = [&check](std::string_view, const auto& part) { check(part); };
  const auto visit_case = [&check](auto, const auto&... part) { (check(part), ...); };
  if constexpr (requires { value.visit_members(visit_member); }) {
    value.visit_members(visit_member);
  } else if constexpr (requires { value.visit(visit_case); }) {
    if (const error other = value.visit(visit_case)) return other;
  }
  return wrong;
}

}  // namespace polywire

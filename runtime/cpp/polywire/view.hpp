// Support for views: lists as ranges, and the results of accesses that can fail.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "polywire/bytes.hpp"
#include "polywire/encoded_text.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/limits.hpp"
#include "polywire/meanings.hpp"

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

/// Where a message holds a number, a `bool` or an enumerator, so that it can be changed in place.
/// It is a place in the memory that its view was read from.
template <class T>
class slot {
 public:
  /// Returns true if the message holds the value; otherwise the message has no room for it.
  constexpr bool is_stored() const noexcept { return !at_.empty(); }

  /// Changes the value. `message` is the one that was read, with the same address. Returns true if
  /// the value is as wanted: it was changed, or the message lacks it and it reads as this value. A
  /// place outside of `message` is not changed.
  bool set(std::span<std::uint8_t> message, const T& value) const noexcept {
    const std::uint64_t bits = bits_of(value);
    if (at_.empty()) return otherwise_ && bits_of(*otherwise_) == bits;
    const std::less<const std::uint8_t*> before;
    const std::uint8_t* const end = message.data() + message.size();
    if (before(at_.data(), message.data()) || before(end, at_.data() + at_.size())) return false;
    std::uint8_t* const target = message.data() + (at_.data() - message.data());
    for (std::size_t index = 0; index < at_.size(); ++index) {
      const std::size_t place = is_big_endian_ ? at_.size() - 1 - index : index;
      target[place] = static_cast<std::uint8_t>((bits ^ mask_) >> (8 * index));
    }
    return true;
  }

 private:
  friend struct view_access;
  /// `mask` has the bits that differ in the message. A message without the value reads as
  /// `otherwise`.
  constexpr slot(bytes at, std::uint64_t mask, bool is_big_endian,
                 std::optional<T> otherwise) noexcept
      : at_(at), mask_(mask), is_big_endian_(is_big_endian), otherwise_(std::move(otherwise)) {}

  static std::uint64_t bits_of(const T& value) noexcept {
    if constexpr (std::same_as<T, float>) {
      return std::bit_cast<std::uint32_t>(value);
    } else if constexpr (std::same_as<T, double>) {
      return std::bit_cast<std::uint64_t>(value);
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<std::uint64_t>(static_cast<std::underlying_type_t<T>>(value));
    } else {
      return static_cast<std::uint64_t>(number_of(value));
    }
  }

  bytes at_;
  std::uint64_t mask_;
  bool is_big_endian_;
  std::optional<T> otherwise_;
};

/// A result, or the value itself if an access cannot fail.
template <class Value>
inline constexpr bool is_result = false;

template <class Value>
inline constexpr bool is_result<result<Value>> = true;

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

/// True if elements are found one after the other.
template <class Elements>
concept is_sequential = requires(const typename Elements::place& at) {
  Elements::next(at);
};

/// Goes through elements that are found one after the other. If an access of a checked view fails,
/// the error is the last element.
template <class Elements>
class sequential_iterator {
 public:
  using place = typename Elements::place;
  using value_type = decltype(Elements::get(std::declval<const place&>(), std::uint64_t{}));
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::forward_iterator_tag;

  constexpr sequential_iterator() noexcept = default;
  constexpr explicit sequential_iterator(const place& at) noexcept : at_(at) {}

  constexpr value_type operator*() const {
    if constexpr (is_result<value_type>) {
      if (wrong_) return value_type(wrong_);
    }
    return Elements::get(at_, 0);
  }

  constexpr sequential_iterator& operator++() {
    if constexpr (is_result<value_type>) {
      if (wrong_ || at_.count <= 1) {
        at_.count = 0;
      } else if (const auto next = Elements::next(at_)) {
        at_ = *next;
      } else {
        wrong_ = next.error();
      }
    } else if (at_.count <= 1) {
      at_.count = 0;
    } else {
      at_ = Elements::next(at_);
    }
    return *this;
  }
  constexpr sequential_iterator operator++(int) {
    const sequential_iterator before = *this;
    ++*this;
    return before;
  }

  friend constexpr bool operator==(const sequential_iterator& left,
                                   const sequential_iterator& right) noexcept {
    return left.at_.count == right.at_.count;
  }

 private:
  struct nothing {};

  /// The place of the remaining elements.
  place at_{};
  [[no_unique_address]] std::conditional_t<is_result<value_type>, error, nothing> wrong_{};
};

/// A list in place: a range of elements that are read on access. `Elements` locates a list and
/// reads one element.
template <class Elements>
class list_view : public std::ranges::view_base {
 public:
  using place = typename Elements::place;

  /// Finds elements by their index.
  class indexed_iterator {
   public:
    using value_type = decltype(Elements::get(std::declval<const place&>(), std::uint64_t{}));
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    constexpr indexed_iterator() noexcept = default;

    constexpr value_type operator*() const { return Elements::get(*at_, index_); }
    constexpr value_type operator[](difference_type distance) const { return *(*this + distance); }

    constexpr indexed_iterator& operator++() noexcept { return *this += 1; }
    constexpr indexed_iterator& operator--() noexcept { return *this -= 1; }
    constexpr indexed_iterator operator++(int) noexcept { return std::exchange(*this, *this + 1); }
    constexpr indexed_iterator operator--(int) noexcept { return std::exchange(*this, *this - 1); }
    constexpr indexed_iterator& operator+=(difference_type distance) noexcept {
      index_ += static_cast<std::uint64_t>(distance);
      return *this;
    }
    constexpr indexed_iterator& operator-=(difference_type distance) noexcept {
      index_ -= static_cast<std::uint64_t>(distance);
      return *this;
    }

    friend constexpr indexed_iterator operator+(indexed_iterator from,
                                                difference_type distance) noexcept {
      return from += distance;
    }
    friend constexpr indexed_iterator operator+(difference_type distance,
                                                indexed_iterator from) noexcept {
      return from += distance;
    }
    friend constexpr indexed_iterator operator-(indexed_iterator from,
                                                difference_type distance) noexcept {
      return from -= distance;
    }
    friend constexpr difference_type operator-(indexed_iterator left,
                                               indexed_iterator right) noexcept {
      return static_cast<difference_type>(left.index_ - right.index_);
    }
    friend constexpr bool operator==(indexed_iterator left, indexed_iterator right) noexcept {
      return left.index_ == right.index_;
    }
    friend constexpr std::strong_ordering operator<=>(indexed_iterator left,
                                                      indexed_iterator right) noexcept {
      return left.index_ <=> right.index_;
    }

   private:
    friend class list_view;
    constexpr indexed_iterator(const place& at, std::uint64_t index) noexcept
        : at_(&at), index_(index) {}

    const place* at_ = nullptr;
    std::uint64_t index_ = 0;
  };

  using iterator =
      std::conditional_t<is_sequential<Elements>, sequential_iterator<Elements>, indexed_iterator>;

  /// An empty list.
  constexpr list_view() noexcept = default;

  constexpr std::size_t size() const noexcept { return static_cast<std::size_t>(at_.count); }
  constexpr bool empty() const noexcept { return at_.count == 0; }
  constexpr iterator begin() const noexcept {
    if constexpr (is_sequential<Elements>) {
      return iterator(at_);
    } else {
      return iterator(at_, 0);
    }
  }
  constexpr iterator end() const noexcept {
    if constexpr (is_sequential<Elements>) {
      return iterator();
    } else {
      return iterator(at_, at_.count);
    }
  }

  /// Returns the element at an index below the size.
  constexpr auto operator[](std::size_t index) const { return Elements::get(at_, index); }

  /// Returns where the message holds the number at an index below the size.
  template <class List = Elements>
  constexpr auto slot(std::size_t index) const
      -> decltype(List::slot_at(std::declval<const place&>(), index)) {
    return List::slot_at(at_, index);
  }

  /// Finds the first element with a key by binary search. The list must be sorted by it, as its
  /// format demands.
  template <class List = Elements>
  constexpr auto find(const typename List::key& key) const {
    using element = decltype(List::get(at_, std::uint64_t{}));
    using checked = decltype(List::key_at(at_, std::uint64_t{}));
    std::uint64_t first = 0;
    std::uint64_t count = at_.count;
    if constexpr (is_result<checked>) {
      using found = result<std::optional<typename element::value_type>>;
      while (count > 0) {
        const std::uint64_t half = count / 2;
        const auto other = List::key_at(at_, first + half);
        if (!other) return found(other.error());
        if (*other < key) first += half + 1;
        count = *other < key ? count - half - 1 : half;
      }
      if (first == at_.count) return found(std::nullopt);
      const auto other = List::key_at(at_, first);
      if (!other) return found(other.error());
      if (!(*other == key)) return found(std::nullopt);
      const element value = List::get(at_, first);
      return value ? found(*value) : found(value.error());
    } else {
      while (count > 0) {
        const std::uint64_t half = count / 2;
        const bool is_before = List::key_at(at_, first + half) < key;
        if (is_before) first += half + 1;
        count = is_before ? count - half - 1 : half;
      }
      const bool is_there = first < at_.count && List::key_at(at_, first) == key;
      return is_there ? std::optional<element>(List::get(at_, first)) : std::nullopt;
    }
  }

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

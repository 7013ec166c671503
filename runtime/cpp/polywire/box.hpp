// A value held by a pointer, because its type contains itself.
#pragma once

#include <utility>

#include "polywire/owner.hpp"

namespace polywire {

/// Behaves like the value: copies are deep, comparison is by value. A box that was never written
/// represents a default value without allocating, so that a type can contain boxes of itself.
template <class T>
class box {
 public:
  box() noexcept = default;
  box(T value) : value_(owner<T>(new T(std::move(value)))) {}
  box(const box& other) : value_(other.value_ ? owner<T>(new T(*other.value_)) : nullptr) {}
  box(box&&) noexcept = default;
  ~box() = default;

  box& operator=(const box& other) {
    if (this != &other) value_ = other.value_ ? owner<T>(new T(*other.value_)) : nullptr;
    return *this;
  }
  box& operator=(box&&) noexcept = default;

  T& operator*() {
    if (value_ == nullptr) value_ = owner<T>(new T());
    return *value_;
  }
  const T& operator*() const {
    static const T absent{};
    return value_ ? *value_ : absent;
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }

  friend bool operator==(const box& left, const box& right) {
    return (left.value_ == nullptr && right.value_ == nullptr) || *left == *right;
  }

 private:
  owner<T> value_;
};

}  // namespace polywire

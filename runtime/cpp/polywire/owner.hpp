// An owning pointer. It is like std::unique_ptr, whose header takes as long to compile as all
// others that generated code includes.
#pragma once

#include <cstddef>

namespace polywire {

/// Frees with `delete`.
struct deleting {
  template <class T>
  void operator()(T* object) const noexcept {
    delete object;
  }
};

/// Frees with `delete[]`.
struct deleting_array {
  template <class T>
  void operator()(T* first) const noexcept {
    delete[] first;
  }
};

template <class T, class Free = deleting>
class owner {
 public:
  constexpr owner() noexcept = default;
  constexpr owner(std::nullptr_t) noexcept {}
  explicit owner(T* object) noexcept : object_(object) {}
  owner(owner&& other) noexcept : object_(other.release()) {}
  owner& operator=(owner&& other) noexcept {
    reset(other.release());
    return *this;
  }
  ~owner() { reset(); }

  T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

  void reset(T* object = nullptr) noexcept {
    T* const before = object_;
    object_ = object;
    if (before != nullptr) Free()(before);
  }

  /// Returns the object, which the caller owns from now on.
  T* release() noexcept {
    T* const object = object_;
    object_ = nullptr;
    return object;
  }

  friend bool operator==(const owner& one, std::nullptr_t) noexcept {
    return one.object_ == nullptr;
  }
  friend bool operator==(const owner& one, const owner& other) noexcept {
    return one.object_ == other.object_;
  }

 private:
  T* object_ = nullptr;
};

/// An array of bytes.
using owned_bytes = owner<unsigned char, deleting_array>;

}  // namespace polywire

// Unknown fields that a decoder keeps, to be written back in the same format.
#pragma once

#include <string>
#include <string_view>

#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/owner.hpp"

namespace polywire {

/// Bytes of one format, with the format's name; one pointer, null if empty. Copies are deep.
class unknown_fields {
 public:
  unknown_fields() noexcept = default;
  unknown_fields(const unknown_fields& other) : kept_(copy(other)) {}
  unknown_fields(unknown_fields&&) noexcept = default;
  ~unknown_fields() = default;

  unknown_fields& operator=(const unknown_fields& other) {
    if (POLYWIRE_UNLIKELY(kept_ != other.kept_)) kept_ = copy(other);
    return *this;
  }
  unknown_fields& operator=(unknown_fields&&) noexcept = default;

  friend bool operator==(const unknown_fields& left, const unknown_fields& right) noexcept {
    return left.empty() ? right.empty() : !right.empty() && *left.kept_ == *right.kept_;
  }

  bool empty() const noexcept { return kept_ == nullptr || kept_->contents.empty(); }

  /// Returns the format of the bytes; empty if there are none.
  std::string_view format() const noexcept { return empty() ? std::string_view() : kept_->format; }

  /// Returns the bytes of a format; none if they are of another one.
  bytes of(std::string_view format) const noexcept {
    return POLYWIRE_LIKELY(kept_ == nullptr) ? bytes(&nothing, 0) : kept_of(format);
  }

  /// Appends bytes of a format; those of another one are dropped.
  void keep(std::string_view format, bytes contents) {
    if (!contents.empty()) append(format, contents);
  }

  void clear() noexcept {
    if (POLYWIRE_UNLIKELY(kept_ != nullptr)) drop();
  }

 private:
  struct kept {
    std::string format;
    std::string contents;
    friend bool operator==(const kept&, const kept&) = default;
  };

  static owner<kept> copy(const unknown_fields& other) {
    return other.kept_ == nullptr ? nullptr : owner<kept>(new kept(*other.kept_));
  }

  void append(std::string_view format, bytes contents);
  void drop() noexcept;
  bytes kept_of(std::string_view format) const noexcept;

  owner<kept> kept_;
};

POLYWIRE_OUTLINE void unknown_fields::append(std::string_view format, bytes contents) {
  if (kept_ == nullptr) kept_ = owner<kept>(new kept());
  if (kept_->format != format) {
    kept_->format = format;
    kept_->contents.clear();
  }
  kept_->contents.append(as_text(contents));
}

POLYWIRE_OUTLINE void unknown_fields::drop() noexcept {
  kept_.reset();
}

POLYWIRE_OUTLINE bytes unknown_fields::kept_of(std::string_view format) const noexcept {
  return kept_->format == format ? as_bytes(kept_->contents) : bytes(&nothing, 0);
}

}  // namespace polywire

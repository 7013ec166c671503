// The state of a codec for one message, apart from its cursor: the error, and memory that lives as
// long as the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "polywire/arena.hpp"
#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/fault.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/limits.hpp"
#include "polywire/owner.hpp"

namespace polywire {

/// The result of a failing function of any type: a null position or false.
struct failed {
  constexpr operator const std::uint8_t*() const noexcept { return nullptr; }
  constexpr operator std::uint8_t*() const noexcept { return nullptr; }
  constexpr operator bool() const noexcept { return false; }
};

class context {
 public:
  context() noexcept {}
  explicit context(bytes input) noexcept : input_(input) {}
  context(bytes input, const limits& at_most) noexcept : input_(input), at_most_(&at_most) {}
  /// Kept bytes outlive the message.
  context(bytes input, arena& memory) noexcept : input_(input), memory_(&memory) {}
  context(bytes input, arena& memory, const limits& at_most) noexcept
      : input_(input), at_most_(&at_most), memory_(&memory) {}
  context(const context&) = delete;
  context& operator=(const context&) = delete;

  /// Returns the caller's settings; only if the codec uses them.
  const limits& at_most() const noexcept { return *at_most_; }

  /// Returns the error; only after a failure.
  error failure() const noexcept { return {code_, site_, offset_ == nowhere ? 0 : offset_}; }

  /// Clears the error, so that later failures can be detected.
  void forget() noexcept { code_ = {}; }
  bool has_failed() const noexcept { return code_ != error_code{}; }

  failed fail(error_code code, std::uint32_t site, const std::uint8_t* at = nullptr) noexcept;

  /// Records a leaf's failure.
  failed fail(leaf::failure refused, std::uint32_t site) noexcept;

  /// Records a failure in data that may be a copy of a part of the input, which was left at this
  /// position.
  failed left_at(const std::uint8_t* at, failed failure) noexcept;

  /// Records a leaf's failure at p, with the function that determines the reason.
  template <auto Explain>
  POLYWIRE_COLD failed refuse(const std::uint8_t* p, const std::uint8_t* end, std::uint32_t site) {
    return fail(Explain(p, end), site);
  }

  /// Records that the input at p does not start with these bytes.
  failed mismatch(bytes expected, error_code code, std::uint32_t site, const std::uint8_t* p,
                  const std::uint8_t* end) noexcept;

  /// Returns the end of the readable memory after the start of a value: the input's end if it is a
  /// part of the input, else its own.
  POLYWIRE_INLINE const std::uint8_t* readable_end(bytes value) const noexcept {
    return POLYWIRE_LIKELY(is_in_input(value.data())) ? input_.data() + input_.size()
                                                      : value.data() + value.size();
  }

  /// Returns an empty buffer that lives as long as the message, or as the caller's arena.
  buffer& scratch() { return memory().scratch(); }

  /// Returns memory that lives as long.
  std::uint8_t* take(std::size_t size) { return memory().take(size); }
  bytes keep(bytes contents) { return memory().keep(contents); }

  /// Returns bytes that values may refer to: the same ones if they are permanent, else a copy.
  POLYWIRE_INLINE bytes lasting(bytes value) {
    return POLYWIRE_LIKELY(is_in_input(value.data())) ? value : memory().keep(value);
  }

  /// Makes a text refer to permanent bytes; one that owns its characters needs no change.
  POLYWIRE_INLINE void hold(std::string_view& text) {
    const bytes contents = as_bytes(text);
    if (POLYWIRE_UNLIKELY(!is_in_input(contents.data()))) text = as_text(keep(contents));
  }
  void hold(const std::string&) const noexcept {}

 protected:
  /// Returns true if a position is in the input.
  bool is_in_input(const std::uint8_t* at) const noexcept {
    // Compared as numbers, because pointers into different objects have no order.
    const auto offset =
        reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(input_.data());
    return offset <= input_.size();
  }

 private:
  // The offset of data that is not part of the input.
  static constexpr std::size_t nowhere = ~std::size_t{0};

  /// Does not free the caller's arena.
  struct release {
    void operator()(arena* memory) const noexcept {
      if (memory->is_of_message_) delete memory;
    }
  };

  arena& memory() {
    if (POLYWIRE_UNLIKELY(memory_ == nullptr)) make_memory();
    return *memory_;
  }

  void make_memory();

  bytes input_;
  // Set if the codec uses it.
  const limits* at_most_;
  // Initialised only by a failure, so that well-formed messages do not pay for it.
  error_code code_;
  std::uint32_t site_;
  std::size_t offset_;
  // Owned by the message, unless the caller provided one.
  owner<arena, release> memory_;
};

/// A container of bytes in the message's memory.
class kept_bytes {
 public:
  explicit kept_bytes(context& message) noexcept : message_(message) {}
  void resize(std::size_t size) { contents_ = {message_.take(size), size}; }
  std::uint8_t* data() const noexcept { return contents_.data(); }
  bytes contents() const noexcept { return contents_; }

 private:
  context& message_;
  std::span<std::uint8_t> contents_;
};

POLYWIRE_COLD failed context::fail(error_code code, std::uint32_t site,
                                   const std::uint8_t* at) noexcept {
  code_ = code;
  site_ = site;
  offset_ = is_in_input(at) ? static_cast<std::size_t>(at - input_.data()) : nowhere;
  return {};
}

POLYWIRE_COLD failed context::left_at(const std::uint8_t* at, failed failure) noexcept {
  if (offset_ == nowhere && is_in_input(at)) {
    offset_ = static_cast<std::size_t>(at - input_.data());
  }
  return failure;
}

POLYWIRE_COLD failed context::fail(leaf::failure refused, std::uint32_t site) noexcept {
  return fail(static_cast<error_code>(refused.code), site, refused.at);
}

POLYWIRE_COLD failed context::mismatch(bytes expected, error_code code, std::uint32_t site,
                                       const std::uint8_t* p, const std::uint8_t* end) noexcept {
  for (const std::uint8_t byte : expected) {
    if (p == end) return fail(error_code::truncated, site, p);
    if (*p != byte) break;
    ++p;
  }
  return fail(code, site, p);
}

POLYWIRE_OUTLINE void context::make_memory() {
  memory_.reset(new arena);
  memory_->is_of_message_ = true;
}

}  // namespace polywire

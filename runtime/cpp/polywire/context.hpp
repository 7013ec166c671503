// What a codec carries through one message besides its cursor: the error, and memory that lives as
// long as the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/fault.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/limits.hpp"

namespace polywire {

/// What a failing function returns, whatever its type: a null position or false.
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
  context(const context&) = delete;
  context& operator=(const context&) = delete;

  /// What the caller chose; only where the codec asks for it.
  const limits& at_most() const noexcept { return *at_most_; }

  /// What went wrong; only after a failure.
  error failure() const noexcept { return {code_, site_, offset_}; }

  /// From here on it can be asked whether something went wrong.
  void forget() noexcept { code_ = {}; }
  bool has_failed() const noexcept { return code_ != error_code{}; }

  failed fail(error_code code, std::uint32_t site, const std::uint8_t* at = nullptr) noexcept;

  /// A leaf's refusal.
  failed fail(leaf::failure refused, std::uint32_t site) noexcept;

  /// A leaf's refusal of what stands at p, by the function that tells why.
  template <auto Explain>
  POLYWIRE_COLD failed refuse(const std::uint8_t* p, const std::uint8_t* end, std::uint32_t site) {
    return fail(Explain(p, end), site);
  }

  /// The input at p does not start with these bytes.
  failed mismatch(bytes expected, error_code code, std::uint32_t site, const std::uint8_t* p,
                  const std::uint8_t* end) noexcept;

  /// Up to where memory may be read from the start of a value: the input's end if it is a part of
  /// the input, else its own.
  POLYWIRE_INLINE const std::uint8_t* readable_end(bytes value) const noexcept {
    // As numbers, because pointers into different objects have no order.
    const auto offset = reinterpret_cast<std::uintptr_t>(value.data()) -
                        reinterpret_cast<std::uintptr_t>(input_.data());
    const bool in_input = offset <= input_.size();
    return POLYWIRE_LIKELY(in_input) ? input_.data() + input_.size() : value.data() + value.size();
  }

  /// An empty buffer that lives as long as the message.
  buffer& scratch();

  /// A copy that lives as long as the message.
  bytes keep(std::string_view contents);

 private:
  bytes input_;
  // Set where the codec asks for it.
  const limits* at_most_;
  // Set by a failure alone: a message that is well-formed does not pay for them.
  error_code code_;
  std::uint32_t site_;
  std::size_t offset_;
  std::unique_ptr<std::vector<std::unique_ptr<buffer>>> scratch_;
};

POLYWIRE_COLD failed context::fail(error_code code, std::uint32_t site,
                                   const std::uint8_t* at) noexcept {
  const std::less_equal<const std::uint8_t*> no_later;
  const std::uint8_t* const begin = input_.data();
  const bool in_input = at != nullptr && no_later(begin, at) && no_later(at, begin + input_.size());
  code_ = code;
  site_ = site;
  offset_ = in_input ? static_cast<std::size_t>(at - begin) : 0;
  return {};
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

POLYWIRE_OUTLINE buffer& context::scratch() {
  if (scratch_ == nullptr) scratch_ = std::make_unique<std::vector<std::unique_ptr<buffer>>>();
  scratch_->push_back(std::make_unique<buffer>());
  return *scratch_->back();
}

POLYWIRE_OUTLINE bytes context::keep(std::string_view contents) {
  buffer& copy = scratch();
  std::uint8_t* const begin = copy.start(contents.size() + 1);
  if (!contents.empty()) std::memcpy(begin, contents.data(), contents.size());
  copy.finish(begin + contents.size());
  return copy.span();
}

}  // namespace polywire

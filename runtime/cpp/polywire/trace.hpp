// Support for codecs that explain errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "polywire/codec.hpp"
#include "polywire/leaves/json_text_write.hpp"

namespace polywire {

/// An error with its place: true if there is one.
struct [[nodiscard]] explanation : error {
  /// The path of the member that it is about, as in `orders[2].symbol`; empty for the message
  /// itself.
  std::string path{};
};

/// The path from a message to one of its members, as a linked list of steps that ends at the
/// message, or at a value that is not part of it.
class field_path {
 public:
  /// The path of the message itself.
  constexpr field_path() noexcept {}

  /// The path of a member: names separated by dots.
  constexpr field_path(const field_path& outer, const char* names) noexcept
      : outer_(&outer), names_(names) {}

  /// The path of an element of the list at these names.
  constexpr field_path(const field_path& outer, const char* names, std::uint64_t index) noexcept
      : outer_(&outer), names_(names), index_(&write_index), number_(index) {}

  /// The path of the entry with this key in the map at these names.
  template <class Key>
  static field_path of_entry(const field_path& outer, const char* names, const Key& key) noexcept {
    field_path entry(outer, names);
    entry.index_ = &write_key<Key>;
    entry.key_ = &key;
    return entry;
  }

  /// The path of a value outside of the message.
  static constexpr field_path none() noexcept {
    field_path path;
    path.is_of_message_ = false;
    return path;
  }

  bool leads_into_message() const noexcept {
    const field_path* first = this;
    while (first->outer_ != nullptr) first = first->outer_;
    return first->is_of_message_;
  }

  std::string text() const;

 private:
  static void write_index(const field_path& step, std::string& path) {
    path += std::to_string(step.number_);
  }

  template <class Key>
  static void write_key(const field_path& step, std::string& path) {
    const Key& key = *static_cast<const Key*>(step.key_);
    if constexpr (std::is_same_v<Key, bool>) {
      path += key ? "true" : "false";
    } else if constexpr (std::is_arithmetic_v<Key>) {
      path += std::to_string(key);
    } else {
      std::vector<std::uint8_t> quoted(leaf::json_string_size_bound(key.size()));
      const std::uint8_t* const end = leaf::write_json_string(quoted.data(), key);
      append_valid(path, quoted.data(), end);
    }
  }

  /// Appends a text, in which each maximal part of a character that is not complete, and each other
  /// byte that is not UTF-8, is replaced by the replacement character.
  static void append_valid(std::string& path, const std::uint8_t* p, const std::uint8_t* end);

  const field_path* outer_ = nullptr;
  const char* names_ = "";
  // Writes the index or key in brackets, if there is one.
  void (*index_)(const field_path& step, std::string& path) = nullptr;
  std::uint64_t number_ = 0;
  const void* key_ = nullptr;
  bool is_of_message_ = true;
};

POLYWIRE_COLD std::string field_path::text() const {
  std::vector<const field_path*> steps;
  for (const field_path* step = this; step != nullptr; step = step->outer_) steps.push_back(step);
  std::string path;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (*(*step)->names_ != 0 && !path.empty()) path += '.';
    path += (*step)->names_;
    if ((*step)->index_ == nullptr) continue;
    path += '[';
    (*step)->index_(**step, path);
    path += ']';
  }
  return path;
}

POLYWIRE_COLD void field_path::append_valid(std::string& path, const std::uint8_t* p,
                                            const std::uint8_t* end) {
  while (p != end) {
    const std::uint8_t lead = *p;
    const int more = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    std::uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    std::uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    const std::uint8_t* next = p + 1;
    for (; next - p <= more && next != end && low <= *next && *next <= high; ++next) {
      low = 0x80;
      high = 0xbf;
    }
    if (lead < 0x80 || (more > 0 && next - p == more + 1)) {
      path.append(reinterpret_cast<const char*>(p), static_cast<std::size_t>(next - p));
    } else {
      path += "\xef\xbf\xbd";
    }
    p = next;
  }
}

/// The context of a codec that explains errors. A failure has the position of the op that fails.
class tracing : public context {
 public:
  using context::context;

  explanation failure() { return {context::failure(), std::move(path_)}; }

  failed fail(error_code code, std::uint32_t site, const std::uint8_t* at = nullptr) noexcept {
    return context::fail(code, site, is_in_input(at) ? at : left_);
  }

  template <auto Explain>
  POLYWIRE_COLD failed refuse(const std::uint8_t* p, const std::uint8_t* end, std::uint32_t site) {
    return fail(static_cast<error_code>(Explain(p, end).code), site, p);
  }

  failed mismatch(bytes expected, error_code code, std::uint32_t site, const std::uint8_t* p,
                  const std::uint8_t* end) noexcept {
    const std::size_t left = (std::min)(static_cast<std::size_t>(end - p), expected.size());
    const bool is_cut_off = same(expected.first(left), bytes(p, left));
    return fail(is_cut_off ? error_code::truncated : code, site, p);
  }

  /// Sets the place of the failure, unless a callee has set it.
  failed about(const field_path& to, failed failure) {
    if (!is_told_ && to.leads_into_message()) {
      path_ = to.text();
      is_told_ = true;
    }
    return failure;
  }

  /// Starts reading data outside of the input: a failure in it has the position at which the input
  /// was left. Returns the argument of come_back().
  const std::uint8_t* leave(const std::uint8_t* at) noexcept {
    return std::exchange(left_, is_in_input(at) ? at : left_);
  }

  void come_back(const std::uint8_t* before) noexcept { left_ = before; }

 private:
  const std::uint8_t* left_ = nullptr;
  std::string path_;
  bool is_told_ = false;
};

}  // namespace polywire

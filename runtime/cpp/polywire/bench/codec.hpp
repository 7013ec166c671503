// Runs a codec as a benchmark subject.
//
// A codec of values of the type T is a struct with
//
//   static constexpr const char* name = "...";   // the implementation, or the format
//   static constexpr const char* mode = "...";   // how it is used, in a few words; may be empty
//   static std::string version();
//   std::span<const std::uint8_t> encode(const T&);          // null data() if rejected
//   bool decode(T&, std::span<const std::uint8_t> message);
//
// and, optionally,
//
//   bool decode_borrowed(std::span<const std::uint8_t>);     // into a value that it keeps
//   std::uint64_t digest_borrowed();                         // of that value; see digest.hpp
//   bool validate(std::span<const std::uint8_t>);
//   std::uint64_t visit(std::span<const std::uint8_t>);      // the digest of the values read
//
// A codec with its own objects instead of T is measured on those: it declares
//
//   using value = ...;
//   static void make(value&, const T&);
//   static void read(T&, const value&);
//
// and encodes and decodes a `value`. Messages begin at addresses that are multiples of 16, and 64
// bytes after each can be read.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "polywire/bench/subject.hpp"

namespace polywire::bench {

/// Makes the compiler assume that the memory is read, and that all memory may have changed.
inline void keep(const void* pointer) noexcept {
  asm volatile("" : : "g"(pointer) : "memory");
}

template <class Codec, class T>
concept has_objects = requires {
  typename Codec::value;
};

template <class Codec, class T>
struct value_of {
  using type = T;
};
template <class Codec, class T>
requires has_objects<Codec, T>
struct value_of<Codec, T> {
  using type = typename Codec::value;
};

template <class Codec>
concept borrows = requires(Codec& codec, message_view message) {
  { codec.decode_borrowed(message) } -> std::same_as<bool>;
  { codec.digest_borrowed() } -> std::same_as<std::uint64_t>;
};

template <class Codec>
concept validates = requires(Codec& codec, message_view message) {
  { codec.validate(message) } -> std::same_as<bool>;
};

template <class Codec>
concept visits = requires(Codec& codec, message_view message) {
  { codec.visit(message) } -> std::same_as<std::uint64_t>;
};

template <class T, class Codec>
class measured final : public subject<T> {
 public:
  using value = typename value_of<Codec, T>::type;

  std::string name() const override { return Codec::name; }
  std::string mode() const override { return Codec::mode; }
  std::string version() const override { return Codec::version(); }

  bool can(operation what) const override {
    switch (what) {
      case operation::decode_borrowed: return borrows<Codec>;
      case operation::validate: return validates<Codec>;
      case operation::visit: return visits<Codec>;
      default: return true;
    }
  }

  std::optional<message_view> encode(const T& given) override {
    if constexpr (has_objects<Codec, T>) {
      value made;
      Codec::make(made, given);
      return encode_one(made);
    } else {
      return encode_one(given);
    }
  }

  bool decode(T& read, message_view message) override {
    if constexpr (has_objects<Codec, T>) {
      if (!decode_one(target_, message)) return false;
      Codec::read(read, target_);
      return true;
    } else {
      return decode_one(read, message);
    }
  }

  bool validate(message_view message) override { return validate_one(message); }

  std::optional<std::uint64_t> digest(operation what, message_view message) override {
    if constexpr (borrows<Codec>) {
      if (what == operation::decode_borrowed) {
        if (!codec_.decode_borrowed(message)) return std::nullopt;
        return codec_.digest_borrowed();
      }
    }
    if constexpr (visits<Codec>) {
      if (what == operation::visit) return codec_.visit(message);
    }
    return std::nullopt;
  }

  void load(const std::vector<T>& values, std::vector<message_view> messages) override {
    if constexpr (has_objects<Codec, T>) {
      values_ = std::vector<value>(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) Codec::make(values_[i], values[i]);
    } else {
      values_ = std::vector<value>(values);
    }
    messages_ = std::move(messages);
    std::size_t most = 0;
    for (message_view message : messages_) most = std::max(most, message.size());
    copy_ = std::vector<std::uint8_t>(most);
  }

  bool run(operation what, std::uint64_t passes) override {
    switch (what) {
      case operation::copy:
        return each(passes, messages_, [this](message_view it) { return copy_one(it); });
      case operation::encode:
        return each(passes, values_,
                    [this](const value& it) { return encode_one(it).has_value(); });
      case operation::decode:
        return each(passes, messages_, [this](message_view it) { return decode_one(target_, it); });
      case operation::decode_fresh:
        return each(passes, messages_, [this](message_view it) {
          value fresh{};
          return decode_one(fresh, it);
        });
      case operation::decode_borrowed:
        return each(passes, messages_, [this](message_view it) { return borrow_one(it); });
      case operation::validate:
        return each(passes, messages_, [this](message_view it) { return validate_one(it); });
      case operation::visit:
        return each(passes, messages_, [this](message_view it) { return visit_one(it); });
    }
    return false;
  }

 private:
  bool each(std::uint64_t passes, const auto& items, auto one) {
    bool accepted = true;
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      for (const auto& item : items) {
        keep(&item);
        accepted &= one(item);
        keep(this);
      }
    }
    return accepted;
  }

  // One call per message, as in a real program: inlined into each loop, a codec's code would exist
  // several times.
  [[gnu::noinline]] std::optional<message_view> encode_one(const value& it) {
    std::optional<message_view> written = codec_.encode(it);
    if (!written || written->data() == nullptr) return std::nullopt;
    keep(written->data());
    return written;
  }
  [[gnu::noinline]] bool decode_one(value& read, message_view it) {
    const bool accepted = codec_.decode(read, it);
    keep(&read);
    return accepted;
  }
  bool copy_one(message_view it) {
    if (!it.empty()) std::memcpy(copy_.data(), it.data(), it.size());
    keep(copy_.data());
    return true;
  }
  bool borrow_one(message_view it) {
    if constexpr (borrows<Codec>) return codec_.decode_borrowed(it);
    return it.empty();
  }
  bool validate_one(message_view it) {
    if constexpr (validates<Codec>) return codec_.validate(it);
    return it.empty();
  }
  bool visit_one(message_view it) {
    if constexpr (visits<Codec>) {
      sum_ += codec_.visit(it);
      return true;
    }
    return it.empty();
  }

  Codec codec_{};
  value target_{};
  std::vector<value> values_;
  std::vector<message_view> messages_;
  std::vector<std::uint8_t> copy_;
  std::uint64_t sum_ = 0;
};

}  // namespace polywire::bench

/// The subject of a translation unit.
#define POLYWIRE_BENCH_SUBJECT(type, codec)                                         \
  template <>                                                                       \
  std::unique_ptr<polywire::bench::subject<type>> polywire::bench::make_subject() { \
    return std::make_unique<polywire::bench::measured<type, codec>>();              \
  }

// Wraps generated codecs for measurements. TYPE is a generated struct, FORMAT a namespace of
// generated functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "polywire/bench/codec.hpp"
#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/version.hpp"

namespace polywire::bench {

// Defined in separate translation units, for formats that support it.
bool decode_borrowed(message_view message);
std::uint64_t digest_borrowed();
std::uint64_t visit(message_view message);

/// A codec with a variant that borrows texts.
template <class Codec>
struct borrowing : Codec {
  bool decode_borrowed(message_view message) { return bench::decode_borrowed(message); }
  std::uint64_t digest_borrowed() { return bench::digest_borrowed(); }
};

/// A codec with views.
template <class Codec>
struct viewing : Codec {
  std::uint64_t visit(message_view message) { return bench::visit(message); }
};

}  // namespace polywire::bench

/// A codec `generated`; with validators.
#define POLYWIRE_BENCH_GENERATED(TYPE, FORMAT)                                                  \
  namespace {                                                                                   \
  class generated {                                                                             \
   public:                                                                                      \
    static constexpr const char* name = #FORMAT;                                                \
    static constexpr const char* mode = "";                                                     \
    static std::string version() { return POLYWIRE_BENCH_VERSION; }                             \
    std::optional<polywire::bench::message_view> encode(const TYPE& value) {                    \
      if (polywire::FORMAT::encode(value, buffer_)) return std::nullopt;                        \
      return polywire::bench::message_view(polywire::start_of(buffer_.span()), buffer_.size()); \
    }                                                                                           \
    bool decode(TYPE& value, polywire::bench::message_view message) {                           \
      return !polywire::FORMAT::decode(value, message);                                         \
    }                                                                                           \
    bool validate(polywire::bench::message_view message) {                                      \
      return !polywire::FORMAT::validate<TYPE>(message);                                        \
    }                                                                                           \
                                                                                                \
   private:                                                                                     \
    polywire::buffer buffer_;                                                                   \
  };                                                                                            \
  }

/// The definitions that `borrowing` needs; TYPE borrows.
#define POLYWIRE_BENCH_BORROWED(TYPE, FORMAT)                   \
  namespace {                                                   \
  TYPE target;                                                  \
  polywire::arena memory;                                       \
  }                                                             \
  bool polywire::bench::decode_borrowed(message_view message) { \
    memory.clear();                                             \
    return !polywire::FORMAT::decode(target, message, memory);  \
  }                                                             \
  std::uint64_t polywire::bench::digest_borrowed() {            \
    return digest_of(target);                                   \
  }

/// The definitions that `viewing` needs: the message is validated, and every member is read.
#define POLYWIRE_BENCH_VIEWED(TYPE, FORMAT)                       \
  std::uint64_t polywire::bench::visit(message_view message) {    \
    const auto root = polywire::FORMAT::validated<TYPE>(message); \
    return root ? digest_of(*root) : 0;                           \
  }

/// The format of the images, which is an argument of `run`.
#define POLYWIRE_BENCH_IMAGES(TYPE, FORMAT)                                \
  namespace {                                                              \
  struct images {                                                          \
    static bool decode(TYPE& value, polywire::bench::message_view image) { \
      return !polywire::FORMAT::decode(value, image);                      \
    }                                                                      \
    static polywire::bench::octets encode(const TYPE& value) {             \
      polywire::buffer image;                                              \
      if (polywire::FORMAT::encode(value, image)) return {};               \
      return {image.data(), image.data() + image.size()};                  \
    }                                                                      \
  };                                                                       \
  }

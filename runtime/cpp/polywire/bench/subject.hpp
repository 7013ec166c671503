// A codec of values of one type, as a program that measures it sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polywire::bench {

using message_view = std::span<const std::uint8_t>;

/// The operations that can be measured. Each goes through all messages; `decode` is into a value
/// that is reused, `decode_fresh` into a new one for each message, `decode_borrowed` into one whose
/// texts are parts of the message; `visit` reads every field in place.
enum class operation { copy, encode, decode, decode_fresh, decode_borrowed, validate, visit };

inline constexpr std::string_view operation_names[] = {
    "copy", "encode", "decode", "decode_fresh", "decode_borrowed", "validate", "visit"};

/// A codec under test. Its own translation unit defines `make_subject`, so that the size of its
/// code and the time to compile it can be measured.
template <class T>
class subject {
 public:
  virtual ~subject() = default;

  virtual std::string name() const = 0;
  virtual std::string mode() const = 0;
  virtual std::string version() const = 0;
  virtual bool can(operation what) const = 0;

  /// The bytes of a value, which last until the next call; none if it is refused.
  virtual std::optional<message_view> encode(const T& value) = 0;
  virtual bool decode(T& value, message_view message) = 0;
  virtual bool validate(message_view message) = 0;
  /// The digest of all fields, by `decode_borrowed` or `visit`; none if the message is refused.
  virtual std::optional<std::uint64_t> digest(operation what, message_view message) = 0;

  /// Takes over the values to measure next; the messages stay where they are.
  virtual void load(const std::vector<T>& values, std::vector<message_view> messages) = 0;
  /// Returns whether all was accepted.
  virtual bool run(operation what, std::uint64_t passes) = 0;
};

template <class T>
std::unique_ptr<subject<T>> make_subject();

}  // namespace polywire::bench

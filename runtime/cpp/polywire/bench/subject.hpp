// A codec of values of one type, as seen by a program that measures it.
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

/// The operations that can be measured. Each processes all messages; `decode` decodes into a reused
/// value, `decode_fresh` into a new one for each message, `decode_borrowed` into one that borrows
/// texts from the message; `visit` reads every field in place.
enum class operation { copy, encode, decode, decode_fresh, decode_borrowed, validate, visit };

inline constexpr std::string_view operation_names[] = {
    "copy", "encode", "decode", "decode_fresh", "decode_borrowed", "validate", "visit"};

/// A codec under test. `make_subject` is defined in a separate translation unit, so that its code
/// size and compile time can be measured.
template <class T>
class subject {
 public:
  virtual ~subject() = default;

  virtual std::string name() const = 0;
  virtual std::string mode() const = 0;
  virtual std::string version() const = 0;
  virtual bool can(operation what) const = 0;

  /// Returns the bytes of a value, which are valid until the next call; none if it is refused.
  virtual std::optional<message_view> encode(const T& value) = 0;
  virtual bool decode(T& value, message_view message) = 0;
  virtual bool validate(message_view message) = 0;
  /// Returns the digest of all fields, by `decode_borrowed` or `visit`; none if the message is
  /// refused.
  virtual std::optional<std::uint64_t> digest(operation what, message_view message) = 0;

  /// Takes the values to measure next; the messages are not copied.
  virtual void load(const std::vector<T>& values, std::vector<message_view> messages) = 0;
  /// Returns true if everything was accepted.
  virtual bool run(operation what, std::uint64_t passes) = 0;
};

template <class T>
std::unique_ptr<subject<T>> make_subject();

}  // namespace polywire::bench

// TinyCBOR: a map of member names; encoded into a reused buffer that grows by the missing size,
// decoded by iterators over the message, whose keys are compared in place.
// https://intel.github.io/tinycbor/current/ ("Encoding to CBOR", "Parsing CBOR streams")
#pragma once

#include <tinycbor/cbor.h>
#include <tinycbor/tinycbor-version.h>

#include <span>

#include "described.hpp"

namespace peers {

template <class T>
class tinycbor_codec {
 public:
  static constexpr const char* name = "TinyCBOR";
  static constexpr const char* mode = "buffer kept, keys in place";
  static std::string version() {
    return std::to_string(TINYCBOR_VERSION_MAJOR) + "." + std::to_string(TINYCBOR_VERSION_MINOR);
  }

  std::span<const std::uint8_t> encode(const T& value) {
    for (;;) {
      CborEncoder encoder;
      cbor_encoder_init(&encoder, out_.data(), out_.size(), 0);
      const int failed = write(encoder, value) & ~CborErrorOutOfMemory;
      if (failed != 0) return {};
      const std::size_t missing = cbor_encoder_get_extra_bytes_needed(&encoder);
      if (missing == 0) return {out_.data(), cbor_encoder_get_buffer_size(&encoder, out_.data())};
      out_.resize(out_.size() + missing);
    }
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    CborParser parser;
    CborValue root;
    return cbor_parser_init(message.data(), message.size(), 0, &parser, &root) == CborNoError &&
           read(root, value);
  }

  bool validate(std::span<const std::uint8_t> message) {
    CborParser parser;
    CborValue root;
    return cbor_parser_init(message.data(), message.size(), 0, &parser, &root) == CborNoError &&
           cbor_value_validate_basic(&root) == CborNoError;
  }

 private:
  static bool fails(CborError error) { return error != CborNoError; }

  static bool read_key(CborValue& from, std::string_view& key) {
    const char* text = nullptr;
    std::size_t size = 0;
    if (!cbor_value_is_text_string(&from) || fails(cbor_value_begin_string_iteration(&from)) ||
        fails(cbor_value_get_text_string_chunk(&from, &text, &size, &from)) ||
        fails(cbor_value_finish_string_iteration(&from)))
      return false;
    key = {text, size};
    return true;
  }

  template <polywire::described_struct S>
  static bool read(CborValue& from, S& to) {
    CborValue inner;
    if (!cbor_value_is_map(&from) || fails(cbor_value_enter_container(&from, &inner))) return false;
    seen_members<S> seen;
    while (!cbor_value_at_end(&inner)) {
      std::string_view key;
      if (!read_key(inner, key)) return false;
      bool known = false;
      const bool accepted = with_member<S>(key, [&](auto index) {
        known = true;
        seen.add(index);
        return read(inner, to.*member<S, index>.pointer);
      });
      if (!accepted || (!known && fails(cbor_value_advance(&inner)))) return false;
    }
    seen.clear_others(to);
    return !fails(cbor_value_leave_container(&from, &inner));
  }

  template <list L>
  static bool read(CborValue& from, L& to) {
    CborValue inner;
    if (!cbor_value_is_array(&from) || fails(cbor_value_enter_container(&from, &inner)))
      return false;
    std::size_t count = 0;
    for (; !cbor_value_at_end(&inner); ++count) {
      if (!read(inner, element_at(to, count))) return false;
    }
    to.resize(count);
    return !fails(cbor_value_leave_container(&from, &inner));
  }

  template <optional O>
  static bool read(CborValue& from, O& to) {
    if (!to) to.emplace();
    return read(from, *to);
  }

  template <boxed B>
  static bool read(CborValue& from, B& to) {
    return read(from, *to);
  }

  static bool read(CborValue& from, text auto& to) {
    std::size_t size = 0;
    if (!cbor_value_is_text_string(&from) ||
        fails(cbor_value_calculate_string_length(&from, &size)))
      return false;
    to.resize(size);
    // If there is space, it writes a zero after the text, as std::string does.
    ++size;
    return !fails(cbor_value_copy_text_string(&from, to.data(), &size, &from));
  }

  static bool read(CborValue& from, bool& to) {
    return cbor_value_is_boolean(&from) && !fails(cbor_value_get_boolean(&from, &to)) &&
           !fails(cbor_value_advance_fixed(&from));
  }

  static bool read(CborValue& from, double& to) {
    return cbor_value_is_double(&from) && !fails(cbor_value_get_double(&from, &to)) &&
           !fails(cbor_value_advance_fixed(&from));
  }

  static bool read(CborValue& from, float& to) {
    return cbor_value_is_float(&from) && !fails(cbor_value_get_float(&from, &to)) &&
           !fails(cbor_value_advance_fixed(&from));
  }

  template <class N>
  requires signed_integer<N> || unsigned_integer<N> || enumeration<N>
  static bool read(CborValue& from, N& to) {
    if (!cbor_value_is_integer(&from)) return false;
    bool accepted = false;
    if (cbor_value_is_unsigned_integer(&from)) {
      std::uint64_t number = 0;
      accepted = !fails(cbor_value_get_uint64(&from, &number)) && assign_number(to, number);
    } else {
      std::int64_t number = 0;
      accepted = !fails(cbor_value_get_int64_checked(&from, &number)) && assign_number(to, number);
    }
    return accepted && !fails(cbor_value_advance_fixed(&from));
  }

  /// Errors are accumulated: without space, it continues in order to compute how much is missing.
  template <polywire::described_struct S>
  static int write(CborEncoder& to, const S& value) {
    std::size_t count = 0;
    for_each_index<S>(
        [&](auto index) { count += is_present(value.*member<S, index>.pointer) ? 1u : 0u; });
    CborEncoder inner;
    int errors = cbor_encoder_create_map(&to, &inner, count);
    for_each_index<S>([&](auto index) {
      const auto& from = value.*member<S, index>.pointer;
      if (!is_present(from)) return;
      constexpr std::string_view key = member<S, index>.name;
      errors |= cbor_encode_text_string(&inner, key.data(), key.size()) | write(inner, from);
    });
    return errors | cbor_encoder_close_container(&to, &inner);
  }

  static int write(CborEncoder& to, const list auto& value) {
    CborEncoder inner;
    int errors = cbor_encoder_create_array(&to, &inner, value.size());
    for (const auto& element : value) errors |= write(inner, element);
    return errors | cbor_encoder_close_container(&to, &inner);
  }

  static int write(CborEncoder& to, const optional auto& value) { return write(to, *value); }
  static int write(CborEncoder& to, const boxed auto& value) { return write(to, *value); }
  static int write(CborEncoder& to, const text auto& value) {
    return cbor_encode_text_string(&to, value.data(), value.size());
  }
  static int write(CborEncoder& to, std::same_as<bool> auto value) {
    return cbor_encode_boolean(&to, value);
  }
  static int write(CborEncoder& to, double value) { return cbor_encode_double(&to, value); }
  static int write(CborEncoder& to, float value) { return cbor_encode_float(&to, value); }
  static int write(CborEncoder& to, unsigned_integer auto value) {
    return cbor_encode_uint(&to, value);
  }
  template <class N>
  requires signed_integer<N> || enumeration<N>
  static int write(CborEncoder& to, N value) {
    return cbor_encode_int(&to, static_cast<std::int64_t>(value));
  }

  std::vector<std::uint8_t> out_;
};

}  // namespace peers

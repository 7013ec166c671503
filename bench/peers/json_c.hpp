// json-c: one reused tokener; encoded from a tree of objects whose keys are constants and known to
// be new. https://json-c.github.io/json-c (json_tokener.h: json_tokener_parse_ex and
// json_tokener_reset; json_object.h: JSON_C_OBJECT_ADD_*)
#pragma once

#include <json-c/json.h>

#include <memory>
#include <span>

#include "described.hpp"

namespace peers {

template <class T>
class json_c_codec {
 public:
  static constexpr const char* name = "json-c";
  static constexpr const char* mode = "tokener kept, constant keys";
  static std::string version() { return JSON_C_VERSION; }

  std::span<const std::uint8_t> encode(const T& value) {
    written_.reset(write(value));
    std::size_t size = 0;
    const char* const text = json_object_to_json_string_length(
        written_.get(), JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &size);
    return {reinterpret_cast<const std::uint8_t*>(text), size};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    const object parsed = parse(message);
    return parsed != nullptr && read(parsed.get(), value);
  }

  bool validate(std::span<const std::uint8_t> message) { return parse(message) != nullptr; }

 private:
  struct release {
    void operator()(json_object* it) const { json_object_put(it); }
    void operator()(json_tokener* it) const { json_tokener_free(it); }
  };
  using object = std::unique_ptr<json_object, release>;

  object parse(std::span<const std::uint8_t> message) {
    json_tokener_reset(tokener_.get());
    return object(json_tokener_parse_ex(tokener_.get(),
                                        reinterpret_cast<const char*>(message.data()),
                                        static_cast<int>(message.size())));
  }

  template <polywire::described_struct S>
  static bool read(json_object* from, S& to) {
    if (!json_object_is_type(from, json_type_object)) return false;
    bool accepted = true;
    for_each_index<S>([&](auto index) {
      auto& target = to.*member<S, index>.pointer;
      json_object* found = nullptr;
      if (json_object_object_get_ex(from, member<S, index>.name.data(), &found)) {
        accepted = accepted && read(found, target);
      } else {
        target = {};
      }
    });
    return accepted;
  }

  template <list L>
  static bool read(json_object* from, L& to) {
    if (!json_object_is_type(from, json_type_array)) return false;
    to.resize(json_object_array_length(from));
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (!read(json_object_array_get_idx(from, i), to[i])) return false;
    }
    return true;
  }

  template <optional O>
  static bool read(json_object* from, O& to) {
    if (!to) to.emplace();
    return read(from, *to);
  }

  template <boxed B>
  static bool read(json_object* from, B& to) {
    return read(from, *to);
  }

  static bool read(json_object* from, text auto& to) {
    if (!json_object_is_type(from, json_type_string)) return false;
    to.assign(json_object_get_string(from),
              static_cast<std::size_t>(json_object_get_string_len(from)));
    return true;
  }

  static bool read(json_object* from, bool& to) {
    to = json_object_get_boolean(from) != 0;
    return json_object_is_type(from, json_type_boolean);
  }

  static bool read(json_object* from, std::floating_point auto& to) {
    to = static_cast<std::remove_reference_t<decltype(to)>>(json_object_get_double(from));
    return json_object_is_type(from, json_type_double) || json_object_is_type(from, json_type_int);
  }

  static bool read(json_object* from, unsigned_integer auto& to) {
    return json_object_is_type(from, json_type_int) &&
           assign_number(to, json_object_get_uint64(from));
  }

  template <class N>
  requires signed_integer<N> || enumeration<N>
  static bool read(json_object* from, N& to) {
    return json_object_is_type(from, json_type_int) &&
           assign_number(to, json_object_get_int64(from));
  }

  template <polywire::described_struct S>
  static json_object* write(const S& value) {
    json_object* const made = json_object_new_object();
    for_each_index<S>([&](auto index) {
      const auto& from = value.*member<S, index>.pointer;
      if (!is_present(from)) return;
      json_object_object_add_ex(made, member<S, index>.name.data(), write(from),
                                JSON_C_OBJECT_ADD_KEY_IS_NEW | JSON_C_OBJECT_ADD_CONSTANT_KEY);
    });
    return made;
  }

  static json_object* write(const list auto& value) {
    json_object* const made = json_object_new_array_ext(static_cast<int>(value.size()));
    for (const auto& element : value) json_object_array_add(made, write(element));
    return made;
  }

  static json_object* write(const optional auto& value) { return write(*value); }
  static json_object* write(const boxed auto& value) { return write(*value); }
  static json_object* write(const text auto& value) {
    return json_object_new_string_len(value.data(), static_cast<int>(value.size()));
  }
  static json_object* write(std::same_as<bool> auto value) {
    return json_object_new_boolean(value);
  }
  static json_object* write(std::floating_point auto value) {
    return json_object_new_double(value);
  }
  static json_object* write(unsigned_integer auto value) { return json_object_new_uint64(value); }
  template <class N>
  requires signed_integer<N> || enumeration<N>
  static json_object* write(N value) {
    return json_object_new_int64(static_cast<std::int64_t>(value));
  }

  std::unique_ptr<json_tokener, release> tokener_{json_tokener_new()};
  object written_;
};

}  // namespace peers

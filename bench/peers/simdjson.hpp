// simdjson, On-Demand interface: one reused parser, padded messages read in place, members
// requested in the expected order; encoded by its string builder.
// https://github.com/simdjson/simdjson/blob/master/doc/basics.md (parsing), builder.md (writing)
#pragma once

#include <simdjson.h>

#include <span>

#include "described.hpp"

namespace peers {

namespace ondemand = simdjson::ondemand;

template <class T>
class simdjson_codec {
 public:
  static constexpr const char* name = "simdjson";
  static constexpr const char* mode = "on demand, string builder";
  static std::string version() { return SIMDJSON_VERSION; }

  std::span<const std::uint8_t> encode(const T& value) {
    out_.clear();
    write(value);
    std::string_view text;
    if (out_.view().get(text)) return {};
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    ondemand::document document;
    ondemand::object object;
    return !parser_.iterate(padded(message)).get(document) && !document.get_object().get(object) &&
           read(object, value);
  }

  /// Uses the DOM interface, because On Demand checks only what is read.
  bool validate(std::span<const std::uint8_t> message) {
    const auto text = padded(message);
    simdjson::dom::element root;
    return !document_parser_.parse(text).get(root);
  }

 private:
  static simdjson::padded_string_view padded(std::span<const std::uint8_t> message) {
    return simdjson::padded_string_view(reinterpret_cast<const char*>(message.data()),
                                        message.size(),
                                        message.size() + simdjson::SIMDJSON_PADDING);
  }

  template <polywire::described_struct S>
  static bool read(ondemand::object& object, S& to) {
    bool accepted = true;
    for_each_index<S>([&](auto index) {
      auto& target = to.*member<S, index>.pointer;
      ondemand::value from;
      const simdjson::error_code error =
          object.find_field_unordered(member<S, index>.name).get(from);
      if (error == simdjson::NO_SUCH_FIELD) {
        target = {};
      } else {
        accepted = accepted && !error && read(from, target);
      }
    });
    return accepted;
  }

  template <polywire::described_struct S>
  static bool read(ondemand::value from, S& to) {
    ondemand::object object;
    return !from.get_object().get(object) && read(object, to);
  }

  template <list L>
  static bool read(ondemand::value from, L& to) {
    ondemand::array array;
    if (from.get_array().get(array)) return false;
    std::size_t count = 0;
    for (simdjson::simdjson_result<ondemand::value> element : array) {
      ondemand::value value;
      if (element.get(value) || !read(value, element_at(to, count++))) return false;
    }
    to.resize(count);
    return true;
  }

  template <optional O>
  static bool read(ondemand::value from, O& to) {
    if (!to) to.emplace();
    return read(from, *to);
  }

  template <boxed B>
  static bool read(ondemand::value from, B& to) {
    return read(from, *to);
  }

  static bool read(ondemand::value from, text auto& to) { return !from.get_string(to); }
  static bool read(ondemand::value from, bool& to) { return !from.get_bool().get(to); }
  static bool read(ondemand::value from, double& to) { return !from.get_double().get(to); }

  static bool read(ondemand::value from, float& to) {
    double wide = 0;
    if (from.get_double().get(wide)) return false;
    to = static_cast<float>(wide);
    return true;
  }

  static bool read(ondemand::value from, unsigned_integer auto& to) {
    std::uint64_t number = 0;
    return !from.get_uint64().get(number) && assign_number(to, number);
  }

  template <class N>
  requires signed_integer<N> || enumeration<N>
  static bool read(ondemand::value from, N& to) {
    std::int64_t number = 0;
    return !from.get_int64().get(number) && assign_number(to, number);
  }

  template <polywire::described_struct S>
  void write(const S& value) {
    out_.start_object();
    bool first = true;
    for_each_index<S>([&](auto index) {
      const auto& from = value.*member<S, index>.pointer;
      if (!is_present(from)) return;
      if (!first) out_.append_comma();
      first = false;
      constexpr const auto& key = quoted_key<S, index>;
      out_.append_raw({key.data(), key.size()});
      write(from);
    });
    out_.end_object();
  }

  void write(const list auto& value) {
    out_.start_array();
    bool first = true;
    for (const auto& element : value) {
      if (!first) out_.append_comma();
      first = false;
      write(element);
    }
    out_.end_array();
  }

  void write(const optional auto& value) { write(*value); }
  void write(const boxed auto& value) { write(*value); }
  void write(const text auto& value) { out_.escape_and_append_with_quotes(value); }
  void write(enumeration auto value) { out_.append(static_cast<std::int64_t>(value)); }
  template <class N>
  requires std::is_arithmetic_v<N>
  void write(N value) { out_.append(value); }

  ondemand::parser parser_;
  simdjson::dom::parser document_parser_;
  simdjson::builder::string_builder out_;
};

}  // namespace peers

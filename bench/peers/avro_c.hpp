// Avro for C: one generic value of the schema, which is filled and encoded into a reused buffer,
// and decoded into. https://avro.apache.org/docs/1.12.0/api/c/ ("Avro values", "Memory management":
// values are reset rather than freed)
//
// The schema is derived from the type descriptions: an optional becomes a union with null.
#pragma once

#include <avro.h>

#include <algorithm>
#include <memory>
#include <span>
#include <typeindex>
#include <unordered_map>

#include "described.hpp"

#ifndef PEERS_VERSION
#define PEERS_VERSION ""
#endif

namespace peers {

namespace detail {

/// A reference-counted schema.
using avro_schema =
    std::unique_ptr<avro_obj_t, decltype([](avro_schema_t it) { avro_schema_decref(it); })>;

class avro_schemas {
 public:
  template <class T>
  avro_schema of() {
    if constexpr (polywire::described_struct<T>) {
      return record_of<T>();
    } else if constexpr (optional<T>) {
      avro_schema made(avro_schema_union());
      avro_schema_union_append(made.get(), avro_schema(avro_schema_null()).get());
      avro_schema_union_append(made.get(), of<typename T::value_type>().get());
      return made;
    } else if constexpr (boxed<T>) {
      return of<std::remove_cvref_t<decltype(*std::declval<const T&>())>>();
    } else if constexpr (list<T>) {
      return avro_schema(avro_schema_array(of<typename T::value_type>().get()));
    } else if constexpr (enumeration<T>) {
      avro_schema made(avro_schema_enum(next_name().c_str()));
      for (const auto& it : polywire::described<T>::enumerators)
        avro_schema_enum_symbol_append(made.get(), std::string(it.name).c_str());
      return made;
    } else if constexpr (text<T>) {
      return avro_schema(avro_schema_string());
    } else if constexpr (std::same_as<T, bool>) {
      return avro_schema(avro_schema_boolean());
    } else if constexpr (std::same_as<T, double>) {
      return avro_schema(avro_schema_double());
    } else if constexpr (std::same_as<T, float>) {
      return avro_schema(avro_schema_float());
    } else {
      constexpr bool is_long = sizeof(T) == 8 || (sizeof(T) == 4 && unsigned_integer<T>);
      return avro_schema(is_long ? avro_schema_long() : avro_schema_int());
    }
  }

 private:
  template <class S>
  avro_schema record_of() {
    if (const auto known = records_.find(typeid(S)); known != records_.end())
      return avro_schema(avro_schema_link(known->second));
    avro_schema made(avro_schema_record(next_name().c_str(), nullptr));
    records_.emplace(typeid(S), made.get());
    for_each_index<S>([&](auto index) {
      using type = typename std::remove_cvref_t<decltype(member<S, index>)>::type;
      avro_schema_record_field_append(made.get(), std::string(member<S, index>.name).c_str(),
                                      of<type>().get());
    });
    return made;
  }

  std::string next_name() { return "type" + std::to_string(++count_); }

  std::unordered_map<std::type_index, avro_schema_t> records_;
  int count_ = 0;
};

}  // namespace detail

template <class T>
class avro_c_codec {
 public:
  static constexpr const char* name = "Avro for C";
  static constexpr const char* mode = "generic value and buffer kept";
  static std::string version() { return PEERS_VERSION; }

  avro_c_codec() {
    const detail::avro_schema schema = detail::avro_schemas().of<T>();
    class_ = avro_generic_class_from_schema(schema.get());
    avro_generic_value_new(class_, &value_);
  }
  avro_c_codec(const avro_c_codec&) = delete;
  avro_c_codec& operator=(const avro_c_codec&) = delete;

  ~avro_c_codec() {
    avro_value_decref(&value_);
    avro_value_iface_decref(class_);
    avro_reader_free(reader_);
    avro_writer_free(writer_);
  }

  std::span<const std::uint8_t> encode(const T& value) {
    avro_value_reset(&value_);
    if (!assign(value, value_)) return {};
    avro_writer_reset(writer_);
    while (avro_value_write(writer_, &value_) != 0) {
      if (out_.size() > longest) return {};
      out_.resize(std::max<std::size_t>(2 * out_.size(), 256));
      avro_writer_memory_set_dest(writer_, out_.data(), static_cast<std::int64_t>(out_.size()));
    }
    return {reinterpret_cast<const std::uint8_t*>(out_.data()),
            static_cast<std::size_t>(avro_writer_tell(writer_))};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    avro_reader_memory_set_source(reader_, reinterpret_cast<const char*>(message.data()),
                                  static_cast<std::int64_t>(message.size()));
    avro_value_reset(&value_);
    return avro_value_read(reader_, &value_) == 0 && read(value_, value);
  }

 private:
  static constexpr std::size_t longest = std::size_t{1} << 32;

  template <polywire::described_struct S>
  static bool assign(const S& from, avro_value_t& to) {
    bool done = true;
    for_each_index<S>([&](auto index) {
      avro_value_t field;
      done = done && avro_value_get_by_index(&to, index, &field, nullptr) == 0 &&
             assign(from.*member<S, index>.pointer, field);
    });
    return done;
  }

  static bool assign(const list auto& from, avro_value_t& to) {
    for (const auto& it : from) {
      avro_value_t element;
      if (avro_value_append(&to, &element, nullptr) != 0 || !assign(it, element)) return false;
    }
    return true;
  }

  static bool assign(const optional auto& from, avro_value_t& to) {
    avro_value_t branch;
    return avro_value_set_branch(&to, from ? 1 : 0, &branch) == 0 &&
           (from ? assign(*from, branch) : avro_value_set_null(&branch) == 0);
  }

  static bool assign(const boxed auto& from, avro_value_t& to) { return assign(*from, to); }

  /// Avro's texts are zero-terminated.
  static bool assign(const text auto& from, avro_value_t& to) {
    return avro_value_set_string_len(&to, const_cast<char*>(from.c_str()), from.size() + 1) == 0;
  }

  template <enumeration E>
  static bool assign(E from, avro_value_t& to) {
    const auto& all = polywire::described<E>::enumerators;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& it) { return it.value == from; });
    return found != all.end() &&
           avro_value_set_enum(&to, static_cast<int>(found - all.begin())) == 0;
  }

  static bool assign(std::same_as<bool> auto from, avro_value_t& to) {
    return avro_value_set_boolean(&to, from) == 0;
  }
  static bool assign(double from, avro_value_t& to) {
    return avro_value_set_double(&to, from) == 0;
  }
  static bool assign(float from, avro_value_t& to) { return avro_value_set_float(&to, from) == 0; }

  template <class N>
  requires signed_integer<N> || unsigned_integer<N>
  static bool assign(N from, avro_value_t& to) {
    if constexpr (is_long<N>)
      return std::in_range<std::int64_t>(from) &&
             avro_value_set_long(&to, static_cast<std::int64_t>(from)) == 0;
    else
      return avro_value_set_int(&to, static_cast<std::int32_t>(from)) == 0;
  }

  template <class N>
  static constexpr bool is_long = sizeof(N) == 8 || (sizeof(N) == 4 && unsigned_integer<N>);

  template <polywire::described_struct S>
  static bool read(const avro_value_t& from, S& to) {
    bool done = true;
    for_each_index<S>([&](auto index) {
      avro_value_t field;
      done = done && avro_value_get_by_index(&from, index, &field, nullptr) == 0 &&
             read(field, to.*member<S, index>.pointer);
    });
    return done;
  }

  static bool read(const avro_value_t& from, list auto& to) {
    std::size_t count = 0;
    if (avro_value_get_size(&from, &count) != 0) return false;
    to.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      avro_value_t element;
      if (avro_value_get_by_index(&from, i, &element, nullptr) != 0 || !read(element, to[i]))
        return false;
    }
    return true;
  }

  static bool read(const avro_value_t& from, optional auto& to) {
    int branch = 0;
    avro_value_t value;
    if (avro_value_get_discriminant(&from, &branch) != 0) return false;
    if (branch == 0) return to.reset(), true;
    if (!to) to.emplace();
    return avro_value_get_current_branch(&from, &value) == 0 && read(value, *to);
  }

  static bool read(const avro_value_t& from, boxed auto& to) { return read(from, *to); }

  static bool read(const avro_value_t& from, text auto& to) {
    const char* text = nullptr;
    std::size_t size = 0;
    if (avro_value_get_string(&from, &text, &size) != 0) return false;
    to.assign(text, size - 1);
    return true;
  }

  template <enumeration E>
  static bool read(const avro_value_t& from, E& to) {
    int index = 0;
    if (avro_value_get_enum(&from, &index) != 0) return false;
    to = polywire::described<E>::enumerators[static_cast<std::size_t>(index)].value;
    return true;
  }

  static bool read(const avro_value_t& from, bool& to) {
    int value = 0;
    if (avro_value_get_boolean(&from, &value) != 0) return false;
    to = value != 0;
    return true;
  }
  static bool read(const avro_value_t& from, double& to) {
    return avro_value_get_double(&from, &to) == 0;
  }
  static bool read(const avro_value_t& from, float& to) {
    return avro_value_get_float(&from, &to) == 0;
  }

  template <class N>
  requires signed_integer<N> || unsigned_integer<N>
  static bool read(const avro_value_t& from, N& to) {
    if constexpr (is_long<N>) {
      std::int64_t number = 0;
      return avro_value_get_long(&from, &number) == 0 && assign_number(to, number);
    } else {
      std::int32_t number = 0;
      return avro_value_get_int(&from, &number) == 0 && assign_number(to, number);
    }
  }

  avro_value_iface_t* class_ = nullptr;
  avro_value_t value_{};
  avro_reader_t reader_ = avro_reader_memory(nullptr, 0);
  avro_writer_t writer_ = avro_writer_memory(nullptr, 0);
  std::vector<char> out_;
};

}  // namespace peers

// yyjson: a document parsed into one reused block of memory (`yyjson_alc_pool_init`), objects read
// by iterators; encoded from a mutable document in another such block.
// https://github.com/ibireme/yyjson/blob/master/doc/API.md ("Memory Allocator", "Object Iterator")
#pragma once

#include <yyjson.h>

#include <span>

#include "described.hpp"

namespace peers {

template <class T>
class yyjson_codec {
 public:
  static constexpr const char* name = "yyjson";
  static constexpr const char* mode = "pool allocator";
  static std::string version() { return YYJSON_VERSION_STRING; }

  std::span<const std::uint8_t> encode(const T& value) {
    for (;;) {
      yyjson_alc pool;
      yyjson_alc_pool_init(&pool, memory_.data(), memory_.size());
      if (yyjson_mut_doc* const document = yyjson_mut_doc_new(&pool)) {
        yyjson_mut_val* const root = write(document, value);
        yyjson_mut_doc_set_root(document, root);
        std::size_t size = 0;
        char* const text = root == nullptr ? nullptr
                                           : yyjson_mut_write_opts(document, YYJSON_WRITE_NOFLAG,
                                                                   &pool, &size, nullptr);
        if (text != nullptr) return {reinterpret_cast<const std::uint8_t*>(text), size};
      }
      memory_.resize(memory_.size() * 2);
    }
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    yyjson_doc* const document = parse(message);
    return document != nullptr && read(yyjson_doc_get_root(document), value);
  }

  bool validate(std::span<const std::uint8_t> message) { return parse(message) != nullptr; }

 private:
  yyjson_doc* parse(std::span<const std::uint8_t> message) {
    const std::size_t needed = yyjson_read_max_memory_usage(message.size(), YYJSON_READ_NOFLAG);
    if (needed > memory_.size()) memory_.resize(needed);
    yyjson_alc pool;
    yyjson_alc_pool_init(&pool, memory_.data(), memory_.size());
    // Without YYJSON_READ_INSITU, the message is not modified.
    char* const text = reinterpret_cast<char*>(const_cast<std::uint8_t*>(message.data()));
    return yyjson_read_opts(text, message.size(), YYJSON_READ_NOFLAG, &pool, nullptr);
  }

  template <polywire::described_struct S>
  static bool read(yyjson_val* from, S& to) {
    yyjson_obj_iter members;
    if (!yyjson_obj_iter_init(from, &members)) return false;
    bool accepted = true;
    for_each_index<S>([&](auto index) {
      auto& target = to.*member<S, index>.pointer;
      constexpr std::string_view name = member<S, index>.name;
      yyjson_val* const found = yyjson_obj_iter_getn(&members, name.data(), name.size());
      if (found == nullptr) {
        target = {};
      } else {
        accepted = accepted && read(found, target);
      }
    });
    return accepted;
  }

  template <list L>
  static bool read(yyjson_val* from, L& to) {
    if (!yyjson_is_arr(from)) return false;
    to.resize(yyjson_arr_size(from));
    std::size_t index = 0, count = 0;
    yyjson_val* element = nullptr;
    yyjson_arr_foreach(from, index, count, element) {
      if (!read(element, to[index])) return false;
    }
    return true;
  }

  template <optional O>
  static bool read(yyjson_val* from, O& to) {
    if (!to) to.emplace();
    return read(from, *to);
  }

  template <boxed B>
  static bool read(yyjson_val* from, B& to) {
    return read(from, *to);
  }

  static bool read(yyjson_val* from, text auto& to) {
    if (!yyjson_is_str(from)) return false;
    to.assign(yyjson_get_str(from), yyjson_get_len(from));
    return true;
  }

  static bool read(yyjson_val* from, bool& to) {
    to = yyjson_get_bool(from);
    return yyjson_is_bool(from);
  }

  static bool read(yyjson_val* from, std::floating_point auto& to) {
    to = static_cast<std::remove_reference_t<decltype(to)>>(yyjson_get_num(from));
    return yyjson_is_num(from);
  }

  static bool read(yyjson_val* from, unsigned_integer auto& to) {
    return yyjson_is_uint(from) && assign_number(to, yyjson_get_uint(from));
  }

  template <class N>
  requires signed_integer<N> || enumeration<N>
  static bool read(yyjson_val* from, N& to) {
    return yyjson_is_int(from) && assign_number(to, yyjson_get_sint(from));
  }

  template <polywire::described_struct S>
  static yyjson_mut_val* write(yyjson_mut_doc* document, const S& value) {
    yyjson_mut_val* const object = yyjson_mut_obj(document);
    bool added = object != nullptr;
    for_each_index<S>([&](auto index) {
      const auto& from = value.*member<S, index>.pointer;
      if (!added || !is_present(from)) return;
      constexpr std::string_view name = member<S, index>.name;
      yyjson_mut_val* const key = yyjson_mut_strn(document, name.data(), name.size());
      added = yyjson_mut_obj_add(object, key, write(document, from));
    });
    return added ? object : nullptr;
  }

  static yyjson_mut_val* write(yyjson_mut_doc* document, const list auto& value) {
    yyjson_mut_val* const array = yyjson_mut_arr(document);
    for (const auto& element : value) {
      if (!yyjson_mut_arr_append(array, write(document, element))) return nullptr;
    }
    return array;
  }

  static yyjson_mut_val* write(yyjson_mut_doc* document, const optional auto& value) {
    return write(document, *value);
  }
  static yyjson_mut_val* write(yyjson_mut_doc* document, const boxed auto& value) {
    return write(document, *value);
  }
  static yyjson_mut_val* write(yyjson_mut_doc* document, const text auto& value) {
    return yyjson_mut_strn(document, value.data(), value.size());
  }
  static yyjson_mut_val* write(yyjson_mut_doc* document, std::same_as<bool> auto value) {
    return yyjson_mut_bool(document, value);
  }
  static yyjson_mut_val* write(yyjson_mut_doc* document, float value) {
    return yyjson_mut_float(document, value);
  }
  static yyjson_mut_val* write(yyjson_mut_doc* document, double value) {
    return yyjson_mut_double(document, value);
  }
  static yyjson_mut_val* write(yyjson_mut_doc* document, unsigned_integer auto value) {
    return yyjson_mut_uint(document, value);
  }
  template <class N>
  requires signed_integer<N> || enumeration<N>
  static yyjson_mut_val* write(yyjson_mut_doc* document, N value) {
    return yyjson_mut_sint(document, static_cast<std::int64_t>(value));
  }

  // Holds the text of a message until the next call.
  std::vector<char> memory_ = std::vector<char>(1 << 16);
};

}  // namespace peers

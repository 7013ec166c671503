// Simple Binary Encoding: flyweights over a reused buffer, groups and data in order.
// https://github.com/aeron-io/simple-binary-encoding/wiki/Cpp-User-Guide
//
// The schema-dependent part is generated: `sbe_layout` of each flyweight lists its fields, groups
// and data in that order, each with its path in the plain type: the indices of members.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "described.hpp"

namespace peers {

/// `fields`, `groups` and `data` of a message, a group or a composite.
template <class Flyweight>
struct sbe_layout;

/// Generated.
template <class Message>
inline constexpr const char* sbe_release = "";

template <std::size_t... Index>
struct sbe_path {};

template <class Path, class Get, class Put, class Null>
struct sbe_number {
  Path path;
  Get get;
  Put put;
  Null null;
};
template <class Path, class Get, class Put, class Null>
sbe_number(Path, Get, Put, Null) -> sbe_number<Path, Get, Put, Null>;

template <class Path, class Get>
struct sbe_composite {
  Path path;
  Get get;
};
template <class Path, class Get>
sbe_composite(Path, Get) -> sbe_composite<Path, Get>;

template <class Path, class Get, class Begin>
struct sbe_group {
  Path path;
  Get get;
  Begin begin;
};
template <class Path, class Get, class Begin>
sbe_group(Path, Get, Begin) -> sbe_group<Path, Get, Begin>;

template <class Path, class Get, class Put>
struct sbe_data {
  Path path;
  Get get;
  Put put;
};
template <class Path, class Get, class Put>
sbe_data(Path, Get, Put) -> sbe_data<Path, Get, Put>;

#define SBE_NUMBER(name, ...)                                                 \
  peers::sbe_number {                                                         \
    peers::sbe_path<__VA_ARGS__>(), [](const auto& it) { return it.name(); }, \
        [](auto& it, auto value) { it.name(value); },                         \
        [](const auto& it) { return it.name##NullValue(); }                   \
  }
#define SBE_ENUM(type, name, ...)                                                  \
  peers::sbe_number {                                                              \
    peers::sbe_path<__VA_ARGS__>(), [](const auto& it) { return it.name##Raw(); }, \
        [](auto& it, auto value) { it.name(static_cast<type::Value>(value)); },    \
        [](const auto&) { return type::NULL_VALUE; }                               \
  }
#define SBE_COMPOSITE(name, ...)                            \
  peers::sbe_composite {                                    \
    peers::sbe_path<__VA_ARGS__>(), [](auto& it) -> auto& { \
      return it.name();                                     \
    }                                                       \
  }
#define SBE_GROUP(name, ...)                                \
  peers::sbe_group {                                        \
    peers::sbe_path<__VA_ARGS__>(), [](auto& it) -> auto& { \
      return it.name();                                     \
    }                                                       \
    , [](auto& it, std::uint16_t count) -> auto& {          \
      return it.name##Count(count);                         \
    }                                                       \
  }
#define SBE_DATA(name, of_class, ...)                                                          \
  peers::sbe_data {                                                                            \
    peers::sbe_path<__VA_ARGS__>(), [](auto& it) { return it.get##of_class##AsStringView(); }, \
        [](auto& it, std::string_view text) { it.put##of_class(text); }                        \
  }

namespace detail {

/// Calls `there` on the value at the end of a path, or `absent` if something on it is absent.
template <class V, std::size_t... Index>
void with(const V& value, sbe_path<Index...> path, auto&& there, auto&& absent) {
  if constexpr (optional<V>) {
    value ? with(*value, path, there, absent) : absent();
  } else if constexpr (boxed<V>) {
    with(*value, path, there, absent);
  } else if constexpr (sizeof...(Index) == 0) {
    there(value);
  } else {
    [&]<std::size_t First, std::size_t... Rest>(sbe_path<First, Rest...>) {
      with(value.*member<V, First>.pointer, sbe_path<Rest...>(), there, absent);
    }
    (path);
  }
}

/// Calls `read` on the value at the end of a path. Absent values on the path are created if there
/// is something to read.
template <class V, std::size_t... Index>
void open(V& value, sbe_path<Index...> path, bool is_there, auto&& read) {
  if constexpr (optional<V>) {
    if (!is_there && sizeof...(Index) == 0) value.reset();
    if (!is_there && !value) return;
    if (!value) value.emplace();
    open(*value, path, is_there, read);
  } else if constexpr (boxed<V>) {
    open(*value, path, is_there, read);
  } else if constexpr (sizeof...(Index) == 0) {
    read(value);
  } else {
    [&]<std::size_t First, std::size_t... Rest>(sbe_path<First, Rest...>) {
      open(value.*member<V, First>.pointer, sbe_path<Rest...>(), is_there, read);
    }
    (path);
  }
}

template <class V, std::size_t... Index>
auto& at(V& value, sbe_path<Index...>) {
  if constexpr (sizeof...(Index) == 0)
    return value;
  else
    return value.*member<std::remove_const_t<V>, Index...>.pointer;
}

template <class Flyweight>
void for_each_field(auto&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, sbe_layout<Flyweight>::fields);
}

template <class Flyweight>
void put_nulls(Flyweight& to);
template <class Flyweight>
void put_fields(Flyweight& to, const auto& from);
template <class Flyweight>
void put_rest(Flyweight& to, const auto& from);
template <class Flyweight>
bool is_null(Flyweight& from);
template <class Flyweight>
void get_fields(Flyweight& from, auto& to);
template <class Flyweight>
void get_rest(Flyweight& from, auto& to);

template <class... Part>
void put_null(const sbe_number<Part...>& field, auto& to) {
  field.put(to, field.null(to));
}
template <class... Part>
void put_null(const sbe_composite<Part...>& field, auto& to) {
  put_nulls(field.get(to));
}

template <class... Part, class M>
void put(const sbe_number<Part...>& field, auto& to, const M& from) {
  field.put(to, from);
}
template <class... Part, class M>
void put(const sbe_composite<Part...>& field, auto& to, const M& from) {
  put_fields(field.get(to), from);
}

template <class Flyweight>
void put_nulls(Flyweight& to) {
  for_each_field<Flyweight>([&](const auto& field) { put_null(field, to); });
}

template <class Flyweight>
void put_fields(Flyweight& to, const auto& from) {
  for_each_field<Flyweight>([&](const auto& field) {
    with(
        at(from, field.path), sbe_path<>(), [&](const auto& value) { put(field, to, value); },
        [&] { put_null(field, to); });
  });
}

inline std::uint16_t group_count(std::size_t size) {
  if (size > 65'534) throw std::runtime_error("too many entries");
  return static_cast<std::uint16_t>(size);
}

template <class Flyweight>
void put_rest(Flyweight& to, const auto& from) {
  const auto put_group = [&](const auto& group) {
    const auto put_entries = [&](const auto& list) {
      auto& entries = group.begin(to, group_count(list.size()));
      for (const auto& element : list) {
        entries.next();
        put_fields(entries, element);
        put_rest(entries, element);
      }
    };
    with(from, group.path, put_entries, [&] { group.begin(to, 0); });
  };
  const auto put_data = [&](const auto& data) {
    with(
        from, data.path, [&](const auto& text) { data.put(to, text); },
        [&] { data.put(to, std::string_view()); });
  };
  std::apply([&](const auto&... group) { (put_group(group), ...); }, sbe_layout<Flyweight>::groups);
  std::apply([&](const auto&... data) { (put_data(data), ...); }, sbe_layout<Flyweight>::data);
}

template <class... Part>
bool is_null_field(const sbe_number<Part...>& field, auto& from) {
  const auto value = field.get(from);
  if constexpr (std::floating_point<std::remove_const_t<decltype(value)>>)
    return value != value;
  else
    return value == field.null(from);
}
template <class... Part>
bool is_null_field(const sbe_composite<Part...>& field, auto& from) {
  return is_null(field.get(from));
}

template <class Flyweight>
bool is_null(Flyweight& from) {
  bool all = true;
  for_each_field<Flyweight>([&](const auto& field) { all = all && is_null_field(field, from); });
  return all;
}

template <class M>
void get(const auto& field, auto& from, M& to);

template <class... Part, class M>
void get_value(const sbe_number<Part...>& field, auto& from, M& to) {
  to = static_cast<M>(field.get(from));
}
template <class... Part, class M>
void get_value(const sbe_composite<Part...>& field, auto& from, M& to) {
  get_fields(field.get(from), to);
}

template <class M>
void get(const auto& field, auto& from, M& to) {
  if constexpr (optional<M>) {
    if (is_null_field(field, from)) return to.reset();
    if (!to) to.emplace();
    get(field, from, *to);
  } else if constexpr (boxed<M>) {
    get(field, from, *to);
  } else {
    get_value(field, from, to);
  }
}

template <class Flyweight>
void get_fields(Flyweight& from, auto& to) {
  for_each_field<Flyweight>([&](const auto& field) { get(field, from, at(to, field.path)); });
}

template <class Flyweight>
void get_rest(Flyweight& from, auto& to) {
  const auto get_group = [&](const auto& group) {
    auto& entries = group.get(from);
    const std::size_t count = entries.count();
    open(to, group.path, count != 0, [&](auto& list) {
      list.resize(count);
      for (auto& element : list) {
        entries.next();
        get_fields(entries, element);
        get_rest(entries, element);
      }
    });
  };
  const auto get_data = [&](const auto& data) {
    const std::string_view text = data.get(from);
    open(to, data.path, !text.empty(), [&](auto& it) { it.assign(text); });
  };
  std::apply([&](const auto&... group) { (get_group(group), ...); }, sbe_layout<Flyweight>::groups);
  std::apply([&](const auto&... data) { (get_data(data), ...); }, sbe_layout<Flyweight>::data);
}

}  // namespace detail

/// For values of the type T, which the flyweight Message reads and writes.
template <class T, class Message>
class sbe_codec {
 public:
  static constexpr const char* name = "SBE";
  static constexpr const char* mode = "flyweights, bounds checked";
  static std::string version() { return sbe_release<Message>; }

  std::span<const std::uint8_t> encode(const T& value) {
    while (true) {
      try {
        Message message;
        message.wrapAndApplyHeader(buffer_.data(), 0, buffer_.size());
        detail::put_fields(message, value);
        detail::put_rest(message, value);
        return {reinterpret_cast<const std::uint8_t*>(buffer_.data()), message.sbePosition()};
      } catch (const std::runtime_error&) {
        if (buffer_.size() > largest / 2) throw;
        buffer_.resize(2 * buffer_.size());
      }
    }
  }

  bool decode(T& value, std::span<const std::uint8_t> bytes) {
    // Flyweights can write too, so they do not accept constant bytes.
    auto* data = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    try {
      const typename Message::messageHeader header(data, bytes.size());
      if (header.templateId() != Message::sbeTemplateId()) return false;
      if (header.schemaId() != Message::sbeSchemaId()) return false;
      Message message;
      message.wrapForDecode(data, header.encodedLength(), header.blockLength(), header.version(),
                            bytes.size());
      detail::get_fields(message, value);
      detail::get_rest(message, value);
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  }

 private:
  static constexpr std::size_t largest = std::size_t{1} << 30;

  std::vector<char> buffer_ = std::vector<char>(1 << 16);
};

}  // namespace peers

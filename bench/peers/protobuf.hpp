// libprotobuf: one reused message object, because clearing it keeps its memory, and messages
// encoded into an array of their size.
// https://protobuf.dev/getting-started/cpptutorial/#optimization
//
// The schema-dependent part is generated: `fields_of` of each message lists its fields in schema
// order.
#pragma once

#include <google/protobuf/message.h>
#include <google/protobuf/runtime_version.h>

#include <span>

#include "described.hpp"

namespace peers {

template <class Message>
struct fields_of;

template <class Get, class Set, class Mutable, class Has>
struct protobuf_field {
  Get get;
  Set set;
  Mutable mutate;
  Has has;
};
template <class Get, class Set, class Mutable, class Has>
protobuf_field(Get, Set, Mutable, Has) -> protobuf_field<Get, Set, Mutable, Has>;

#define PROTOBUF_FIELD(name)                                             \
  peers::protobuf_field {                                                \
    [](const auto& it) -> decltype(auto) { return it.name(); },          \
        [](auto& it, const auto& value) { it.set_##name(value); },       \
        [](auto& it) -> decltype(auto) { return *it.mutable_##name(); }, \
        [](const auto& it) { return it.has_##name(); }                   \
  }

namespace detail {

template <class Message, std::size_t Index>
inline constexpr auto field = std::get<Index>(fields_of<Message>::value);

/// Converts to the message's own type; enums differ.
template <class To, class From>
To converted(const From& from) {
  if constexpr (enumeration<From> || enumeration<To>)
    return static_cast<To>(from);
  else
    return from;
}

template <polywire::described_struct S, class Message>
void assign(const S& from, Message& to);
template <class Message, polywire::described_struct S>
void read(const Message& from, S& to);

template <list L>
void assign_elements(const L& from, auto& to) {
  using element = typename L::value_type;
  to.Reserve(static_cast<int>(from.size()));
  for (const element& it : from) {
    if constexpr (polywire::described_struct<element>)
      assign(it, *to.Add());
    else if constexpr (text<element>)
      *to.Add() = it;
    else
      to.Add(converted<typename std::remove_reference_t<decltype(to)>::value_type>(it));
  }
}

template <list L>
void read_elements(const auto& from, L& to) {
  using element = typename L::value_type;
  to.resize(static_cast<std::size_t>(from.size()));
  for (std::size_t i = 0; i < to.size(); ++i) {
    const auto& it = from.Get(static_cast<int>(i));
    if constexpr (polywire::described_struct<element>)
      read(it, to[i]);
    else
      to[i] = converted<element>(it);
  }
}

template <class Message, class M>
void assign_member(const auto& field, const M& from, Message& to) {
  if constexpr (optional<M>) {
    if (from) assign_member(field, *from, to);
  } else if constexpr (boxed<M>) {
    assign_member(field, *from, to);
  } else if constexpr (polywire::described_struct<M>) {
    assign(from, field.mutate(to));
  } else if constexpr (list<M>) {
    assign_elements(from, field.mutate(to));
  } else {
    field.set(to, converted<std::remove_cvref_t<decltype(field.get(to))>>(from));
  }
}

template <class Message, class M>
void read_member(const auto& field, const Message& from, M& to) {
  if constexpr (optional<M>) {
    if (!field.has(from)) return to.reset();
    if (!to) to.emplace();
    read_member(field, from, *to);
  } else if constexpr (boxed<M>) {
    read_member(field, from, *to);
  } else if constexpr (polywire::described_struct<M>) {
    read(field.get(from), to);
  } else if constexpr (list<M>) {
    read_elements(field.get(from), to);
  } else {
    to = converted<M>(field.get(from));
  }
}

template <polywire::described_struct S, class Message>
void assign(const S& from, Message& to) {
  for_each_index<S>([&](auto index) {
    assign_member(field<Message, index>, from.*member<S, index>.pointer, to);
  });
}

template <class Message, polywire::described_struct S>
void read(const Message& from, S& to) {
  for_each_index<S>(
      [&](auto index) { read_member(field<Message, index>, from, to.*member<S, index>.pointer); });
}

inline std::string protobuf_version() {
  const int all = GOOGLE_PROTOBUF_VERSION;
  return std::to_string(all / 1000 % 1000) + "." + std::to_string(all % 1000);
}

/// Returns the bytes of a message, in reused memory.
inline std::span<const std::uint8_t> serialize(const auto& message,
                                               std::vector<std::uint8_t>& out) {
  const std::size_t size = message.ByteSizeLong();
  if (size > out.size()) out.resize(size);
  message.SerializeWithCachedSizesToArray(out.data());
  return {out.data(), size};
}

}  // namespace detail

/// To and from plain values.
template <class T, class Message>
class protobuf_codec {
 public:
  static constexpr const char* name = "libprotobuf";
  static constexpr const char* mode = "message kept, from and to plain types";
  static std::string version() { return detail::protobuf_version(); }

  std::span<const std::uint8_t> encode(const T& value) {
    message_.Clear();
    detail::assign(value, message_);
    return detail::serialize(message_, out_);
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    if (!message_.ParseFromArray(message.data(), static_cast<int>(message.size()))) return false;
    detail::read(message_, value);
    return true;
  }

 private:
  Message message_;
  std::vector<std::uint8_t> out_;
};

/// libprotobuf's own message objects, for programs that use those directly.
template <class T, class Message>
class protobuf_message_codec {
 public:
  static constexpr const char* name = "libprotobuf";
  static constexpr const char* mode = "its own message objects";
  static std::string version() { return detail::protobuf_version(); }

  using value = Message;
  static void make(value& message, const T& from) { detail::assign(from, message); }
  static void read(T& to, const value& message) { detail::read(message, to); }

  std::span<const std::uint8_t> encode(const value& message) {
    return detail::serialize(message, out_);
  }

  bool decode(value& target, std::span<const std::uint8_t> message) {
    return target.ParseFromArray(message.data(), static_cast<int>(message.size()));
  }

 private:
  std::vector<std::uint8_t> out_;
};

}  // namespace peers

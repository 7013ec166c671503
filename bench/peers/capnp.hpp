// Cap'n Proto: a builder whose first segment is reused scratch space, and a reader of the caller's
// array in place. https://capnproto.org/cxx.html ("Tips and Best Practices", "Messages and I/O")
//
// The schema-dependent part is generated: `fields_of` of each struct lists its fields in schema
// order.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>

#include <cstring>
#include <span>

#include "described.hpp"
#include "polywire/bench/digest.hpp"

namespace peers {

template <class Struct>
struct fields_of;

template <class Get, class Set, class Init, class Has>
struct capnp_field {
  Get get;
  Set set;
  Init init;
  Has has;
};
template <class Get, class Set, class Init, class Has>
capnp_field(Get, Set, Init, Has) -> capnp_field<Get, Set, Init, Has>;

#define CAPNP_FIELD(Name)                                                                          \
  peers::capnp_field {                                                                             \
    [](auto&& it) { return it.get##Name(); }, [](auto& it, auto&& value) { it.set##Name(value); }, \
        [](auto& it, auto... size) { return it.init##Name(size...); },                             \
        [](const auto& it) { return it.has##Name(); }                                              \
  }

namespace detail {

template <class Struct, std::size_t Index>
inline constexpr auto field = std::get<Index>(fields_of<Struct>::value);

inline capnp::Text::Reader text_of(const std::string& text) {
  return {text.c_str(), text.size()};
}

template <class Struct, polywire::described_struct S>
void assign(const S& from, typename Struct::Builder to);
template <class Struct, polywire::described_struct S>
void read(const typename Struct::Reader& from, S& to);
template <class Struct, polywire::described_struct S>
void visit(const typename Struct::Reader& from, polywire::bench::digest& all);

/// The type of a builder or reader.
template <class Of>
using struct_of = capnp::FromBuilder<Of>;

template <list L>
void assign_elements(const L& from, auto to) {
  using element = typename L::value_type;
  for (unsigned i = 0; i < to.size(); ++i) {
    if constexpr (polywire::described_struct<element>) {
      assign<capnp::FromBuilder<decltype(to[i])>>(from[i], to[i]);
    } else if constexpr (text<element>) {
      to.set(i, text_of(from[i]));
    } else {
      to.set(i, static_cast<decltype(to[i])>(from[i]));
    }
  }
}

template <class Builder, class M>
void assign_member(const auto& field, const M& from, Builder& to) {
  if constexpr (optional<M>) {
    if (from) assign_member(field, *from, to);
  } else if constexpr (boxed<M>) {
    assign_member(field, *from, to);
  } else if constexpr (polywire::described_struct<M>) {
    auto made = field.init(to);
    assign<capnp::FromBuilder<decltype(made)>>(from, made);
  } else if constexpr (list<M>) {
    assign_elements(from, field.init(to, static_cast<unsigned>(from.size())));
  } else if constexpr (text<M>) {
    field.set(to, text_of(from));
  } else {
    field.set(to, static_cast<decltype(field.get(to))>(from));
  }
}

template <class M>
void read_value(const auto& from, M& to) {
  if constexpr (polywire::described_struct<M>) {
    read<capnp::FromReader<std::remove_cvref_t<decltype(from)>>>(from, to);
  } else if constexpr (list<M>) {
    to.resize(from.size());
    for (unsigned i = 0; i < from.size(); ++i) read_value(from[i], to[i]);
  } else if constexpr (text<M>) {
    to.assign(from.begin(), from.size());
  } else {
    to = static_cast<M>(from);
  }
}

template <class M>
void read_member(const auto& field, const auto& from, M& to) {
  if constexpr (optional<M>) {
    if (!field.has(from)) return to.reset();
    if (!to) to.emplace();
    read_member(field, from, *to);
  } else if constexpr (boxed<M>) {
    read_member(field, from, *to);
  } else {
    read_value(field.get(from), to);
  }
}

template <class M>
void visit_value(const auto& from, polywire::bench::digest& all) {
  if constexpr (polywire::described_struct<M>) {
    visit<capnp::FromReader<std::remove_cvref_t<decltype(from)>>, M>(from, all);
  } else if constexpr (list<M>) {
    all.add(from.size());
    for (const auto& element : from) visit_value<typename M::value_type>(element, all);
  } else if constexpr (text<M>) {
    all.add_text(from);
  } else {
    all.add_value(static_cast<M>(from));
  }
}

template <class M>
void visit_member(const auto& field, const auto& from, polywire::bench::digest& all) {
  if constexpr (optional<M>) {
    const bool there = field.has(from);
    all.add(there);
    if (there) visit_member<typename M::value_type>(field, from, all);
  } else if constexpr (boxed<M>) {
    visit_member<std::remove_cvref_t<decltype(*std::declval<const M&>())>>(field, from, all);
  } else {
    visit_value<M>(field.get(from), all);
  }
}

template <class Struct, polywire::described_struct S>
void assign(const S& from, typename Struct::Builder to) {
  for_each_index<S>(
      [&](auto index) { assign_member(field<Struct, index>, from.*member<S, index>.pointer, to); });
}

template <class Struct, polywire::described_struct S>
void read(const typename Struct::Reader& from, S& to) {
  for_each_index<S>(
      [&](auto index) { read_member(field<Struct, index>, from, to.*member<S, index>.pointer); });
}

template <class Struct, polywire::described_struct S>
void visit(const typename Struct::Reader& from, polywire::bench::digest& all) {
  for_each_index<S>([&](auto index) {
    using type = typename std::remove_cvref_t<decltype(member<S, index>)>::type;
    visit_member<type>(field<Struct, index>, from, all);
  });
}

}  // namespace detail

/// For values of the type T, which are roots of the type Struct.
template <class T, class Struct>
class capnp_codec {
 public:
  static constexpr const char* name = "Cap'n Proto";
  static constexpr const char* mode = "scratch space kept, read in place";
  static std::string version() {
    const int all = CAPNP_VERSION;
    return std::to_string(all / 1'000'000) + "." + std::to_string(all / 1000 % 1000) + "." +
           std::to_string(all % 1000);
  }

  std::span<const std::uint8_t> encode(const T& value) {
    capnp::MallocMessageBuilder message(kj::arrayPtr(scratch_, std::size(scratch_)));
    detail::assign<Struct>(value, message.initRoot<Struct>());
    const std::size_t size = capnp::computeSerializedSizeInWords(message) * sizeof(capnp::word);
    if (size > out_.size()) out_.resize(size);
    kj::ArrayOutputStream stream(kj::arrayPtr(out_.data(), size));
    capnp::writeMessage(stream, message);
    return {out_.data(), size};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    capnp::FlatArrayMessageReader reader(words(message));
    detail::read<Struct>(reader.getRoot<Struct>(), value);
    return true;
  }

  std::uint64_t visit(std::span<const std::uint8_t> message) {
    capnp::FlatArrayMessageReader reader(words(message));
    polywire::bench::digest all;
    detail::visit<Struct, T>(reader.getRoot<Struct>(), all);
    return all.value();
  }

 private:
  static kj::ArrayPtr<const capnp::word> words(std::span<const std::uint8_t> message) {
    return kj::arrayPtr(reinterpret_cast<const capnp::word*>(message.data()),
                        message.size() / sizeof(capnp::word));
  }

  capnp::word scratch_[4096] = {};
  std::vector<std::uint8_t> out_;
};

}  // namespace peers

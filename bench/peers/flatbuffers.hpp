// FlatBuffers: one reused builder; messages are verified and then read in place.
// https://flatbuffers.dev/languages/cpp ("Access of untrusted buffers"), tutorial ("Clear")
//
// The schema-dependent part is generated: `table` of each table lists its fields in schema order.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <span>

#include "described.hpp"
#include "polywire/bench/digest.hpp"

namespace peers {

/// `Builder` and `fields` of a table; a struct that is stored in line has no builder.
template <class Table>
struct table;

template <class Get, class Add>
struct flatbuffers_field {
  Get get;
  Add add;
};
template <class Get, class Add>
flatbuffers_field(Get, Add) -> flatbuffers_field<Get, Add>;

#define FLATBUFFERS_FIELD(name)                                                                  \
  peers::flatbuffers_field {                                                                     \
    [](const auto& it) { return it.name(); }, [](auto& it, auto value) { it.add_##name(value); } \
  }

namespace detail {

template <class Table, std::size_t Index>
inline constexpr auto field = std::get<Index>(table<Table>::fields);

template <class Table, std::size_t Index>
using field_type = decltype(field<Table, Index>.get(std::declval<const Table&>()));

/// The type that an accessor's pointer or reference leads to.
template <class Pointer>
using pointee = std::remove_const_t<std::remove_pointer_t<std::remove_reference_t<Pointer>>>;

template <class Table>
concept built_apart = requires {
  typename table<Table>::Builder;
};

template <class Struct>
concept stored_in_line = requires {
  table<Struct>::fields;
}
&&!built_apart<Struct>;

/// The builder, and offsets of elements that are collected for a vector.
struct flatbuffers_output {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<void>> offsets;

  /// Builds a vector from the results of `make` for each element.
  template <class Element>
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<Element>>> vector_of(const auto& from,
                                                                                   auto make) {
    const std::size_t start = offsets.size();
    for (const auto& it : from) offsets.emplace_back(make(it).o);
    const auto made = builder.CreateVector(offsets.data() + start, from.size());
    offsets.resize(start);
    return made.o;
  }
};

template <built_apart Table, polywire::described_struct S>
flatbuffers::Offset<Table> build(flatbuffers_output& out, const S& from);
template <class Table, polywire::described_struct S>
Table build(flatbuffers_output& out, const S& from);
template <class Table, polywire::described_struct S>
void read(const Table& from, S& to);
template <class Table, polywire::described_struct S>
void visit(const Table& from, polywire::bench::digest& all);

/// Prepares a field before its table is started: the offset of data elsewhere, or the scalar.
template <class Field, class M>
auto prepared(flatbuffers_output& out, const M& from) {
  if constexpr (optional<M>) {
    using made = decltype(prepared<Field>(out, *from));
    return from ? std::optional<made>(prepared<Field>(out, *from)) : std::nullopt;
  } else if constexpr (boxed<M>) {
    return prepared<Field>(out, *from);
  } else if constexpr (polywire::described_struct<M>) {
    return build<pointee<Field>>(out, from);
  } else if constexpr (text<M>) {
    return out.builder.CreateString(from);
  } else if constexpr (list<M>) {
    using element = typename M::value_type;
    if constexpr (polywire::described_struct<element>) {
      using made = std::remove_const_t<std::remove_pointer_t<typename pointee<Field>::return_type>>;
      if constexpr (built_apart<made>) {
        return out.vector_of<made>(from, [&](const element& it) { return build<made>(out, it); });
      } else {
        made* place = nullptr;
        const auto all = out.builder.CreateUninitializedVectorOfStructs(from.size(), &place);
        for (std::size_t i = 0; i < from.size(); ++i) place[i] = build<made>(out, from[i]);
        return all;
      }
    } else if constexpr (text<element>) {
      return out.vector_of<flatbuffers::String>(
          from, [&](const element& it) { return out.builder.CreateString(it); });
    } else {
      using scalar =
          typename std::conditional_t<enumeration<element>, std::underlying_type<element>,
                                      std::type_identity<element>>::type;
      std::uint8_t* place = nullptr;
      const auto made = out.builder.CreateUninitializedVector(from.size(), sizeof(scalar), &place);
      for (std::size_t i = 0; i < from.size(); ++i) {
        flatbuffers::WriteScalar(place + i * sizeof(scalar), static_cast<scalar>(from[i]));
      }
      return flatbuffers::Offset<pointee<Field>>(made);
    }
  } else {
    return from;
  }
}

template <class Made>
void add(const auto& field, auto& builder, const Made& made) {
  if constexpr (optional<Made>) {
    if (made) add(field, builder, *made);
  } else if constexpr (stored_in_line<Made>) {
    field.add(builder, &made);
  } else {
    field.add(builder, made);
  }
}

template <class Field, class Made>
auto as_field(const Made& made) {
  if constexpr (enumeration<Made>)
    return static_cast<Field>(made);
  else
    return made;
}

template <built_apart Table, polywire::described_struct S>
flatbuffers::Offset<Table> build(flatbuffers_output& out, const S& from) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    // Braces guarantee the order of evaluation.
    const std::tuple parts{
        prepared<field_type<Table, Index>>(out, from.*member<S, Index>.pointer)...};
    typename table<Table>::Builder builder(out.builder);
    (add(field<Table, Index>, builder, as_field<field_type<Table, Index>>(std::get<Index>(parts))),
     ...);
    return builder.Finish();
  }
  (std::make_index_sequence<member_count<S>>());
}

/// A struct that is stored in line, whose constructor takes all members.
template <class Table, polywire::described_struct S>
Table build(flatbuffers_output& out, const S& from) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return Table(as_field<std::remove_cvref_t<field_type<Table, Index>>>(
        prepared<field_type<Table, Index>>(out, from.*member<S, Index>.pointer))...);
  }
  (std::make_index_sequence<member_count<S>>());
}

template <class M>
void read_value(const auto& from, M& to) {
  if constexpr (polywire::described_struct<M> && !std::is_pointer_v<std::decay_t<decltype(from)>>) {
    read(from, to);
  } else if constexpr (polywire::described_struct<M>) {
    from != nullptr ? read(*from, to) : void(to = {});
  } else if constexpr (text<M>) {
    from != nullptr ? void(to.assign(from->c_str(), from->size())) : to.clear();
  } else if constexpr (list<M>) {
    to.resize(from != nullptr ? from->size() : 0);
    for (unsigned i = 0; i < to.size(); ++i) read_value(from->Get(i), to[i]);
  } else if constexpr (optional<M>) {
    if (!from) return to.reset();
    if (!to) to.emplace();
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(from)>>)
      read_value(from, *to);
    else
      read_value(*from, *to);
  } else if constexpr (boxed<M>) {
    read_value(from, *to);
  } else {
    to = static_cast<M>(from);
  }
}

template <class M>
void visit_value(const auto& from, polywire::bench::digest& all) {
  if constexpr (polywire::described_struct<M>) {
    if constexpr (std::is_pointer_v<std::decay_t<decltype(from)>>) {
      visit<pointee<decltype(from)>, M>(*from, all);
    } else {
      visit<pointee<decltype(from)>, M>(from, all);
    }
  } else if constexpr (text<M>) {
    all.add_text(from != nullptr ? from->string_view() : std::string_view());
  } else if constexpr (list<M>) {
    const unsigned size = from != nullptr ? from->size() : 0;
    all.add(size);
    for (unsigned i = 0; i < size; ++i) visit_value<typename M::value_type>(from->Get(i), all);
  } else if constexpr (optional<M>) {
    const bool there = static_cast<bool>(from);
    all.add(there);
    if (!there) return;
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(from)>>) {
      visit_value<typename M::value_type>(from, all);
    } else {
      visit_value<typename M::value_type>(*from, all);
    }
  } else if constexpr (boxed<M>) {
    visit_value<std::remove_cvref_t<decltype(*std::declval<const M&>())>>(from, all);
  } else {
    all.add_value(static_cast<M>(from));
  }
}

template <class Table, polywire::described_struct S>
void read(const Table& from, S& to) {
  for_each_index<S>(
      [&](auto index) { read_value(field<Table, index>.get(from), to.*member<S, index>.pointer); });
}

template <class Table, polywire::described_struct S>
void visit(const Table& from, polywire::bench::digest& all) {
  for_each_index<S>([&](auto index) {
    using type = typename std::remove_cvref_t<decltype(member<S, index>)>::type;
    visit_value<type>(field<Table, index>.get(from), all);
  });
}

}  // namespace detail

/// For values of the type T, which are roots of the type Table, in messages with this identifier,
/// if any.
template <class T, class Table, char... Identifier>
class flatbuffers_codec {
 public:
  static constexpr const char* name = "FlatBuffers";
  static constexpr const char* mode = "builder kept, verified before it is read";
  static std::string version() {
    return std::to_string(FLATBUFFERS_VERSION_MAJOR) + "." +
           std::to_string(FLATBUFFERS_VERSION_MINOR) + "." +
           std::to_string(FLATBUFFERS_VERSION_REVISION);
  }

  std::span<const std::uint8_t> encode(const T& value) {
    flatbuffers::FlatBufferBuilder& builder = out_.builder;
    builder.Clear();
    builder.Finish(detail::build<Table>(out_, value), identifier());
    return {builder.GetBufferPointer(), builder.GetSize()};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    if (!validate(message)) return false;
    detail::read(*flatbuffers::GetRoot<Table>(message.data()), value);
    return true;
  }

  bool validate(std::span<const std::uint8_t> message) {
    return flatbuffers::Verifier(message.data(), message.size())
        .template VerifyBuffer<Table>(identifier());
  }

  std::uint64_t visit(std::span<const std::uint8_t> message) {
    polywire::bench::digest all;
    if (validate(message)) {
      detail::visit<Table, T>(*flatbuffers::GetRoot<Table>(message.data()), all);
    }
    return all.value();
  }

 private:
  static const char* identifier() {
    static constexpr char text[] = {Identifier..., 0};
    return sizeof...(Identifier) == 0 ? nullptr : text;
  }

  detail::flatbuffers_output out_;
};

}  // namespace peers

// Apache Thrift: code generated with templates rather than virtual calls (`--gen cpp:templates`),
// one reused object and one reused memory buffer. https://thrift.apache.org/docs/ and
// https://github.com/apache/thrift/blob/master/lib/cpp/README.md
//
// The schema-dependent part is generated: `fields_of` of each struct lists its fields in schema
// order.
#pragma once

#include <thrift/config.h>
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TBufferTransports.h>

#include <memory>
#include <span>

#include "described.hpp"

namespace peers {

template <class Struct>
struct fields_of;

template <class Get, class Has, class Mark>
struct thrift_field {
  Get get;
  Has has;
  Mark mark;
};
template <class Get, class Has, class Mark>
thrift_field(Get, Has, Mark) -> thrift_field<Get, Has, Mark>;

#define THRIFT_FIELD(name)                                    \
  peers::thrift_field {                                       \
    [](auto& it) -> auto& {                                   \
      return it.name;                                         \
    }                                                         \
    , [](const auto& it) -> bool { return it.__isset.name; }, \
        [](auto& it, bool there) { it.__isset.name = there; } \
  }

namespace detail {

template <class Struct, std::size_t Index>
inline constexpr auto field = std::get<Index>(fields_of<Struct>::value);

template <class M, class V>
void assign(const M& from, V& to) {
  if constexpr (polywire::described_struct<M>) {
    for_each_index<M>([&](auto index) {
      const auto& value = from.*member<M, index>.pointer;
      constexpr auto& at = field<V, index>;
      at.mark(to, is_present(value));
      if (is_present(value)) assign(value, at.get(to));
    });
  } else if constexpr (optional<M> || boxed<M>) {
    assign(*from, to);
  } else if constexpr (list<M>) {
    to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) assign(from[i], to[i]);
  } else if constexpr (text<M>) {
    to = from;
  } else {
    to = static_cast<V>(from);
  }
}

template <class V, class M>
void read(const V& from, M& to) {
  if constexpr (polywire::described_struct<M>) {
    for_each_index<M>([&](auto index) {
      auto& target = to.*member<M, index>.pointer;
      constexpr auto& at = field<V, index>;
      if (!optional<std::remove_cvref_t<decltype(target)>> || at.has(from))
        read(at.get(from), target);
      else
        target = {};
    });
  } else if constexpr (optional<M>) {
    if (!to) to.emplace();
    read(from, *to);
  } else if constexpr (boxed<M>) {
    read(from, *to);
  } else if constexpr (list<M>) {
    to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) read(from[i], to[i]);
  } else if constexpr (text<M>) {
    to = from;
  } else {
    to = static_cast<M>(from);
  }
}

/// Reading sets the marks of present members but does not clear the others.
template <polywire::described_struct M, class V>
void unmark(V& value) {
  for_each_index<M>([&](auto index) {
    using type = typename std::remove_cvref_t<decltype(member<M, index>)>::type;
    constexpr auto& at = field<V, index>;
    at.mark(value, false);
    if constexpr (polywire::described_struct<type>)
      unmark<type>(at.get(value));
    else if constexpr (optional<type>)
      if constexpr (polywire::described_struct<typename type::value_type>)
        unmark<typename type::value_type>(at.get(value));
  });
}

}  // namespace detail

template <class T, class Message, template <class> class Protocol>
class thrift_codec {
 public:
  static constexpr const char* name = "libthrift";
  static constexpr const char* mode = "templates, object kept, from and to plain types";
  static std::string version() { return PACKAGE_VERSION; }

  std::span<const std::uint8_t> encode(const T& value) {
    detail::assign(value, message_);
    out_->resetBuffer();
    message_.write(&writer_);
    std::uint8_t* bytes = nullptr;
    std::uint32_t size = 0;
    out_->getBuffer(&bytes, &size);
    return {bytes, size};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    detail::unmark<T>(message_);
    in_->resetBuffer(const_cast<std::uint8_t*>(message.data()),
                     static_cast<std::uint32_t>(message.size()));
    try {
      message_.read(&reader_);
    } catch (const apache::thrift::TException&) {
      return false;
    }
    detail::read(message_, value);
    return true;
  }

 private:
  using memory = apache::thrift::transport::TMemoryBuffer;

  Message message_;
  std::shared_ptr<memory> out_ = std::make_shared<memory>();
  std::shared_ptr<memory> in_ = std::make_shared<memory>();
  Protocol<memory> writer_{out_};
  Protocol<memory> reader_{in_};
};

template <class T, class Message>
using thrift_compact_codec = thrift_codec<T, Message, apache::thrift::protocol::TCompactProtocolT>;

template <class Transport>
using thrift_binary_protocol = apache::thrift::protocol::TBinaryProtocolT<Transport>;

template <class T, class Message>
using thrift_binary_codec = thrift_codec<T, Message, thrift_binary_protocol>;

}  // namespace peers

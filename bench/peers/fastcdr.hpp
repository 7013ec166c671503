// eProsima Fast CDR: its Cdr over a reused buffer that grows by itself, with lists of numbers as a
// whole. https://github.com/eProsima/Fast-CDR (Cdr.h: "serialize this class"; Fast DDS's generator
// prints the same calls for a type)
//
// CORBA's CDR in little-endian order, without an encapsulation. An optional is a sequence of zero
// or one element, because CDR has no other form for it.
#pragma once

#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>
#include <fastcdr/config.h>
#include <fastcdr/exceptions/Exception.h>

#include <span>

#include "described.hpp"

namespace peers {

template <class T>
inline constexpr bool is_number_list = false;
template <class T>
inline constexpr bool is_number_list<std::vector<T>> = std::is_arithmetic_v<T>;

template <class T>
class fastcdr_codec {
 public:
  static constexpr const char* name = "Fast CDR";
  static constexpr const char* mode = "buffer kept";
  static std::string version() { return FASTCDR_VERSION_STR; }

  std::span<const std::uint8_t> encode(const T& value) {
    cdr to = over(buffer_);
    write(to, value);
    return {reinterpret_cast<const std::uint8_t*>(buffer_.getBuffer()),
            to.get_serialized_data_length()};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    buffer read_only(const_cast<char*>(reinterpret_cast<const char*>(message.data())),
                     message.size());
    cdr from = over(read_only);
    try {
      read(from, value);
      return true;
    } catch (const eprosima::fastcdr::exception::Exception&) {
      return false;
    }
  }

 private:
  using cdr = eprosima::fastcdr::Cdr;
  using buffer = eprosima::fastcdr::FastBuffer;

  static cdr over(buffer& memory) {
    return {memory, cdr::LITTLE_ENDIANNESS, eprosima::fastcdr::CORBA_CDR};
  }

  /// Numbers and texts, alone and in vectors, for which the library has functions.
  template <class V>
  static constexpr bool is_known = std::is_arithmetic_v<V> || text<V> || is_number_list<V>;

  static void read(cdr& from, auto& to) {
    using V = std::remove_reference_t<decltype(to)>;
    if constexpr (polywire::described_struct<V>) {
      for_each_index<V>([&](auto index) { read(from, to.*member<V, index>.pointer); });
    } else if constexpr (is_known<V>) {
      from.deserialize(to);
    } else if constexpr (enumeration<V>) {
      std::underlying_type_t<V> number{};
      from.deserialize(number);
      to = static_cast<V>(number);
    } else if constexpr (boxed<V>) {
      read(from, *to);
    } else {
      std::uint32_t count = 0;
      from.deserialize(count);
      read_elements(from, to, count);
    }
  }

  static void read_elements(cdr& from, list auto& to, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) read(from, element_at(to, i));
    to.resize(count);
  }

  static void read_elements(cdr& from, optional auto& to, std::uint32_t count) {
    if (count == 0) return to.reset();
    if (!to) to.emplace();
    read(from, *to);
  }

  static void write(cdr& to, const auto& value) {
    using V = std::remove_cvref_t<decltype(value)>;
    if constexpr (polywire::described_struct<V>) {
      for_each_index<V>([&](auto index) { write(to, value.*member<V, index>.pointer); });
    } else if constexpr (is_known<V>) {
      to.serialize(value);
    } else if constexpr (enumeration<V>) {
      to.serialize(static_cast<std::underlying_type_t<V>>(value));
    } else if constexpr (boxed<V>) {
      write(to, *value);
    } else if constexpr (optional<V>) {
      to.serialize(static_cast<std::uint32_t>(value.has_value()));
      if (value) write(to, *value);
    } else {
      to.serialize(static_cast<std::uint32_t>(value.size()));
      for (const auto& element : value) write(to, element);
    }
  }

  buffer buffer_;
};

}  // namespace peers

// msgpack-cxx: a map of member names, as made by MSGPACK_DEFINE_MAP; packed into a reused buffer,
// unpacked into a reused zone, with texts that refer to the message.
// https://github.com/msgpack/msgpack-c/wiki/v2_0_cpp_unpacker ("Memory management", "reference")
#pragma once

#define MSGPACK_NO_BOOST
#include <msgpack.hpp>
#include <span>

#include "described.hpp"

namespace peers {

template <class T>
class msgpack_codec {
 public:
  static constexpr const char* name = "msgpack-cxx";
  static constexpr const char* mode = "zone kept, texts by reference";
  static std::string version() { return MSGPACK_VERSION; }

  std::span<const std::uint8_t> encode(const T& value) {
    out_.clear();
    msgpack::packer<msgpack::sbuffer> packer(out_);
    write(packer, value);
    return {reinterpret_cast<const std::uint8_t*>(out_.data()), out_.size()};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    return unpack(message, [&](const msgpack::object& unpacked) { return read(unpacked, value); });
  }

  bool validate(std::span<const std::uint8_t> message) {
    return unpack(message, [](const msgpack::object&) { return true; });
  }

 private:
  bool unpack(std::span<const std::uint8_t> message, auto use) {
    const auto by_reference = [](msgpack::type::object_type, std::size_t, void*) { return true; };
    zone_.clear();
    try {
      return use(msgpack::unpack(zone_, reinterpret_cast<const char*>(message.data()),
                                 message.size(), by_reference));
    } catch (const msgpack::unpack_error&) {
      return false;
    }
  }

  template <polywire::described_struct S>
  static bool read(const msgpack::object& from, S& to) {
    if (from.type != msgpack::type::MAP) return false;
    seen_members<S> seen;
    for (std::uint32_t i = 0; i < from.via.map.size; ++i) {
      const msgpack::object& key = from.via.map.ptr[i].key;
      const msgpack::object& value = from.via.map.ptr[i].val;
      if (key.type != msgpack::type::STR) return false;
      const bool accepted = with_member<S>({key.via.str.ptr, key.via.str.size}, [&](auto index) {
        seen.add(index);
        return read(value, to.*member<S, index>.pointer);
      });
      if (!accepted) return false;
    }
    seen.clear_others(to);
    return true;
  }

  template <list L>
  static bool read(const msgpack::object& from, L& to) {
    if (from.type != msgpack::type::ARRAY) return false;
    to.resize(from.via.array.size);
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (!read(from.via.array.ptr[i], to[i])) return false;
    }
    return true;
  }

  template <optional O>
  static bool read(const msgpack::object& from, O& to) {
    if (!to) to.emplace();
    return read(from, *to);
  }

  template <boxed B>
  static bool read(const msgpack::object& from, B& to) {
    return read(from, *to);
  }

  static bool read(const msgpack::object& from, text auto& to) {
    if (from.type != msgpack::type::STR) return false;
    to.assign(from.via.str.ptr, from.via.str.size);
    return true;
  }

  static bool read(const msgpack::object& from, bool& to) {
    to = from.via.boolean;
    return from.type == msgpack::type::BOOLEAN;
  }

  static bool read(const msgpack::object& from, std::floating_point auto& to) {
    to = static_cast<std::remove_reference_t<decltype(to)>>(from.via.f64);
    return from.type == msgpack::type::FLOAT64 || from.type == msgpack::type::FLOAT32;
  }

  template <class N>
  requires signed_integer<N> || unsigned_integer<N> || enumeration<N>
  static bool read(const msgpack::object& from, N& to) {
    if (from.type == msgpack::type::NEGATIVE_INTEGER) return assign_number(to, from.via.i64);
    return from.type == msgpack::type::POSITIVE_INTEGER && assign_number(to, from.via.u64);
  }

  template <polywire::described_struct S>
  static void write(auto& packer, const S& value) {
    std::uint32_t count = 0;
    for_each_index<S>(
        [&](auto index) { count += is_present(value.*member<S, index>.pointer) ? 1u : 0u; });
    packer.pack_map(count);
    for_each_index<S>([&](auto index) {
      const auto& from = value.*member<S, index>.pointer;
      if (!is_present(from)) return;
      write_text(packer, member<S, index>.name);
      write(packer, from);
    });
  }

  static void write(auto& packer, const list auto& value) {
    packer.pack_array(static_cast<std::uint32_t>(value.size()));
    for (const auto& element : value) write(packer, element);
  }

  static void write_text(auto& packer, std::string_view text) {
    packer.pack_str(static_cast<std::uint32_t>(text.size()));
    packer.pack_str_body(text.data(), static_cast<std::uint32_t>(text.size()));
  }

  static void write(auto& packer, const optional auto& value) { write(packer, *value); }
  static void write(auto& packer, const boxed auto& value) { write(packer, *value); }
  static void write(auto& packer, const text auto& value) { write_text(packer, value); }
  static void write(auto& packer, enumeration auto value) {
    packer.pack(static_cast<std::int64_t>(value));
  }
  template <class N>
  requires std::is_arithmetic_v<N>
  static void write(auto& packer, N value) { packer.pack(value); }

  msgpack::zone zone_;
  msgpack::sbuffer out_;
};

}  // namespace peers

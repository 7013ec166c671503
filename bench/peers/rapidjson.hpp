// RapidJSON: a document parsed in situ (in a copy, because the message must not change) with its
// memory in a reused buffer and full floating-point precision; encoded by its Writer into a reused
// buffer. https://rapidjson.org/md_doc_dom.html ("In Situ Parsing", "Performance Tips"),
// md_doc_sax.html ("Writer")
#pragma once

// https://rapidjson.org/md_doc_internals.html ("Skip Whitespace with SIMD")
#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstring>
#include <span>

#include "described.hpp"

namespace peers {

template <class T>
class rapidjson_codec {
 public:
  static constexpr const char* name = "RapidJSON";
  static constexpr const char* mode = "DOM in situ, Writer";
  static std::string version() { return RAPIDJSON_VERSION_STRING " (main branch)"; }

  std::span<const std::uint8_t> encode(const T& value) {
    out_.Clear();
    writer_.Reset(out_);
    write(writer_, value);
    return {reinterpret_cast<const std::uint8_t*>(out_.GetString()), out_.GetSize()};
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    return parse(message, [&](const document& parsed) { return read(parsed, value); });
  }

  bool validate(std::span<const std::uint8_t> message) {
    return parse(message, [](const document&) { return true; });
  }

 private:
  using allocator = rapidjson::MemoryPoolAllocator<>;
  using document = rapidjson::GenericDocument<rapidjson::UTF8<>, allocator, allocator>;
  using json = rapidjson::GenericValue<rapidjson::UTF8<>, allocator>;

  bool parse(std::span<const std::uint8_t> message, auto use) {
    text_.assign(reinterpret_cast<const char*>(message.data()), message.size());
    allocator values(values_, sizeof values_);
    allocator stack(stack_, sizeof stack_);
    document parsed(&values, sizeof stack_ / 2, &stack);
    parsed.template ParseInsitu<rapidjson::kParseFullPrecisionFlag>(text_.data());
    return !parsed.HasParseError() && use(parsed);
  }

  template <polywire::described_struct S>
  static bool read(const json& from, S& to) {
    if (!from.IsObject()) return false;
    seen_members<S> seen;
    for (const auto& it : from.GetObject()) {
      const bool accepted =
          with_member<S>({it.name.GetString(), it.name.GetStringLength()}, [&](auto index) {
            seen.add(index);
            return read(it.value, to.*member<S, index>.pointer);
          });
      if (!accepted) return false;
    }
    seen.clear_others(to);
    return true;
  }

  template <list L>
  static bool read(const json& from, L& to) {
    if (!from.IsArray()) return false;
    to.resize(from.Size());
    for (rapidjson::SizeType i = 0; i < from.Size(); ++i) {
      if (!read(from[i], to[i])) return false;
    }
    return true;
  }

  template <optional O>
  static bool read(const json& from, O& to) {
    if (!to) to.emplace();
    return read(from, *to);
  }

  template <boxed B>
  static bool read(const json& from, B& to) {
    return read(from, *to);
  }

  static bool read(const json& from, text auto& to) {
    if (!from.IsString()) return false;
    to.assign(from.GetString(), from.GetStringLength());
    return true;
  }

  static bool read(const json& from, bool& to) {
    if (!from.IsBool()) return false;
    to = from.GetBool();
    return true;
  }

  static bool read(const json& from, std::floating_point auto& to) {
    if (!from.IsNumber()) return false;
    to = static_cast<std::remove_reference_t<decltype(to)>>(from.GetDouble());
    return true;
  }

  static bool read(const json& from, unsigned_integer auto& to) {
    return from.IsUint64() && assign_number(to, from.GetUint64());
  }

  template <class N>
  requires signed_integer<N> || enumeration<N>
  static bool read(const json& from, N& to) {
    return from.IsInt64() && assign_number(to, from.GetInt64());
  }

  template <polywire::described_struct S>
  static void write(auto& writer, const S& value) {
    writer.StartObject();
    for_each_index<S>([&](auto index) {
      const auto& from = value.*member<S, index>.pointer;
      if (!is_present(from)) return;
      constexpr std::string_view key = member<S, index>.name;
      writer.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
      write(writer, from);
    });
    writer.EndObject();
  }

  static void write(auto& writer, const list auto& value) {
    writer.StartArray();
    for (const auto& element : value) write(writer, element);
    writer.EndArray();
  }

  static void write(auto& writer, const optional auto& value) { write(writer, *value); }
  static void write(auto& writer, const boxed auto& value) { write(writer, *value); }
  static void write(auto& writer, const text auto& value) {
    writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
  }
  static void write(auto& writer, std::same_as<bool> auto value) { writer.Bool(value); }
  static void write(auto& writer, std::floating_point auto value) { writer.Double(value); }
  static void write(auto& writer, unsigned_integer auto value) { writer.Uint64(value); }
  template <class N>
  requires signed_integer<N> || enumeration<N>
  static void write(auto& writer, N value) { writer.Int64(static_cast<std::int64_t>(value)); }

  char values_[1 << 16];
  char stack_[1 << 13];
  std::string text_;
  rapidjson::StringBuffer out_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_{out_};
};

}  // namespace peers

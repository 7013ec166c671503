// A fixed message with a value in every field: a few elements in each list and map, integers of all
// lengths, every other text longer than std::string's internal buffer.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <string>

namespace fill {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

inline constexpr int elements = 5;

/// Every field, or only singular scalars.
enum class Depth { whole, scalars };

class filler {
 public:
  void message(Message& target, Depth depth) {
    const Descriptor& type = *target.GetDescriptor();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (!wanted(field, depth)) continue;
      if (field.is_map()) {
        map(target, field);
      } else if (field.is_repeated()) {
        for (int n = 0; n < elements; ++n) value(target, field, true);
      } else {
        value(target, field, false);
      }
    }
  }

 private:
  /// Of a oneof, only a text is set. A recursive message has no messages and lists.
  static bool wanted(const FieldDescriptor& field, Depth depth) {
    if (field.real_containing_oneof() != nullptr) {
      return field.name() == "string_value" || field.name() == "oneof_string";
    }
    const bool is_message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    return depth == Depth::whole || (!is_message && !field.is_repeated());
  }

  void map(Message& target, const FieldDescriptor& field) {
    const bool is_bool =
        field.message_type()->field(0)->cpp_type() == FieldDescriptor::CPPTYPE_BOOL;
    for (int n = 0; n < (is_bool ? 1 : elements); ++n) {
      message(*target.GetReflection()->AddMessage(&target, &field), Depth::whole);
    }
  }

  void value(Message& target, const FieldDescriptor& field, bool add) {
    const auto& reflection = *target.GetReflection();
    const auto put = [&](auto set, auto append, auto value) {
      add ? (reflection.*append)(&target, &field, value)
          : (reflection.*set)(&target, &field, value);
    };
    using R = google::protobuf::Reflection;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return put(&R::SetInt32, &R::AddInt32, static_cast<std::int32_t>(number(31)));
      case FieldDescriptor::CPPTYPE_INT64:
        return put(&R::SetInt64, &R::AddInt64, static_cast<std::int64_t>(number(63)));
      case FieldDescriptor::CPPTYPE_UINT32:
        return put(&R::SetUInt32, &R::AddUInt32, static_cast<std::uint32_t>(number(32)));
      case FieldDescriptor::CPPTYPE_UINT64: return put(&R::SetUInt64, &R::AddUInt64, number(64));
      case FieldDescriptor::CPPTYPE_FLOAT:
        return put(&R::SetFloat, &R::AddFloat, static_cast<float>(number(20)) / 16);
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return put(&R::SetDouble, &R::AddDouble, static_cast<double>(number(40)) / 256);
      case FieldDescriptor::CPPTYPE_BOOL: return put(&R::SetBool, &R::AddBool, true);
      case FieldDescriptor::CPPTYPE_ENUM:
        return put(&R::SetEnumValue, &R::AddEnumValue, last_number(field));
      case FieldDescriptor::CPPTYPE_STRING: return put(&R::SetString, &R::AddString, text());
      case FieldDescriptor::CPPTYPE_MESSAGE: {
        Message& inner = add ? *reflection.AddMessage(&target, &field)
                             : *reflection.MutableMessage(&target, &field);
        return message(inner, recurs(field) ? Depth::scalars : Depth::whole);
      }
    }
  }

  static bool recurs(const FieldDescriptor& field) {
    return field.message_type()->name() == "TestAllTypesProto3";
  }

  static int last_number(const FieldDescriptor& field) {
    return field.enum_type()->value(field.enum_type()->value_count() - 1)->number();
  }

  /// Returns a positive number of up to `bits` bits; each varint length is equally likely.
  std::uint64_t number(unsigned bits) {
    const unsigned wanted = static_cast<unsigned>(++count_ % (bits / 7 + 1)) * 7 + 3;
    const std::uint64_t mixed = count_ * 0x9e3779b97f4a7c15u | std::uint64_t{1} << 63;
    return mixed >> (64 - (wanted < bits ? wanted : bits));
  }

  std::string text() {
    const std::string name = "text " + std::to_string(++count_);
    return count_ % 2 == 0 ? name : name + ", which is longer than fits into a string";
  }

  std::uint64_t count_ = 0;
};

}  // namespace fill

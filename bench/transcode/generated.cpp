// generated to-protobuf|to-json INPUT OUTPUT: the same by generated C++.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "catalog.hpp"
#include "catalog.json.hpp"
#include "catalog.protobuf.hpp"

namespace {

using bytes = std::span<const std::uint8_t>;

std::vector<std::uint8_t> read(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<std::uint8_t> data(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
  return data;
}

bool write(const char* path, bytes data) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  return static_cast<bool>(file);
}

template <class Decode, class Encode>
int convert(const char* input, const char* output, Decode decode, Encode encode) {
  const std::vector<std::uint8_t> data = read(input);
  catalog::Catalog value;
  polywire::buffer message;
  if (polywire::error wrong = decode(value, bytes(data))) return 1;
  if (polywire::error wrong = encode(value, message)) return 1;
  return write(output, message.span()) ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const auto json = [](auto& value, bytes data) { return polywire::json::decode(value, data); };
  const auto protobuf = [](auto& value, bytes data) {
    return polywire::protobuf::decode(value, data);
  };
  const auto to_json = [](const auto& value, auto& out) {
    return polywire::json::encode(value, out);
  };
  const auto to_protobuf = [](const auto& value, auto& out) {
    return polywire::protobuf::encode(value, out);
  };
  return arguments[1] == std::string_view("to-protobuf")
             ? convert(arguments[2], arguments[3], json, to_protobuf)
             : convert(arguments[2], arguments[3], protobuf, to_json);
}

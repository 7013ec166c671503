// generated protobuf|json protobuf|json: the same conversion of the standard input by generated
// C++.

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "frames.delimited.hpp"
#include "frames.json_values.hpp"
#include "polywire/chunks.hpp"
#include "trade.json.hpp"
#include "trade.protobuf.hpp"

namespace {

constexpr std::size_t piece_size = 1 << 16;
constexpr std::size_t largest = 1 << 28;

// Writes messages to the standard output.
class sink {
 public:
  explicit sink(bool lines) : lines_(lines) {}
  ~sink() { flush(); }

  void put(polywire::bytes message) {
    if (!lines_) put_length(message.size());
    held_.insert(held_.end(), message.begin(), message.end());
    if (lines_) held_.push_back('\n');
    if (held_.size() >= piece_size) flush();
  }

 private:
  void put_length(std::size_t length) {
    for (; length > 0x7f; length >>= 7)
      held_.push_back(static_cast<std::uint8_t>(length & 0x7f | 0x80));
    held_.push_back(static_cast<std::uint8_t>(length));
  }

  void flush() {
    std::fwrite(held_.data(), 1, held_.size(), stdout);
    held_.clear();
  }

  bool lines_;
  std::vector<std::uint8_t> held_;
};

template <class Look, class Decode, class Encode>
int convert(Look look, Decode decode, Encode encode, bool to_lines) {
  polywire::chunks<polywire::Frame, Look> messages(look, largest);
  trade::Account account;
  polywire::buffer out;
  sink written(to_lines);
  auto each = [&](polywire::bytes message) {
    out.clear();
    polywire::error wrong = decode(account, message);
    if (!wrong) wrong = encode(account, out);
    if (!wrong) written.put(out.span());
    return wrong;
  };
  std::vector<std::uint8_t> piece(piece_size);
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), stdin)) {
    if (messages.push(polywire::bytes(piece.data(), size), each)) return 1;
  }
  return messages.finish(each) ? 1 : 0;
}

template <class Look, class Decode>
int convert_to(std::string_view target, Look look, Decode decode) {
  const auto to_json = [](const auto& value, auto& out) {
    return polywire::json::encode(value, out);
  };
  const auto to_protobuf = [](const auto& value, auto& out) {
    return polywire::protobuf::encode(value, out);
  };
  return target == "json" ? convert(look, decode, to_json, true)
                          : convert(look, decode, to_protobuf, false);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto values = [](auto& next, polywire::bytes piece, const auto& before) {
    return polywire::json_values::decode(next, piece, before);
  };
  const auto delimited = [](auto& next, polywire::bytes piece, const auto& before) {
    return polywire::delimited::decode(next, piece, before);
  };
  const auto json = [](auto& value, polywire::bytes data) {
    return polywire::json::decode(value, data);
  };
  const auto protobuf = [](auto& value, polywire::bytes data) {
    return polywire::protobuf::decode(value, data);
  };
  return arguments[1] == std::string_view("json") ? convert_to(arguments[2], values, json)
                                                  : convert_to(arguments[2], delimited, protobuf);
}

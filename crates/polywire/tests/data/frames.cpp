// Answers each line, a framing and two pieces, with the elements; see tests/frames.rs.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "frames.capnp.hpp"
#include "frames.capnp_packed.hpp"
#include "frames.delimited.hpp"
#include "frames.flatbuffers_size_prefixed.hpp"
#include "frames.json_elements.hpp"
#include "frames.json_values.hpp"
#include "frames.sofh.hpp"
#include "polywire/chunks.hpp"

namespace {

std::vector<std::uint8_t> from_hex(const std::string& text) {
  std::vector<std::uint8_t> value;
  for (std::size_t at = 0; at + 2 <= text.size(); at += 2) {
    value.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(at, 2), nullptr, 16)));
  }
  return value;
}

template <class Look>
void answer(Look look, const std::string& left, const std::string& right) {
  polywire::chunks<polywire::Frame, Look> chunks(look, 20);
  const auto print = [](polywire::bytes element) {
    for (const std::uint8_t byte : element) std::printf("%02x", byte);
    std::printf("- ");
    return polywire::error{};
  };
  const auto first = from_hex(left), second = from_hex(right);
  polywire::error wrong = chunks.push(first, print);
  if (!wrong) wrong = chunks.push(second, print);
  if (!wrong) wrong = chunks.finish(print);
  std::puts(wrong ? "error" : "end");
}

}  // namespace

int main() {
  using polywire::bytes;
  using polywire::Frame;
  std::string framing, left, right;
  while (std::cin >> framing >> left >> right) {
    if (framing == "delimited") {
      answer([](Frame& next, bytes piece,
                const Frame& before) { return polywire::delimited::decode(next, piece, before); },
             left, right);
    } else if (framing == "capnp") {
      answer([](Frame& next, bytes piece,
                const Frame& before) { return polywire::capnp::decode(next, piece, before); },
             left, right);
    } else if (framing == "capnp_packed") {
      answer(
          [](Frame& next, bytes piece, const Frame& before) {
            return polywire::capnp_packed::decode(next, piece, before);
          },
          left, right);
    } else if (framing == "flatbuffers_size_prefixed") {
      answer(
          [](Frame& next, bytes piece, const Frame& before) {
            return polywire::flatbuffers_size_prefixed::decode(next, piece, before);
          },
          left, right);
    } else if (framing == "sofh") {
      answer([](Frame& next, bytes piece,
                const Frame& before) { return polywire::sofh::decode(next, piece, before); },
             left, right);
    } else if (framing == "json_values") {
      answer([](Frame& next, bytes piece,
                const Frame& before) { return polywire::json_values::decode(next, piece, before); },
             left, right);
    } else {
      answer(
          [](Frame& next, bytes piece, const Frame& before) {
            return polywire::json_elements::decode(next, piece, before);
          },
          left, right);
    }
  }
}

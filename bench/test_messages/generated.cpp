// generated check MESSAGE OUTPUT: reads the message, and writes it again to OUTPUT
// generated measure MESSAGE

#include <cstring>
#include <string_view>

#include "generated_codec.hpp"
#include "harness.hpp"

namespace {

void require(polywire::error wrong) {
  if (wrong) harness::fail(wrong.message().data());
}

void check(const harness::bytes& input, const char* output) {
  generated::Message message;
  polywire::buffer out;
  require(generated::decode(message, input));
  require(generated::encode(message, out));
  harness::write(output, {out.span().begin(), out.span().end()});
}

void measure(const harness::bytes& input) {
  polywire::buffer out;
  generated::Message reused;
  harness::bytes copy(input.size());
  harness::count("allocations decode new", [&] {
    generated::Message message;
    require(generated::decode(message, input));
  });
  require(generated::decode(reused, input));
  harness::count("allocations decode reused", [&] { require(generated::decode(reused, input)); });
  require(generated::encode(reused, out));
  harness::count("allocations encode reused", [&] { require(generated::encode(reused, out)); });
  harness::time("decode reused", [&] { require(generated::decode(reused, input)); });
  harness::time("decode new", [&] {
    generated::Message message;
    require(generated::decode(message, input));
  });
  harness::time("encode reused", [&] { require(generated::encode(reused, out)); });
  harness::time("memcpy", [&] { std::memcpy(copy.data(), input.data(), input.size()); });
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view command = count > 2 ? arguments[1] : "";
  if (command == "check" && count == 4) {
    check(harness::read(arguments[2]), arguments[3]);
  } else if (command == "measure" && count == 3) {
    measure(harness::read(arguments[2]));
  } else {
    return 2;
  }
}

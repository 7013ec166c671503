// Reads a report as Protocol Buffers, and prints its hot readings as JSON.
#include <cstdio>
#include <iterator>
#include <vector>

#include "station.json.hpp"
#include "station.protobuf.hpp"

int main() {
  std::vector<std::uint8_t> message(1 << 16);
  message.resize(std::fread(message.data(), 1, message.size(), stdin));
  weather::Report report;
  if (polywire::error wrong = polywire::protobuf::decode(report, message)) {
    std::fprintf(stderr, "%s at byte %zu\n", wrong.message().data(), wrong.offset);
    return 1;
  }
  std::erase_if(report.readings,
                [](const weather::Reading& reading) { return reading.celsius < 30; });
  polywire::buffer text;
  if (polywire::json::encode(report, text)) return 1;
  std::printf("%.*s\n", static_cast<int>(text.span().size()),
              reinterpret_cast<const char*>(text.span().data()));
  return 0;
}

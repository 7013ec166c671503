// trade_images sample|long|mix: the messages of messages.hpp as images, each after its length in 32
// bits, little-endian.

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "messages.hpp"
#include "trade.raw.hpp"

namespace {

bool write(const trade::Account& account) {
  polywire::buffer image;
  if (polywire::raw::encode(account, image)) return false;
  const auto size = static_cast<std::uint32_t>(image.size());
  for (unsigned shift = 0; shift < 32; shift += 8) {
    std::putchar(static_cast<std::uint8_t>(size >> shift));
  }
  return std::fwrite(image.data(), 1, size, stdout) == size;
}

std::vector<trade::Account> messages(std::string_view name) {
  constexpr int longest_symbol = 12;
  if (name == "mix") return bench::mixed_messages<trade::Account>(256, longest_symbol);
  if (name == "long") return {bench::long_message<trade::Account>(100)};
  return {bench::sample_message<trade::Account>()};
}

}  // namespace

int main(int count, char** arguments) {
  for (const trade::Account& account : messages(count > 1 ? arguments[1] : "sample")) {
    if (!write(account)) return 1;
  }
}

// trade_images sample|mix: the messages of messages.hpp as images, each behind its length in 32
// bits, the lowest byte first.

#include <cstdint>
#include <cstdio>
#include <cstring>
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

}  // namespace

int main(int count, char** arguments) {
  constexpr int longest_symbol = 12;
  const bool is_mix = count > 1 && std::strcmp(arguments[1], "mix") == 0;
  const std::vector<trade::Account> accounts =
      is_mix ? bench::mixed_messages<trade::Account>(256, longest_symbol)
             : std::vector{bench::sample_message<trade::Account>()};
  for (const trade::Account& account : accounts) {
    if (!write(account)) return 1;
  }
}

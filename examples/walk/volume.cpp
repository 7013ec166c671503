// Reads an account in Protocol Buffers, and adds up the volumes of its orders.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "trade.protobuf.hpp"

int main() {
  std::vector<std::uint8_t> message(1 << 16);
  message.resize(std::fread(message.data(), 1, message.size(), stdin));
  trade::Account account;
  if (polywire::error wrong = polywire::protobuf::decode(account, message)) {
    std::fprintf(stderr, "%s at byte %zu\n", wrong.message().data(), wrong.offset);
    return 1;
  }
  double volume = 0;
  for (const trade::Order& order : account.orders) volume += order.volume;
  std::printf("%s: %zu orders, %g in all\n", account.name.c_str(), account.orders.size(), volume);
  return 0;
}

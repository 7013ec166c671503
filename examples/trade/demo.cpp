// Writes and reads an account in two wire formats with the code that `polywire gen` made from
// trade.proto. Prints for each format, separated by tabs: its name, the bytes of the message, and
// the nanoseconds to write and to read it.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>

#include "trade.hpp"
#include "trade.json.hpp"
#include "trade.protobuf.hpp"

namespace {

trade::Order order(std::int32_t id, trade::Side side, trade::Type type, double price,
                   double volume) {
  trade::Order order;
  order.id = id;
  order.symbol = "EURUSD";
  order.side = side;
  order.type = type;
  order.price = price;
  order.volume = volume;
  return order;
}

trade::Account sample() {
  using enum trade::Side;
  using enum trade::Type;
  trade::Account account;
  account.id = 1;
  account.name = "Test";
  account.wallet.emplace();
  account.wallet->currency = "USD";
  account.wallet->amount = 1000;
  account.orders = {order(1, buy, market, 1.23456, 1000), order(2, sell, limit, 1.0, 100),
                    order(3, buy, stop, 1.5, 10)};
  return account;
}

// Keeps the compiler from removing work whose result is unused.
void use(const void* result) {
  asm volatile("" : : "r"(result) : "memory");
}

// Returns the median time of several runs, in nanoseconds.
template <class Work>
double nanoseconds(Work work) {
  constexpr int times = 200'000;
  std::array<double, 11> runs{};
  for (double& run : runs) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) work();
    run =
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
        times;
  }
  std::nth_element(runs.begin(), runs.begin() + runs.size() / 2, runs.end());
  return runs[runs.size() / 2];
}

// Returns false if the account does not survive the round trip.
template <class Encode, class Decode>
bool measure(std::string_view format, Encode encode, Decode decode) {
  const trade::Account account = sample();
  trade::Account read;
  polywire::buffer message;
  if (encode(account, message) || decode(read, message.span()) || read != account) return false;
  const std::size_t size = message.size();
  const double write_time =
      nanoseconds([&] { use(&message), static_cast<void>(encode(account, message)); });
  const double read_time =
      nanoseconds([&] { static_cast<void>(decode(read, message.span())), use(&read); });
  std::printf("%s\t%zu\t%.0f\t%.0f\n", format.data(), size, write_time, read_time);
  return true;
}

}  // namespace

int main() {
  using polywire::buffer;
  using trade::Account;
  using input = std::span<const std::uint8_t>;
  const auto protobuf = [] {
    return measure(
        "Protobuf",
        [](const Account& it, buffer& out) { return polywire::protobuf::encode(it, out); },
        [](Account& it, input in) { return polywire::protobuf::decode(it, in); });
  };
  const auto json = [] {
    return measure(
        "JSON", [](const Account& it, buffer& out) { return polywire::json::encode(it, out); },
        [](Account& it, input in) { return polywire::json::decode(it, in); });
  };
  if (protobuf() && json()) return 0;
  std::fputs("the account did not come back as it was\n", stderr);
  return 1;
}

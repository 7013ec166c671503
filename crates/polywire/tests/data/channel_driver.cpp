// Accounts in a channel: written into a slot, and read in place with checks on each access.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "polywire/channel.hpp"
#include "polywire/encode_into.hpp"
#include "trade.capnp.checked.hpp"
#include "trade.capnp.hpp"

namespace {

namespace channels = polywire::channels;

void require(bool is_true, std::string_view what) {
  if (is_true) return;
  std::fprintf(stderr, "%.*s\n", static_cast<int>(what.size()), what.data());
  std::exit(1);
}

void send(const channels::channel& to) {
  channels::sender sender;
  const auto failed = sender.attach(to);
  require(!failed, failed.text);
  trade::Account account;
  account.id = 8;
  account.name = "Written in place";
  std::span<std::uint8_t> slot;
  require(sender.claim(4096, slot) == channels::status::done, "there is no room");
  std::size_t size = 0;
  const auto error = polywire::encode_into(
      account, slot, size, [](const trade::Account& value, polywire::buffer& output) {
        return polywire::capnp::encode(value, output);
      });
  require(!error, error.message());
  sender.commit(size);
}

void receive(const channels::channel& from) {
  channels::receiver receiver;
  const auto failed = receiver.attach(from);
  require(!failed, failed.text);
  channels::shared_message message;
  require(receiver.peek_checked(message) == channels::status::done, "there is no message");
  auto input = message.input<polywire::shared_input>();
  const auto account = polywire::capnp::checked<trade::Account>(input);
  require(account.has_value(), "the message is not an account");
  const auto id = account->id();
  const auto name = account->name();
  const auto orders = account->orders();
  require(id.has_value() && name.has_value() && orders.has_value(), "a member is wrong");
  std::printf("%d %s", *id, std::string(*name).c_str());
  for (std::size_t index = 0; index < orders->size(); ++index) {
    const auto order = (*orders)[index];
    require(order.has_value(), "an order is wrong");
    const auto symbol = order->symbol();
    require(symbol.has_value(), "a symbol is wrong");
    std::printf(" %s", std::string(*symbol).c_str());
  }
  std::printf("\n");
  receiver.release();
}

}  // namespace

int main(int count, char** args) {
  require(count == 4, "what, which channel, which fingerprint?");
  const std::uint64_t fingerprint = std::strtoull(args[3], nullptr, 16);
  channels::channel channel;
  const auto failed = channel.open(args[2], {"capnp", "trade.Account", fingerprint});
  require(!failed, failed.text);
  if (std::string_view(args[1]) == "send") {
    send(channel);
  } else {
    receive(channel);
  }
}

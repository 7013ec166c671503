#include "capnp.hpp"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/io.h>

#include "../bounds/common.hpp"
#include "trade.capnp.h"

namespace peers {

std::size_t capnp_values::encode(const value& account, std::span<std::uint8_t> out) {
  capnp::MallocMessageBuilder message(kj::arrayPtr(scratch_, std::size(scratch_)));
  auto root = message.initRoot<trade_capnp::Account>();
  root.setId(account.id);
  root.setName(kj::StringPtr(account.name.c_str(), account.name.size()));
  if (account.wallet) {
    auto wallet = root.initWallet();
    wallet.setCurrency(
        kj::StringPtr(account.wallet->currency.c_str(), account.wallet->currency.size()));
    wallet.setAmount(account.wallet->amount);
  }
  auto orders = root.initOrders(static_cast<unsigned>(account.orders.size()));
  for (unsigned i = 0; i < orders.size(); ++i) {
    const trade::Order& from = account.orders[i];
    auto order = orders[i];
    order.setId(from.id);
    order.setSymbol(kj::StringPtr(from.symbol.c_str(), from.symbol.size()));
    order.setSide(static_cast<trade_capnp::Side>(from.side));
    order.setType(static_cast<trade_capnp::Type>(from.type));
    order.setPrice(from.price);
    order.setVolume(from.volume);
  }
  kj::ArrayOutputStream stream(kj::arrayPtr(out.data(), out.size()));
  capnp::writeMessage(stream, message);
  return stream.getArray().size();
}

bool capnp_values::decode(value& account, std::span<const std::uint8_t> bytes) {
  capnp::FlatArrayMessageReader message(kj::arrayPtr(
      reinterpret_cast<const capnp::word*>(bytes.data()), bytes.size() / sizeof(capnp::word)));
  const auto root = message.getRoot<trade_capnp::Account>();
  account.id = root.getId();
  const auto name = root.getName();
  account.name.assign(name.begin(), name.size());
  if (root.hasWallet()) {
    if (!account.wallet) account.wallet.emplace();
    const auto wallet = root.getWallet();
    const auto currency = wallet.getCurrency();
    account.wallet->currency.assign(currency.begin(), currency.size());
    account.wallet->amount = wallet.getAmount();
  } else {
    account.wallet.reset();
  }
  const auto orders = root.getOrders();
  account.orders.resize(orders.size());
  for (unsigned i = 0; i < orders.size(); ++i) {
    const auto order = orders[i];
    trade::Order& to = account.orders[i];
    to.id = order.getId();
    const auto symbol = order.getSymbol();
    to.symbol.assign(symbol.begin(), symbol.size());
    to.side = static_cast<trade::Side>(order.getSide());
    to.type = static_cast<trade::Type>(order.getType());
    to.price = order.getPrice();
    to.volume = order.getVolume();
  }
  return true;
}

}  // namespace peers

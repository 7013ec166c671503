#include "protobuf.hpp"

#include "../bounds/common.hpp"

namespace peers {

namespace {

void assign(const trade::Account& account, trade_pb::Account& message) {
  message.Clear();
  message.set_id(account.id);
  message.set_name(account.name);
  if (account.wallet) {
    trade_pb::Balance* const wallet = message.mutable_wallet();
    wallet->set_currency(account.wallet->currency);
    wallet->set_amount(account.wallet->amount);
  }
  message.mutable_orders()->Reserve(static_cast<int>(account.orders.size()));
  for (const trade::Order& order : account.orders) {
    trade_pb::Order* const to = message.add_orders();
    to->set_id(order.id);
    to->set_symbol(order.symbol);
    to->set_side(static_cast<trade_pb::Side>(order.side));
    to->set_type(static_cast<trade_pb::Type>(order.type));
    to->set_price(order.price);
    to->set_volume(order.volume);
  }
}

void assign(const trade_pb::Account& message, trade::Account& account) {
  account.id = message.id();
  account.name = message.name();
  if (message.has_wallet()) {
    if (!account.wallet) account.wallet.emplace();
    account.wallet->currency = message.wallet().currency();
    account.wallet->amount = message.wallet().amount();
  } else {
    account.wallet.reset();
  }
  account.orders.resize(static_cast<std::size_t>(message.orders_size()));
  for (int i = 0; i < message.orders_size(); ++i) {
    const trade_pb::Order& order = message.orders(i);
    trade::Order& to = account.orders[static_cast<std::size_t>(i)];
    to.id = order.id();
    to.symbol = order.symbol();
    to.side = static_cast<trade::Side>(order.side());
    to.type = static_cast<trade::Type>(order.type());
    to.price = order.price();
    to.volume = order.volume();
  }
}

std::size_t serialize(const trade_pb::Account& message, std::span<std::uint8_t> out) {
  const std::size_t size = message.ByteSizeLong();
  if (size > out.size()) return bounds::refused;
  message.SerializeWithCachedSizesToArray(out.data());
  return size;
}

}  // namespace

protobuf_messages::value protobuf_messages::make(const trade::Account& account) {
  value message;
  assign(account, message);
  return message;
}

std::size_t protobuf_messages::encode(const value& message, std::span<std::uint8_t> out) {
  return serialize(message, out);
}

bool protobuf_messages::decode(value& message, std::span<const std::uint8_t> bytes) {
  return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

std::size_t protobuf_values::encode(const value& account, std::span<std::uint8_t> out) {
  assign(account, message_);
  return serialize(message_, out);
}

bool protobuf_values::decode(value& account, std::span<const std::uint8_t> bytes) {
  if (!message_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
  assign(message_, account);
  return true;
}

}  // namespace peers

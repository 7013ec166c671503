// Uses the generated types, and only the imported schema's codec.
#include "total.hpp"

#include "common/money.protobuf.hpp"

void add_total(shop::Invoice& invoice) {
  common::Money total;
  total.currency = common::Currency::CURRENCY_EUR;
  for (const shop::Order& order : invoice.orders) {
    if (order.price) total.cents += order.price->cents;
  }
  // A round trip, as if the message came from elsewhere.
  polywire::buffer message;
  if (polywire::protobuf::encode(total, message)) return;
  common::Money read;
  if (polywire::protobuf::decode(read, message.span())) return;
  invoice.total = read;
}

// Writes an invoice and reads it again; prints its total.
#include <cstdio>

#include "invoice.json.hpp"
#include "invoice.protobuf.hpp"
#include "order.protobuf.hpp"
#include "total.hpp"

namespace {

shop::Order order(const char* article, std::int64_t cents) {
  shop::Order order;
  order.article = article;
  order.price.emplace().currency = common::Currency::CURRENCY_EUR;
  order.price->cents = cents;
  order.placed.emplace().seconds = 1700000000;
  return order;
}

}  // namespace

int main() {
  shop::Invoice invoice;
  invoice.orders = {order("pen", 120), order("ink", 480)};
  add_total(invoice);
  polywire::buffer message;
  if (polywire::protobuf::encode(invoice, message)) return 1;
  shop::Invoice read;
  if (polywire::protobuf::decode(read, message.span()) || read != invoice) return 1;
  if (polywire::protobuf::encode(read.orders[1], message)) return 1;
  std::printf("%lld cents\n", static_cast<long long>(read.total->cents));
  return 0;
}

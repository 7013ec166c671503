// Classes as in an application: public members, texts in arrays, their own enums.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plain {

enum class OrderSide : std::uint8_t { BUY, SELL };
enum class OrderType : std::uint8_t { MARKET, LIMIT, STOP };

struct Order {
  int Id;
  char Symbol[10];
  OrderSide Side;
  OrderType Type;
  double Price;
  double Volume;
};

struct Balance {
  char Currency[10];
  double Amount;
};

struct Account {
  int Id;
  std::string Name;
  Balance Wallet;
  std::vector<Order> Orders;
};

}  // namespace plain

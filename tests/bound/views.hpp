// Classes that refer to texts elsewhere, and one that owns its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace views {

enum class Side { buy, sell };

enum class Type { market, limit, stop };

class Order {
 public:
  std::int32_t id = 0;
  Side side = Side::buy;
  Type type = Type::market;
  double price = 0;
  double volume = 0;

  std::string_view GetSymbol() const { return symbol_; }
  void SetSymbol(std::string_view symbol) { symbol_ = symbol; }

 private:
  std::string_view symbol_;
};

struct Balance {
  std::string currency;
  double amount = 0;
};

struct Account {
  std::int32_t id = 0;
  std::string_view name;
  std::optional<Balance> wallet;
  std::vector<Order> orders;
};

}  // namespace views

// The trade model's value types, as generated code declares them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "polywire/unknown.hpp"

namespace trade {

enum class Side : std::int32_t { buy = 0, sell = 1 };
enum class Type : std::int32_t { market = 0, limit = 1, stop = 2 };

struct Order {
  std::int32_t id{};
  std::string symbol;
  Side side{};
  Type type{};
  double price{};
  double volume{};
  polywire::unknown_fields unknown_fields;

  friend bool operator==(const Order&, const Order&) = default;
};

struct Balance {
  std::string currency;
  double amount{};
  polywire::unknown_fields unknown_fields;

  friend bool operator==(const Balance&, const Balance&) = default;
};

struct Account {
  std::int32_t id{};
  std::string name;
  std::optional<Balance> wallet;
  std::vector<Order> orders;
  polywire::unknown_fields unknown_fields;

  friend bool operator==(const Account&, const Account&) = default;
};

}  // namespace trade

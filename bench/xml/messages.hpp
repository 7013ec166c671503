// The messages, as generated values.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "generated/trade.hpp"

namespace messages {

inline trade::Order order(int id, std::string symbol, trade::Side side, trade::Type type,
                          double price, double volume) {
  trade::Order made;
  made.id = id;
  made.symbol = std::move(symbol);
  made.side = side;
  made.type = type;
  made.price = price;
  made.volume = volume;
  return made;
}

inline trade::Account account(int id, std::string name, std::string currency, double amount) {
  trade::Account made;
  made.id = id;
  made.name = std::move(name);
  made.wallet.emplace();
  made.wallet->currency = std::move(currency);
  made.wallet->amount = amount;
  return made;
}

/// The message of the published comparison of C++ serializers.
inline std::vector<trade::Account> accounts() {
  trade::Account made = account(1, "Test", "USD", 1000);
  made.orders = {order(1, "EURUSD", trade::Side::buy, trade::Type::market, 1.23456, 1000),
                 order(2, "EURUSD", trade::Side::sell, trade::Type::limit, 1.0, 100),
                 order(3, "EURUSD", trade::Side::buy, trade::Type::stop, 1.5, 10)};
  return {made};
}

class mixed {
 public:
  std::vector<trade::Account> make(std::size_t count, int most_orders) {
    std::vector<trade::Account> made;
    while (made.size() < count) made.push_back(one(between(0, most_orders)));
    return made;
  }

  /// Returns an account with this many orders.
  trade::Account one(int orders) {
    trade::Account made =
        account(between(1, 1'000'000), text(4, 24), text(3, 3), between(0, 100'000'000) / 100.0);
    for (int id = 1; id <= orders; ++id) {
      made.orders.push_back(order(between(1, 1'000'000), text(3, 8),
                                  static_cast<trade::Side>(between(0, 1)),
                                  static_cast<trade::Type>(between(0, 2)),
                                  between(1, 10'000'000) / 100'000.0, between(1, 100'000) / 10.0));
    }
    return made;
  }

 private:
  std::string text(int shortest, int longest) {
    std::string made(static_cast<std::size_t>(between(shortest, longest)), ' ');
    for (char& it : made) it = static_cast<char>('A' + between(0, 25));
    return made;
  }

  int between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

  std::mt19937 random_{42};
};

}  // namespace messages

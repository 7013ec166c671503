// The messages of tests and benchmarks, for any declaration of the trade model's types.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace bench {

template <class Order>
Order eurusd(int id, int side, int type, double price, double volume) {
  Order made;
  made.id = id;
  made.symbol = "EURUSD";
  made.side = static_cast<decltype(made.side)>(side);
  made.type = static_cast<decltype(made.type)>(type);
  made.price = price;
  made.volume = volume;
  return made;
}

/// Returns the wallet of a new account, which is optional in some schemas.
auto& wallet_of(auto& account) {
  if constexpr (requires { account.wallet.emplace(); }) {
    return account.wallet.emplace();
  } else {
    return account.wallet;
  }
}

template <class Account>
Account account_without_orders() {
  Account account;
  account.id = 1;
  account.name = "Test";
  auto& wallet = wallet_of(account);
  wallet.currency = "USD";
  wallet.amount = 1000;
  return account;
}

/// The message of the published comparison of C++ serializers.
template <class Account>
Account sample_message() {
  using order = typename decltype(Account::orders)::value_type;
  auto account = account_without_orders<Account>();
  account.orders.push_back(eurusd<order>(1, 0, 0, 1.23456, 1000));
  account.orders.push_back(eurusd<order>(2, 1, 1, 1.0, 100));
  account.orders.push_back(eurusd<order>(3, 0, 2, 1.5, 10));
  return account;
}

/// The same with many orders.
template <class Account>
Account long_message(int orders) {
  using order = typename decltype(Account::orders)::value_type;
  auto account = account_without_orders<Account>();
  for (int id = 1; id <= orders; ++id)
    account.orders.push_back(eurusd<order>(id, (id + 1) % 2, id % 3, 1.23456, 1000.0 / id));
  return account;
}

/// Varied messages, so that branch prediction cannot learn one by heart: 0 to 6 orders, names of 0
/// to 24 characters, symbols of 3 to `longest_symbol`, a tenth of the prices with all digits.
template <class Account>
std::vector<Account> mixed_messages(std::size_t count, int longest_symbol) {
  using order_type = typename decltype(Account::orders)::value_type;
  std::mt19937 random(42);
  const auto between = [&random](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const auto text = [&](int shortest, int longest) {
    std::string made;
    for (int n = between(shortest, longest); n > 0; --n) {
      made.push_back(static_cast<char>('A' + between(0, 25)));
    }
    return made;
  };
  std::vector<Account> messages(count);
  for (Account& account : messages) {
    account.id = between(0, 3) != 0 ? between(1, 100) : between(1, 2'000'000);
    account.name = text(0, 24);
    auto& wallet = wallet_of(account);
    wallet.currency = text(3, 4);
    wallet.amount = between(0, 1) != 0 ? between(0, 100'000) : between(0, 10'000'000) / 100.0;
    for (int n = between(0, 6); n > 0; --n) {
      order_type& order = account.orders.emplace_back();
      order.id = between(0, 3) != 0 ? between(1, 120) : between(1, 100'000);
      order.symbol = text(3, longest_symbol);
      order.side = static_cast<decltype(order.side)>(between(0, 1));
      order.type = static_cast<decltype(order.type)>(between(0, 2));
      order.price =
          between(0, 9) != 0 ? between(1, 9'999'999) / 1e5 : static_cast<double>(random()) / 7.0e6;
      order.volume = between(1, 1000) * (between(0, 1) != 0 ? 1 : 10);
    }
  }
  return messages;
}

}  // namespace bench

// Classes with private members, other enumerator values, a presence flag and their own list type.
#pragma once

#include <cstdint>
#include <list>
#include <string>

namespace guarded {

enum class Direction : char { bid = 'B', ask = 'S' };

enum class Kind { market, limit, stop };

class Order {
 public:
  std::int32_t GetId() const { return id_; }
  void SetId(std::int32_t id) { id_ = id; }
  const std::string& GetSymbol() const { return symbol_; }
  void SetSymbol(std::string symbol) { symbol_ = symbol; }
  Direction GetSide() const { return side_; }
  void SetSide(Direction side) { side_ = side; }
  double GetPrice() const { return price_; }
  void SetPrice(double price) { price_ = price; }
  double& volume() { return volume_; }
  const double& volume() const { return volume_; }

  Kind kind = Kind::market;

 private:
  std::int32_t id_ = 0;
  std::string symbol_;
  Direction side_ = Direction::bid;
  double price_ = 0;
  double volume_ = 0;
};

/// A list that is not a std::vector.
template <class T>
class Chain {
 public:
  using value_type = T;
  void push_back(T value) { elements_.push_back(value); }
  T& back() { return elements_.back(); }
  void clear() { elements_.clear(); }
  std::size_t size() const { return elements_.size(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

 private:
  std::list<T> elements_;
};

class Balance {
 public:
  std::string& currency() { return currency_; }
  const std::string& currency() const { return currency_; }
  double Amount = 0;

 private:
  std::string currency_;
};

class Account {
 public:
  std::int32_t id = 0;
  Balance wallet;
  bool has_wallet = false;

  const std::string& GetName() const { return name_; }
  void SetName(const std::string& name) { name_ = name; }
  Chain<Order>& orders() { return orders_; }
  const Chain<Order>& orders() const { return orders_; }

 private:
  std::string name_;
  Chain<Order> orders_;
};

}  // namespace guarded

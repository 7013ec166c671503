// A digest of every field of a message that is read once, which shows that all programs read the
// same values.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace visit {

class digest {
 public:
  void add(std::uint64_t value) noexcept { sum_ += value; }
  void add(double value) noexcept { sum_ += std::bit_cast<std::uint64_t>(value); }
  void add(float value) noexcept { sum_ += std::bit_cast<std::uint32_t>(value); }
  /// Only a text's length and ends are read.
  void add(std::string_view text) noexcept {
    sum_ += text.size();
    if (!text.empty()) sum_ += byte(text.front()) + byte(text.back());
  }
  std::uint64_t value() const noexcept { return sum_; }

 private:
  static std::uint64_t byte(char letter) noexcept { return static_cast<unsigned char>(letter); }

  std::uint64_t sum_ = 0;
};

/// Every field of an order in the trade model, given a generated view.
template <class Order>
void visit_order(const Order& order, digest& sum) {
  sum.add(static_cast<std::uint64_t>(order.id()));
  sum.add(order.symbol());
  sum.add(static_cast<std::uint64_t>(order.side()));
  sum.add(static_cast<std::uint64_t>(order.type()));
  sum.add(order.price());
  sum.add(order.volume());
}

}  // namespace visit

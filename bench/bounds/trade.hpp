// The trade model's value types, as generated code declares them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polywire {

/// What a decoder met and its schema does not know, to be written back to the same format. One null
/// pointer while there is nothing.
class unknown_fields {
 public:
  unknown_fields() = default;
  unknown_fields(unknown_fields&&) = default;
  unknown_fields& operator=(unknown_fields&&) = default;
  unknown_fields(const unknown_fields& other)
      : bytes_(other.bytes_ ? std::make_unique<std::string>(*other.bytes_) : nullptr) {}
  unknown_fields& operator=(const unknown_fields& other) { return *this = unknown_fields(other); }

  bool empty() const { return bytes_ == nullptr || bytes_->empty(); }
  std::string_view bytes() const { return bytes_ ? std::string_view(*bytes_) : std::string_view(); }
  void clear() {
    if (bytes_) [[unlikely]]
      bytes_->clear();
  }
  void append(const std::uint8_t* begin, const std::uint8_t* end) {
    if (!bytes_) bytes_ = std::make_unique<std::string>();
    bytes_->append(begin, end);
  }

  friend bool operator==(const unknown_fields& a, const unknown_fields& b) {
    return a.bytes() == b.bytes();
  }

 private:
  std::unique_ptr<std::string> bytes_;
};

}  // namespace polywire

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
  polywire::unknown_fields unknown;

  friend bool operator==(const Order&, const Order&) = default;
};

struct Balance {
  std::string currency;
  double amount{};
  polywire::unknown_fields unknown;

  friend bool operator==(const Balance&, const Balance&) = default;
};

struct Account {
  std::int32_t id{};
  std::string name;
  std::optional<Balance> wallet;
  std::vector<Order> orders;
  polywire::unknown_fields unknown;

  friend bool operator==(const Account&, const Account&) = default;
};

}  // namespace trade

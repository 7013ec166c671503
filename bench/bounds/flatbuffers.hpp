// FlatBuffers. Written in a layout of our own, which every reader accepts: one constant vtable per
// type at the front, then the objects in preorder. Read with the checks of the official verifier,
// and with limits on tables and on copied text, as many offsets may lead to one place.
#pragma once

#include <array>

#include "common.hpp"

namespace bounds::flatbuffers {

using namespace polywire::leaf;

namespace detail {

inline constexpr std::size_t largest_buffer = 0x7fff'ffff;
inline constexpr std::size_t most_tables = 1'000'000;
inline constexpr std::int64_t text_budget = 64 << 20;  // bytes

/// Where each field stands in a table that stores all of them; the sizes double as alignments.
struct account_layout {
  static constexpr std::array<std::uint8_t, 4> sizes = {4, 4, 4, 4};
  static constexpr std::uint16_t id = 4, name = 8, wallet = 12, orders = 16;
  static constexpr std::uint16_t size = 20, alignment = 4;
  static constexpr std::array<std::uint16_t, 6> vtable = {12, size, id, name, wallet, orders};
};
struct balance_layout {
  static constexpr std::array<std::uint8_t, 2> sizes = {4, 8};
  static constexpr std::uint16_t currency = 4, amount = 8;
  static constexpr std::uint16_t size = 16, alignment = 8;
  static constexpr std::array<std::uint16_t, 4> vtable = {8, size, currency, amount};
};
struct order_layout {
  static constexpr std::array<std::uint8_t, 6> sizes = {4, 4, 1, 1, 8, 8};
  static constexpr std::uint16_t id = 4, symbol = 8, side = 12, type = 13, price = 16, volume = 24;
  static constexpr std::uint16_t size = 32, alignment = 8;
  static constexpr std::array<std::uint16_t, 8> vtable = {16,   size, id,    symbol,
                                                          side, type, price, volume};
};

inline constexpr std::uint32_t account_vtable = 4;
inline constexpr std::uint32_t account_vtable_wallet = account_vtable + 8;  // the field's entry
inline constexpr std::uint32_t balance_vtable = account_vtable + 12;
inline constexpr std::uint32_t order_vtable = balance_vtable + 8;
inline constexpr std::uint32_t account_table = order_vtable + 16;

/// The bytes before the first table: the offset to it and the vtables.
inline constexpr auto prefix = [] {
  std::array<std::uint8_t, account_table> bytes{};
  bytes[0] = account_table;
  std::size_t at = account_vtable;
  const auto append = [&](const auto& vtable) {
    for (const std::uint16_t entry : vtable) {
      bytes[at++] = static_cast<std::uint8_t>(entry);
      bytes[at++] = static_cast<std::uint8_t>(entry >> 8);
    }
  };
  append(account_layout::vtable);
  append(balance_layout::vtable);
  append(order_layout::vtable);
  return bytes;
}();

// ---- encode. Positions are relative to the buffer, whose start counts as aligned to 8.

POLYWIRE_INLINE std::size_t align(std::size_t position, std::size_t to) {
  return (position + to - 1) & ~(to - 1);
}

inline constexpr std::size_t string_overhead = 4 + 1 + 3;  // size, NUL, padding
inline constexpr std::size_t slack = text_slack + 8;       // behind a text and its NUL

/// A string with its NUL, which may be followed by up to 8 zeros of padding. Returns its end.
POLYWIRE_INLINE std::size_t write_string(std::uint8_t* buffer, std::size_t at,
                                         const std::string& text) {
  const std::size_t n = text.size();
  store_le(buffer + at, static_cast<std::uint32_t>(n));
  std::uint8_t* const bytes = buffer + at + 4;
  if (POLYWIRE_LIKELY(n <= 15)) {
    copy_text_padded<true>(bytes, text, n + 1);
    store_le(bytes + 16, std::uint64_t{0});
  } else {
    store_le(copy_text<false>(bytes, text), std::uint64_t{0});
  }
  return at + 4 + n + 1;
}

/// Writes the offset that stands at `from` and leads to `to`.
POLYWIRE_INLINE void write_offset(std::uint8_t* buffer, std::size_t from, std::size_t to) {
  store_le(buffer + from, static_cast<std::uint32_t>(to - from));
}

POLYWIRE_INLINE void write_vtable_offset(std::uint8_t* buffer, std::size_t table,
                                         std::uint32_t vtable) {
  store_le(buffer + table, static_cast<std::uint32_t>(table - vtable));
}

template <class Account>
POLYWIRE_INLINE std::size_t account_room(const Account& account) {
  const std::size_t wallet =
      account.wallet ? 7 + balance_layout::size + string_overhead + account.wallet->currency.size()
                     : 0;
  return account_table + account_layout::size + string_overhead + account.name.size() + wallet + 4 +
         4 * account.orders.size() + slack;
}

template <class Order>
POLYWIRE_INLINE std::size_t order_room(const Order& order) {
  return 7 + order_layout::size + string_overhead + order.symbol.size() + slack;
}

template <class Order>
POLYWIRE_INLINE bool write_order(std::uint8_t* buffer, std::size_t at, const Order& order) {
  using layout = order_layout;
  const auto side = static_cast<std::int32_t>(order.side);
  const auto type = static_cast<std::int32_t>(order.type);
  // The enums' base type is byte.
  if (POLYWIRE_UNLIKELY(static_cast<std::int8_t>(side) != side ||
                        static_cast<std::int8_t>(type) != type)) {
    return false;
  }
  write_vtable_offset(buffer, at, order_vtable);
  store_le(buffer + at + layout::id, order.id);
  write_offset(buffer, at + layout::symbol, at + layout::size);
  store_le(buffer + at + layout::side,
           static_cast<std::uint32_t>(static_cast<std::uint8_t>(side) |
                                      static_cast<std::uint8_t>(type) << 8));
  store_le(buffer + at + layout::price, order.price);
  store_le(buffer + at + layout::volume, order.volume);
  return true;
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  using layout = account_layout;
  if (POLYWIRE_UNLIKELY(buffer.size() < account_room(account))) return refused;
  std::uint8_t* const out = buffer.data();
  std::memcpy(out, prefix.data(), prefix.size());
  constexpr std::size_t table = account_table;
  write_vtable_offset(out, table, account_vtable);
  store_le(out + table + layout::id, account.id);
  write_offset(out, table + layout::name, table + layout::size);
  std::size_t at = write_string(out, table + layout::size, account.name);

  if (POLYWIRE_LIKELY(account.wallet.has_value())) {
    at = align(at, balance_layout::alignment);
    write_offset(out, table + layout::wallet, at);
    write_vtable_offset(out, at, balance_vtable);
    write_offset(out, at + balance_layout::currency, at + balance_layout::size);
    store_le(out + at + balance_layout::amount, account.wallet->amount);
    at = write_string(out, at + balance_layout::size, account.wallet->currency);
  } else {
    store_le(out + account_vtable_wallet, std::uint16_t{0});
    store_le(out + table + layout::wallet, std::uint32_t{0});
  }

  at = align(at, 4);
  write_offset(out, table + layout::orders, at);
  store_le(out + at, static_cast<std::uint32_t>(account.orders.size()));
  std::size_t element = at + 4;
  at = element + 4 * account.orders.size();
  for (const auto& order : account.orders) {
    if (POLYWIRE_UNLIKELY(buffer.size() - at < order_room(order))) return refused;
    store_le(out + at, std::uint32_t{0});
    at = align(at, order_layout::alignment);
    if (POLYWIRE_UNLIKELY(!write_order(out, at, order))) return refused;
    write_offset(out, element, at);
    element += 4;
    at = align(write_string(out, at + order_layout::size, order.symbol), 4);
  }
  return POLYWIRE_LIKELY(at <= largest_buffer) ? at : refused;
}

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  std::size_t room = account_room(account);
  for (const auto& order : account.orders) room += order_room(order);
  return encode_exactly(out, room,
                        [&account](output buffer) { return write_account(account, buffer); });
}

// ---- decode

/// Checks and follows what the bytes say. Positions are indices into the buffer.
class checked_buffer {
 public:
  POLYWIRE_INLINE explicit checked_buffer(input bytes) : data_(bytes.data()), size_(bytes.size()) {}

  POLYWIRE_INLINE const std::uint8_t* data() const { return data_; }
  POLYWIRE_INLINE std::size_t size() const { return size_; }

  template <class T>
  POLYWIRE_INLINE T at(std::size_t position) const {
    return load_le<T>(data_ + position);
  }

  POLYWIRE_INLINE bool holds(std::size_t position, std::size_t size) const {
    return POLYWIRE_LIKELY(position <= size_ && size <= size_ - position);
  }

  /// Follows the offset at `from`, whose bytes are known to be there. It must lead forward.
  POLYWIRE_INLINE bool follow(std::size_t from, std::size_t& to) const {
    const auto offset = at<std::int32_t>(from);
    to = from + static_cast<std::size_t>(offset);
    return POLYWIRE_LIKELY(offset > 0);
  }

  /// The table's vtable, up to its own size field.
  POLYWIRE_INLINE bool find_vtable(std::size_t table, std::size_t& vtable) const {
    if (POLYWIRE_UNLIKELY(table % 4 != 0 || !holds(table, 4))) return false;
    vtable = table - static_cast<std::size_t>(std::int64_t{at<std::int32_t>(table)});
    return POLYWIRE_LIKELY(vtable % 2 == 0 && holds(vtable, 2));
  }

  POLYWIRE_INLINE bool read_text(std::size_t from, std::string& text) {
    std::size_t string;
    if (POLYWIRE_UNLIKELY(!follow(from, string) || string % 4 != 0 || !holds(string, 4))) {
      return false;
    }
    const std::size_t n = at<std::uint32_t>(string);
    const std::size_t bytes = string + 4;
    if (POLYWIRE_UNLIKELY(n >= size_ - bytes || data_[bytes + n] != 0)) return false;
    text_budget_ -= static_cast<std::int64_t>(n);
    if (POLYWIRE_UNLIKELY(text_budget_ < 0)) return false;
    return assign_text<false>(text, data_ + bytes, n, data_ + size_);
  }

 private:
  const std::uint8_t* const data_;
  const std::size_t size_;
  std::int64_t text_budget_ = text_budget;
};

/// Tables of one type. What was checked of a vtable holds for the next table with the same one and
/// the same alignment.
template <class Layout>
class table_checker {
 public:
  /// The whole vtable and the bytes and alignment of every field it names.
  POLYWIRE_INLINE bool check(const checked_buffer& buffer, std::size_t table) {
    std::size_t vtable;
    if (POLYWIRE_UNLIKELY(!buffer.find_vtable(table, vtable))) return false;
    if (POLYWIRE_UNLIKELY(vtable != vtable_ || table % 8 != table_alignment_)) {
      if (!check_vtable(buffer, table, vtable)) return false;
    }
    return buffer.holds(table, extent_);
  }

  /// True for a table of exactly this layout that lies within the buffer.
  POLYWIRE_INLINE bool is_predicted(const checked_buffer& buffer, std::size_t table) {
    if (POLYWIRE_UNLIKELY(table % Layout::alignment != 0 || !buffer.holds(table, Layout::size))) {
      return false;
    }
    const std::size_t vtable =
        table - static_cast<std::size_t>(std::int64_t{buffer.at<std::int32_t>(table)});
    if (POLYWIRE_LIKELY(vtable == predicted_vtable_)) return true;
    constexpr std::size_t size = sizeof Layout::vtable;
    if (POLYWIRE_UNLIKELY(vtable % 2 != 0 || !buffer.holds(vtable, size) ||
                          std::memcmp(buffer.data() + vtable, predicted.data(), size) != 0)) {
      return false;
    }
    predicted_vtable_ = vtable;
    return true;
  }

  /// The field's distance from its table, 0 when it is absent.
  POLYWIRE_INLINE std::size_t offset(std::size_t field) const { return offsets_[field]; }

  template <class T>
  POLYWIRE_INLINE T value(const checked_buffer& buffer, std::size_t table,
                          std::size_t field) const {
    return offsets_[field] != 0 ? buffer.at<T>(table + offsets_[field]) : T{};
  }

 private:
  static constexpr std::size_t count = Layout::sizes.size();
  // Out of reach of any table's signed 32-bit offset.
  static constexpr std::size_t nowhere = std::size_t{1} << 62;

  static constexpr auto predicted = [] {
    std::array<std::uint8_t, sizeof Layout::vtable> bytes{};
    for (std::size_t i = 0; i < Layout::vtable.size(); ++i) {
      bytes[2 * i] = static_cast<std::uint8_t>(Layout::vtable[i]);
      bytes[2 * i + 1] = static_cast<std::uint8_t>(Layout::vtable[i] >> 8);
    }
    return bytes;
  }();

  POLYWIRE_INLINE bool check_vtable(const checked_buffer& buffer, std::size_t table,
                                    std::size_t vtable) {
    vtable_ = nowhere;
    const std::size_t size = buffer.at<std::uint16_t>(vtable);
    if (POLYWIRE_UNLIKELY(size % 2 != 0 || size < 4 || !buffer.holds(vtable, size))) return false;
    extent_ = 4;
    bool aligned = true;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t entry = 4 + 2 * i;
      const std::size_t offset =
          POLYWIRE_LIKELY(entry < size) ? buffer.at<std::uint16_t>(vtable + entry) : 0;
      offsets_[i] = offset;
      const std::size_t field_size = Layout::sizes[i];
      const std::size_t field_end = offset != 0 ? offset + field_size : 0;
      extent_ = field_end > extent_ ? field_end : extent_;
      aligned &= offset == 0 || (table + offset) % field_size == 0;
    }
    if (POLYWIRE_UNLIKELY(!aligned)) return false;
    vtable_ = vtable;
    table_alignment_ = table % 8;
    return true;
  }

  std::size_t vtable_ = nowhere;
  std::size_t predicted_vtable_ = nowhere;
  std::size_t table_alignment_ = 0;
  std::size_t extent_ = 0;
  std::array<std::size_t, count> offsets_{};
};

template <prediction Predict>
class account_reader {
 public:
  POLYWIRE_INLINE explicit account_reader(input bytes) : buffer_(bytes) {}

  template <class Account>
  POLYWIRE_INLINE bool read(Account& account) {
    const std::size_t table = buffer_.at<std::uint32_t>(0);
    table_checker<account_layout> checker;
    std::size_t wallet_at = 0;
    std::size_t orders_at = 0;
    account.unknown.clear();
    if (predicted(checker, table)) {
      account.id = buffer_.at<std::int32_t>(table + account_layout::id);
      if (POLYWIRE_UNLIKELY(!buffer_.read_text(table + account_layout::name, account.name))) {
        return false;
      }
      wallet_at = table + account_layout::wallet;
      orders_at = table + account_layout::orders;
    } else {
      if (!checker.check(buffer_, table)) return false;
      account.id = checker.value<std::int32_t>(buffer_, table, 0);
      if (!read_text(checker, table, 1, account.name)) return false;
      wallet_at = checker.offset(2) != 0 ? table + checker.offset(2) : 0;
      orders_at = checker.offset(3) != 0 ? table + checker.offset(3) : 0;
    }
    if (POLYWIRE_UNLIKELY(wallet_at == 0)) {
      account.wallet.reset();
    } else if (POLYWIRE_UNLIKELY(!read_balance(wallet_at, engaged(account.wallet)))) {
      return false;
    }
    if (POLYWIRE_LIKELY(orders_at != 0)) return read_orders(orders_at, account.orders);
    account.orders.clear();
    return true;
  }

 private:
  template <class Layout>
  POLYWIRE_INLINE bool predicted(table_checker<Layout>& checker, std::size_t table) const {
    if constexpr (Predict == prediction::off) return false;
    return POLYWIRE_LIKELY(checker.is_predicted(buffer_, table));
  }

  template <class Layout>
  POLYWIRE_INLINE bool read_text(const table_checker<Layout>& checker, std::size_t table,
                                 std::size_t field, std::string& text) {
    if (POLYWIRE_LIKELY(checker.offset(field) != 0)) {
      return buffer_.read_text(table + checker.offset(field), text);
    }
    text.clear();
    return true;
  }

  template <class Balance>
  POLYWIRE_INLINE bool read_balance(std::size_t from, Balance& balance) {
    std::size_t table;
    if (POLYWIRE_UNLIKELY(!buffer_.follow(from, table))) return false;
    balance.unknown.clear();
    table_checker<balance_layout> checker;
    if (predicted(checker, table)) {
      balance.amount = buffer_.at<double>(table + balance_layout::amount);
      return buffer_.read_text(table + balance_layout::currency, balance.currency);
    }
    if (!checker.check(buffer_, table)) return false;
    balance.amount = checker.value<double>(buffer_, table, 1);
    return read_text(checker, table, 0, balance.currency);
  }

  template <class Orders>
  POLYWIRE_INLINE bool read_orders(std::size_t from, Orders& orders) {
    std::size_t vector;
    if (POLYWIRE_UNLIKELY(!buffer_.follow(from, vector) || vector % 4 != 0 ||
                          !buffer_.holds(vector, 4))) {
      return false;
    }
    const std::size_t count = buffer_.at<std::uint32_t>(vector);
    std::size_t element = vector + 4;
    if (POLYWIRE_UNLIKELY(count > (buffer_.size() - element) / 4 || count > most_tables)) {
      return false;
    }
    fit(orders, count);
    table_checker<order_layout> checker;
    for (auto& order : orders) {
      std::size_t table;
      if (POLYWIRE_UNLIKELY(!buffer_.follow(element, table))) return false;
      order.unknown.clear();
      const bool read = predicted(checker, table) ? read_predicted_order(table, order)
                                                  : read_order(checker, table, order);
      if (POLYWIRE_UNLIKELY(!read)) return false;
      element += 4;
    }
    return true;
  }

  template <class Order>
  POLYWIRE_INLINE bool read_predicted_order(std::size_t table, Order& order) {
    using layout = order_layout;
    order.id = buffer_.at<std::int32_t>(table + layout::id);
    order.side = static_cast<decltype(order.side)>(buffer_.at<std::int8_t>(table + layout::side));
    order.type = static_cast<decltype(order.type)>(buffer_.at<std::int8_t>(table + layout::type));
    order.price = buffer_.at<double>(table + layout::price);
    order.volume = buffer_.at<double>(table + layout::volume);
    return buffer_.read_text(table + layout::symbol, order.symbol);
  }

  template <class Order>
  POLYWIRE_INLINE bool read_order(table_checker<order_layout>& checker, std::size_t table,
                                  Order& order) {
    if (POLYWIRE_UNLIKELY(!checker.check(buffer_, table))) return false;
    order.id = checker.value<std::int32_t>(buffer_, table, 0);
    order.side = static_cast<decltype(order.side)>(checker.value<std::int8_t>(buffer_, table, 2));
    order.type = static_cast<decltype(order.type)>(checker.value<std::int8_t>(buffer_, table, 3));
    order.price = checker.value<double>(buffer_, table, 4);
    order.volume = checker.value<double>(buffer_, table, 5);
    return read_text(checker, table, 1, order.symbol);
  }

  checked_buffer buffer_;
};

}  // namespace detail

template <class Account>
std::size_t encode(const Account& account, output out) {
  const std::size_t size = detail::write_account(account, out);
  return POLYWIRE_LIKELY(size != refused) ? size : detail::encode_tight(account, out);
}

template <prediction Predict = prediction::on, class Account>
bool decode(Account& account, input bytes) {
  if (POLYWIRE_UNLIKELY(bytes.size() < 8 || bytes.size() > detail::largest_buffer)) return false;
  return detail::account_reader<Predict>(bytes).read(account);
}

}  // namespace bounds::flatbuffers

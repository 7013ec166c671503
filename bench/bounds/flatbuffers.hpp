// FlatBuffers. Written in a layout of our own, which every reader accepts: one constant vtable per
// type at the front, then the objects in preorder. Read with the checks of the official verifier,
// and with limits on tables and on copied text, as many offsets may lead to one place.
#pragma once

#include <array>
#include <limits>

#include "common.hpp"

namespace bounds::flatbuffers {

using namespace polywire::leaf;

namespace detail {

inline constexpr std::size_t largest_buffer = 0x7fff'ffff;
inline constexpr std::int64_t most_tables = 1'000'000;
inline constexpr std::int64_t text_budget = 64 << 20;  // bytes

/// The position of each field in a table that stores all of them; sizes also serve as alignments.
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
inline constexpr std::size_t slack = text_slack + 8;       // after a text and its NUL

/// Writes a string with its NUL, possibly followed by up to 8 zeros of padding. Returns its end.
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

/// Writes the offset at `from` that points to `to`.
POLYWIRE_INLINE void write_offset(std::uint8_t* buffer, std::size_t from, std::size_t to) {
  store_le(buffer + from, static_cast<std::uint32_t>(to - from));
}

POLYWIRE_INLINE void write_vtable_offset(std::uint8_t* buffer, std::size_t table,
                                         std::uint32_t vtable) {
  store_le(buffer + table, static_cast<std::uint32_t>(table - vtable));
}

template <class Account>
POLYWIRE_INLINE std::size_t account_size_bound(const Account& account) {
  const std::size_t wallet =
      account.wallet ? 7 + balance_layout::size + string_overhead + account.wallet->currency.size()
                     : 0;
  return account_table + account_layout::size + string_overhead + account.name.size() + wallet + 4 +
         4 * account.orders.size() + slack;
}

template <class Order>
POLYWIRE_INLINE std::size_t order_size_bound(const Order& order) {
  return 7 + order_layout::size + string_overhead + order.symbol.size() + slack;
}

template <class Order>
POLYWIRE_INLINE bool write_order(std::uint8_t* buffer, std::size_t at, const Order& order) {
  using layout = order_layout;
  const auto side = static_cast<std::uint32_t>(order.side);
  const auto type = static_cast<std::uint32_t>(order.type);
  // The base type of the enums is byte: -128 to 127.
  if (POLYWIRE_UNLIKELY(((side + 0x80) | (type + 0x80)) > 0xff)) return false;
  write_vtable_offset(buffer, at, order_vtable);
  store_le(buffer + at + layout::id, order.id);
  write_offset(buffer, at + layout::symbol, at + layout::size);
  store_le(buffer + at + layout::side, (side & 0xff) | (type & 0xff) << 8);
  const double price = order.price;  // loads before stores allow one 16-byte access
  const double volume = order.volume;
  store_le(buffer + at + layout::price, price);
  store_le(buffer + at + layout::volume, volume);
  return true;
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  using layout = account_layout;
  if (POLYWIRE_UNLIKELY(buffer.size() < account_size_bound(account))) return refused;
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
    if (POLYWIRE_UNLIKELY(buffer.size() - at < order_size_bound(order))) return refused;
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
  std::size_t size_bound = account_size_bound(account);
  for (const auto& order : account.orders) size_bound += order_size_bound(order);
  return encode_exactly(out, size_bound,
                        [&account](output buffer) { return write_account(account, buffer); });
}

// ---- decode

/// Checks and follows offsets. Positions are indices into the buffer; they are signed, so that one
/// comparison is enough, and have 64 bits, so that no offset can overflow them.
using position = std::int64_t;

class checked_buffer {
 public:
  POLYWIRE_INLINE explicit checked_buffer(input bytes)
      : data_(bytes.data()), size_(static_cast<position>(bytes.size())) {}

  POLYWIRE_INLINE const std::uint8_t* data() const { return data_; }
  POLYWIRE_INLINE position size() const { return size_; }

  template <class T>
  POLYWIRE_INLINE T at(position from) const {
    return load_le<T>(data_ + from);
  }

  /// For non-negative positions.
  POLYWIRE_INLINE bool holds(position from, position size) const {
    return POLYWIRE_LIKELY(from <= size_ - size);
  }

  /// Follows the offset at `from`, whose bytes are in the buffer. It must point forward.
  POLYWIRE_INLINE bool follow(position from, position& to) const {
    const auto offset = at<std::int32_t>(from);
    to = from + offset;
    return POLYWIRE_LIKELY(offset > 0);
  }

  POLYWIRE_INLINE position vtable_of(position table) const {
    return table - at<std::int32_t>(table);
  }

  POLYWIRE_INLINE bool read_text(position from, std::string& text) {
    position string;
    if (POLYWIRE_UNLIKELY(!follow(from, string) || string % 4 != 0 || !holds(string, 4))) {
      return false;
    }
    const position n = at<std::uint32_t>(string);
    const position bytes = string + 4;
    // The NUL after the text must be in the buffer too.
    if (POLYWIRE_UNLIKELY(!holds(bytes + n, 1) || data_[bytes + n] != 0)) return false;
    text_budget_ -= n;
    if (POLYWIRE_UNLIKELY(text_budget_ < 0)) return false;
    return assign_text<true>(text, data_ + bytes, static_cast<std::size_t>(n), data_ + size_);
  }

 private:
  const std::uint8_t* const data_;
  const position size_;
  std::int64_t text_budget_ = text_budget;
};

/// Tables of one type. A checked vtable is also valid for the next table with the same vtable and
/// the same alignment.
template <class Layout>
class table_checker {
 public:
  /// Returns true for a table of exactly this layout within the buffer.
  POLYWIRE_INLINE bool is_predicted(const checked_buffer& buffer, position table) {
    if (POLYWIRE_UNLIKELY(table % Layout::alignment != 0 || !buffer.holds(table, Layout::size))) {
      return false;
    }
    const position vtable = buffer.vtable_of(table);
    if (POLYWIRE_LIKELY(vtable == predicted_vtable_)) return true;
    constexpr std::size_t size = sizeof Layout::vtable;
    if (POLYWIRE_UNLIKELY(vtable < 0 || vtable % 2 != 0 || !buffer.holds(vtable, size) ||
                          std::memcmp(buffer.data() + vtable, predicted.data(), size) != 0)) {
      return false;
    }
    predicted_vtable_ = vtable;
    return true;
  }

  /// Checks the whole vtable, and the bounds and alignment of every field in it.
  POLYWIRE_INLINE bool check(const checked_buffer& buffer, position table) {
    if (POLYWIRE_UNLIKELY(table % 4 != 0 || !buffer.holds(table, 4))) return false;
    const position vtable = buffer.vtable_of(table);
    if (POLYWIRE_UNLIKELY(vtable != vtable_ || table % 8 != table_alignment_)) {
      if (!check_vtable(buffer, table, vtable)) return false;
    }
    return buffer.holds(table, extent_);
  }

  /// Returns the field's offset in its table; 0 if it is absent.
  POLYWIRE_INLINE position offset(std::size_t field) const { return offsets_[field]; }

  template <class T>
  POLYWIRE_INLINE T value(const checked_buffer& buffer, position table, std::size_t field) const {
    return offsets_[field] != 0 ? buffer.at<T>(table + offsets_[field]) : T{};
  }

 private:
  static constexpr std::size_t count = Layout::sizes.size();
  static constexpr position nowhere = std::numeric_limits<position>::min();

  static constexpr auto predicted = [] {
    std::array<std::uint8_t, sizeof Layout::vtable> bytes{};
    for (std::size_t i = 0; i < Layout::vtable.size(); ++i) {
      bytes[2 * i] = static_cast<std::uint8_t>(Layout::vtable[i]);
      bytes[2 * i + 1] = static_cast<std::uint8_t>(Layout::vtable[i] >> 8);
    }
    return bytes;
  }();

  POLYWIRE_INLINE bool check_vtable(const checked_buffer& buffer, position table, position vtable) {
    vtable_ = nowhere;
    if (POLYWIRE_UNLIKELY(vtable < 0 || vtable % 2 != 0 || !buffer.holds(vtable, 2))) return false;
    const position size = buffer.at<std::uint16_t>(vtable);
    if (POLYWIRE_UNLIKELY(size % 2 != 0 || size < 4 || !buffer.holds(vtable, size))) return false;
    extent_ = 4;
    bool aligned = true;
    for (std::size_t i = 0; i < count; ++i) {
      const auto entry = static_cast<position>(4 + 2 * i);
      const position offset =
          POLYWIRE_LIKELY(entry < size) ? buffer.at<std::uint16_t>(vtable + entry) : 0;
      offsets_[i] = offset;
      const position field_size = Layout::sizes[i];
      const position field_end = offset != 0 ? offset + field_size : 0;
      extent_ = field_end > extent_ ? field_end : extent_;
      aligned &= offset == 0 || (table + offset) % field_size == 0;
    }
    if (POLYWIRE_UNLIKELY(!aligned)) return false;
    vtable_ = vtable;
    table_alignment_ = table % 8;
    return true;
  }

  position predicted_vtable_ = nowhere;
  position vtable_ = nowhere;
  // The alignment of vtable_; not set before it.
  position table_alignment_;
  position extent_;
  std::array<position, count> offsets_;
};

/// Tables of predicted layouts are read inline, others by the functions whose names end in _fields.
template <prediction Predict>
class account_reader {
 public:
  POLYWIRE_INLINE explicit account_reader(input bytes) : buffer_(bytes) {}

  template <class Account>
  POLYWIRE_INLINE bool read(Account& account) {
    using layout = account_layout;
    const position table = buffer_.at<std::uint32_t>(0);
    account.unknown_fields.clear();
    table_checker<layout> checker;
    if (!predicted(checker, table)) return read_account_fields(checker, table, account);
    account.id = buffer_.at<std::int32_t>(table + layout::id);
    return POLYWIRE_LIKELY(buffer_.read_text(table + layout::name, account.name)) &&
           POLYWIRE_LIKELY(read_balance(table + layout::wallet, engaged(account.wallet))) &&
           POLYWIRE_LIKELY(read_orders(table + layout::orders, account.orders));
  }

 private:
  template <class Layout>
  POLYWIRE_INLINE bool predicted(table_checker<Layout>& checker, position table) const {
    if constexpr (Predict == prediction::off) return false;
    return POLYWIRE_LIKELY(checker.is_predicted(buffer_, table));
  }

  template <class Account>
  POLYWIRE_OUTLINE bool read_account_fields(table_checker<account_layout>& checker, position table,
                                            Account& account) {
    if (!checker.check(buffer_, table)) return false;
    account.id = checker.value<std::int32_t>(buffer_, table, 0);
    if (!read_text(checker, table, 1, account.name)) return false;
    if (const position wallet = checker.offset(2); wallet == 0) {
      account.wallet.reset();
    } else if (!read_balance(table + wallet, engaged(account.wallet))) {
      return false;
    }
    if (const position orders = checker.offset(3); orders != 0) {
      return read_orders(table + orders, account.orders);
    }
    account.orders.clear();
    return true;
  }

  template <class Layout>
  POLYWIRE_INLINE bool read_text(const table_checker<Layout>& checker, position table,
                                 std::size_t field, std::string& text) {
    if (POLYWIRE_LIKELY(checker.offset(field) != 0)) {
      return buffer_.read_text(table + checker.offset(field), text);
    }
    text.clear();
    return true;
  }

  template <class Balance>
  POLYWIRE_INLINE bool read_balance(position from, Balance& balance) {
    using layout = balance_layout;
    position table;
    if (POLYWIRE_UNLIKELY(!buffer_.follow(from, table))) return false;
    balance.unknown_fields.clear();
    table_checker<layout> checker;
    if (!predicted(checker, table)) return read_balance_fields(checker, table, balance);
    balance.amount = buffer_.at<double>(table + layout::amount);
    return buffer_.read_text(table + layout::currency, balance.currency);
  }

  template <class Balance>
  POLYWIRE_OUTLINE bool read_balance_fields(table_checker<balance_layout>& checker, position table,
                                            Balance& balance) {
    if (!checker.check(buffer_, table)) return false;
    balance.amount = checker.value<double>(buffer_, table, 1);
    return read_text(checker, table, 0, balance.currency);
  }

  template <class Orders>
  POLYWIRE_INLINE bool read_orders(position from, Orders& orders) {
    position vector;
    if (POLYWIRE_UNLIKELY(!buffer_.follow(from, vector) || vector % 4 != 0 ||
                          !buffer_.holds(vector, 4))) {
      return false;
    }
    const position count = buffer_.at<std::uint32_t>(vector);
    position element = vector + 4;
    if (POLYWIRE_UNLIKELY(!buffer_.holds(element, 4 * count) || count > most_tables)) return false;
    fit(orders, static_cast<std::size_t>(count));
    table_checker<order_layout> checker;
    for (auto& order : orders) {
      position table;
      if (POLYWIRE_UNLIKELY(!buffer_.follow(element, table))) return false;
      order.unknown_fields.clear();
      const bool read = predicted(checker, table) ? read_order(table, order)
                                                  : read_order_fields(checker, table, order);
      if (POLYWIRE_UNLIKELY(!read)) return false;
      element += 4;
    }
    return true;
  }

  template <class Order>
  POLYWIRE_INLINE bool read_order(position table, Order& order) {
    using layout = order_layout;
    order.id = buffer_.at<std::int32_t>(table + layout::id);
    order.side = static_cast<decltype(order.side)>(buffer_.at<std::int8_t>(table + layout::side));
    order.type = static_cast<decltype(order.type)>(buffer_.at<std::int8_t>(table + layout::type));
    const auto price = buffer_.at<double>(table + layout::price);  // loads before stores allow one
    const auto volume = buffer_.at<double>(table + layout::volume);  // 16-byte access
    order.price = price;
    order.volume = volume;
    return buffer_.read_text(table + layout::symbol, order.symbol);
  }

  template <class Order>
  POLYWIRE_OUTLINE bool read_order_fields(table_checker<order_layout>& checker, position table,
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

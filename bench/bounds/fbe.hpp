// FastBinaryEncoding: the published trade schema, whose structs have the type ids 1 to 3, in the
// standard and in the final model. Structs of newer writers are longer, those of older ones
// shorter.
#pragma once

#include "common.hpp"

namespace bounds::fbe {

using namespace polywire::leaf;

namespace detail {

inline constexpr std::size_t header = 8;  // of a message, and of a struct
inline constexpr std::uint32_t order_type = 1, balance_type = 2, account_type = 3;
inline constexpr std::size_t order_size = 34, balance_size = 20, account_size = 24;
inline constexpr std::size_t largest = 0xffff'ffff;

POLYWIRE_INLINE std::uint64_t head(std::size_t size, std::uint32_t type) {
  return size | std::uint64_t{type} << 32;
}

/// Writes a length and a text, and returns the end.
POLYWIRE_INLINE std::uint8_t* write_text(std::uint8_t* out, const auto& text) {
  store_le(out, static_cast<std::uint32_t>(text.size()));
  copy_text<true>(out + 4, text);
  return out + 4 + text.size();
}

POLYWIRE_INLINE std::uint32_t between(const std::uint8_t* from, const std::uint8_t* to) {
  return static_cast<std::uint32_t>(to - from);
}

template <class Account>
POLYWIRE_INLINE std::size_t bound_before_orders(const Account& account) {
  return header + account_size + 4 + account.name.size() + balance_size + 4 +
         account.wallet.currency.size() + 4 + 4 * account.orders.size() + text_slack;
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  if (POLYWIRE_UNLIKELY(buffer.size() < bound_before_orders(account))) return refused;
  std::uint8_t* const start = buffer.data();
  std::uint8_t* const end = start + buffer.size();
  std::uint8_t* const self = start + header;
  store_le(start + 4, static_cast<std::uint32_t>(header));
  store_le(self, head(account_size, account_type));
  store_le(self + 8, account.id);
  store_le(self + 12, static_cast<std::uint32_t>(account_size));
  std::uint8_t* at = write_text(self + account_size, account.name);
  store_le(self + 16, between(self, at));
  store_le(at, head(balance_size, balance_type));
  store_le(at + 8, static_cast<std::uint32_t>(balance_size));
  store_le(at + 12, account.wallet.amount);
  at = write_text(at + balance_size, account.wallet.currency);
  store_le(self + 20, between(self, at));
  store_le(at, static_cast<std::uint32_t>(account.orders.size()));
  std::uint8_t* pointer = at + 4;
  at = pointer + 4 * account.orders.size();
  for (const auto& order : account.orders) {
    if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - at) <
                          order_size + 4 + order.symbol.size() + text_slack)) {
      return refused;
    }
    store_le(pointer, between(self, at));
    pointer += 4;
    store_le(at, head(order_size, order_type));
    store_le(at + 8, order.id);
    store_le(at + 12, static_cast<std::uint32_t>(order_size));
    at[16] = static_cast<std::uint8_t>(order.side);
    at[17] = static_cast<std::uint8_t>(order.type);
    const double price = order.price;  // loads before stores allow one 16-byte access
    const double volume = order.volume;
    store_le(at + 18, price);
    store_le(at + 26, volume);
    at = write_text(at + order_size, order.symbol);
  }
  const auto size = static_cast<std::size_t>(at - start);
  if (POLYWIRE_UNLIKELY(size > largest)) return refused;
  store_le(start, static_cast<std::uint32_t>(size));
  return size;
}

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  std::size_t bound = bound_before_orders(account);
  for (const auto& order : account.orders) bound += order_size + 4 + order.symbol.size();
  return encode_exactly(out, bound, [&](output buffer) { return write_account(account, buffer); });
}

/// A whole message.
class reader {
 public:
  POLYWIRE_INLINE explicit reader(input bytes)
      : begin_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  template <class Account>
  POLYWIRE_INLINE bool read_account(Account& account) {
    if (POLYWIRE_UNLIKELY(left(begin_) < header || left(begin_) != load(begin_))) return false;
    const std::uint8_t* const self = begin_ + load(begin_ + 4);
    if (POLYWIRE_UNLIKELY(self == begin_ || !is_whole(self, account_size, account_type))) {
      return false;
    }
    account.id = load_le<std::int32_t>(self + 8);
    return POLYWIRE_LIKELY(read_text(self, self + 12, account.name)) &&
           POLYWIRE_LIKELY(read_balance(self, self + 16, account.wallet)) &&
           POLYWIRE_LIKELY(read_orders(self, self + 20, account.orders));
  }

 private:
  POLYWIRE_INLINE static std::uint32_t load(const std::uint8_t* from) {
    return load_le<std::uint32_t>(from);
  }

  POLYWIRE_INLINE std::size_t left(const std::uint8_t* from) const {
    return static_cast<std::size_t>(end_ - from);
  }

  /// Returns true for a struct in the message with all fields. The position may be behind the end.
  POLYWIRE_INLINE bool is_whole(const std::uint8_t* self, std::size_t size, std::uint32_t type) {
    if (POLYWIRE_UNLIKELY(end_ - self < static_cast<std::ptrdiff_t>(size))) return false;
    const std::size_t stated = load(self);
    return POLYWIRE_LIKELY(stated >= size && stated <= left(self) && load(self + 4) == type);
  }

  template <class Text>
  POLYWIRE_INLINE bool read_text(const std::uint8_t* self, const std::uint8_t* from, Text& text) {
    const std::uint32_t offset = load(from);
    if (POLYWIRE_UNLIKELY(offset == 0)) {
      text.clear();
      return true;
    }
    if (POLYWIRE_UNLIKELY(left(self) < std::size_t{offset} + 4)) return false;
    const std::uint8_t* const at = self + offset + 4;
    const std::size_t size = load(at - 4);
    if (POLYWIRE_UNLIKELY(size > left(at))) return false;
    return POLYWIRE_LIKELY(assign_text<true>(text, at, size, end_));
  }

  template <class Balance>
  POLYWIRE_INLINE bool read_balance(const std::uint8_t* origin, const std::uint8_t* from,
                                    Balance& balance) {
    const std::uint8_t* const self = origin + load(from);
    if (POLYWIRE_UNLIKELY(self == origin || !is_whole(self, balance_size, balance_type))) {
      return false;
    }
    balance.amount = load_le<double>(self + 12);
    return read_text(self, self + 8, balance.currency);
  }

  template <class Orders>
  POLYWIRE_INLINE bool read_orders(const std::uint8_t* origin, const std::uint8_t* from,
                                   Orders& orders) {
    const std::uint32_t offset = load(from);
    if (POLYWIRE_UNLIKELY(offset == 0)) {
      orders.clear();
      return true;
    }
    if (POLYWIRE_UNLIKELY(left(origin) < std::size_t{offset} + 4)) return false;
    const std::uint8_t* pointer = origin + offset + 4;
    const std::size_t count = load(pointer - 4);
    if (POLYWIRE_UNLIKELY(4 * count > left(pointer))) return false;
    work_ -= static_cast<std::int64_t>(count * 4);
    if (POLYWIRE_UNLIKELY(work_ < 0)) return false;
    fit(orders, count);
    for (auto& order : orders) {
      const std::uint8_t* const self = origin + load(pointer);
      pointer += 4;
      if (POLYWIRE_UNLIKELY(self == origin || !is_whole(self, order_size, order_type))) {
        return false;
      }
      order.id = load_le<std::int32_t>(self + 8);
      order.side = static_cast<decltype(order.side)>(self[16]);
      order.type = static_cast<decltype(order.type)>(self[17]);
      const double price = load_le<double>(self + 18);
      const double volume = load_le<double>(self + 26);
      order.price = price;
      order.volume = volume;
      if (POLYWIRE_UNLIKELY(!read_text(self, self + 12, order.symbol))) return false;
      work_ -= static_cast<std::int64_t>(order.symbol.size());
      if (POLYWIRE_UNLIKELY(work_ < 0)) return false;
    }
    return true;
  }

  const std::uint8_t* const begin_;
  const std::uint8_t* const end_;
  // Pointers may share what they lead to.
  std::int64_t work_ = 64 << 20;
};

}  // namespace detail

template <class Account>
std::size_t encode(const Account& account, output out) {
  const std::size_t size = detail::write_account(account, out);
  return POLYWIRE_LIKELY(size != refused) ? size : detail::encode_tight(account, out);
}

/// Structs of older writers are refused.
template <class Account>
bool decode(Account& account, input bytes) {
  return detail::reader(bytes).read_account(account);
}

}  // namespace bounds::fbe

namespace bounds::fbe_final {

using namespace polywire::leaf;

namespace detail {

using fbe::detail::account_type;
using fbe::detail::header;
using fbe::detail::largest;
using fbe::detail::write_text;

inline constexpr std::size_t order_rest = 18;  // behind the symbol
inline constexpr std::size_t least_order = 8 + order_rest;

template <class Account>
POLYWIRE_INLINE std::size_t bound_before_orders(const Account& account) {
  return header + 8 + account.name.size() + 4 + account.wallet.currency.size() + 12 + text_slack;
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  if (POLYWIRE_UNLIKELY(buffer.size() < bound_before_orders(account))) return refused;
  std::uint8_t* const start = buffer.data();
  std::uint8_t* const end = start + buffer.size();
  store_le(start + 4, account_type);
  store_le(start + 8, account.id);
  std::uint8_t* at = write_text(start + 12, account.name);
  at = write_text(at, account.wallet.currency);
  store_le(at, account.wallet.amount);
  store_le(at + 8, static_cast<std::uint32_t>(account.orders.size()));
  at += 12;
  for (const auto& order : account.orders) {
    if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - at) <
                          least_order + order.symbol.size() + text_slack)) {
      return refused;
    }
    store_le(at, order.id);
    at = write_text(at + 4, order.symbol);
    at[0] = static_cast<std::uint8_t>(order.side);
    at[1] = static_cast<std::uint8_t>(order.type);
    const double price = order.price;
    const double volume = order.volume;
    store_le(at + 2, price);
    store_le(at + 10, volume);
    at += order_rest;
  }
  const auto size = static_cast<std::size_t>(at - start);
  if (POLYWIRE_UNLIKELY(size > largest)) return refused;
  store_le(start, static_cast<std::uint32_t>(size));
  return size;
}

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  std::size_t bound = bound_before_orders(account);
  for (const auto& order : account.orders) bound += least_order + order.symbol.size();
  return encode_exactly(out, bound, [&](output buffer) { return write_account(account, buffer); });
}

/// Reads a length and a text behind which `rest` bytes follow.
template <class Text>
POLYWIRE_INLINE bool read_text(const std::uint8_t*& p, const std::uint8_t* end, std::size_t rest,
                               Text& text) {
  const std::size_t size = load_le<std::uint32_t>(p);
  p += 4;
  if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - p) < size + rest)) return false;
  if (POLYWIRE_UNLIKELY(!assign_text<true>(text, p, size, end))) return false;
  p += size;
  return true;
}

}  // namespace detail

template <class Account>
std::size_t encode(const Account& account, output out) {
  const std::size_t size = detail::write_account(account, out);
  return POLYWIRE_LIKELY(size != refused) ? size : detail::encode_tight(account, out);
}

template <class Account>
bool decode(Account& account, input bytes) {
  using namespace detail;
  const std::uint8_t* p = bytes.data();
  const std::uint8_t* const end = p + bytes.size();
  if (POLYWIRE_UNLIKELY(bytes.size() < header + 8 || load_le<std::uint32_t>(p) != bytes.size() ||
                        load_le<std::uint32_t>(p + 4) != account_type)) {
    return false;
  }
  account.id = load_le<std::int32_t>(p + 8);
  p += 12;
  if (!read_text(p, end, 4, account.name)) return false;
  if (!read_text(p, end, 12, account.wallet.currency)) return false;
  account.wallet.amount = load_le<double>(p);
  const std::size_t count = load_le<std::uint32_t>(p + 8);
  p += 12;
  if (POLYWIRE_UNLIKELY(count > static_cast<std::size_t>(end - p) / least_order)) return false;
  fit(account.orders, count);
  for (auto& order : account.orders) {
    if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - p) < least_order)) return false;
    order.id = load_le<std::int32_t>(p);
    p += 4;
    if (!read_text(p, end, order_rest, order.symbol)) return false;
    order.side = static_cast<decltype(order.side)>(p[0]);
    order.type = static_cast<decltype(order.type)>(p[1]);
    const double price = load_le<double>(p + 2);
    const double volume = load_le<double>(p + 10);
    order.price = price;
    order.volume = volume;
    p += order_rest;
  }
  return p == end;
}

}  // namespace bounds::fbe_final

// JSON, RFC 8259: compact on writing, enums as numbers. On reading, members in any order, white
// space, escapes in names, unknown members (checked and passed), the last of several equal names.
// A wallet of null is absent.
#pragma once

#include "common.hpp"
#include "json_skip.hpp"

namespace bounds::json {

namespace detail {

// ---- encode

/// Space for the punctuation and names of an object and its scalars.
inline constexpr std::size_t account_overhead = 80 + decimal_size_bound;
inline constexpr std::size_t wallet_overhead = 40 + json_float_size_bound;
inline constexpr std::size_t order_overhead =
    80 + 3 * decimal_size_bound + 2 * json_float_size_bound;

template <class Account>
POLYWIRE_INLINE std::size_t account_size_bound(const Account& account) {
  std::size_t size_bound = account_overhead + json_string_size_bound(account.name.size());
  if (account.wallet)
    size_bound += wallet_overhead + json_string_size_bound(account.wallet->currency.size());
  return size_bound;
}

template <class Order>
POLYWIRE_INLINE std::size_t order_size_bound(const Order& order) {
  return order_overhead + json_string_size_bound(order.symbol.size());
}

template <class Order>
POLYWIRE_INLINE std::uint8_t* write_order(std::uint8_t* out, const Order& order) {
  out = write_literal(out, "{\"id\":");
  out = write_decimal_int(out, order.id);
  out = write_literal(out, ",\"symbol\":\"");
  out = write_json_string_body(out, order.symbol);
  out = write_literal(out, ",\"side\":");
  out = write_decimal_int(out, static_cast<std::int32_t>(order.side));
  out = write_literal(out, ",\"type\":");
  out = write_decimal_int(out, static_cast<std::int32_t>(order.type));
  out = write_literal(out, ",\"price\":");
  out = write_json_float64(out, order.price);
  out = write_literal(out, ",\"volume\":");
  out = write_json_float64(out, order.volume);
  return write_literal(out, "}");
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  std::uint8_t* out = buffer.data();
  std::uint8_t* const limit = out + buffer.size();
  if (POLYWIRE_UNLIKELY(buffer.size() < account_size_bound(account))) return refused;
  out = write_literal(out, "{\"id\":");
  out = write_decimal_int(out, account.id);
  out = write_literal(out, ",\"name\":\"");
  out = write_json_string_body(out, account.name);
  if (POLYWIRE_LIKELY(account.wallet.has_value())) {
    out = write_literal(out, ",\"wallet\":{\"currency\":\"");
    out = write_json_string_body(out, account.wallet->currency);
    out = write_literal(out, ",\"amount\":");
    out = write_json_float64(out, account.wallet->amount);
    out = write_literal(out, "}");
  }
  out = write_literal(out, ",\"orders\":[");
  bool first = true;
  for (const auto& order : account.orders) {
    if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(limit - out) < order_size_bound(order))) {
      return refused;
    }
    *out = ',';
    out += !first;
    first = false;
    out = write_order(out, order);
  }
  out = write_literal(out, "]}");
  return static_cast<std::size_t>(out - buffer.data());
}

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  std::size_t size_bound = account_size_bound(account);
  for (const auto& order : account.orders) size_bound += order_size_bound(order);
  return encode_exactly(out, size_bound,
                        [&account](output buffer) { return write_account(account, buffer); });
}

// ---- decode: readers return the position after what they read, or nullptr

template <std::size_t N>
POLYWIRE_INLINE bool is(std::string_view name, const char (&literal)[N]) {
  return name.size() == N - 1 && std::memcmp(name.data(), literal, N - 1) == 0;
}

/// Skips the literal if it is next.
template <std::size_t N>
POLYWIRE_INLINE bool take(const std::uint8_t*& p, const std::uint8_t* end,
                          const char (&literal)[N]) {
  if (POLYWIRE_UNLIKELY(!starts_with(p, end, literal))) return false;
  p += N - 1;
  return true;
}

/// Reads a number, after white space.
POLYWIRE_INLINE const std::uint8_t* read_float64(const std::uint8_t* p, const std::uint8_t* end,
                                                 double& value) {
  return read_json_float64(read_json_space(p, end), end, value);
}

/// Reads a number, after white space.
template <class Int>
POLYWIRE_INLINE const std::uint8_t* read_int32(const std::uint8_t* p, const std::uint8_t* end,
                                               Int& value) {
  std::int64_t number;
  p = read_json_int(read_json_space(p, end), end, number);
  if (POLYWIRE_UNLIKELY(p == nullptr || static_cast<std::int32_t>(number) != number))
    return nullptr;
  value = static_cast<Int>(static_cast<std::int32_t>(number));
  return p;
}

/// Reads an object's members up to its closing bracket; p is after the opening one, or after a
/// value if the first members were already read. `read_member(name, p)` reads a value.
template <class ReadMember>
POLYWIRE_INLINE const std::uint8_t* read_members(const std::uint8_t* p, const std::uint8_t* end,
                                                 bool after_value, ReadMember read_member) {
  std::string scratch;
  p = read_json_space(p, end);
  if (p == end) return nullptr;
  if (*p == '}') return p + 1;
  if (after_value && *p++ != ',') return nullptr;
  for (;;) {
    std::string_view name;
    p = read_json_string(read_json_space(p, end), end, scratch, name);
    if (p == nullptr) return nullptr;
    p = read_token(p, end, ':');
    if (p == nullptr) return nullptr;
    p = read_member(name, read_json_space(p, end));
    if (p == nullptr) return nullptr;
    p = read_json_space(p, end);
    if (p == end) return nullptr;
    const std::uint8_t token = *p++;
    if (token == '}') return p;
    if (token != ',') return nullptr;
  }
}

/// Reads the members after the first `read` ones, which were in schema order.
template <class Order>
POLYWIRE_OUTLINE const std::uint8_t* read_order_rest(Order& order, int read, const std::uint8_t* p,
                                                     const std::uint8_t* end) {
  switch (read) {
    case 0: order.id = 0; [[fallthrough]];
    case 1: order.symbol.clear(); [[fallthrough]];
    case 2: order.side = {}; [[fallthrough]];
    case 3: order.type = {}; [[fallthrough]];
    case 4: order.price = 0; [[fallthrough]];
    case 5: order.volume = 0; [[fallthrough]];
    default: break;
  }
  if (read == 0) p = read_token(p, end, '{');
  if (p == nullptr) return nullptr;
  return read_members(p, end, read != 0,
                      [&](std::string_view name, const std::uint8_t* at) -> const std::uint8_t* {
                        if (is(name, "id")) return read_int32(at, end, order.id);
                        if (is(name, "symbol")) return read_json_string(at, end, order.symbol);
                        if (is(name, "side")) return read_int32(at, end, order.side);
                        if (is(name, "type")) return read_int32(at, end, order.type);
                        if (is(name, "price")) return read_float64(at, end, order.price);
                        if (is(name, "volume")) return read_float64(at, end, order.volume);
                        return skip_value(at, end);
                      });
}

template <prediction Predict, class Order>
POLYWIRE_INLINE const std::uint8_t* read_order(Order& order, const std::uint8_t* p,
                                               const std::uint8_t* end) {
  order.unknown_fields.clear();
  const auto next_is = [&p, end](const auto& literal) {
    return Predict == prediction::on && take(p, end, literal);
  };
  if (!next_is("{\"id\":")) return read_order_rest(order, 0, p, end);
  p = read_int32(p, end, order.id);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"symbol\":\"")) return read_order_rest(order, 1, p, end);
  p = read_json_string_body(p, end, order.symbol);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"side\":")) return read_order_rest(order, 2, p, end);
  p = read_int32(p, end, order.side);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"type\":")) return read_order_rest(order, 3, p, end);
  p = read_int32(p, end, order.type);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"price\":")) return read_order_rest(order, 4, p, end);
  p = read_float64(p, end, order.price);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"volume\":")) return read_order_rest(order, 5, p, end);
  p = read_float64(p, end, order.volume);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is("}")) return read_order_rest(order, 6, p, end);
  return p;
}

template <class Balance>
POLYWIRE_OUTLINE const std::uint8_t* read_balance_rest(Balance& balance, int read,
                                                       const std::uint8_t* p,
                                                       const std::uint8_t* end) {
  switch (read) {
    case 0: balance.currency.clear(); [[fallthrough]];
    case 1: balance.amount = 0; [[fallthrough]];
    default: break;
  }
  if (read == 0) p = read_token(p, end, '{');
  if (p == nullptr) return nullptr;
  return read_members(p, end, read != 0,
                      [&](std::string_view name, const std::uint8_t* at) -> const std::uint8_t* {
                        if (is(name, "currency"))
                          return read_json_string(at, end, balance.currency);
                        if (is(name, "amount")) return read_float64(at, end, balance.amount);
                        return skip_value(at, end);
                      });
}

template <prediction Predict, class Balance>
POLYWIRE_INLINE const std::uint8_t* read_balance(Balance& balance, const std::uint8_t* p,
                                                 const std::uint8_t* end) {
  balance.unknown_fields.clear();
  const auto next_is = [&p, end](const auto& literal) {
    return Predict == prediction::on && take(p, end, literal);
  };
  if (!next_is("{\"currency\":\"")) return read_balance_rest(balance, 0, p, end);
  p = read_json_string_body(p, end, balance.currency);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"amount\":")) return read_balance_rest(balance, 1, p, end);
  p = read_float64(p, end, balance.amount);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is("}")) return read_balance_rest(balance, 2, p, end);
  return p;
}

template <prediction Predict, class Optional>
POLYWIRE_INLINE const std::uint8_t* read_wallet(Optional& wallet, const std::uint8_t* p,
                                                const std::uint8_t* end) {
  p = read_json_space(p, end);
  if (POLYWIRE_UNLIKELY(p != end && *p == 'n')) {
    wallet.reset();
    return starts_with(p, end, "null") ? p + 4 : nullptr;
  }
  return read_balance<Predict>(engaged(wallet), p, end);
}

/// Reads the elements after the opening bracket, up to the closing one.
template <prediction Predict, class Orders>
POLYWIRE_INLINE const std::uint8_t* read_order_elements(Orders& orders, const std::uint8_t* p,
                                                        const std::uint8_t* end) {
  std::size_t count = 0;
  p = read_json_space(p, end);
  if (POLYWIRE_UNLIKELY(p == end)) return nullptr;
  if (*p != ']') {
    for (;;) {
      p = read_order<Predict>(element_at(orders, count++), read_json_space(p, end), end);
      if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
      p = read_json_space(p, end);
      if (POLYWIRE_UNLIKELY(p == end)) return nullptr;
      if (*p != ',') break;
      ++p;
    }
    if (POLYWIRE_UNLIKELY(*p != ']')) return nullptr;
  }
  fit(orders, count);
  return p + 1;
}

template <prediction Predict, class Account>
POLYWIRE_OUTLINE const std::uint8_t* read_account_rest(Account& account, int read,
                                                       const std::uint8_t* p,
                                                       const std::uint8_t* end) {
  switch (read) {
    case 0: account.id = 0; [[fallthrough]];
    case 1: account.name.clear(); [[fallthrough]];
    case 2: account.wallet.reset(); [[fallthrough]];
    case 3: account.orders.clear(); [[fallthrough]];
    default: break;
  }
  if (read == 0) p = read_token(p, end, '{');
  if (p == nullptr) return nullptr;
  return read_members(
      p, end, read != 0, [&](std::string_view name, const std::uint8_t* at) -> const std::uint8_t* {
        if (is(name, "id")) return read_int32(at, end, account.id);
        if (is(name, "name")) return read_json_string(at, end, account.name);
        if (is(name, "wallet")) return read_wallet<Predict>(account.wallet, at, end);
        if (is(name, "orders")) {
          at = read_token(at, end, '[');
          return at == nullptr ? nullptr : read_order_elements<Predict>(account.orders, at, end);
        }
        return skip_value(at, end);
      });
}

template <prediction Predict, class Account>
POLYWIRE_INLINE const std::uint8_t* read_account(Account& account, const std::uint8_t* p,
                                                 const std::uint8_t* end) {
  account.unknown_fields.clear();
  const auto next_is = [&p, end](const auto& literal) {
    return Predict == prediction::on && take(p, end, literal);
  };
  if (!next_is("{\"id\":")) return read_account_rest<Predict>(account, 0, p, end);
  p = read_int32(p, end, account.id);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"name\":\"")) return read_account_rest<Predict>(account, 1, p, end);
  p = read_json_string_body(p, end, account.name);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"wallet\":")) return read_account_rest<Predict>(account, 2, p, end);
  p = read_wallet<Predict>(account.wallet, p, end);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is(",\"orders\":[")) return read_account_rest<Predict>(account, 3, p, end);
  p = read_order_elements<Predict>(account.orders, p, end);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  if (!next_is("}")) return read_account_rest<Predict>(account, 4, p, end);
  return p;
}

}  // namespace detail

template <class Account>
std::size_t encode(const Account& account, output out) {
  const std::size_t size = detail::write_account(account, out);
  return POLYWIRE_LIKELY(size != refused) ? size : detail::encode_tight(account, out);
}

template <prediction Predict = prediction::on, class Account>
bool decode(Account& account, input bytes) {
  const std::uint8_t* const begin = begin_of(bytes);
  const std::uint8_t* const end = begin + bytes.size();
  const std::uint8_t* p = read_json_space(begin, end);
  p = detail::read_account<Predict>(account, p, end);
  return POLYWIRE_LIKELY(p != nullptr) && read_json_space(p, end) == end;
}

}  // namespace bounds::json

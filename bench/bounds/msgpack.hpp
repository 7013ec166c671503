// MessagePack: structs are maps from names to values. Members in any order, also twice; nil leaves
// a member as it is; unknown members are skipped. Any form of an integer, a float, a length and a
// count; bin for texts.
#pragma once

#include "common.hpp"

namespace bounds::msgpack {

using namespace polywire::leaf;

namespace detail {

inline constexpr std::size_t int_size_bound = 5;
inline constexpr std::size_t head_size_bound = 5;
inline constexpr std::size_t double_size = 9;
inline constexpr unsigned deepest = 100;
inline constexpr std::size_t most_memory = 64 << 20;

// ---- encode

POLYWIRE_OUTLINE std::uint8_t* write_long_int(std::uint8_t* out, std::int32_t value) {
  const auto write = [out](std::uint8_t head, auto number) {
    *out = head;
    store_be(out + 1, number);
    return out + 1 + sizeof number;
  };
  if (value >= 0) {
    if (value <= 0xff) return write(0xcc, static_cast<std::uint8_t>(value));
    if (value <= 0xffff) return write(0xcd, static_cast<std::uint16_t>(value));
    return write(0xce, static_cast<std::uint32_t>(value));
  }
  if (value >= -0x80) return write(0xd0, static_cast<std::uint8_t>(value));
  if (value >= -0x8000) return write(0xd1, static_cast<std::uint16_t>(value));
  return write(0xd2, static_cast<std::uint32_t>(value));
}

template <class Int>
POLYWIRE_INLINE std::uint8_t* write_int(std::uint8_t* out, Int number) {
  const auto value = static_cast<std::int32_t>(number);
  if (POLYWIRE_UNLIKELY(value < -32 || value > 127)) return write_long_int(out, value);
  *out = static_cast<std::uint8_t>(value);
  return out + 1;
}

POLYWIRE_INLINE std::uint8_t* write_double(std::uint8_t* out, double value) {
  *out = 0xcb;
  store_be(out + 1, value);
  return out + double_size;
}

POLYWIRE_OUTLINE std::uint8_t* write_long_head(std::uint8_t* out, std::size_t n,
                                               std::uint8_t head16) {
  if (n <= 0xffff) {
    *out = head16;
    store_be(out + 1, static_cast<std::uint16_t>(n));
    return out + 3;
  }
  *out = static_cast<std::uint8_t>(head16 + 1);
  store_be(out + 1, static_cast<std::uint32_t>(n));
  return out + 5;
}

POLYWIRE_INLINE std::uint8_t* write_text(std::uint8_t* out, const std::string& text) {
  const std::size_t n = text.size();
  if (POLYWIRE_LIKELY(n < 32)) {
    *out++ = static_cast<std::uint8_t>(0xa0 | n);
  } else if (n <= 0xff) {
    *out++ = 0xd9;
    *out++ = static_cast<std::uint8_t>(n);
  } else {
    out = write_long_head(out, n, 0xda);
  }
  return copy_text<true>(out, text, n);
}

template <class Order>
POLYWIRE_INLINE std::uint8_t* write_order(std::uint8_t* out, const Order& order) {
  out = write_int(write_literal(out, "\206\242id"), order.id);
  out = write_text(write_literal(out, "\246symbol"), order.symbol);
  out = write_int(write_literal(out, "\244side"), order.side);
  out = write_int(write_literal(out, "\244type"), order.type);
  out = write_double(write_literal(out, "\245price"), order.price);
  return write_double(write_literal(out, "\246volume"), order.volume);
}

template <class Wallet>
POLYWIRE_INLINE std::uint8_t* write_wallet(std::uint8_t* out, const Wallet& wallet) {
  out = write_text(write_literal(out, "\202\250currency"), wallet.currency);
  return write_double(write_literal(out, "\246amount"), wallet.amount);
}

inline constexpr std::size_t order_names = 1 + 3 + 7 + 5 + 5 + 6 + 7;
inline constexpr std::size_t account_names = 1 + 3 + 5 + 7 + 7 + 1 + 9 + 7;

template <class Order>
POLYWIRE_INLINE std::size_t order_size_bound(const Order& order) {
  return order_names + 3 * int_size_bound + head_size_bound + order.symbol.size() +
         2 * double_size + text_slack;
}

/// Without the orders.
template <class Account>
POLYWIRE_INLINE std::size_t account_size_bound(const Account& account) {
  const std::size_t currency = account.wallet ? account.wallet->currency.size() : 0;
  return account_names + int_size_bound + 3 * head_size_bound + account.name.size() + currency +
         double_size + text_slack;
}

/// Returns `refused` if there may be too little space.
template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  std::uint8_t* out = buffer.data();
  std::uint8_t* const limit = out + buffer.size();
  const auto has_space = [&](std::size_t size_bound) {
    return POLYWIRE_LIKELY(static_cast<std::size_t>(limit - out) >= size_bound);
  };
  if (!has_space(account_size_bound(account))) return refused;
  *out++ = account.wallet ? 0x84 : 0x83;
  out = write_int(write_literal(out, "\242id"), account.id);
  out = write_text(write_literal(out, "\244name"), account.name);
  if (account.wallet) out = write_wallet(write_literal(out, "\246wallet"), *account.wallet);
  out = write_literal(out, "\246orders");
  const std::size_t count = account.orders.size();
  if (POLYWIRE_LIKELY(count < 16)) {
    *out++ = static_cast<std::uint8_t>(0x90 | count);
  } else {
    out = write_long_head(out, count, 0xdc);
  }
  for (const auto& order : account.orders) {
    if (!has_space(order_size_bound(order))) return refused;
    out = write_order(out, order);
  }
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

template <class Number>
POLYWIRE_INLINE const std::uint8_t* load_number(const std::uint8_t* p, const std::uint8_t* end,
                                                Number& number) {
  if (static_cast<std::size_t>(end - p) < sizeof number) return nullptr;
  number = load_be<Number>(p);
  return p + sizeof number;
}

/// An integer of any width, as its 64 bits and its sign.
struct integer {
  std::uint64_t bits{};
  bool negative{};
};

template <class Number>
const std::uint8_t* load_integer(const std::uint8_t* p, const std::uint8_t* end, integer& value) {
  Number number{};
  p = load_number(p, end, number);
  value = {static_cast<std::uint64_t>(number), std::is_signed_v<Number> && number < Number{}};
  return p;
}

inline const std::uint8_t* read_integer(const std::uint8_t* p, const std::uint8_t* end,
                                        integer& value) {
  switch (const std::uint8_t head = *p++; head) {
    case 0xcc: return load_integer<std::uint8_t>(p, end, value);
    case 0xcd: return load_integer<std::uint16_t>(p, end, value);
    case 0xce: return load_integer<std::uint32_t>(p, end, value);
    case 0xcf: return load_integer<std::uint64_t>(p, end, value);
    case 0xd0: return load_integer<std::int8_t>(p, end, value);
    case 0xd1: return load_integer<std::int16_t>(p, end, value);
    case 0xd2: return load_integer<std::int32_t>(p, end, value);
    case 0xd3: return load_integer<std::int64_t>(p, end, value);
    default:
      if (head >= 0x80 && head < 0xe0) return nullptr;
      return load_integer<std::int8_t>(p - 1, end, value);
  }
}

inline constexpr std::uint8_t nil = 0xc0;

/// Whether a reader is given a member for the first time. Nil then means that the member is zero or
/// empty; after another value, it means nothing.
enum class member { first, again };

template <member Time, class Int>
POLYWIRE_OUTLINE const std::uint8_t* read_long_int(const std::uint8_t* p, const std::uint8_t* end,
                                                   Int& value) {
  if (p == end) return nullptr;
  if (*p == nil) {
    if (Time == member::first) value = {};
    return p + 1;
  }
  integer read;
  p = read_integer(p, end, read);
  if (p == nullptr) return nullptr;
  const auto number = static_cast<std::int64_t>(read.bits);
  if ((number < 0 && !read.negative) || number != static_cast<std::int32_t>(number)) return nullptr;
  value = static_cast<Int>(number);
  return p;
}

template <member Time, class Int>
POLYWIRE_INLINE const std::uint8_t* read_int(const std::uint8_t* p, const std::uint8_t* end,
                                             Int& value) {
  if (POLYWIRE_UNLIKELY(p == end || *p >= 0x80)) return read_long_int<Time>(p, end, value);
  value = static_cast<Int>(*p);
  return p + 1;
}

template <member Time>
POLYWIRE_OUTLINE const std::uint8_t* read_other_number(const std::uint8_t* p,
                                                       const std::uint8_t* end, double& value) {
  if (p == end) return nullptr;
  if (*p == nil) {
    if (Time == member::first) value = 0;
    return p + 1;
  }
  if (*p == 0xca) {
    float number{};
    p = load_number(p + 1, end, number);
    value = double{number};
    return p;
  }
  if (*p == 0xcb) return load_number(p + 1, end, value);
  integer read;
  p = read_integer(p, end, read);
  value = read.negative ? static_cast<double>(static_cast<std::int64_t>(read.bits))
                        : static_cast<double>(read.bits);
  return p;
}

template <member Time>
POLYWIRE_INLINE const std::uint8_t* read_double(const std::uint8_t* p, const std::uint8_t* end,
                                                double& value) {
  if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - p) < double_size || *p != 0xcb)) {
    return read_other_number<Time>(p, end, value);
  }
  value = load_be<double>(p + 1);
  return p + double_size;
}

template <class Width>
const std::uint8_t* load_length(const std::uint8_t* p, const std::uint8_t* end, std::size_t& n) {
  Width length{};
  p = load_number(p, end, length);
  n = length;
  return p;
}

/// Reads the head of a text or of bytes. There is a byte at p.
POLYWIRE_OUTLINE const std::uint8_t* read_long_head(const std::uint8_t* p, const std::uint8_t* end,
                                                    std::size_t& n) {
  switch (*p) {
    case 0xc4:
    case 0xd9: return load_length<std::uint8_t>(p + 1, end, n);
    case 0xc5:
    case 0xda: return load_length<std::uint16_t>(p + 1, end, n);
    case 0xc6:
    case 0xdb: return load_length<std::uint32_t>(p + 1, end, n);
    default: return nullptr;
  }
}

POLYWIRE_INLINE const std::uint8_t* read_head(const std::uint8_t* p, const std::uint8_t* end,
                                              std::size_t& n) {
  if (POLYWIRE_UNLIKELY(p == end)) return nullptr;
  if (POLYWIRE_LIKELY((*p & 0xe0) == 0xa0)) {
    n = *p & 31u;
    ++p;
  } else {
    p = read_long_head(p, end, n);
    if (p == nullptr) return nullptr;
  }
  return POLYWIRE_LIKELY(n <= static_cast<std::size_t>(end - p)) ? p : nullptr;
}

template <member Time>
POLYWIRE_INLINE const std::uint8_t* read_text(const std::uint8_t* p, const std::uint8_t* end,
                                              std::string& text) {
  std::size_t n = 0;
  if (POLYWIRE_UNLIKELY(starts_with(p, end, "\300"))) {
    if (Time == member::first) text.clear();
    return p + 1;
  }
  p = read_head(p, end, n);
  if (POLYWIRE_UNLIKELY(p == nullptr || !assign_text<true>(text, p, n, end))) return nullptr;
  return p + n;
}

/// Reads the count of an array or a map, whose short form is `fix` and whose longest is `head32`.
POLYWIRE_INLINE const std::uint8_t* read_count(const std::uint8_t* p, const std::uint8_t* end,
                                               std::uint8_t fix, std::uint8_t head32,
                                               std::size_t& count) {
  if (POLYWIRE_UNLIKELY(p == end)) return nullptr;
  if (POLYWIRE_LIKELY((*p & 0xf0) == fix)) {
    count = *p & 15u;
    return p + 1;
  }
  if (*p == head32 - 1) return load_length<std::uint16_t>(p + 1, end, count);
  return *p == head32 ? load_length<std::uint32_t>(p + 1, end, count) : nullptr;
}

POLYWIRE_INLINE const std::uint8_t* read_map_count(const std::uint8_t* p, const std::uint8_t* end,
                                                   std::size_t& count) {
  return read_count(p, end, 0x80, 0xdf, count);
}

const std::uint8_t* skip_value(const std::uint8_t* p, const std::uint8_t* end, unsigned depth);

inline const std::uint8_t* skip_values(const std::uint8_t* p, const std::uint8_t* end,
                                       std::uint64_t count, unsigned depth) {
  if (depth == 0) return nullptr;
  for (; p != nullptr && count != 0; --count) p = skip_value(p, end, depth - 1);
  return p;
}

template <class Width>
const std::uint8_t* skip_counted(const std::uint8_t* p, const std::uint8_t* end,
                                 std::uint64_t values, unsigned depth) {
  std::size_t count = 0;
  p = load_length<Width>(p, end, count);
  return p == nullptr ? nullptr : skip_values(p, end, count * values, depth);
}

inline const std::uint8_t* skip_bytes(const std::uint8_t* p, const std::uint8_t* end,
                                      std::size_t n) {
  return n <= static_cast<std::size_t>(end - p) ? p + n : nullptr;
}

/// Skips the bytes behind a length, and as many more.
template <class Width>
const std::uint8_t* skip_run(const std::uint8_t* p, const std::uint8_t* end, std::size_t more) {
  std::size_t n = 0;
  p = load_length<Width>(p, end, n);
  return p == nullptr ? nullptr : skip_bytes(p, end, n + more);
}

inline const std::uint8_t* skip_value(const std::uint8_t* p, const std::uint8_t* end,
                                      unsigned depth) {
  if (p == end) return nullptr;
  const std::uint8_t head = *p++;
  if (head < 0x80 || head >= 0xe0) return p;
  if (head < 0x90) return (head & 15) == 0 ? p : skip_values(p, end, 2u * (head & 15u), depth);
  if (head < 0xa0) return (head & 15) == 0 ? p : skip_values(p, end, head & 15u, depth);
  if (head < 0xc0) return skip_bytes(p, end, head & 31u);
  switch (head) {
    case 0xc0:
    case 0xc2:
    case 0xc3: return p;
    case 0xc4:
    case 0xd9: return skip_run<std::uint8_t>(p, end, 0);
    case 0xc5:
    case 0xda: return skip_run<std::uint16_t>(p, end, 0);
    case 0xc6:
    case 0xdb: return skip_run<std::uint32_t>(p, end, 0);
    case 0xc7: return skip_run<std::uint8_t>(p, end, 1);
    case 0xc8: return skip_run<std::uint16_t>(p, end, 1);
    case 0xc9: return skip_run<std::uint32_t>(p, end, 1);
    case 0xca: return skip_bytes(p, end, 4);
    case 0xcb: return skip_bytes(p, end, 8);
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf: return skip_bytes(p, end, std::size_t{1} << (head - 0xcc));
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3: return skip_bytes(p, end, std::size_t{1} << (head - 0xd0));
    case 0xd4:
    case 0xd5:
    case 0xd6:
    case 0xd7:
    case 0xd8: return skip_bytes(p, end, 1 + (std::size_t{1} << (head - 0xd4)));
    case 0xdc: return skip_counted<std::uint16_t>(p, end, 1, depth);
    case 0xdd: return skip_counted<std::uint32_t>(p, end, 1, depth);
    case 0xde: return skip_counted<std::uint16_t>(p, end, 2, depth);
    case 0xdf: return skip_counted<std::uint32_t>(p, end, 2, depth);
    default: return nullptr;
  }
}

/// Reads the key of a member; any key but a text or bytes is refused.
inline const std::uint8_t* read_key(const std::uint8_t* p, const std::uint8_t* end,
                                    std::string_view& key) {
  std::size_t n = 0;
  p = read_head(p, end, n);
  if (p == nullptr) return nullptr;
  key = std::string_view(reinterpret_cast<const char*>(p), n);
  return p + n;
}

/// The members of an order that are not among its first `seen` ones, of which `left` entries are
/// left, in any order.
template <class Order>
POLYWIRE_OUTLINE const std::uint8_t* read_order_rest(Order& order, unsigned seen, std::size_t left,
                                                     const std::uint8_t* p,
                                                     const std::uint8_t* end) {
  if (seen < 1) order.id = 0;
  if (seen < 2) order.symbol.clear();
  if (seen < 3) order.side = {};
  if (seen < 4) order.type = {};
  if (seen < 5) order.price = 0;
  if (seen < 6) order.volume = 0;
  for (; p != nullptr && left != 0; --left) {
    std::string_view key;
    p = read_key(p, end, key);
    if (p == nullptr) return nullptr;
    if (key == "id") {
      p = read_int<member::again>(p, end, order.id);
    } else if (key == "symbol") {
      p = read_text<member::again>(p, end, order.symbol);
    } else if (key == "side") {
      p = read_int<member::again>(p, end, order.side);
    } else if (key == "type") {
      p = read_int<member::again>(p, end, order.type);
    } else if (key == "price") {
      p = read_double<member::again>(p, end, order.price);
    } else if (key == "volume") {
      p = read_double<member::again>(p, end, order.volume);
    } else {
      p = skip_value(p, end, deepest);
    }
  }
  return p;
}

template <class Order>
POLYWIRE_OUTLINE const std::uint8_t* read_other_order(Order& order, const std::uint8_t* p,
                                                      const std::uint8_t* end) {
  std::size_t count = 0;
  p = read_map_count(p, end, count);
  return p == nullptr ? nullptr : read_order_rest(order, 0, count, p, end);
}

// The value of an expected member. Without its key, `rest` reads what follows.
#define BOUNDS_MEMBER(literal, read, target, rest)               \
  if (POLYWIRE_UNLIKELY(!next_is(p, end, literal))) return rest; \
  p = read<member::first>(p + sizeof(literal) - 1, end, target); \
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr

template <prediction Predict, class Order>
POLYWIRE_INLINE const std::uint8_t* read_order(Order& order, const std::uint8_t* p,
                                               const std::uint8_t* end) {
  order.unknown_fields.clear();
  if constexpr (Predict == prediction::off) return read_other_order(order, p, end);
  BOUNDS_MEMBER("\206\242id", read_int, order.id, read_other_order(order, p, end));
  BOUNDS_MEMBER("\246symbol", read_text, order.symbol, read_order_rest(order, 1, 5, p, end));
  BOUNDS_MEMBER("\244side", read_int, order.side, read_order_rest(order, 2, 4, p, end));
  BOUNDS_MEMBER("\244type", read_int, order.type, read_order_rest(order, 3, 3, p, end));
  BOUNDS_MEMBER("\245price", read_double, order.price, read_order_rest(order, 4, 2, p, end));
  BOUNDS_MEMBER("\246volume", read_double, order.volume, read_order_rest(order, 5, 1, p, end));
  return p;
}

template <class Wallet>
POLYWIRE_OUTLINE const std::uint8_t* read_wallet_rest(Wallet& wallet, unsigned seen,
                                                      std::size_t left, const std::uint8_t* p,
                                                      const std::uint8_t* end) {
  if (seen < 1) wallet.currency.clear();
  if (seen < 2) wallet.amount = 0;
  for (; p != nullptr && left != 0; --left) {
    std::string_view key;
    p = read_key(p, end, key);
    if (p == nullptr) return nullptr;
    if (key == "currency") {
      p = read_text<member::again>(p, end, wallet.currency);
    } else if (key == "amount") {
      p = read_double<member::again>(p, end, wallet.amount);
    } else {
      p = skip_value(p, end, deepest);
    }
  }
  return p;
}

template <class Wallet>
POLYWIRE_OUTLINE const std::uint8_t* read_other_wallet(Wallet& wallet, const std::uint8_t* p,
                                                       const std::uint8_t* end) {
  std::size_t count = 0;
  p = read_map_count(p, end, count);
  return p == nullptr ? nullptr : read_wallet_rest(wallet, 0, count, p, end);
}

template <prediction Predict, class Wallet>
POLYWIRE_INLINE const std::uint8_t* read_wallet(Wallet& wallet, const std::uint8_t* p,
                                                const std::uint8_t* end) {
  wallet.unknown_fields.clear();
  if constexpr (Predict == prediction::off) return read_other_wallet(wallet, p, end);
  BOUNDS_MEMBER("\202\250currency", read_text, wallet.currency, read_other_wallet(wallet, p, end));
  BOUNDS_MEMBER("\246amount", read_double, wallet.amount, read_wallet_rest(wallet, 1, 1, p, end));
  return p;
}

#undef BOUNDS_MEMBER

template <prediction Predict, class Account>
class account_reader {
 public:
  account_reader(Account& account, const std::uint8_t* end) : account_(account), end_(end) {}

  POLYWIRE_INLINE bool read(const std::uint8_t* p) {
    account_.unknown_fields.clear();
    std::size_t left = 0;
    p = read_map_count(p, end_, left);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return false;
    if (Predict == prediction::off || left < 4) {
      p = read_rest(0, left, p);
    } else {
      p = read_predicted(left, p);
    }
    if (POLYWIRE_UNLIKELY(p != end_)) return false;
    if (POLYWIRE_UNLIKELY(!has_wallet_)) account_.wallet.reset();
    fit(account_.orders, order_count_);
    return true;
  }

 private:
  POLYWIRE_INLINE const std::uint8_t* read_predicted(std::size_t left, const std::uint8_t* p) {
    if (POLYWIRE_UNLIKELY(!next_is(p, end_, "\242id"))) return read_rest(0, left, p);
    p = read_int<member::first>(p + 3, end_, account_.id);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    if (POLYWIRE_UNLIKELY(!next_is(p, end_, "\244name"))) return read_rest(1, left - 1, p);
    p = read_text<member::first>(p + 5, end_, account_.name);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    if (POLYWIRE_UNLIKELY(!next_is(p, end_, "\246wallet"))) return read_rest(2, left - 2, p);
    p = read_wallet_member(p + 7);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    if (POLYWIRE_UNLIKELY(!next_is(p, end_, "\246orders"))) return read_rest(2, left - 3, p);
    p = read_orders(p + 7);
    return POLYWIRE_LIKELY(p == nullptr || left == 4) ? p : read_rest(2, left - 4, p);
  }

  POLYWIRE_OUTLINE const std::uint8_t* read_rest(unsigned seen, std::size_t left,
                                                 const std::uint8_t* p) {
    if (seen < 1) account_.id = 0;
    if (seen < 2) account_.name.clear();
    for (; p != nullptr && left != 0; --left) {
      std::string_view key;
      p = read_key(p, end_, key);
      if (p == nullptr) return nullptr;
      if (key == "id") {
        p = read_int<member::again>(p, end_, account_.id);
      } else if (key == "name") {
        p = read_text<member::again>(p, end_, account_.name);
      } else if (key == "wallet") {
        p = read_wallet_member(p);
      } else if (key == "orders") {
        p = read_orders(p);
      } else {
        p = skip_value(p, end_, deepest);
      }
    }
    return p;
  }

  POLYWIRE_INLINE const std::uint8_t* read_wallet_member(const std::uint8_t* p) {
    if (POLYWIRE_UNLIKELY(starts_with(p, end_, "\300"))) return p + 1;
    has_wallet_ = true;
    return read_wallet<Predict>(engaged(account_.wallet), p, end_);
  }

  POLYWIRE_INLINE const std::uint8_t* read_orders(const std::uint8_t* p) {
    if (POLYWIRE_UNLIKELY(starts_with(p, end_, "\300"))) return p + 1;
    std::size_t count = 0;
    p = read_count(p, end_, 0x90, 0xdd, count);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    // A byte of the message pays for 64 bytes of memory; the budget pays for the rest.
    using order = typename decltype(account_.orders)::value_type;
    const auto bytes = static_cast<std::size_t>(end_ - p);
    if (POLYWIRE_UNLIKELY(count > bytes || count * sizeof(order) > bytes * 64 + most_memory)) {
      return nullptr;
    }
    order_count_ = count;
    if (POLYWIRE_UNLIKELY(account_.orders.size() < count)) account_.orders.resize(count);
    for (std::size_t at = 0; at < count; ++at) {
      p = read_order<Predict>(account_.orders[at], p, end_);
      if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    }
    return p;
  }

  Account& account_;
  const std::uint8_t* end_;
  bool has_wallet_ = false;
  std::size_t order_count_ = 0;
};

}  // namespace detail

template <class Account>
std::size_t encode(const Account& account, output out) {
  const std::size_t size = detail::write_account(account, out);
  return POLYWIRE_LIKELY(size != refused) ? size : detail::encode_tight(account, out);
}

template <prediction Predict = prediction::on, class Account>
bool decode(Account& account, input bytes) {
  const std::uint8_t* const begin = begin_of(bytes);
  return detail::account_reader<Predict, Account>(account, begin + bytes.size()).read(begin);
}

}  // namespace bounds::msgpack

// Protocol Buffers, proto3: strict UTF-8, unknown fields kept, submessages merged, the last of
// several scalars wins, groups skipped.
#pragma once

#include "common.hpp"

namespace bounds::protobuf {

using namespace polywire::leaf;

namespace detail {

enum wire_type : std::uint32_t { varint, fixed64, length, group, end_group, fixed32 };

constexpr std::uint8_t key(std::uint32_t field, wire_type type) {
  return static_cast<std::uint8_t>(field << 3 | type);
}

namespace account_key {
inline constexpr auto id = key(1, varint);
inline constexpr auto name = key(2, length);
inline constexpr auto wallet = key(3, length);
inline constexpr auto orders = key(4, length);
}  // namespace account_key
namespace balance_key {
inline constexpr auto currency = key(1, length);
inline constexpr auto amount = key(2, fixed64);
}  // namespace balance_key
namespace order_key {
inline constexpr auto id = key(1, varint);
inline constexpr auto symbol = key(2, length);
inline constexpr auto side = key(3, varint);
inline constexpr auto type = key(4, varint);
inline constexpr auto price = key(5, fixed64);
inline constexpr auto volume = key(6, fixed64);
}  // namespace order_key

inline constexpr std::size_t varint_field = 1 + max_varint_size;
inline constexpr std::size_t double_field = 1 + 8;
inline constexpr std::size_t length_prefix = 1 + max_varint_size;

// ---- encode

template <class Int>
POLYWIRE_INLINE std::uint8_t* write_int32(std::uint8_t* out, std::uint8_t key, Int value) {
  const auto number = static_cast<std::int32_t>(value);
  if (number == 0) return out;
  *out = key;
  // Negative numbers are sign-extended to ten bytes.
  return write_varint(out + 1, static_cast<std::uint64_t>(std::int64_t{number}));
}

POLYWIRE_INLINE std::uint8_t* write_double(std::uint8_t* out, std::uint8_t key,
                                           const double& value) {
  const auto bits = load_le<std::uint64_t>(&value);
  *out = key;
  store_le(out + 1, bits);
  // Branch-free: an absent field is overwritten by the next one. Minus zero counts as present.
  return out + (bits != 0 ? double_field : 0);
}

POLYWIRE_INLINE std::uint8_t* write_text(std::uint8_t* out, std::uint8_t key,
                                         const std::string& text) {
  const std::size_t n = text.size();
  if (n == 0) return out;
  *out = key;
  return copy_text<true>(write_varint(out + 1, n), text, n);
}

inline constexpr std::string_view format_name = "protobuf";

template <class Unknown>
POLYWIRE_OUTLINE std::uint8_t* write_kept(std::uint8_t* out, const std::uint8_t* limit,
                                          const Unknown& unknown) {
  const auto kept = unknown.of(format_name);
  constexpr std::size_t behind = max_varint_size;  // bytes that close_length() may need
  if (static_cast<std::size_t>(limit - out) < kept.size() + behind) return nullptr;
  if (!kept.empty()) std::memcpy(out, kept.data(), kept.size());
  return out + kept.size();
}

/// Requires no data after the length in the same record: it ensures the space it needs, and returns
/// nullptr if there is too little.
template <class Unknown>
POLYWIRE_INLINE std::uint8_t* write_unknown(std::uint8_t* out, const std::uint8_t* limit,
                                            const Unknown& unknown) {
  return POLYWIRE_LIKELY(unknown.empty()) ? out : write_kept(out, limit, unknown);
}

template <class Order>
POLYWIRE_INLINE std::size_t order_size_bound(const Order& order) {
  return length_prefix + 3 * varint_field + length_prefix + order.symbol.size() + 2 * double_field +
         text_slack;
}

template <class Account>
POLYWIRE_INLINE std::size_t account_size_bound(const Account& account) {
  std::size_t size_bound = varint_field + length_prefix + account.name.size() + text_slack;
  if (account.wallet) {
    size_bound += 2 * length_prefix + account.wallet->currency.size() + double_field;
  }
  return size_bound;
}

template <class Order>
POLYWIRE_INLINE std::uint8_t* write_order(std::uint8_t* out, const std::uint8_t* limit,
                                          const Order& order) {
  *out = account_key::orders;
  std::uint8_t* const length_at = out + 1;
  out = write_int32(length_at + 1, order_key::id, order.id);
  out = write_text(out, order_key::symbol, order.symbol);
  out = write_int32(out, order_key::side, order.side);
  out = write_int32(out, order_key::type, order.type);
  out = write_double(out, order_key::price, order.price);
  out = write_double(out, order_key::volume, order.volume);
  out = write_unknown(out, limit, order.unknown_fields);
  return POLYWIRE_LIKELY(out != nullptr) ? close_length(length_at, out) : nullptr;
}

template <class Balance>
POLYWIRE_INLINE std::uint8_t* write_wallet(std::uint8_t* out, const std::uint8_t* limit,
                                           const Balance& wallet) {
  *out = account_key::wallet;
  std::uint8_t* const length_at = out + 1;
  out = write_text(length_at + 1, balance_key::currency, wallet.currency);
  out = write_double(out, balance_key::amount, wallet.amount);
  out = write_unknown(out, limit, wallet.unknown_fields);
  return POLYWIRE_LIKELY(out != nullptr) ? close_length(length_at, out) : nullptr;
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
  out = write_int32(out, account_key::id, account.id);
  out = write_text(out, account_key::name, account.name);
  if (account.wallet) {
    out = write_wallet(out, limit, *account.wallet);
    if (POLYWIRE_UNLIKELY(out == nullptr)) return refused;
  }
  for (const auto& order : account.orders) {
    if (!has_space(order_size_bound(order))) return refused;
    out = write_order(out, limit, order);
    if (POLYWIRE_UNLIKELY(out == nullptr)) return refused;
  }
  out = write_unknown(out, limit, account.unknown_fields);
  if (POLYWIRE_UNLIKELY(out == nullptr)) return refused;
  return static_cast<std::size_t>(out - buffer.data());
}

// ---- decode: readers return the position after what they read, or nullptr

POLYWIRE_INLINE const std::uint8_t* read_length(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint64_t& size) {
  p = read_varint(p, end, size);
  if (POLYWIRE_UNLIKELY(p == nullptr || size > static_cast<std::uint64_t>(end - p))) return nullptr;
  return p;
}

template <class Int>
POLYWIRE_INLINE const std::uint8_t* read_int32(const std::uint8_t* p, const std::uint8_t* end,
                                               Int& value) {
  std::uint64_t number;
  p = read_varint(p, end, number);
  if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
  value = static_cast<Int>(static_cast<std::int32_t>(number));
  return p;
}

POLYWIRE_INLINE const std::uint8_t* read_double(const std::uint8_t* p, const std::uint8_t* end,
                                                double& value) {
  if (POLYWIRE_UNLIKELY(end - p < 8)) return nullptr;
  value = load_le<double>(p);
  return p + 8;
}

POLYWIRE_INLINE const std::uint8_t* read_text(const std::uint8_t* p, const std::uint8_t* end,
                                              const std::uint8_t* input_end, std::string& text) {
  std::uint64_t size;
  p = read_length(p, end, size);
  if (POLYWIRE_UNLIKELY(p == nullptr || !assign_text<true>(text, p, size, input_end))) {
    return nullptr;
  }
  return p + size;
}

POLYWIRE_INLINE const std::uint8_t* read_key(const std::uint8_t* p, const std::uint8_t* end,
                                             std::uint32_t& key) {
  std::uint64_t wide;
  p = read_varint(p, end, wide);
  if (p == nullptr || wide > 0xffff'ffff || wide < 8) return nullptr;  // field 0 does not exist
  key = static_cast<std::uint32_t>(wide);
  return p;
}

inline constexpr int deepest_group = 100;

/// Skips the content of a field whose key has been read.
POLYWIRE_OUTLINE const std::uint8_t* skip_field(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint32_t key, int depth) {
  std::uint64_t size = 0;
  switch (key & 7) {
    case varint: return read_varint(p, end, size);
    case fixed64: return end - p >= 8 ? p + 8 : nullptr;
    case fixed32: return end - p >= 4 ? p + 4 : nullptr;
    case length: p = read_length(p, end, size); return p == nullptr ? nullptr : p + size;
    case group: {
      if (depth == deepest_group) return nullptr;
      for (;;) {
        std::uint32_t inner;
        p = read_key(p, end, inner);
        if (p == nullptr) return nullptr;
        if (inner == (key ^ group ^ end_group)) return p;
        p = skip_field(p, end, inner, depth + 1);
        if (p == nullptr) return nullptr;
      }
    }
    default: return nullptr;
  }
}

template <class Unknown>
POLYWIRE_OUTLINE const std::uint8_t* keep_field(Unknown& unknown, const std::uint8_t* key_at,
                                                const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint32_t key) {
  p = skip_field(p, end, key, 0);
  if (p != nullptr) unknown.keep(format_name, {key_at, p});
  return p;
}

POLYWIRE_INLINE bool next_is(const std::uint8_t* p, const std::uint8_t* end, std::uint8_t key) {
  return POLYWIRE_LIKELY(p != end && *p == key);
}

template <class Order>
POLYWIRE_OUTLINE const std::uint8_t* read_order_fields(Order& order, const std::uint8_t* p,
                                                       const std::uint8_t* end,
                                                       const std::uint8_t* input_end) {
  while (p != nullptr && p != end) {
    const std::uint8_t* const key_at = p;
    std::uint32_t key = 0;
    p = read_key(p, end, key);
    if (p == nullptr) return nullptr;
    switch (key) {
      case order_key::id: p = read_int32(p, end, order.id); break;
      case order_key::symbol: p = read_text(p, end, input_end, order.symbol); break;
      case order_key::side: p = read_int32(p, end, order.side); break;
      case order_key::type: p = read_int32(p, end, order.type); break;
      case order_key::price: p = read_double(p, end, order.price); break;
      case order_key::volume: p = read_double(p, end, order.volume); break;
      default: p = keep_field(order.unknown_fields, key_at, p, end, key);
    }
  }
  return p;
}

template <prediction Predict, class Order>
POLYWIRE_INLINE const std::uint8_t* read_order(Order& order, const std::uint8_t* p,
                                               const std::uint8_t* end,
                                               const std::uint8_t* input_end) {
  order.id = 0;
  order.side = {};
  order.type = {};
  order.price = 0;
  order.volume = 0;
  order.unknown_fields.clear();
  if constexpr (Predict == prediction::off) {
    order.symbol.clear();
    return read_order_fields(order, p, end, input_end);
  }
  if (next_is(p, end, order_key::id)) {
    p = read_int32(p + 1, end, order.id);
    if (p == nullptr) return nullptr;
  }
  if (next_is(p, end, order_key::symbol)) {
    p = read_text(p + 1, end, input_end, order.symbol);
    if (p == nullptr) return nullptr;
  } else {
    order.symbol.clear();
  }
  if (next_is(p, end, order_key::side)) {
    p = read_int32(p + 1, end, order.side);
    if (p == nullptr) return nullptr;
  }
  if (next_is(p, end, order_key::type)) {
    p = read_int32(p + 1, end, order.type);
    if (p == nullptr) return nullptr;
  }
  if (next_is(p, end, order_key::price)) {
    p = read_double(p + 1, end, order.price);
    if (p == nullptr) return nullptr;
  }
  if (next_is(p, end, order_key::volume)) {
    p = read_double(p + 1, end, order.volume);
    if (p == nullptr) return nullptr;
  }
  if (POLYWIRE_LIKELY(p == end)) return p;
  return read_order_fields(order, p, end, input_end);
}

template <class Balance>
POLYWIRE_OUTLINE const std::uint8_t* read_balance_fields(Balance& balance, const std::uint8_t* p,
                                                         const std::uint8_t* end,
                                                         const std::uint8_t* input_end) {
  while (p != nullptr && p != end) {
    const std::uint8_t* const key_at = p;
    std::uint32_t key = 0;
    p = read_key(p, end, key);
    if (p == nullptr) return nullptr;
    switch (key) {
      case balance_key::currency: p = read_text(p, end, input_end, balance.currency); break;
      case balance_key::amount: p = read_double(p, end, balance.amount); break;
      default: p = keep_field(balance.unknown_fields, key_at, p, end, key);
    }
  }
  return p;
}

/// A second occurrence is merged into the value of the first.
template <prediction Predict, class Balance>
POLYWIRE_INLINE const std::uint8_t* read_balance(Balance& balance, bool first,
                                                 const std::uint8_t* p, const std::uint8_t* end,
                                                 const std::uint8_t* input_end) {
  if (first) {
    balance.amount = 0;
    balance.unknown_fields.clear();
  }
  if constexpr (Predict == prediction::off) {
    if (first) balance.currency.clear();
    return read_balance_fields(balance, p, end, input_end);
  }
  if (next_is(p, end, balance_key::currency)) {
    p = read_text(p + 1, end, input_end, balance.currency);
    if (p == nullptr) return nullptr;
  } else if (first) {
    balance.currency.clear();
  }
  if (next_is(p, end, balance_key::amount)) {
    p = read_double(p + 1, end, balance.amount);
    if (p == nullptr) return nullptr;
  }
  if (POLYWIRE_LIKELY(p == end)) return p;
  return read_balance_fields(balance, p, end, input_end);
}

template <prediction Predict, class Account>
class account_reader {
 public:
  account_reader(Account& account, const std::uint8_t* end) : account_(account), end_(end) {}

  POLYWIRE_INLINE bool read(const std::uint8_t* p) {
    account_.id = 0;
    account_.unknown_fields.clear();
    if constexpr (Predict == prediction::on) {
      p = read_predicted(p);
      if (POLYWIRE_UNLIKELY(p == nullptr)) return false;
    } else {
      account_.name.clear();
    }
    if (POLYWIRE_UNLIKELY(p != end_) && !read_fields(p)) return false;
    if (POLYWIRE_UNLIKELY(!wallet_seen_)) account_.wallet.reset();
    fit(account_.orders, order_count_);
    return true;
  }

 private:
  POLYWIRE_INLINE const std::uint8_t* read_predicted(const std::uint8_t* p) {
    if (next_is(p, end_, account_key::id)) {
      p = read_int32(p + 1, end_, account_.id);
      if (p == nullptr) return nullptr;
    }
    if (next_is(p, end_, account_key::name)) {
      p = read_text(p + 1, end_, end_, account_.name);
      if (p == nullptr) return nullptr;
    } else {
      account_.name.clear();
    }
    if (next_is(p, end_, account_key::wallet)) {
      p = read_wallet(p + 1);
      if (p == nullptr) return nullptr;
    }
    while (next_is(p, end_, account_key::orders)) {
      p = read_next_order(p + 1);
      if (p == nullptr) return nullptr;
    }
    return p;
  }

  bool read_fields(const std::uint8_t* p) {
    while (p != nullptr && p != end_) {
      const std::uint8_t* const key_at = p;
      std::uint32_t key = 0;
      p = read_key(p, end_, key);
      if (p == nullptr) return false;
      switch (key) {
        case account_key::id: p = read_int32(p, end_, account_.id); break;
        case account_key::name: p = read_text(p, end_, end_, account_.name); break;
        case account_key::wallet: p = read_wallet(p); break;
        case account_key::orders: p = read_next_order(p); break;
        default: p = keep_field(account_.unknown_fields, key_at, p, end_, key);
      }
    }
    return p != nullptr;
  }

  POLYWIRE_INLINE const std::uint8_t* read_wallet(const std::uint8_t* p) {
    std::uint64_t size;
    p = read_length(p, end_, size);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    auto& wallet = engaged(account_.wallet);
    const std::uint8_t* const after = p + size;
    if (read_balance<Predict>(wallet, !wallet_seen_, p, after, end_) == nullptr) return nullptr;
    wallet_seen_ = true;
    return after;
  }

  POLYWIRE_INLINE const std::uint8_t* read_next_order(const std::uint8_t* p) {
    std::uint64_t size;
    p = read_length(p, end_, size);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    auto& order = element_at(account_.orders, order_count_++);
    const std::uint8_t* const after = p + size;
    return read_order<Predict>(order, p, after, end_) == nullptr ? nullptr : after;
  }

  Account& account_;
  const std::uint8_t* const end_;
  std::size_t order_count_ = 0;
  bool wallet_seen_ = false;
};

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  const auto kept_size_bound = [](const auto& record) {
    return record.unknown_fields.of(format_name).size() + max_varint_size;
  };
  std::size_t size_bound = account_size_bound(account) + kept_size_bound(account);
  if (account.wallet) size_bound += kept_size_bound(*account.wallet);
  for (const auto& order : account.orders)
    size_bound += order_size_bound(order) + kept_size_bound(order);
  return encode_exactly(out, size_bound,
                        [&account](output buffer) { return write_account(account, buffer); });
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
  return detail::account_reader<Predict, Account>(account, begin + bytes.size()).read(begin);
}

}  // namespace bounds::protobuf

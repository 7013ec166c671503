// Simple Binary Encoding: schema 1, message Account = template 1, in schema order. Fields added by
// later versions of the schema are skipped by way of the block lengths.
#pragma once

#include "common.hpp"

namespace bounds::sbe {

using namespace polywire::leaf;

namespace detail {

inline constexpr std::size_t header_size = 8;
inline constexpr std::size_t dimension_size = 4;
inline constexpr std::size_t name_length_size = 4;
inline constexpr std::uint16_t account_block = 22;
inline constexpr std::uint16_t order_block = 32;
inline constexpr std::uint16_t template_id = 1;
inline constexpr std::uint16_t schema_id = 1;
inline constexpr std::uint16_t schema_version = 1;
inline constexpr std::size_t fixed_text = 10;
inline constexpr std::size_t most_orders = 0xfffe;          // 0xffff is the null value of uint16
inline constexpr std::uint32_t greatest_enumerator = 0xfe;  // likewise of uint8
inline constexpr std::size_t longest_name = 0x4000'0000;

// A wallet whose members are all null is absent: no currency, and the null value of double.
inline constexpr std::uint64_t null_amount = 0x7ff8'0000'0000'0000;

/// Returns true if the 10 bytes of the currency and the following amount are null.
POLYWIRE_INLINE bool is_null_wallet(const std::uint8_t* p) {
  const std::uint64_t currency = load_le<std::uint64_t>(p) | load_le<std::uint16_t>(p + 8);
  return (currency | (load_le<std::uint64_t>(p + 10) ^ null_amount)) == 0;
}

inline constexpr std::uint64_t header = account_block | std::uint64_t{template_id} << 16 |
                                        std::uint64_t{schema_id} << 32 |
                                        std::uint64_t{schema_version} << 48;

template <class Account>
POLYWIRE_INLINE std::size_t message_size(const Account& account) {
  return header_size + account_block + dimension_size + order_block * account.orders.size() +
         name_length_size + account.name.size();
}

/// Writes the 32 bytes of an order front to back: the text's slack is overwritten by the following
/// bytes.
template <class Order>
POLYWIRE_INLINE bool write_order(std::uint8_t* out, const Order& order) {
  const auto side = static_cast<std::uint32_t>(order.side);
  const auto type = static_cast<std::uint32_t>(order.type);
  if (POLYWIRE_UNLIKELY(side > greatest_enumerator || type > greatest_enumerator)) return false;
  if (POLYWIRE_UNLIKELY((try_copy_fixed_text<true, fixed_text>(out + 4, order.symbol)) ==
                        nullptr)) {
    return false;
  }
  store_le(out, order.id);
  store_le(out + 14, static_cast<std::uint16_t>(side | type << 8));
  const double price = order.price;  // loads before stores allow one 16-byte access
  const double volume = order.volume;
  store_le(out + 16, price);
  store_le(out + 24, volume);
  return true;
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  const std::size_t order_count = account.orders.size();
  const std::size_t size = message_size(account);
  if (POLYWIRE_UNLIKELY(buffer.size() < size + text_slack || order_count > most_orders ||
                        account.name.size() > longest_name)) {
    return refused;
  }
  std::uint8_t* out = buffer.data();
  store_le(out, header);
  store_le(out + 8, account.id);
  if (POLYWIRE_LIKELY(account.wallet.has_value())) {
    const auto& currency = account.wallet->currency;
    if (POLYWIRE_UNLIKELY((try_copy_fixed_text<true, fixed_text>(out + 12, currency)) == nullptr)) {
      return refused;
    }
    store_le(out + 22, account.wallet->amount);
  } else {
    std::memset(out + 12, 0, 10);
    store_le(out + 22, null_amount);
  }
  store_le(out + 30, static_cast<std::uint32_t>(order_block | order_count << 16));
  out += header_size + account_block + dimension_size;
  for (const auto& order : account.orders) {
    if (POLYWIRE_UNLIKELY(!write_order(out, order))) return refused;
    out += order_block;
  }
  store_le(out, static_cast<std::uint32_t>(account.name.size()));
  copy_text<true>(out + name_length_size, account.name);
  return size;
}

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  return encode_exactly(out, message_size(account) + text_slack,
                        [&account](output buffer) { return write_account(account, buffer); });
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
  if (POLYWIRE_UNLIKELY(bytes.size() < header_size + account_block + dimension_size)) return false;
  const std::size_t block = load_le<std::uint16_t>(p);
  const std::uint16_t version = load_le<std::uint16_t>(p + 6);
  constexpr std::uint32_t ids = template_id | std::uint32_t{schema_id} << 16;
  if (POLYWIRE_UNLIKELY(load_le<std::uint32_t>(p + 2) != ids || block < account_block ||
                        bytes.size() < header_size + block + dimension_size)) {
    return false;
  }
  p += header_size;
  account.unknown_fields.clear();
  account.id = load_le<std::int32_t>(p);
  if (POLYWIRE_LIKELY(!is_null_wallet(p + 4))) {
    auto& wallet = engaged(account.wallet);
    wallet.unknown_fields.clear();
    if (POLYWIRE_UNLIKELY((!assign_fixed_text<true, fixed_text>(wallet.currency, p + 4, end)))) {
      return false;
    }
    wallet.amount = load_le<double>(p + 14);
  } else {
    account.wallet.reset();
  }

  p += block;
  const std::size_t stride = load_le<std::uint16_t>(p);
  const std::size_t order_count = load_le<std::uint16_t>(p + 2);
  p += dimension_size;
  const auto remaining = static_cast<std::size_t>(end - p);
  if (POLYWIRE_UNLIKELY(stride < order_block ||
                        remaining < stride * order_count + name_length_size)) {
    return false;
  }
  fit(account.orders, order_count);
  for (auto& order : account.orders) {
    order.unknown_fields.clear();
    order.id = load_le<std::int32_t>(p);
    // The whole order is in the input, so 16 bytes are readable here.
    if (POLYWIRE_UNLIKELY(
            (!assign_fixed_text<true, fixed_text>(order.symbol, p + 4, p + order_block)))) {
      return false;
    }
    order.side = static_cast<decltype(order.side)>(p[14]);
    order.type = static_cast<decltype(order.type)>(p[15]);
    const double price = load_le<double>(p + 16);
    const double volume = load_le<double>(p + 24);
    order.price = price;
    order.volume = volume;
    p += stride;
  }
  const std::size_t name_size = load_le<std::uint32_t>(p);
  p += name_length_size;
  if (POLYWIRE_UNLIKELY(name_size > static_cast<std::size_t>(end - p))) return false;
  if (POLYWIRE_UNLIKELY(!assign_text<true>(account.name, p, name_size, end))) return false;
  // A later version of the schema may have appended groups and data.
  return p + name_size == end || version > schema_version;
}

}  // namespace bounds::sbe

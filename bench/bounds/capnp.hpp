// Cap'n Proto: the stream framing, unpacked. One segment is written. Reading takes any number of
// segments, far pointers, structs of older and newer schemas, and lists of primitives where the
// schema now has structs; it charges a traversal budget as the official implementation does.
#pragma once

#include "capnp_general.hpp"
#include "common.hpp"

namespace bounds::capnp {

namespace detail {

// ---- encode

inline constexpr std::uint32_t account_data = 1, account_pointers = 3;
inline constexpr std::uint32_t balance_data = 1, balance_pointers = 1;
inline constexpr std::uint32_t order_data = 3, order_pointers = 1;
inline constexpr std::size_t order_size = 8 * (order_data + order_pointers);
inline constexpr std::size_t table_size = 8;
inline constexpr std::size_t largest_segment = std::size_t{1}
                                               << 31;  // bytes; keeps offsets in range
inline constexpr std::size_t most_orders = (std::size_t{1} << 29) / (order_data + order_pointers);

POLYWIRE_INLINE std::size_t text_size(const std::string& text) {
  return (text.size() + 1 + 7) & ~std::size_t{7};
}

/// Returns the distance in words from the end of the pointer to its target.
POLYWIRE_INLINE std::uint32_t offset_between(const std::uint8_t* pointer,
                                             const std::uint8_t* target) {
  return static_cast<std::uint32_t>((target - pointer - 8) / 8);
}

POLYWIRE_INLINE std::uint64_t struct_pointer(std::uint32_t offset, std::uint32_t data,
                                             std::uint32_t pointers) {
  return std::uint64_t{offset << 2 | struct_kind} | std::uint64_t{data} << 32 |
         std::uint64_t{pointers} << 48;
}

POLYWIRE_INLINE std::uint64_t list_pointer(std::uint32_t offset, std::uint32_t element_size,
                                           std::uint64_t count) {
  return std::uint64_t{offset << 2 | list_kind} | std::uint64_t{element_size} << 32 | count << 35;
}

/// Writes the text at `out` and its pointer; returns the position after the text.
POLYWIRE_INLINE std::uint8_t* write_text(std::uint8_t* pointer, std::uint8_t* out,
                                         const std::string& text) {
  store_le(pointer, list_pointer(offset_between(pointer, out), size_byte, text.size() + 1));
  return copy_text_padded<true>(out, text, text_size(text));
}

template <class Order>
POLYWIRE_INLINE bool write_order_data(std::uint8_t* out, const Order& order) {
  const auto side = static_cast<std::uint32_t>(order.side);
  const auto type = static_cast<std::uint32_t>(order.type);
  if (POLYWIRE_UNLIKELY(((side | type) >> 16) != 0)) return false;
  store_le(out, std::uint64_t{static_cast<std::uint32_t>(order.id)} | std::uint64_t{side} << 32 |
                    std::uint64_t{type} << 48);
  const double price = order.price;  // loads before stores allow one 16-byte access
  const double volume = order.volume;
  store_le(out + 8, price);
  store_le(out + 16, volume);
  return true;
}

template <class Account>
POLYWIRE_INLINE std::size_t account_size_bound(const Account& account) {
  const std::size_t wallet =
      account.wallet ? 8 * (balance_data + balance_pointers) + text_size(account.wallet->currency)
                     : 0;
  return table_size + 8 + 8 * (account_data + account_pointers) + text_size(account.name) + wallet +
         8 + order_size * account.orders.size() + text_slack;
}

template <class Account>
POLYWIRE_INLINE std::size_t write_account(const Account& account, output buffer) {
  const std::size_t order_count = account.orders.size();
  if (POLYWIRE_UNLIKELY(order_count >= most_orders ||
                        buffer.size() < account_size_bound(account))) {
    return refused;
  }
  std::uint8_t* const segment = buffer.data() + table_size;
  std::uint8_t* const limit = buffer.data() + buffer.size();
  store_le(segment, struct_pointer(0, account_data, account_pointers));
  std::uint8_t* const data = segment + 8;
  std::uint8_t* const pointers = data + 8 * account_data;
  store_le(data, std::uint64_t{static_cast<std::uint32_t>(account.id)});
  std::uint8_t* tail = write_text(pointers, pointers + 8 * account_pointers, account.name);

  if (POLYWIRE_LIKELY(account.wallet.has_value())) {
    const auto& wallet = *account.wallet;
    std::uint8_t* const wallet_at = tail;
    store_le(pointers + 8, struct_pointer(offset_between(pointers + 8, wallet_at), balance_data,
                                          balance_pointers));
    store_le(wallet_at, wallet.amount);
    tail = write_text(wallet_at + 8, wallet_at + 16, wallet.currency);
  } else {
    store_le(pointers + 8, std::uint64_t{0});
  }

  store_le(pointers + 16, list_pointer(offset_between(pointers + 16, tail), size_composite,
                                       (order_data + order_pointers) * order_count));
  store_le(tail,
           struct_pointer(static_cast<std::uint32_t>(order_count), order_data, order_pointers));
  std::uint8_t* order_at = tail + 8;
  tail = order_at + order_size * order_count;
  for (const auto& order : account.orders) {
    const bool has_space =
        static_cast<std::size_t>(limit - tail) >= text_size(order.symbol) + text_slack;
    if (POLYWIRE_UNLIKELY(!has_space || !write_order_data(order_at, order))) return refused;
    tail = write_text(order_at + 8 * order_data, tail, order.symbol);
    order_at += order_size;
  }
  const auto size = static_cast<std::size_t>(tail - segment);
  if (POLYWIRE_UNLIKELY(size > largest_segment)) return refused;
  store_le(buffer.data(), std::uint32_t{0});  // one segment
  store_le(buffer.data() + 4, static_cast<std::uint32_t>(size / 8));
  return table_size + size;
}

template <class Account>
POLYWIRE_COLD std::size_t encode_tight(const Account& account, output out) {
  std::size_t size_bound = account_size_bound(account);
  for (const auto& order : account.orders) size_bound += text_size(order.symbol);
  return encode_exactly(out, size_bound,
                        [&account](output buffer) { return write_account(account, buffer); });
}

// ---- decode: one segment and no far pointers. `false` means that the general reader must take
// over.

class near_reader {
 public:
  POLYWIRE_INLINE near_reader(const std::uint8_t* segment, std::size_t words)
      : segment_(segment), end_(segment + 8 * words), words_(words) {}

  /// Returns the target of the pointer, if `size` words are there.
  POLYWIRE_INLINE const std::uint8_t* target(const std::uint8_t* pointer, std::uint64_t word,
                                             std::uint64_t size) const {
    const std::uint64_t position =
        target_position(static_cast<std::uint64_t>(pointer - segment_) / 8, word);
    if (POLYWIRE_UNLIKELY(position > words_ || size > words_ - position)) return nullptr;
    return segment_ + 8 * position;
  }

  POLYWIRE_INLINE bool charge(std::uint64_t words) {
    budget_ -= static_cast<std::int64_t>(words);
    return POLYWIRE_LIKELY(budget_ >= 0);
  }

  POLYWIRE_INLINE bool read_text(const std::uint8_t* pointer, std::string& text) {
    const auto word = load_le<std::uint64_t>(pointer);
    if (POLYWIRE_UNLIKELY((word & list_mask) != (list_kind | std::uint64_t{size_byte} << 32))) {
      if (word != 0) return false;
      text.clear();
      return true;
    }
    const std::uint64_t size = word >> 35;
    const std::uint64_t words = (size + 7) / 8;
    const std::uint8_t* const bytes = target(pointer, word, words);
    if (POLYWIRE_UNLIKELY(bytes == nullptr || size == 0 || !charge(words) ||
                          bytes[size - 1] != 0)) {
      return false;
    }
    return assign_text<true>(text, bytes, size - 1, end_);
  }

  template <class Balance>
  POLYWIRE_INLINE bool read_balance(const std::uint8_t* at, std::uint32_t data,
                                    std::uint32_t pointers, Balance& balance) {
    balance.unknown_fields.clear();
    balance.amount = POLYWIRE_LIKELY(data >= 1) ? load_le<double>(at) : 0;
    if (POLYWIRE_LIKELY(pointers >= 1)) return read_text(at + 8 * data, balance.currency);
    balance.currency.clear();
    return true;
  }

  template <class Orders>
  POLYWIRE_INLINE bool read_orders(const std::uint8_t* pointer, std::uint64_t word,
                                   Orders& orders) {
    if ((word & list_mask) != (list_kind | std::uint64_t{size_composite} << 32)) return false;
    const std::uint64_t words = word >> 35;
    const std::uint8_t* at = target(pointer, word, words + 1);
    if (POLYWIRE_UNLIKELY(at == nullptr)) return false;
    const auto tag = load_le<std::uint64_t>(at);
    const std::uint64_t count = static_cast<std::uint32_t>(tag) >> 2;
    const std::uint32_t data = static_cast<std::uint16_t>(tag >> 32);
    const std::uint32_t pointers = static_cast<std::uint16_t>(tag >> 48);
    const bool known_shape = data >= order_data && pointers >= order_pointers;
    if (POLYWIRE_UNLIKELY((tag & 3) != struct_kind || !known_shape ||
                          count * (data + pointers) > words || !charge(words + 1))) {
      return false;
    }
    fit(orders, count);
    at += 8;
    for (auto& order : orders) {
      order.unknown_fields.clear();
      const auto packed = load_le<std::uint64_t>(at);
      order.id = static_cast<std::int32_t>(packed);
      order.side = static_cast<decltype(order.side)>(static_cast<std::uint16_t>(packed >> 32));
      order.type = static_cast<decltype(order.type)>(static_cast<std::uint16_t>(packed >> 48));
      const auto price = load_le<double>(at + 8);
      const auto volume = load_le<double>(at + 16);
      order.price = price;
      order.volume = volume;
      if (POLYWIRE_UNLIKELY(!read_text(at + 8 * data, order.symbol))) return false;
      at += 8 * (data + pointers);
    }
    return true;
  }

  template <class Account>
  POLYWIRE_INLINE bool read_account(Account& account) {
    const auto root = load_le<std::uint64_t>(segment_);
    const std::uint32_t data = static_cast<std::uint16_t>(root >> 32);
    const std::uint32_t pointers = static_cast<std::uint16_t>(root >> 48);
    const std::uint8_t* const at = target(segment_, root, data + pointers);
    const bool known_shape = data >= account_data && pointers >= account_pointers;
    if (POLYWIRE_UNLIKELY((root & 3) != struct_kind || at == nullptr || !known_shape ||
                          !charge(data + pointers))) {
      return false;
    }
    account.unknown_fields.clear();
    account.id = load_le<std::int32_t>(at);
    const std::uint8_t* const pointer = at + 8 * data;
    if (POLYWIRE_UNLIKELY(!read_text(pointer, account.name))) return false;

    const auto wallet = load_le<std::uint64_t>(pointer + 8);
    if (POLYWIRE_LIKELY(wallet != 0)) {
      const std::uint32_t wallet_data = static_cast<std::uint16_t>(wallet >> 32);
      const std::uint32_t wallet_pointers = static_cast<std::uint16_t>(wallet >> 48);
      const std::uint8_t* const wallet_at =
          target(pointer + 8, wallet, wallet_data + wallet_pointers);
      if (POLYWIRE_UNLIKELY(
              (wallet & 3) != struct_kind || wallet_at == nullptr ||
              !charge(wallet_data + wallet_pointers) ||
              !read_balance(wallet_at, wallet_data, wallet_pointers, engaged(account.wallet)))) {
        return false;
      }
    } else {
      account.wallet.reset();
    }

    const auto orders = load_le<std::uint64_t>(pointer + 16);
    if (POLYWIRE_LIKELY(orders != 0)) return read_orders(pointer + 16, orders, account.orders);
    account.orders.clear();
    return true;
  }

 private:
  const std::uint8_t* const segment_;
  const std::uint8_t* const end_;
  const std::uint64_t words_;
  std::int64_t budget_ = traversal_budget;
};

}  // namespace detail

template <class Account>
std::size_t encode(const Account& account, output out) {
  const std::size_t size = detail::write_account(account, out);
  return POLYWIRE_LIKELY(size != refused) ? size : detail::encode_tight(account, out);
}

template <prediction Predict = prediction::on, class Account>
bool decode(Account& account, input bytes) {
  using namespace detail;
  if constexpr (Predict == prediction::on) {
    if (POLYWIRE_LIKELY(bytes.size() >= table_size + 8 &&
                        load_le<std::uint32_t>(bytes.data()) == 0)) {
      const std::uint64_t words = load_le<std::uint32_t>(bytes.data() + 4);
      const bool complete = words >= 1 && words <= (bytes.size() - table_size) / 8;
      if (POLYWIRE_LIKELY(complete) &&
          POLYWIRE_LIKELY(near_reader(bytes.data() + table_size, words).read_account(account))) {
        return true;
      }
    }
  }
  return decode_general(account, bytes);
}

}  // namespace bounds::capnp

// CORBA's Common Data Representation without an encapsulation: numbers at multiples of their size,
// texts with a length and a NUL, and a wallet as a sequence of at most one.
#pragma once

#include <bit>

#include "common.hpp"

namespace bounds {

using namespace polywire::leaf;

/// ByteOrder is the byte order of the data.
template <std::endian ByteOrder>
class cdr_codec {
 public:
  template <class Account>
  static std::size_t encode(const Account& account, output out) {
    const std::size_t size = write_account(account, out);
    return POLYWIRE_LIKELY(size != refused) ? size : encode_tight(account, out);
  }

  template <class Account>
  static bool decode(Account& account, input bytes) {
    const reader from{begin_of(bytes), begin_of(bytes) + bytes.size()};
    return read_account(account, from) == from.end;
  }

 private:
  static constexpr std::size_t longest_small = 15;
  static constexpr std::size_t least_order = 27;  // without padding
  // The greatest sizes without their texts: any padding, all numbers, and the slack of writes.
  static constexpr std::size_t account_room = 40 + 2 * text_slack;
  static constexpr std::size_t wallet_room = 32 + text_slack;
  static constexpr std::size_t order_room = 64 + text_slack;

  template <class T>
  static T load(const std::uint8_t* p) {
    return ByteOrder == std::endian::little ? load_le<T>(p) : load_be<T>(p);
  }

  template <class T>
  static void store(std::uint8_t* out, T value) {
    ByteOrder == std::endian::little ? store_le(out, value) : store_be(out, value);
  }

  struct writer {
    std::uint8_t* begin;
    std::uint8_t* end;

    bool lacks(const std::uint8_t* out, std::size_t count) const {
      return POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - out) < count);
    }

    template <std::size_t To>
    std::uint8_t* align(std::uint8_t* out) const {
      std::memset(out, 0, To);
      return out + (static_cast<std::size_t>(begin - out) & (To - 1));
    }
  };

  /// Writes the length and the text; null if it contains a NUL. Behind a small text are zeros.
  static std::uint8_t* write_text(std::uint8_t* out, const std::string& text) {
    const std::size_t n = text.size();
    store(out, static_cast<std::uint32_t>(n + 1));
    out += 4;
    if (POLYWIRE_LIKELY(n <= longest_small)) {
      const block16 block = detail::leading_block(text, n);
      if (POLYWIRE_UNLIKELY((block.equal(0).high_bits() & first_lanes(n)) != 0)) return nullptr;
      block.keep(n).store(out);
      return out + n + 1;
    }
    if (std::memchr(text.data(), 0, n) != nullptr) return nullptr;
    std::memcpy(out, text.data(), n);
    out[n] = 0;
    return out + n + 1;
  }

  template <class Account>
  static std::size_t write_account(const Account& account, output buffer) {
    const writer to{buffer.data(), buffer.data() + buffer.size()};
    std::uint8_t* out = to.begin;
    if (to.lacks(out, account_room + account.name.size())) return refused;
    store(out, account.id);
    out = write_text(out + 4, account.name);
    if (POLYWIRE_UNLIKELY(out == nullptr)) return refused;
    out = to.template align<4>(out);
    store(out, static_cast<std::uint32_t>(account.wallet.has_value()));
    out += 4;
    if (POLYWIRE_LIKELY(account.wallet.has_value())) {
      const auto& wallet = *account.wallet;
      if (to.lacks(out, wallet_room + wallet.currency.size())) return refused;
      out = write_text(out, wallet.currency);
      if (POLYWIRE_UNLIKELY(out == nullptr)) return refused;
      out = to.template align<8>(out);
      store(out, wallet.amount);
      out += 8;
    }
    store(out, static_cast<std::uint32_t>(account.orders.size()));
    out += 4;
    for (const auto& order : account.orders) {
      if (to.lacks(out, order_room + order.symbol.size())) return refused;
      store(out, order.id);
      out = write_text(out + 4, order.symbol);
      if (POLYWIRE_UNLIKELY(out == nullptr)) return refused;
      out = to.template align<4>(out);
      store(out, static_cast<std::uint32_t>(order.side));
      store(out + 4, static_cast<std::uint32_t>(order.type));
      out = to.template align<8>(out + 8);
      const double price = order.price;  // loads before stores allow one 16-byte access
      const double volume = order.volume;
      store(out, price);
      store(out + 8, volume);
      out += 16;
    }
    return static_cast<std::size_t>(out - to.begin);
  }

  template <class Account>
  POLYWIRE_COLD static std::size_t encode_tight(const Account& account, output out) {
    std::size_t bound = account_room + account.name.size() + wallet_room;
    if (account.wallet) bound += account.wallet->currency.size();
    for (const auto& order : account.orders) bound += order_room + order.symbol.size();
    return encode_exactly(out, bound,
                          [&account](output buffer) { return write_account(account, buffer); });
  }

  struct reader {
    const std::uint8_t* begin;
    const std::uint8_t* end;

    bool lacks(const std::uint8_t* p, std::size_t count) const {
      return POLYWIRE_UNLIKELY(static_cast<std::size_t>(end - p) < count);
    }

    template <std::size_t To>
    std::size_t padding(const std::uint8_t* p) const {
      return static_cast<std::size_t>(begin - p) & (To - 1);
    }
  };

  /// Reads the text behind its length; null if there is none.
  POLYWIRE_INLINE static const std::uint8_t* read_text(std::string& text, std::uint32_t length,
                                                       const std::uint8_t* p, const reader& from) {
    const std::size_t n = std::size_t{length} - 1;  // none is greater than anything that is left
    if (POLYWIRE_UNLIKELY(n >= static_cast<std::size_t>(from.end - p))) return nullptr;
    if (POLYWIRE_LIKELY(n <= longest_small)) {
      const block16 block = block16::load_prefix(p, n + 1, from.end);
      const std::uint32_t nul = block.equal(0).high_bits() | std::uint32_t{1} << 16;
      if (POLYWIRE_UNLIKELY(static_cast<std::size_t>(std::countr_zero(nul)) != n)) return nullptr;
      if (POLYWIRE_UNLIKELY(block.high_bits() != 0)) {
        if (!detail::assign_any_text<true>(text, p, n)) return nullptr;
      } else {
        detail::set_small_text(text, block, n);
      }
      return p + n + 1;
    }
    if (std::memchr(p, 0, n + 1) != p + n) return nullptr;
    return detail::assign_long_text<true>(text, p, n) ? p + n + 1 : nullptr;
  }

  template <class Order>
  POLYWIRE_INLINE static const std::uint8_t* read_order(Order& order, const std::uint8_t* p,
                                                        const reader& from) {
    if (from.lacks(p, 8)) return nullptr;
    order.unknown_fields.clear();
    order.id = load<std::int32_t>(p);
    p = read_text(order.symbol, load<std::uint32_t>(p + 4), p + 8, from);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    const std::uint8_t* const codes = p + from.template padding<4>(p);
    const std::uint8_t* const numbers = codes + 8 + from.template padding<8>(codes);
    if (POLYWIRE_UNLIKELY(from.end - numbers < 16)) return nullptr;
    order.side = static_cast<decltype(order.side)>(load<std::uint32_t>(codes));
    order.type = static_cast<decltype(order.type)>(load<std::uint32_t>(codes + 4));
    const double price = load<double>(numbers);
    const double volume = load<double>(numbers + 8);
    order.price = price;
    order.volume = volume;
    return numbers + 16;
  }

  template <class Account>
  static const std::uint8_t* read_wallet(Account& account, const std::uint8_t* p,
                                         const reader& from) {
    if (from.lacks(p, 4)) return nullptr;
    auto& wallet = engaged(account.wallet);
    wallet.unknown_fields.clear();
    p = read_text(wallet.currency, load<std::uint32_t>(p), p + 4, from);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    p += from.template padding<8>(p);
    if (POLYWIRE_UNLIKELY(from.end - p < 8)) return nullptr;
    wallet.amount = load<double>(p);
    return p + 8;
  }

  template <class Account>
  static const std::uint8_t* read_account(Account& account, const reader& from) {
    const std::uint8_t* p = from.begin;
    if (from.lacks(p, 8)) return nullptr;
    account.unknown_fields.clear();
    account.id = load<std::int32_t>(p);
    p = read_text(account.name, load<std::uint32_t>(p + 4), p + 8, from);
    if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    p += from.template padding<4>(p);
    if (POLYWIRE_UNLIKELY(from.end - p < 4)) return nullptr;
    const std::uint32_t wallets = load<std::uint32_t>(p);
    if (POLYWIRE_UNLIKELY(wallets > 1)) return nullptr;
    p += 4;
    if (POLYWIRE_LIKELY(wallets == 1)) {
      p = read_wallet(account, p, from);
      if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    } else {
      account.wallet.reset();
    }
    if (from.lacks(p, 4)) return nullptr;
    const std::size_t count = load<std::uint32_t>(p);
    p += 4;
    if (POLYWIRE_UNLIKELY(count > static_cast<std::size_t>(from.end - p) / least_order)) {
      return nullptr;
    }
    fit(account.orders, count);
    for (auto& order : account.orders) {
      p = read_order(order, p, from);
      if (POLYWIRE_UNLIKELY(p == nullptr)) return nullptr;
    }
    return p;
  }
};

using cdr_le = cdr_codec<std::endian::little>;
using cdr_be = cdr_codec<std::endian::big>;

}  // namespace bounds

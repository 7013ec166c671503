// Cap'n Proto, decoded by the complete encoding specification, rule by rule.
#pragma once

#include "common.hpp"

namespace bounds::capnp {

using namespace polywire::leaf;

namespace detail {

enum pointer_kind : std::uint32_t { struct_kind, list_kind, far_kind, other_kind };
enum element_size : std::uint32_t {
  size_void,
  size_bit,
  size_byte,
  size_two,
  size_four,
  size_eight,
  size_pointer,
  size_composite
};

/// The kind and element size of a list pointer.
inline constexpr std::uint64_t list_mask = 7ull << 32 | 3;

inline constexpr std::int64_t traversal_budget = 8 * 1024 * 1024;  // words, the official default
inline constexpr std::uint32_t most_segments = 512;

/// Returns the word that a struct or near list pointer at `position` points to; a huge number if
/// that is before the segment.
POLYWIRE_INLINE std::uint64_t target_position(std::uint64_t position, std::uint64_t word) {
  const std::int64_t offset = static_cast<std::int32_t>(word) >> 2;
  return position + 1 + static_cast<std::uint64_t>(offset);
}

struct segment {
  const std::uint8_t* bytes;
  std::uint64_t words;
};

/// A resolved pointer: its target and the word that describes it.
struct target {
  const segment* in;
  std::uint64_t position;
  std::uint64_t word;

  std::uint32_t kind() const { return static_cast<std::uint32_t>(word & 3); }
};

/// A struct as found in the message; sizes are zero for sections that an older writer did not have.
struct struct_view {
  const segment* in = nullptr;
  const std::uint8_t* data = nullptr;
  std::uint64_t data_bytes = 0;
  std::uint64_t pointers = 0;  // position of the first one
  std::uint64_t pointer_count = 0;

  template <class T>
  T field(std::size_t byte) const {
    return byte + sizeof(T) <= data_bytes ? load_le<T>(data + byte) : T{};
  }
};

class general_reader {
 public:
  bool open(input bytes) {
    if (bytes.size() < 8) return false;
    const std::uint64_t count = std::uint64_t{load_le<std::uint32_t>(bytes.data())} + 1;
    const std::uint64_t table = (4 * (count + 1) + 7) / 8 * 8;
    if (count > most_segments || bytes.size() < table) return false;
    std::uint64_t at = table;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t words = load_le<std::uint32_t>(bytes.data() + 4 + 4 * i);
      if (words > (bytes.size() - at) / 8) return false;
      segments_.push_back({bytes.data() + at, words});
      at += 8 * words;
    }
    end_ = bytes.data() + bytes.size();
    return segments_[0].words != 0;
  }

  const segment& root() const { return segments_[0]; }

  bool read_struct(const segment& in, std::uint64_t pointer, struct_view& view, bool& absent) {
    const auto word = load_le<std::uint64_t>(in.bytes + 8 * pointer);
    absent = word == 0;
    if (absent) return true;
    target found;
    if (!resolve(in, pointer, word, found) || found.kind() != struct_kind) return false;
    const std::uint64_t data = static_cast<std::uint16_t>(found.word >> 32);
    const std::uint64_t pointers = static_cast<std::uint16_t>(found.word >> 48);
    if (!claim(found, data + pointers, data + pointers)) return false;
    view = {found.in, found.in->bytes + 8 * found.position, 8 * data, found.position + data,
            pointers};
    return true;
  }

  bool read_text(const struct_view& from, std::uint64_t index, std::string& text) {
    text.clear();
    if (index >= from.pointer_count) return true;
    const std::uint64_t pointer = from.pointers + index;
    const auto word = load_le<std::uint64_t>(from.in->bytes + 8 * pointer);
    if (word == 0) return true;
    target found;
    if (!resolve(*from.in, pointer, word, found)) return false;
    if ((found.word & list_mask) != (list_kind | std::uint64_t{size_byte} << 32)) return false;
    const std::uint64_t size = found.word >> 35;
    const std::uint64_t words = (size + 7) / 8;
    if (size == 0 || !claim(found, words, words)) return false;
    const std::uint8_t* const bytes = found.in->bytes + 8 * found.position;
    return bytes[size - 1] == 0 && assign_text<true>(text, bytes, size - 1, end_);
  }

  /// Calls `begin(count)` and then `element(view)` for each struct of the list.
  template <class Begin, class Element>
  bool read_structs(const struct_view& from, std::uint64_t index, Begin begin, Element element) {
    const std::uint64_t pointer = from.pointers + index;
    const std::uint64_t word =
        index < from.pointer_count ? load_le<std::uint64_t>(from.in->bytes + 8 * pointer) : 0;
    if (word == 0) {
      begin(0);
      return true;
    }
    target found;
    if (!resolve(*from.in, pointer, word, found) || found.kind() != list_kind) return false;
    const std::uint64_t size = found.word >> 35;
    const auto shape = static_cast<std::uint32_t>(found.word >> 32 & 7);
    if (shape == size_composite) return read_composite(found, size, begin, element);
    if (shape == size_bit) return false;  // not convertible to structs
    constexpr std::uint64_t widths[] = {0, 0, 1, 2, 4, 8, 8};
    const std::uint64_t width = widths[shape];
    const std::uint64_t words = (width * size + 7) / 8;
    if (!claim(found, words, shape == size_void ? size : words)) return false;
    begin(size);
    for (std::uint64_t i = 0; i < size; ++i) {
      struct_view view;
      view.in = found.in;
      if (shape == size_pointer) {
        view.pointers = found.position + i;
        view.pointer_count = 1;
      } else {
        view.data = found.in->bytes + 8 * found.position + width * i;
        view.data_bytes = width;
      }
      if (!element(view)) return false;
    }
    return true;
  }

 private:
  template <class Begin, class Element>
  bool read_composite(const target& found, std::uint64_t words, Begin begin, Element element) {
    if (!claim(found, words + 1, words + 1)) return false;
    const auto tag = load_le<std::uint64_t>(found.in->bytes + 8 * found.position);
    const std::uint64_t count = static_cast<std::uint32_t>(tag) >> 2;
    const std::uint64_t data = static_cast<std::uint16_t>(tag >> 32);
    const std::uint64_t pointers = static_cast<std::uint16_t>(tag >> 48);
    if ((tag & 3) != struct_kind || count * (data + pointers) > words) return false;
    // Zero-sized elements occupy no bytes, so they are charged by number.
    if (data + pointers == 0 && !charge(count)) return false;
    begin(count);
    std::uint64_t at = found.position + 1;
    for (std::uint64_t i = 0; i < count; ++i, at += data + pointers) {
      if (!element(
              struct_view{found.in, found.in->bytes + 8 * at, 8 * data, at + data, pointers})) {
        return false;
      }
    }
    return true;
  }

  /// Follows a pointer; the landing pad of a far pointer consists of one pointer or two.
  bool resolve(const segment& in, std::uint64_t pointer, std::uint64_t word, target& found) const {
    if ((word & 3) == other_kind) return false;
    if ((word & 3) != far_kind) {
      found = {&in, target_position(pointer, word), word};
      return true;
    }
    segment pad_segment;
    std::uint64_t pad;
    const bool two_words = (word & 4) != 0;
    if (!landing(word, two_words ? 2 : 1, pad_segment, pad, found.in)) return false;
    const auto first = load_le<std::uint64_t>(pad_segment.bytes + 8 * pad);
    if (!two_words) {
      if ((first & 3) == far_kind || (first & 3) == other_kind) return false;
      found.position = target_position(pad, first);
      found.word = first;
      return true;
    }
    // The first word locates the content, the second describes it.
    if ((first & 7) != far_kind) return false;
    found.word = load_le<std::uint64_t>(pad_segment.bytes + 8 * pad + 8);
    if ((found.word & 3) == far_kind || (found.word & 3) == other_kind) return false;
    return landing(first, 0, pad_segment, found.position, found.in);
  }

  bool landing(std::uint64_t far, std::uint64_t words, segment& in, std::uint64_t& position,
               const segment*& segment_at) const {
    const std::uint64_t number = far >> 32;
    if (number >= segments_.size()) return false;
    segment_at = &segments_[number];
    in = *segment_at;
    position = static_cast<std::uint32_t>(far) >> 3;
    return position <= in.words && words <= in.words - position;
  }

  /// Checks that the target's words are in the segment and within the budget.
  bool claim(const target& at, std::uint64_t words, std::uint64_t cost) {
    return at.position <= at.in->words && words <= at.in->words - at.position && charge(cost);
  }

  bool charge(std::uint64_t words) {
    budget_ -= static_cast<std::int64_t>(words);
    return budget_ >= 0;
  }

  std::vector<segment> segments_;
  const std::uint8_t* end_ = nullptr;
  std::int64_t budget_ = traversal_budget;
};

template <class Account>
POLYWIRE_OUTLINE bool decode_general(Account& account, input bytes) {
  general_reader reader;
  if (!reader.open(bytes)) return false;
  bool absent = false;
  struct_view root;
  if (!reader.read_struct(reader.root(), 0, root, absent)) return false;
  account.unknown_fields.clear();
  account.id = root.field<std::int32_t>(0);
  if (!reader.read_text(root, 0, account.name)) return false;

  struct_view wallet;
  absent = root.pointer_count < 2;
  if (!absent && !reader.read_struct(*root.in, root.pointers + 1, wallet, absent)) return false;
  if (absent) {
    account.wallet.reset();
  } else {
    auto& balance = engaged(account.wallet);
    balance.unknown_fields.clear();
    balance.amount = wallet.field<double>(0);
    if (!reader.read_text(wallet, 0, balance.currency)) return false;
  }

  std::size_t index = 0;
  return reader.read_structs(
      root, 2, [&account](std::uint64_t count) { fit(account.orders, count); },
      [&](const struct_view& view) {
        auto& order = account.orders[index++];
        order.unknown_fields.clear();
        order.id = view.field<std::int32_t>(0);
        order.side = static_cast<decltype(order.side)>(view.field<std::uint16_t>(4));
        order.type = static_cast<decltype(order.type)>(view.field<std::uint16_t>(6));
        order.price = view.field<double>(8);
        order.volume = view.field<double>(16);
        return reader.read_text(view, 0, order.symbol);
      });
}

}  // namespace detail

}  // namespace bounds::capnp

// A libFuzzer target for the generated codecs of a model: two bytes select type and format; the
// rest is the message. The program that the engine tests generate (`cpp::driver`) fills the table
// of codecs: its `main` is renamed `add_codecs`, and it includes this header in place of the
// runtime's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "polywire/testing/codec.hpp"

int add_codecs();

namespace polywire::testing {

/// Every codec as a function of a message.
inline std::vector<std::function<void(bytes)>>& table() {
  static std::vector<std::function<void(bytes)>> table;
  return table;
}

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Compares values by their images, because NaN is not equal to itself.
template <class T>
void require_same(const codec<T>& raw, const T& left, const T& right) {
  buffer first, second;
  require(!raw.encode(left, first, {}) && !raw.encode(right, second, {}));
  require(std::ranges::equal(first.span(), second.span()));
}

/// `kept` still contains the results of earlier messages.
template <class T>
void check(const codec<T>& it, const codec<T>& raw, T& kept, bytes message) {
  T fresh;
  const error refused = it.decode(fresh, message, {}, {});
  require(it.decode(kept, message, {}, {}).code == refused.code);
#ifndef POLYWIRE_FUZZ_VIEWS
  if (it.validate != nullptr) require(it.validate(message, {}, {}).code == refused.code);
#endif
  if (refused) return;
  require_same(raw, fresh, kept);
#ifndef POLYWIRE_FUZZ_VIEWS
  if (it.encode == nullptr) return;
  buffer written;
  const error unwritten = it.encode(fresh, written, {});
  const std::optional<std::size_t> size = it.encoded_size(fresh, {});
  require(unwritten ? !size : size == written.size());
  // The format may be unable to hold the value.
  if (unwritten) return;
  T again;
  require(!it.decode(again, written.span(), {}, {}));
  // The same value, as far as the format can represent it.
  buffer rewritten;
  require(!it.encode(again, rewritten, {}));
  require(std::ranges::equal(written.span(), rewritten.span()));
#endif
}

class driver {
 public:
  template <class T>
  void add(const std::string&, std::vector<codec<T>> codecs) {
    const auto is_raw = [](const codec<T>& it) { return it.format == "raw"; };
    const codec<T> raw = *std::ranges::find_if(codecs, is_raw);
    const auto kept = std::make_shared<T>();
    for (const codec<T>& it : codecs) {
      table().push_back([it, raw, kept](bytes message) { check(it, raw, *kept, message); });
    }
  }

  int run() { return 0; }
};

}  // namespace polywire::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int added = add_codecs();
  if (size < 2 || added != 0) return 0;
  const auto& table = polywire::testing::table();
  const std::size_t choice = static_cast<std::size_t>(data[0]) | static_cast<std::size_t>(data[1])
                                                                     << 8;
  // Allocates exactly the message's size, so that the sanitizers detect reads outside of it.
  const std::vector<std::uint8_t> message(data + 2, data + size);
  table[choice % table.size()](polywire::bytes(message.data(), message.size()));
  return 0;
}

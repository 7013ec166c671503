// A program that answers requests of the cross-engine tests: lines `TYPE FROM TO HEX [SCHEMAHEX
// [SETTING ...]]` on the standard input, each answered by `ok HEX` or `error CODE` on the standard
// output. `-` means no bytes; TO can be `validate`, or `memory:BUDGET`, whose answer is the most
// memory that decoding takes within a budget, as eight bytes. Programs that explain errors answer
// `explain` with the error in the message, `error CODE@OFFSET PATH`, and `explain:TO` with the
// reason why the value cannot be encoded, `error CODE PATH`. Answers may be buffered while further
// requests wait.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/limits.hpp"
#include "polywire/testing/codec.hpp"
#include "polywire/testing/peak_memory.hpp"
#include "polywire/trace.hpp"

/// Provided by the sanitizers, if the program is built with them.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace polywire::testing {

/// Explains errors of a format's codec of a type. Values come from a format that can decode.
template <class T>
struct explainer {
  std::string format;
  explanation (*explain_message)(bytes input, bytes schema, const limits& at_most);
  error (*decode)(T& value, bytes input, bytes schema, const limits& at_most);
  explanation (*explain_value)(const T& value, const limits& at_most);
};

inline std::vector<std::uint8_t> from_hex(std::string_view hex) {
  std::vector<std::uint8_t> decoded;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  for (std::size_t i = 0; hex != "-" && i + 1 < hex.size(); i += 2) {
    decoded.push_back(static_cast<std::uint8_t>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  }
  return decoded;
}

inline std::string to_hex(bytes contents) {
  static constexpr char digits[] = "0123456789abcdef";
  if (contents.empty()) return "-";
  std::string hex;
  for (const std::uint8_t byte : contents) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

class driver {
 public:
  /// All requests for a type use the same object, so that remains of an earlier value are detected.
  template <class T>
  void add(const std::string& type, std::vector<codec<T>> codecs) {
    auto value = std::make_shared<T>();
    types_[type] = [value, codecs = std::move(codecs)](const request& it) {
      return answer(*value, codecs, it);
    };
  }

  template <class T>
  void add_explaining(const std::string& type, std::vector<explainer<T>> codecs) {
    types_[type] = [codecs = std::move(codecs)](const request& it) { return answer(codecs, it); };
  }

  int run() {
    std::ios::sync_with_stdio(false);
    // Otherwise, reading a request would flush the answer to the previous one.
    std::cin.tie(nullptr);
    flush_on_crash();
    std::string line;
    while (std::getline(std::cin, line)) {
      std::cout << answer(line) << '\n';
      if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
    }
    return 0;
  }

 private:
  struct request {
    std::string type, from, to;
    std::vector<std::uint8_t> input, schema;
    limits at_most;
  };

  /// Flushes the answers before a crash, so that their number identifies the request that caused
  /// it.
  static void flush_on_crash() {
    std::signal(SIGABRT, [](int) { std::cout.flush(); });
    if (&__sanitizer_set_death_callback != nullptr) {
      __sanitizer_set_death_callback([] { std::cout.flush(); });
    }
  }

  std::string answer(const std::string& line) const {
    request it;
    std::string input, schema;
    std::istringstream words(line);
    words >> it.type >> it.from >> it.to >> input >> schema;
    for (std::string setting; words >> setting;) {
      if (setting == "ignore_unknown") it.at_most.ignore_unknown = true;
      if (setting == "write_unknown") it.at_most.write_unknown = true;
    }
    it.input = from_hex(input);
    it.schema = from_hex(schema);
    const auto type = types_.find(it.type);
    return type == types_.end() ? "error unknown_type" : type->second(it);
  }

  template <class T>
  static std::string answer(T& value, const std::vector<codec<T>>& codecs, const request& it) {
    renew_memory();
    error refused{error_code::unsupported};
    // Allocates exactly the input's size, so that sanitizers detect reads beyond it.
    const std::unique_ptr<std::uint8_t[]> input(new std::uint8_t[it.input.size()]);
    std::copy(it.input.begin(), it.input.end(), input.get());
    const bytes message(input.get(), it.input.size());
    for (const codec<T>& from : codecs) {
      if (from.format != it.from) continue;
      if (it.to == "validate") return verdict(value, from, message, it);
      if (it.to.starts_with(memory_within)) return memory_taken(from, message, it);
      refused = from.decode(value, message, as_bytes(it.schema), it.at_most);
    }
    if (refused) return "error " + std::string(name(refused.code));
    buffer output;
    refused = {error_code::unsupported};
    for (const codec<T>& to : codecs) {
      if (to.format == it.to && to.encode != nullptr) {
        refused = to.encode(value, output, it.at_most);
        const auto size = to.encoded_size(value, it.at_most);
        const bool right = refused ? !size.has_value() : size == output.size();
        if (!right) return "error wrong_encoded_size";
        if (!refused && !is_same_in_smaller_buffer(to, value, output, it.at_most)) {
          return "error other_bytes_in_smaller_buffer";
        }
      }
    }
    if (refused) return "error " + std::string(name(refused.code));
    return "ok " + to_hex(output.span());
  }

  /// Returns true if an encoder writes the same into buffers that are initially too small, and
  /// never into the slack after them.
  template <class T>
  static bool is_same_in_smaller_buffer(const codec<T>& to, const T& value, const buffer& expected,
                                        const limits& at_most) {
    const std::size_t step = expected.size() / 8 + 1;
    for (std::size_t capacity = buffer::minimum_size;
         capacity <= expected.size() + buffer::minimum_size; capacity += step) {
      buffer tight;
      tight.start(capacity);
      if (to.encode(value, tight, at_most)) return false;
      if (!std::ranges::equal(tight.span(), expected.span())) return false;
      if (tight.size() + buffer::slack > tight.capacity()) return false;
    }
    return true;
  }

  /// Alternates between two arenas, so that sanitizers detect references to that of the previous
  /// request.
  static void renew_memory() {
    static bool is_kept = false;
    is_kept = !is_kept;
    if (is_kept) {
      memory()->clear();
    } else {
      memory().emplace();
    }
  }

  template <class T>
  static std::string verdict(T& value, const codec<T>& from, bytes message, const request& it) {
    const bytes schema = as_bytes(it.schema);
    const error refused = from.validate != nullptr
                              ? from.validate(message, schema, it.at_most)
                              : from.decode(value, message, schema, it.at_most);
    return refused ? "error " + std::string(name(refused.code)) : "ok -";
  }

  static constexpr std::string_view memory_within = "memory:";

  /// Returns the memory that decoding into a new value takes, whether the message is accepted or
  /// not.
  template <class T>
  static std::string memory_taken(const codec<T>& from, bytes message, const request& it) {
    limits at_most = it.at_most;
    const char* const budget = it.to.data() + memory_within.size();
    std::from_chars(budget, it.to.data() + it.to.size(), at_most.budget);
    memory().emplace();
    const std::optional<std::size_t> taken = peak_memory([&] {
      const auto value = std::make_unique<T>();
      static_cast<void>(from.decode(*value, message, as_bytes(it.schema), at_most));
    });
    if (!taken) return "error unsupported";
    std::array<std::uint8_t, 8> number{};
    for (std::size_t i = 0; i < number.size(); ++i) {
      number[i] = static_cast<std::uint8_t>(*taken >> (8 * (number.size() - 1 - i)));
    }
    return "ok " + to_hex({number.data(), number.size()});
  }

  template <class T>
  static std::string answer(const std::vector<explainer<T>>& codecs, const request& it) {
    const auto of = [&](const std::string& format) {
      const auto has_name = [&](const explainer<T>& codec) { return codec.format == format; };
      return std::find_if(codecs.begin(), codecs.end(), has_name);
    };
    const auto from = of(it.from);
    if (it.to == "explain") {
      const explanation found =
          from->explain_message(as_bytes(it.input), as_bytes(it.schema), it.at_most);
      return explained(found, '@' + std::to_string(found.offset));
    }
    T value;
    const error refused = from->decode(value, as_bytes(it.input), {}, it.at_most);
    const auto to = of(it.to.substr(it.to.find(':') + 1));
    return explained(refused ? explanation{refused} : to->explain_value(value, it.at_most), "");
  }

  static std::string explained(const explanation& found, const std::string& offset) {
    return found ? "error " + std::string(name(found.code)) + offset + ' ' + found.path : "ok -";
  }

  std::map<std::string, std::function<std::string(const request&)>> types_;
};

}  // namespace polywire::testing

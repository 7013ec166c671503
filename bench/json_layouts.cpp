// json_layouts: decodes the messages of messages.hpp from JSON in layouts that other programs may
// write: members in reversed order, white space everywhere, and both. Nanoseconds per message,
// medians of interleaved rounds, for generated code, peers/simdjson.hpp and peers/yyjson.hpp.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "messages.hpp"
#include "peers/simdjson.hpp"
#include "peers/yyjson.hpp"
#include "trade.describe.hpp"
#include "trade.json_plain.hpp"

namespace {

using trade::Account;
using bytes = std::span<const std::uint8_t>;
using clock = std::chrono::steady_clock;

constexpr int rounds = 41;
constexpr auto slice = std::chrono::milliseconds(2);

struct layout {
  const char* name;
  bool reversed;
  bool spaced;
};

constexpr std::array layouts = {layout{"as written", false, false},
                                layout{"members reversed", true, false},
                                layout{"white space", false, true}, layout{"both", true, true}};

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "json_layouts: %s\n", what);
  std::exit(1);
}

/// Returns a copy whose objects have their members in reverse order.
yyjson_mut_val* reversed(yyjson_mut_doc* document, yyjson_val* value) {
  if (yyjson_is_arr(value)) {
    yyjson_mut_val* const array = yyjson_mut_arr(document);
    std::size_t index = 0, count = 0;
    yyjson_val* element = nullptr;
    yyjson_arr_foreach(value, index, count, element) {
      yyjson_mut_arr_append(array, reversed(document, element));
    }
    return array;
  }
  if (!yyjson_is_obj(value)) return yyjson_val_mut_copy(document, value);
  yyjson_mut_val* const object = yyjson_mut_obj(document);
  std::size_t index = 0, count = 0;
  yyjson_val *key = nullptr, *member = nullptr;
  yyjson_obj_foreach(value, index, count, key, member) {
    yyjson_mut_obj_insert(object, yyjson_val_mut_copy(document, key), reversed(document, member),
                          0);
  }
  return object;
}

std::string laid_out(const std::string& message, const layout& wanted) {
  yyjson_doc* const read = yyjson_read(message.data(), message.size(), YYJSON_READ_NOFLAG);
  require(read != nullptr, "yyjson refuses a message");
  yyjson_mut_doc* const document = yyjson_mut_doc_new(nullptr);
  yyjson_val* const root = yyjson_doc_get_root(read);
  yyjson_mut_doc_set_root(
      document, wanted.reversed ? reversed(document, root) : yyjson_val_mut_copy(document, root));
  const yyjson_write_flag flags = wanted.spaced ? YYJSON_WRITE_PRETTY : YYJSON_WRITE_NOFLAG;
  std::size_t size = 0;
  char* const text = yyjson_mut_write(document, flags, &size);
  require(text != nullptr, "yyjson cannot write a message");
  std::string made(text, size);
  std::free(text);
  yyjson_mut_doc_free(document);
  yyjson_doc_free(read);
  return made;
}

/// Messages with the padding that simdjson requires after each.
struct messages {
  explicit messages(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      padded.emplace_back(text);
      padded.back().resize(text.size() + simdjson::SIMDJSON_PADDING);
      sizes.push_back(text.size());
    }
  }

  bytes operator[](std::size_t index) const {
    return {reinterpret_cast<const std::uint8_t*>(padded[index].data()), sizes[index]};
  }

  std::vector<std::string> padded;
  std::vector<std::size_t> sizes;
};

struct reader {
  const char* name;
  std::function<bool(Account&, bytes)> decode;
};

/// Returns nanoseconds per message.
double measured(const reader& by, const messages& from, Account& value) {
  std::size_t count = 0;
  const auto start = clock::now();
  auto now = start;
  do {
    for (std::size_t i = 0; i < from.sizes.size(); ++i) {
      require(by.decode(value, from[i]), by.name);
      ++count;
    }
    now = clock::now();
  } while (now - start < slice);
  return std::chrono::duration<double, std::nano>(now - start).count() / static_cast<double>(count);
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

void compare(const char* name, const std::vector<Account>& accounts,
             std::span<const reader> readers) {
  std::vector<std::string> texts;
  for (const Account& account : accounts) {
    polywire::buffer out;
    require(!polywire::json_plain::encode(account, out), "a message cannot be written");
    texts.emplace_back(out.span().begin(), out.span().end());
  }
  for (const layout& wanted : layouts) {
    std::vector<std::string> others;
    for (const std::string& text : texts) others.push_back(laid_out(text, wanted));
    const messages from(others);
    std::vector<Account> values(readers.size());
    for (std::size_t i = 0; i < accounts.size(); ++i) {
      for (std::size_t r = 0; r < readers.size(); ++r) {
        require(readers[r].decode(values[r], from[i]) && values[r] == accounts[i], readers[r].name);
      }
    }
    std::vector<std::vector<double>> times(readers.size());
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t r = 0; r < readers.size(); ++r) {
        times[r].push_back(measured(readers[r], from, values[r]));
      }
    }
    const double ours = median(times[0]);
    std::printf("%-7s %-17s", name, wanted.name);
    for (std::size_t r = 0; r < readers.size(); ++r) {
      const double time = median(times[r]);
      if (r == 0) {
        std::printf("  %s %.0f", readers[r].name, time);
      } else {
        std::printf("  %s %.0f (%.1fx)", readers[r].name, time, time / ours);
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  peers::simdjson_codec<Account> simdjson;
  peers::yyjson_codec<Account> yyjson;
  const std::array readers = {
      reader{"generated",
             [](Account& value, bytes from) { return !polywire::json_plain::decode(value, from); }},
      reader{"simdjson", [&](Account& value, bytes from) { return simdjson.decode(value, from); }},
      reader{"yyjson", [&](Account& value, bytes from) { return yyjson.decode(value, from); }},
  };
  compare("sample", {bench::sample_message<Account>()}, readers);
  compare("mix", bench::mixed_messages<Account>(256, 12), readers);
}

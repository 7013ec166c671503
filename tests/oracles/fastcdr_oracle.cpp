// Reads and writes values with FastCdr. Fields are a line of words: numbers in decimal digits,
// floats as their bits, texts as `x` and hexadecimal digits, lists and optionals after their count,
// unions after the number of their case.
//
// usage: fastcdr_oracle TYPE < REQUESTS
//
// A message begins with the octet of its byte order, or is bare, in little-endian order.
#include <fastcdr/Cdr.h>
#include <fastcdr/exceptions/Exception.h>

#include <bit>
#include <cstdint>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;
using octets = std::vector<std::uint8_t>;

/// The start of a message: the octet of its byte order, or nothing.
enum class framing { octet, bare };

template <class T>
T read_message(octets& message, framing framing);

template <class T>
octets write_message(T& value, framing framing, bool is_little);

std::string hex(std::uint8_t octet) {
  static constexpr char digits[] = "0123456789abcdef";
  return {digits[octet >> 4], digits[octet & 15]};
}

/// A value that is a separate message, in a sequence of octets.
template <class T>
struct encapsulated {
  T value;
};

// The test models, in the order of their fields.

struct balance {
  std::string currency;
  double amount;
  void fields(auto& visit) { visit(currency), visit(amount); }
};

struct order {
  std::int32_t id;
  std::string symbol;
  std::uint32_t side, type;
  double price, volume;
  void fields(auto& visit) {
    visit(id), visit(symbol), visit(side), visit(type), visit(price), visit(volume);
  }
};

struct account {
  std::int32_t id;
  std::string name;
  std::optional<balance> wallet;
  std::vector<order> orders;
  void fields(auto& visit) { visit(id), visit(name), visit(wallet), visit(orders); }
};

using part = std::variant<std::monostate, double, std::string>;

struct inner {
  std::uint8_t octet;
  std::int64_t wide;
  std::int16_t half;
  std::uint32_t tint;
  std::vector<part> parts;
  void fields(auto& visit) { visit(octet), visit(wide), visit(half), visit(tint), visit(parts); }
};

struct outer {
  std::string label;
  encapsulated<inner> apart;
  inner within;
  std::optional<std::uint16_t> last;
  void fields(auto& visit) { visit(label), visit(apart), visit(within), visit(last); }
};

/// Reads fields as words, and writes them.
struct word_reader {
  std::istream& words;

  void plain(auto& number) {
    std::int64_t wide = 0;
    words >> wide;
    number = static_cast<std::remove_reference_t<decltype(number)>>(wide);
  }
  void plain(double& number) {
    std::uint64_t pattern = 0;
    words >> pattern;
    number = std::bit_cast<double>(pattern);
  }
  void plain(std::string& text) {
    std::string word;
    words >> word;
    for (std::size_t i = 1; i + 1 < word.size(); i += 2) {
      text.push_back(static_cast<char>(std::stoi(word.substr(i, 2), nullptr, 16)));
    }
  }
};

struct word_writer {
  std::ostream& words;

  void plain(auto& number) { words << +number << ' '; }
  void plain(double& number) { words << std::bit_cast<std::uint64_t>(number) << ' '; }
  void plain(std::string& text) {
    words << 'x';
    for (const char c : text) words << hex(static_cast<std::uint8_t>(c));
    words << ' ';
  }
};

/// Reads and writes fields with FastCdr.
struct cdr_reader {
  Cdr& cdr;
  void plain(auto& value) { cdr.deserialize(value); }
};

struct cdr_writer {
  Cdr& cdr;
  void plain(auto& value) { cdr.serialize(value); }
};

/// Composite values, the same in every form.
template <class Form>
struct each_field {
  Form form;

  template <class T>
  void operator()(T& value) {
    if constexpr (requires { value.fields(*this); }) {
      value.fields(*this);
    } else {
      form.plain(value);
    }
  }

  template <class T>
  void operator()(std::vector<T>& items) {
    auto count = static_cast<std::uint32_t>(items.size());
    form.plain(count);
    // One by one: the input may end before the count is reached.
    for (std::size_t i = 0; i < count; ++i) {
      if (i == items.size()) items.emplace_back();
      (*this)(items[i]);
    }
  }

  template <class T>
  void operator()(std::optional<T>& item) {
    std::uint32_t count = item ? 1 : 0;
    form.plain(count);
    if (count != 0 && !item) item.emplace();
    if (item) (*this)(*item);
  }

  void operator()(part& value) {
    auto index = static_cast<std::uint32_t>(value.index());
    form.plain(index);
    if (index == 1 && value.index() != 1) value.emplace<1>();
    if (index == 2 && value.index() != 2) value.emplace<2>();
    if (auto* wide = std::get_if<1>(&value)) (*this)(*wide);
    if (auto* name = std::get_if<2>(&value)) (*this)(*name);
  }

  template <class T>
  void operator()(encapsulated<T>& nested) {
    if constexpr (std::is_same_v<Form, cdr_reader>) {
      octets message;
      (*this)(message);
      nested.value = read_message<T>(message, framing::octet);
    } else if constexpr (std::is_same_v<Form, cdr_writer>) {
      // Uses the opposite order of the enclosing message.
      const bool is_little = form.cdr.endianness() == Cdr::LITTLE_ENDIANNESS;
      octets message = write_message(nested.value, framing::octet, !is_little);
      (*this)(message);
    } else {
      (*this)(nested.value);
    }
  }
};

template <class T>
T read_message(octets& message, framing framing) {
  FastBuffer buffer(reinterpret_cast<char*>(message.data()), message.size());
  Cdr cdr(buffer, Cdr::LITTLE_ENDIANNESS, Cdr::CORBA_CDR);
  if (framing == framing::octet) {
    std::uint8_t is_little = 0;
    cdr.deserialize(is_little);
    cdr.changeEndianness(is_little ? Cdr::LITTLE_ENDIANNESS : Cdr::BIG_ENDIANNESS);
  }
  T value{};
  each_field<cdr_reader>{{cdr}}(value);
  if (cdr.getSerializedDataLength() != message.size()) throw std::runtime_error("bytes follow");
  return value;
}

template <class T>
octets write_message(T& value, framing framing, bool is_little) {
  FastBuffer buffer;
  Cdr cdr(buffer, is_little ? Cdr::LITTLE_ENDIANNESS : Cdr::BIG_ENDIANNESS, Cdr::CORBA_CDR);
  if (framing == framing::octet) cdr.serialize(static_cast<std::uint8_t>(is_little));
  each_field<cdr_writer>{{cdr}}(value);
  const auto* start = reinterpret_cast<const std::uint8_t*>(buffer.getBuffer());
  return octets(start, start + cdr.getSerializedDataLength());
}

/// Answers a request: `read octet|bare HEX` or `write octet|bare big|little WORD...`.
template <class T>
void answer(std::istream& request) {
  std::string verb, framing_name, rest;
  request >> verb >> framing_name;
  const framing framing = framing_name == "octet" ? framing::octet : framing::bare;
  request >> rest;
  if (verb == "read") {
    octets message;
    for (std::size_t i = 0; i + 1 < rest.size(); i += 2) {
      message.push_back(static_cast<std::uint8_t>(std::stoi(rest.substr(i, 2), nullptr, 16)));
    }
    T value = read_message<T>(message, framing);
    each_field<word_writer>{{std::cout}}(value);
  } else {
    T value{};
    each_field<word_reader>{{request}}(value);
    for (const std::uint8_t octet : write_message(value, framing, rest == "little")) {
      std::cout << hex(octet);
    }
  }
  std::cout << std::endl;
}

int main(int, char** arguments) {
  const std::string type = arguments[1];
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream request(line);
    try {
      type == "trade.Account" ? answer<account>(request) : answer<outer>(request);
    } catch (const std::exception& refused) {
      std::cout << "refused: " << refused.what() << std::endl;
    }
  }
}

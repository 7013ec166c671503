#include "polywire/leaves/leaves.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace polywire::leaf;

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                        \
    }                                                                      \
  } while (false)

/// A heap copy of exactly its size, so that the sanitizer sees every read beyond it.
class exact_bytes {
 public:
  explicit exact_bytes(std::string_view text) : bytes_(text.begin(), text.end()) {}
  const std::uint8_t* begin() const { return bytes_.data(); }
  const std::uint8_t* end() const { return bytes_.data() + bytes_.size(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text.push_back(static_cast<char>(value));
  return text;
}

void test_memory() {
  const exact_bytes input(bytes({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  CHECK(load_le<std::uint32_t>(input.begin() + 1) == 0x05040302);
  CHECK(load_be<std::uint16_t>(input.begin()) == 0x0102);
  CHECK(load_be<std::uint64_t>(input.begin() + 1) == 0x0203040506070809);
  std::uint8_t out[8];
  store_be(out, std::int32_t{-2});
  CHECK(out[0] == 0xff && out[3] == 0xfe);
  store_le(out, 1.5);
  CHECK(load_le<double>(out) == 1.5);
  store_be(out, 1.5);
  CHECK(out[0] == 0x3f && out[1] == 0xf8 && load_be<double>(out) == 1.5);
  enum class small : std::uint16_t { value = 0x1234 };
  store_be(out, small::value);
  CHECK(out[0] == 0x12 && load_be<small>(out) == small::value);

  const exact_bytes text("true");
  CHECK(starts_with(text.begin(), text.end(), "tr"));
  CHECK(!starts_with(text.begin(), text.end(), "true "));
  CHECK(!starts_with(text.begin(), text.end(), "tx"));
}

void test_block16() {
  for (std::size_t n = 0; n <= 16; ++n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text.push_back(static_cast<char>('a' + i));
    const exact_bytes input(text);
    std::uint8_t out[16];
    block16::load_prefix(input.begin(), n).store(out);
    for (std::size_t i = 0; i < 16; ++i) CHECK(out[i] == (i < n ? 'a' + i : 0));
    const std::string full = text + std::string(16 - n, 'z');
    block16::load(full.data()).keep(n).store(out);
    for (std::size_t i = 0; i < 16; ++i) CHECK(out[i] == (i < n ? 'a' + i : 0));
  }
  std::string all;
  for (int c = 0; c < 256; ++c) all.push_back(static_cast<char>(c));
  for (std::size_t at = 0; at < 256; at += 16) {
    const block16 block = block16::load(all.data() + at);
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t c = at + i;
      const auto lane = [i](std::uint32_t lanes) { return (lanes >> i & 1) != 0; };
      CHECK(lane(block.high_bits()) == (c >= 0x80));
      CHECK(lane(block.control().high_bits()) == (c < 0x20));
      CHECK(lane(block.equal('"').high_bits()) == (c == '"'));
    }
  }
}

void test_varint() {
  struct example {
    std::uint64_t value;
    std::string wire;
  };
  const std::vector<example> examples = {
      {0, bytes({0})},
      {1, bytes({1})},
      {127, bytes({127})},
      {128, bytes({0x80, 1})},
      {300, bytes({0xac, 2})},
      {16383, bytes({0xff, 0x7f})},
      {16384, bytes({0x80, 0x80, 1})},
      {std::uint64_t{1} << 63, bytes({128, 128, 128, 128, 128, 128, 128, 128, 128, 1})},
      {~std::uint64_t{0}, bytes({255, 255, 255, 255, 255, 255, 255, 255, 255, 1})},
  };
  for (const auto& [value, wire] : examples) {
    std::uint8_t out[max_varint_size];
    CHECK(write_varint(out, value) == out + wire.size());
    CHECK(std::memcmp(out, wire.data(), wire.size()) == 0);
    const exact_bytes input(wire);
    std::uint64_t read = 99;
    CHECK(read_varint(input.begin(), input.end(), read) == input.end());
    CHECK(read == value);
    CHECK(explain_varint(input.begin(), input.end()).code == fault::none);
    for (std::size_t n = 0; n < wire.size(); ++n) {
      const exact_bytes cut(wire.substr(0, n));
      CHECK(read_varint(cut.begin(), cut.end(), read) == nullptr);
      CHECK(explain_varint(cut.begin(), cut.end()).code == fault::truncated);
    }
  }
  for (unsigned bit = 0; bit < 64; ++bit) {
    for (const std::uint64_t value : {std::uint64_t{1} << bit, (std::uint64_t{1} << bit) - 1}) {
      std::uint8_t out[max_varint_size];
      CHECK(write_varint(out, value) == out + varint_size(value));
    }
  }
  for (const auto& overlong : {bytes({255, 255, 255, 255, 255, 255, 255, 255, 255, 2}),
                               bytes({128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 0}),
                               bytes({128, 128, 128, 128, 128, 128, 128, 128, 128, 128})}) {
    const exact_bytes input(overlong);
    std::uint64_t read;
    CHECK(read_varint(input.begin(), input.end(), read) == nullptr);
    CHECK(explain_varint(input.begin(), input.end()).code == fault::overlong_varint);
  }
  const exact_bytes padded_zero(bytes({0x80, 0x00}));  // not minimal, but valid
  std::uint64_t zero = 1;
  CHECK(read_varint(padded_zero.begin(), padded_zero.end(), zero) != nullptr && zero == 0);

  CHECK(zigzag_encode(0) == 0 && zigzag_encode(-1) == 1 && zigzag_encode(1) == 2);
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  CHECK(zigzag_encode(lowest) == ~std::uint64_t{0} && zigzag_decode(~std::uint64_t{0}) == lowest);

  for (const std::size_t size :
       {std::size_t{0}, std::size_t{127}, std::size_t{128}, std::size_t{20000}}) {
    std::vector<std::uint8_t> buffer(size + max_varint_size);
    for (std::size_t i = 0; i < size; ++i) buffer[i + 1] = static_cast<std::uint8_t>(i * 7);
    const std::uint8_t* const end = close_length(buffer.data(), buffer.data() + 1 + size);
    std::uint64_t length;
    const std::uint8_t* const body = read_varint(buffer.data(), end, length);
    CHECK(length == size && end == body + size);
    for (std::size_t i = 0; i < size; ++i) CHECK(body[i] == static_cast<std::uint8_t>(i * 7));
  }
}

/// The definition itself: decode code points and look at them.
bool utf8_valid_by_definition(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const std::uint8_t lead = byte(i);
    const std::size_t length = lead < 0x80       ? 1
                               : lead >> 5 == 6  ? 2
                               : lead >> 4 == 14 ? 3
                               : lead >> 3 == 30 ? 4
                                                 : 0;
    if (length == 0 || i + length > text.size()) return false;
    std::uint32_t c = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if (byte(i + k) >> 6 != 2) return false;
      c = c << 6 | (byte(i + k) & 0x3fu);
    }
    const std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return false;
    i += length;
  }
  return true;
}

void test_utf8() {
  std::mt19937 random(1);
  const auto check = [](const std::string& text) {
    const exact_bytes input(text);
    const bool valid = utf8_valid_by_definition(text);
    CHECK(utf8_valid(input.begin(), input.size()) == valid);
    CHECK(utf8_valid(std::span(input.begin(), input.size())) == valid);
    CHECK((explain_utf8(input.begin(), input.size()).code == fault::none) == valid);
    std::string target = "before";
    CHECK(assign_text<true>(target, input.begin(), input.size(), input.end()) == valid);
    CHECK(target == (valid ? text : "before"));
    std::string_view view;
    CHECK(assign_text<true>(view, input.begin(), input.size(), input.end()) == valid);
    CHECK(!valid || view == text);
  };
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      check(bytes({a, b}));
      check(bytes({'x', a, b, 0x80}));
      check(bytes({a, b, 0x80, 0xbf}) + "0123456789abcdef");
    }
  }
  const std::vector<std::string> pieces = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                           "0123456789abcdef"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += pieces[random() % pieces.size()];
    check(text);
    if (!text.empty()) text[random() % text.size()] = static_cast<char>(random());
    check(text);
    text.resize(text.size() - random() % 2 * (text.empty() ? 0 : 1));
    check(text);
  }
}

void test_text() {
  // Every length into strings of every earlier size, with and without readable bytes behind.
  for (std::size_t n = 0; n < 40; ++n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text.push_back(static_cast<char>('A' + i));
    for (const std::size_t before : {0u, 3u, 15u, 16u, 100u}) {
      for (const std::size_t behind : {0u, 1u, 15u, 16u}) {
        const exact_bytes input(text + std::string(behind, '\xff'));
        std::string target(before, '#');
        CHECK(assign_text<true>(target, input.begin(), n, input.end()));
        CHECK(target == text && std::strlen(target.c_str()) == n);
        target.push_back('!');
        CHECK(target == text + "!");
      }
    }

    const auto check_copy = [&text, n](auto source) {
      std::vector<std::uint8_t> exact(n);
      CHECK(copy_text<false>(exact.data(), source) == exact.data() + n);
      CHECK(std::string(exact.begin(), exact.end()) == text);
      std::vector<std::uint8_t> slack(n + text_slack);
      CHECK(copy_text<true>(slack.data(), source) == slack.data() + n);
      CHECK(std::memcmp(slack.data(), text.data(), n) == 0);
      for (std::size_t total = n; total <= n + 16; ++total) {
        const std::string expected = text + std::string(total - n, '\0');
        std::vector<std::uint8_t> padded(total, 0xee);
        CHECK(copy_text_padded<false>(padded.data(), source, total) == padded.data() + total);
        CHECK(std::string(padded.begin(), padded.end()) == expected);
        std::vector<std::uint8_t> padded_slack(total + text_slack, 0xee);
        copy_text_padded<true>(padded_slack.data(), source, total);
        CHECK(std::memcmp(padded_slack.data(), expected.data(), total) == 0);
      }
    };
    check_copy(text);
    check_copy(std::string_view(text));

    const auto check_fixed = [&text, n]<std::size_t Width>() {
      if (n > Width) return;
      const std::string expected = text + std::string(Width - n, '\0');
      for (const std::size_t behind : {0u, 16u}) {
        std::vector<std::uint8_t> exact(Width + behind, 0x41);
        copy_fixed_text<false, Width>(exact.data(), text);
        CHECK(std::memcmp(exact.data(), expected.data(), Width) == 0);
        std::string read = "stale";
        const std::uint8_t* const end = exact.data() + exact.size();
        CHECK((assign_fixed_text<true, Width>(read, exact.data(), end)));
        CHECK(read == text);
      }
      std::vector<std::uint8_t> slack(Width + text_slack);
      CHECK((copy_fixed_text<true, Width>(slack.data(), text) == slack.data() + Width));
      CHECK(std::memcmp(slack.data(), expected.data(), Width) == 0);
      std::string read;
      slack[0] = 0xff;
      CHECK((!assign_fixed_text<true, Width>(read, slack.data(), slack.data() + slack.size())));
    };
    check_fixed.template operator()<10>();
    check_fixed.template operator()<15>();
    check_fixed.template operator()<16>();
    check_fixed.template operator()<33>();
  }
  std::string_view empty;
  std::uint8_t out[text_slack];
  CHECK(copy_text<false>(out, empty) == out && copy_text<true>(out, empty) == out);
}

std::string written_double(double value) {
  std::uint8_t out[json_double_room];
  return std::string(out, write_double(out, value));
}

void test_write_number() {
  const auto check_int = [](std::int64_t value) {
    std::uint8_t out[json_integer_room];
    CHECK(std::string(out, write_int64(out, value)) == std::to_string(value));
    const auto bits = static_cast<std::uint64_t>(value);
    CHECK(std::string(out, write_uint64(out, bits)) == std::to_string(bits));
  };
  std::int64_t power = 1;
  for (int i = 0; i < 19; ++i, power *= i < 19 ? 10 : 1) {
    for (const std::int64_t near : {power - 1, power, power + 1}) {
      check_int(near);
      check_int(-near);
    }
  }
  check_int(std::numeric_limits<std::int64_t>::min());
  check_int(std::numeric_limits<std::int64_t>::max());
  for (int i = -100'000; i < 100'000; i += 7) check_int(i);

  struct example {
    double value;
    const char* text;
  };
  for (const auto& [value, text] : std::initializer_list<example>{
           {0.0, "0.0"},
           {-0.0, "-0.0"},
           {1000.0, "1000.0"},
           {1.23456, "1.23456"},
           {1.5, "1.5"},
           {-2.5, "-2.5"},
           {0.1, "0.1"},
           {0.000001, "0.000001"},
           {0.0000015, "0.0000015"},
           {1e-7, "1e-7"},
           {1.25e-7, "1.25e-7"},
           {99999999.0, "99999999.0"},
           {100000000.0, "100000000.0"},
           {12345678901.5, "12345678901.5"},
           {9007199254740993.0, "9007199254740992.0"},
           {1e20, "100000000000000000000.0"},
           {1e21, "1e21"},
           {1.5e300, "1.5e300"},
           {0.1 + 0.2, "0.30000000000000004"},
           {1.0 / 3.0, "0.3333333333333333"},
           {5e-324, "5e-324"},
           {1.7976931348623157e308, "1.7976931348623157e308"},
       }) {
    if (written_double(value) != text)
      std::fprintf(stderr, "%s: %s\n", text, written_double(value).c_str());
    CHECK(written_double(value) == text);
  }
}

bool reads_double(std::string_view text, double& value) {
  const exact_bytes input(text);
  const std::uint8_t* const after = read_double(input.begin(), input.end(), value);
  const bool whole = after == input.end() && after != nullptr;
  CHECK((explain_double(input.begin(), input.end()).code == fault::none) == (after != nullptr));
  // The same with bytes behind it, where other fast paths may apply.
  for (const char* const behind : {",", "}", " ,\"abcdefghijklmnopqrstuvwxyz\""}) {
    const exact_bytes longer(std::string(text) + behind);
    double again = 0;
    const std::uint8_t* const after_again = read_double(longer.begin(), longer.end(), again);
    CHECK((after_again == longer.begin() + input.size() && after_again != nullptr) == whole);
    CHECK(!whole || std::bit_cast<std::uint64_t>(again) == std::bit_cast<std::uint64_t>(value));
  }
  return whole;
}

void check_round_trip(double value) {
  const std::string text = written_double(value);
  double read = 0;
  CHECK(reads_double(text, read));
  CHECK(std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(value));
  CHECK(std::strtod(text.c_str(), nullptr) == value);
  // No shorter decimal reads back.
  char shorter[64];
  char longest[64];
  std::snprintf(longest, sizeof longest, "%.16e", value);
  std::size_t digits = 0;
  std::size_t zeros = 0;
  bool leading = true;
  for (const char c : text) {
    if (c == 'e') break;
    if (c < '0' || c > '9' || (leading && c == '0')) continue;
    leading = false;
    ++digits;
    zeros = c == '0' ? zeros + 1 : 0;
  }
  digits -= zeros;
  if (digits > 1) {
    std::snprintf(shorter, sizeof shorter, "%.*e", static_cast<int>(digits) - 2, value);
    CHECK(std::strtod(shorter, nullptr) != value);
  }
}

void test_double_round_trip() {
  std::mt19937_64 random(2);
  for (int i = 0; i < 60'000; ++i) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) check_round_trip(any);
    const auto integer = static_cast<double>(random() >> (random() % 64));
    check_round_trip(integer);
    const double scale = std::pow(10.0, static_cast<double>(random() % 9));
    const auto decimal = static_cast<double>(random() % 1'000'000'000) / scale;
    check_round_trip(decimal);
    check_round_trip(-std::nextafter(decimal, 1e300));
  }
}

void test_read_double() {
  struct example {
    const char* text;
    double value;
  };
  for (const auto& [text, expected] : std::initializer_list<example>{
           {"0", 0.0},
           {"-0", -0.0},
           {"-0.0", -0.0},
           {"0.000", 0.0},
           {"10", 10.0},
           {"1E2", 100.0},
           {"1e+2", 100.0},
           {"25e-1", 2.5},
           {"1.0e00", 1.0},
           {"0.1", 0.1},
           {"0.000001", 1e-6},
           {"123456789012345678", 123456789012345678.0},
           {"1234567890123456789012345", 1234567890123456789012345.0},
           {"9007199254740993", 9007199254740992.0},
           {"9007199254740993.0000000001", 9007199254740994.0},
           {"0.1000000000000000055511151231257827", 0.1},
           {"2.2250738585072011e-308", 2.2250738585072011e-308},
           {"1e-400", 0.0},
           {"-1e-400", -0.0},
           {"0e999999999999999999999", 0.0},
           {"1e-999999999999999999999", 0.0},
           {"4.9e-324", 4.9e-324},
           {"1.7976931348623157e308", 1.7976931348623157e308},
       }) {
    double value = 99;
    CHECK(reads_double(text, value));
    CHECK(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected));
  }
  for (const char* const text : {"",
                                 "-",
                                 "+1",
                                 "01",
                                 "-01",
                                 "00",
                                 ".5",
                                 "1.",
                                 "1.e5",
                                 "-.5",
                                 "1e",
                                 "1e+",
                                 "1e-",
                                 "e5",
                                 "0x10",
                                 "NaN",
                                 "nan",
                                 "Infinity",
                                 "-Infinity",
                                 "1e400",
                                 "-1e400",
                                 "1e999999999999999999999",
                                 "--1",
                                 "1..2",
                                 "00.5",
                                 "1.7976931348623159e308",
                                 "0123456789012345678901234"}) {
    double value;
    CHECK(!reads_double(text, value));
  }
  const auto code = [](std::string_view text) {
    const exact_bytes input(text);
    return explain_double(input.begin(), input.end()).code;
  };
  CHECK(code("1e400") == fault::out_of_range);
  CHECK(code("-") == fault::truncated);
  CHECK(code("1.x") == fault::invalid_number);
}

void test_read_integer() {
  const auto reads = [](std::string_view text, std::int64_t& value) {
    const exact_bytes input(text);
    const std::uint8_t* const after = read_int64(input.begin(), input.end(), value);
    CHECK((explain_int64(input.begin(), input.end()).code == fault::none) == (after != nullptr));
    const exact_bytes longer(std::string(text) + ", \"abcdefghijklmnopqrstuvwxyz\"");
    std::int64_t again = 0;
    const std::uint8_t* const after_again = read_int64(longer.begin(), longer.end(), again);
    const bool whole = after != nullptr && after == input.end();
    CHECK((after_again == longer.begin() + input.size() && after_again != nullptr) == whole);
    CHECK(!whole || again == value);
    return whole;
  };
  struct example {
    const char* text;
    std::int64_t value;
  };
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  for (const auto& [text, expected] : std::initializer_list<example>{
           {"0", 0},
           {"-0", 0},
           {"7", 7},
           {"-7", -7},
           {"123456789", 123456789},
           {"999999999999999999", 999999999999999999},
           {"9223372036854775807", highest},
           {"-9223372036854775808", lowest},
           {"-9223372036854775808.000", lowest},
           {"1.0", 1},
           {"1e2", 100},
           {"1.50e1", 15},
           {"150e-1", 15},
           {"-2.5E+1", -25},
           {"0e5", 0},
           {"0.000e-99999999999999999999", 0},
           {"1000000000000000000000000000000e-30", 1},
           {"0.0000000000000000000000000001e28", 1},
       }) {
    std::int64_t value = 99;
    CHECK(reads(text, value));
    CHECK(value == expected);
  }
  for (const char* const text :
       {"", "-", "01", "-01", "1.5", "1e-1", "1.", "1e", "9223372036854775808",
        "-9223372036854775809", "99999999999999999999", "1e19", "1e99999999999999999999",
        "1e-99999999999999999999", "true", "\"1\"", "+1"}) {
    std::int64_t value;
    CHECK(!reads(text, value));
  }
  const auto reads_unsigned = [](std::string_view text, std::uint64_t& value) {
    const exact_bytes input(text);
    const std::uint8_t* const after = read_uint64(input.begin(), input.end(), value);
    CHECK((explain_uint64(input.begin(), input.end()).code == fault::none) == (after != nullptr));
    return after != nullptr && after == input.end();
  };
  std::uint64_t value;
  CHECK(reads_unsigned("18446744073709551615", value) && value == ~std::uint64_t{0});
  CHECK(reads_unsigned("-0", value) && value == 0);
  CHECK(reads_unsigned("1.2e1", value) && value == 12);
  CHECK(!reads_unsigned("18446744073709551616", value));
  CHECK(!reads_unsigned("-1", value));
  const auto code = [](std::string_view text) {
    const exact_bytes input(text);
    return explain_int64(input.begin(), input.end()).code;
  };
  CHECK(code("1.5") == fault::not_an_integer);
  CHECK(code("1e30") == fault::out_of_range);
}

std::string written_string(const std::string& text) {
  std::vector<std::uint8_t> out(json_string_room(text.size()));
  const std::string escaped(out.data(), write_string(out.data(), text));
  CHECK(json_string_size(text) == escaped.size());
  CHECK(std::string(out.data(), write_string(out.data(), std::string_view(text))) == escaped);
  return escaped;
}

bool reads_string(std::string_view text, std::string& value) {
  const exact_bytes input(text);
  const std::uint8_t* const after = read_string(input.begin(), input.end(), value);
  std::string scratch;
  std::string_view view;
  CHECK(read_string(input.begin(), input.end(), scratch, view) == after);
  CHECK(after == nullptr || view == value);
  CHECK(skip_string(input.begin(), input.end()) == after);
  CHECK((explain_string(input.begin(), input.end()).code == fault::none) == (after != nullptr));
  return after != nullptr && after == input.end();
}

void test_string() {
  CHECK(written_string("plain") == "plain");
  CHECK(written_string("a\"b\\c/d") == "a\\\"b\\\\c/d");
  CHECK(written_string(bytes({0, 1, 8, 9, 10, 11, 12, 13, 31, 32, 127})) ==
        "\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \x7f");
  CHECK(written_string("caf\xc3\xa9") == "caf\xc3\xa9");

  std::string value;
  const auto reads_as = [&value](std::string_view text, std::string_view expected) {
    return reads_string(text, value) && value == expected;
  };
  CHECK(reads_as("\"", ""));
  CHECK(reads_as("abc\"", "abc"));
  CHECK(reads_as(R"(\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"));
  CHECK(reads_as(R"(\u0041\u00e9\u20AC\ud83d\ude00")", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
  CHECK(reads_as(R"(\u0000x")", std::string_view("\0x", 2)));
  CHECK(reads_as("caf\xc3\xa9 0123456789 0123456789\"", "caf\xc3\xa9 0123456789 0123456789"));
  CHECK(reads_as("\x7f\"", "\x7f"));

  const auto code = [](std::string_view text) {
    const exact_bytes input(text);
    std::string ignored;
    CHECK(!reads_string(text, ignored));
    return explain_string(input.begin(), input.end()).code;
  };
  CHECK(code("") == fault::truncated);
  CHECK(code("abc") == fault::truncated);
  CHECK(code("abc\\") == fault::truncated);
  CHECK(code("abc\\u12") == fault::truncated);
  CHECK(code("0123456789abcdef0123456789") == fault::truncated);
  CHECK(code("\n\"") == fault::control_character);
  CHECK(code("0123456789abcdef0123456789\x1f\"") == fault::control_character);
  CHECK(code("\\x41\"") == fault::invalid_escape);
  CHECK(code("\\u12g4\"") == fault::invalid_escape);
  CHECK(code("\\ud800\"012345") == fault::invalid_escape);
  CHECK(code("\\udc00\"") == fault::invalid_escape);
  CHECK(code("\\ud800\\u0041\"") == fault::invalid_escape);
  CHECK(code("\xff\"") == fault::invalid_utf8);
  CHECK(code("\xed\xa0\x80\"") == fault::invalid_utf8);
  CHECK(code("abc\xc3\"") == fault::invalid_utf8);
  CHECK(code("abc\xc3\\u00a9\"") == fault::invalid_utf8);

  std::mt19937 random(3);
  const std::vector<std::string> pieces = {
      "a", "\"", "\\", "\n", std::string(1, '\0'), "\xc3\xa9", "0123456789abcdef"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto n = random() % 8; n > 0; --n) text += pieces[random() % pieces.size()];
    std::string wire = written_string(text) + "\"";
    CHECK(reads_as(wire, text));
    wire[random() % wire.size()] = static_cast<char>(random());
    reads_string(wire, value);
  }
}

void test_value() {
  const auto explain = [](std::string_view text, std::size_t depth = 100) {
    const exact_bytes input(text);
    const failure refused = explain_value(input.begin(), input.end(), depth);
    const std::uint8_t* const after = skip_value(input.begin(), input.end(), depth);
    CHECK((after != nullptr) == (refused.code == fault::none));
    return refused.code;
  };
  const auto skips = [&explain](std::string_view text) {
    const exact_bytes input(text);
    return explain(text) == fault::none &&
           skip_value(input.begin(), input.end(), 100) == input.end();
  };
  for (const char* const text :
       {"0", "-1.5e3", "true", "false", "null", "\"x\"", "\"\\u0041\"", "{}", "[]", " { }", "[ ]",
        "[[],[]]", "{\"a\":1}", "{ \"a\" : [ 1 , { \"b\" : null } , \"]\" ] , \"\" : {} }",
        "\t\r\n 1", "[1,[2,[3]]]", "1e999"}) {
    CHECK(skips(text));
  }
  for (const char* const text :
       {"{\"a\" 1}", "{\"a\":}", "{,}",  "[,]",      "[1,]", "[1 2]", "{\"a\":1,}",
        "{1:2}",     "tru ",     "nul,", "]",        "}",    "[1}",   "{\"a\":1]",
        "'a'",       "[01]",     "[1.]", "\"\x01\"", "+1",   "\v1",   "[\"\\q\"]"}) {
    CHECK(explain(text) != fault::none);
    CHECK(explain(text) != fault::truncated);
  }
  const std::string nested = "{ \"a\" : [ 1.5 , { \"b\" : null } , \"]\" ] , \"\" : [[true]] }";
  for (std::size_t n = 0; n < nested.size(); ++n) {
    CHECK(explain(std::string_view(nested).substr(0, n)) == fault::truncated);
  }
  CHECK(explain(std::string(100, '[') + std::string(100, ']')) == fault::none);
  CHECK(explain(std::string(101, '[') + std::string(101, ']')) == fault::too_deep);
  CHECK(explain(std::string(100'000, '['), 1'000'000) == fault::too_deep);
  CHECK(explain("1", 0) == fault::none);
  CHECK(explain("[]", 0) == fault::too_deep);

  const exact_bytes space(" \t\r\n:x");
  CHECK(skip_space(space.begin(), space.end()) == space.begin() + 4);
  CHECK(read_token(space.begin(), space.end(), ':') == space.begin() + 5);
  CHECK(read_token(space.begin(), space.end(), ',') == nullptr);
  CHECK(read_token(space.begin(), space.begin() + 2, ':') == nullptr);
  const exact_bytes words("truefalsenull");
  bool flag = false;
  const std::uint8_t* p = read_bool(words.begin(), words.end(), flag);
  CHECK(p != nullptr && flag);
  p = read_bool(p, words.end(), flag);
  CHECK(p != nullptr && !flag);
  CHECK(read_null(p, words.end()) == words.end());
  CHECK(read_null(p, words.end() - 1) == nullptr);
}

}  // namespace

int main() {
  test_memory();
  test_block16();
  test_varint();
  test_utf8();
  test_text();
  test_write_number();
  test_double_round_trip();
  test_read_double();
  test_read_integer();
  test_string();
  test_value();
  std::puts("leaves: ok");
}

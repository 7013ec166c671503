#include "polywire/leaves/leaves.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

/// A heap copy of exactly its size, so that the sanitizer detects every read beyond it.
class exact_bytes {
 public:
  explicit exact_bytes(std::string_view text) : bytes_(text.begin(), text.end()) {}
  const std::uint8_t* begin() const { return bytes_.data(); }
  const std::uint8_t* end() const { return bytes_.data() + bytes_.size(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

std::string quoted(std::string_view text) {
  std::string result(1, '"');
  result.append(text);
  result.push_back('"');
  return result;
}

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

template <std::uint64_t... Words>
void check_runs() {
  constexpr byte_set set{{Words...}};
  for (std::size_t n = 0; n <= 40; ++n) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      std::string text;
      for (std::size_t c = 0; text.size() < n; c = (c + 1) % 256) {
        if (set.contains(c)) text.push_back(static_cast<char>(c));
      }
      text += std::string(n % 3, static_cast<char>(byte));
      const exact_bytes input(text);
      const std::size_t run = set.contains(byte) ? text.size() : n;
      CHECK(skip_while<Words...>(input.begin(), input.end()) == input.begin() + run);
    }
  }
}

void test_runs() {
  check_runs<0x03ff000000000000, 0x0000007e0000007e, 0, 0>();        // few ranges
  check_runs<0xefffffbf00000600, ~0u, ~0ull, 0xffff7fffffffffff>();  // few outside
  check_runs<0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x3333333333333333, 1ull << 63>();
  check_runs<~0ull, ~0ull, ~0ull, ~0ull>();
}

/// A body whose length was reserved in this many bytes.
template <std::size_t Reserved>
void check_closed_length(std::size_t size) {
  std::vector<std::uint8_t> buffer(size + max_varint_size);
  for (std::size_t i = 0; i < size; ++i) buffer[i + Reserved] = static_cast<std::uint8_t>(i * 7);
  const std::uint8_t* const end =
      close_length<Reserved>(buffer.data(), buffer.data() + Reserved + size);
  std::uint64_t length;
  const std::uint8_t* const body = read_varint(buffer.data(), end, length);
  CHECK(length == size && end == body + size);
  for (std::size_t i = 0; i < size; ++i) CHECK(body[i] == static_cast<std::uint8_t>(i * 7));
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
      const std::size_t size = varint_size(value);
      std::uint8_t with_slack[max_varint_size];
      CHECK(write_varint(out, value) == out + size);
      CHECK(write_varint<true>(with_slack, value) == with_slack + size);
      CHECK(std::memcmp(with_slack, out, size) == 0);
      const std::string wire(reinterpret_cast<const char*>(out), size);
      for (const std::size_t behind : {0u, 1u, 16u}) {
        const exact_bytes input(wire + std::string(behind, '\xff'));
        std::uint64_t read = 99;
        CHECK(read_varint(input.begin(), input.end(), read) == input.begin() + size);
        CHECK(read == value);
      }
    }
  }
  for (const auto& overlong : {bytes({255, 255, 255, 255, 255, 255, 255, 255, 255, 2}),
                               bytes({128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 0}),
                               bytes({128, 128, 128, 128, 128, 128, 128, 128, 128, 128})}) {
    const exact_bytes input(overlong);
    std::uint64_t read;
    CHECK(read_varint(input.begin(), input.end(), read) == nullptr);
    CHECK(explain_varint(input.begin(), input.end()).code == fault::overlong);
  }
  const exact_bytes padded_zero(bytes({0x80, 0x00}));  // not minimal, but valid
  std::uint64_t zero = 1;
  CHECK(read_varint(padded_zero.begin(), padded_zero.end(), zero) != nullptr && zero == 0);

  CHECK(zigzag_encode(0) == 0 && zigzag_encode(-1) == 1 && zigzag_encode(1) == 2);
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  CHECK(zigzag_encode(lowest) == ~std::uint64_t{0} && zigzag_decode(~std::uint64_t{0}) == lowest);

  for (const std::size_t size : {std::size_t{0}, std::size_t{127}, std::size_t{128},
                                 std::size_t{16383}, std::size_t{16384}, std::size_t{20000}}) {
    check_closed_length<1>(size);
    check_closed_length<2>(size);
  }
}

/// The definition itself: decode code points and check them.
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
    // If the target has enough memory, a refused text may have overwritten its bytes.
    std::string roomy = "before";
    roomy.reserve(200);
    CHECK(assign_text<true>(roomy, input.begin(), input.size(), input.end()) == valid);
    CHECK(valid ? roomy == text : roomy.size() == 6 && roomy.c_str()[6] == '\0');
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
  // Every length into strings of every earlier size, with and without readable bytes after it.
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
      std::vector<std::uint8_t> out(Width + text_slack);
      if (n > Width) {
        CHECK((try_copy_fixed_text<false, Width>(out.data(), text) == nullptr));
        CHECK((try_copy_fixed_text<true, Width>(out.data(), text) == nullptr));
        return;
      }
      if (n != 0) {
        const std::string cut = text.substr(1) + std::string(1, '\0');
        CHECK((try_copy_fixed_text<false, Width>(out.data(), cut) == nullptr));
        CHECK((try_copy_fixed_text<true, Width>(out.data(), cut) == nullptr));
      }
      const std::string expected = text + std::string(Width - n, '\0');
      CHECK((try_copy_fixed_text<true, Width>(out.data(), text) == out.data() + Width));
      CHECK(std::memcmp(out.data(), expected.data(), Width) == 0);
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
  std::uint8_t out[json_float_size_bound];
  return std::string(out, write_json_float64(out, value));
}

void test_write_number() {
  const auto check_int = [](std::int64_t value) {
    std::uint8_t out[decimal_size_bound];
    CHECK(std::string(out, write_decimal_int(out, value)) == std::to_string(value));
    const auto bits = static_cast<std::uint64_t>(value);
    CHECK(std::string(out, write_decimal_uint(out, bits)) == std::to_string(bits));
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
           {9999999999999998.0, "9999999999999998.0"},
           {1e16, "10000000000000000"},
           {1e20, "100000000000000000000"},
           {1e21, "1e+21"},
           {1.5e300, "1.5e+300"},
           {0.1 + 0.2, "0.30000000000000004"},
           {1.0 / 3.0, "0.3333333333333333"},
           {5e-324, "5e-324"},
           {1.7976931348623157e308, "1.7976931348623157e+308"},
           {std::numeric_limits<double>::infinity(), "\"Infinity\""},
           {-std::numeric_limits<double>::infinity(), "\"-Infinity\""},
           {std::numeric_limits<double>::quiet_NaN(), "\"NaN\""},
       }) {
    if (written_double(value) != text)
      std::fprintf(stderr, "%s: %s\n", text, written_double(value).c_str());
    CHECK(written_double(value) == text);
  }
}

bool reads_double(std::string_view text, double& value) {
  const exact_bytes input(text);
  const std::uint8_t* const after = read_json_float64(input.begin(), input.end(), value);
  const bool whole = after == input.end() && after != nullptr;
  CHECK((explain_json_float64(input.begin(), input.end()).code == fault::none) ==
        (after != nullptr));
  // The same with bytes after it, for which other fast paths may apply.
  for (const char* const behind : {",", "}", " ,\"abcdefghijklmnopqrstuvwxyz\""}) {
    const exact_bytes longer(std::string(text) + behind);
    double again = 0;
    const std::uint8_t* const after_again = read_json_float64(longer.begin(), longer.end(), again);
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
  // No shorter decimal round-trips.
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

void test_read_float64() {
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
    return explain_json_float64(input.begin(), input.end()).code;
  };
  CHECK(code("1e400") == fault::out_of_range);
  CHECK(code("-") == fault::truncated);
  CHECK(code("1.x") == fault::syntax);
}

void test_read_integer() {
  const auto reads = [](std::string_view text, std::int64_t& value) {
    const exact_bytes input(text);
    const std::uint8_t* const after = read_json_int(input.begin(), input.end(), value);
    CHECK((explain_json_int(input.begin(), input.end()).code == fault::none) == (after != nullptr));
    const exact_bytes longer(std::string(text) + ", \"abcdefghijklmnopqrstuvwxyz\"");
    std::int64_t again = 0;
    const std::uint8_t* const after_again = read_json_int(longer.begin(), longer.end(), again);
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
        "1e-99999999999999999999", "true", "+1"}) {
    std::int64_t value;
    CHECK(!reads(text, value));
  }
  const auto reads_unsigned = [](std::string_view text, std::uint64_t& value) {
    const exact_bytes input(text);
    const std::uint8_t* const after = read_json_uint(input.begin(), input.end(), value);
    CHECK((explain_json_uint(input.begin(), input.end()).code == fault::none) ==
          (after != nullptr));
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
    return explain_json_int(input.begin(), input.end()).code;
  };
  CHECK(code("1.5") == fault::out_of_range);
  CHECK(code("x") == fault::wrong_kind);
  CHECK(code("1e30") == fault::out_of_range);
}

std::string written_string(const std::string& text) {
  std::vector<std::uint8_t> out(json_string_size_bound(text.size()));
  const std::string escaped(out.data(), write_json_string(out.data(), text));
  CHECK(json_string_size(text) == escaped.size());
  CHECK(std::string(out.data(), write_json_string(out.data(), std::string_view(text))) == escaped);
  return escaped;
}

bool reads_string(std::string_view text, std::string& value) {
  const exact_bytes input(text);
  const std::uint8_t* const after = read_json_string(input.begin(), input.end(), value);
  std::string scratch;
  std::string_view view;
  CHECK(read_json_string(input.begin(), input.end(), scratch, view) == after);
  CHECK(after == nullptr || view == value);
  CHECK(skip_json_string(input.begin(), input.end()) == after);
  CHECK((explain_json_string(input.begin(), input.end()).code == fault::none) ==
        (after != nullptr));
  return after != nullptr && after == input.end();
}

void test_string() {
  CHECK(written_string("plain") == "\"plain\"");
  CHECK(written_string("a\"b\\c/d") == "\"a\\\"b\\\\c/d\"");
  CHECK(written_string(bytes({0, 1, 8, 9, 10, 11, 12, 13, 31, 32, 127})) ==
        "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \x7f\"");
  CHECK(written_string("caf\xc3\xa9") == "\"caf\xc3\xa9\"");

  std::string value;
  const auto reads_as = [&value](std::string_view text, std::string_view expected) {
    return reads_string("\"" + std::string(text), value) && value == expected;
  };
  CHECK(reads_as("\"", ""));
  CHECK(reads_as("abc\"", "abc"));
  CHECK(reads_as(R"(\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"));
  CHECK(reads_as(R"(\u0041\u00e9\u20AC\ud83d\ude00")", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
  CHECK(reads_as(R"(\u0000x")", std::string_view("\0x", 2)));
  CHECK(reads_as("caf\xc3\xa9 0123456789 0123456789\"", "caf\xc3\xa9 0123456789 0123456789"));
  CHECK(reads_as("\x7f\"", "\x7f"));

  const auto code = [](std::string_view text) {
    const exact_bytes input("\"" + std::string(text));
    std::string ignored;
    CHECK(read_json_string(input.begin(), input.end(), ignored) == nullptr);
    return explain_json_string(input.begin(), input.end()).code;
  };
  CHECK(explain_json_string(nullptr, nullptr).code == fault::truncated);
  CHECK(!reads_string("x\"", value));
  CHECK(code("") == fault::truncated);
  CHECK(code("abc\\u1g") == fault::bad_escape);
  CHECK(code("abc\\ud800") == fault::truncated);
  CHECK(code("abc\\ud800\\n") == fault::bad_escape);
  CHECK(code("abc") == fault::truncated);
  CHECK(code("abc\\") == fault::truncated);
  CHECK(code("abc\\u12") == fault::truncated);
  CHECK(code("0123456789abcdef0123456789") == fault::truncated);
  CHECK(code("\n\"") == fault::syntax);
  CHECK(code("0123456789abcdef0123456789\x1f\"") == fault::syntax);
  CHECK(code("\\x41\"") == fault::bad_escape);
  CHECK(code("\\u12g4\"") == fault::bad_escape);
  CHECK(code("\\ud800\"012345") == fault::bad_escape);
  CHECK(code("\\udc00\"") == fault::bad_escape);
  CHECK(code("\\ud800\\u0041\"") == fault::bad_escape);
  CHECK(code("\xff\"") == fault::invalid_utf8);
  CHECK(code("\xed\xa0\x80\"") == fault::invalid_utf8);
  CHECK(code("abc\xc3\"") == fault::invalid_utf8);
  CHECK(code("abc\xe0\xa0") == fault::truncated);
  CHECK(code("abc\xe0\x80") == fault::invalid_utf8);
  CHECK(code("abc\xf4\x8f") == fault::truncated);
  CHECK(code("abc\xf4\x90") == fault::invalid_utf8);
  CHECK(code("abc\xc3\\u00a9\"") == fault::invalid_utf8);

  std::mt19937 random(3);
  const std::vector<std::string> pieces = {
      "a", "\"", "\\", "\n", std::string(1, '\0'), "\xc3\xa9", "0123456789abcdef"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto n = random() % 8; n > 0; --n) text += pieces[random() % pieces.size()];
    std::string wire = written_string(text);
    CHECK(reads_string(wire, value) && value == text);
    wire[random() % wire.size()] = static_cast<char>(random());
    reads_string(wire, value);
  }
  // Longer than the buffer, with sequences and escapes at every position relative to its border.
  for (int round = 0; round < 600; ++round) {
    std::string text(470 + static_cast<std::size_t>(round) % 60, 'a');
    while (text.size() < 1200) text += pieces[random() % pieces.size()] + "\xf0\x9f\x98\x80";
    std::string wire = written_string(text);
    CHECK(reads_string(wire, value) && value == text);
    wire[1 + random() % (wire.size() - 1)] = static_cast<char>(random());
    reads_string(wire, value);
    reads_string(wire.substr(0, random() % wire.size()), value);
  }
}

/// Compares numbers of up to 20 digits with a point anywhere with the standard library.
void test_plain_numbers() {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200'000; ++round) {
    const std::string digits = std::to_string(random() >> random() % 64);
    const std::size_t point = random() % digits.size();
    std::string text = random() % 2 == 0 ? "-" : "";
    if (random() % 8 == 0) {
      text += "0.";
      text.append(random() % 19, '0');
      text += digits;
    } else {
      text += digits.substr(0, digits.size() - point);
      if (point != 0) text += '.';
      text += digits.substr(digits.size() - point);
    }
    const exact_bytes input(text);
    double wide = 0;
    double expected_wide = 0;
    expected_wide = std::strtod(text.c_str(), nullptr);
    CHECK(read_json_float64(input.begin(), input.end(), wide) == input.end());
    CHECK(std::bit_cast<std::uint64_t>(wide) == std::bit_cast<std::uint64_t>(expected_wide));
    float narrow = 0;
    float expected_narrow = 0;
    expected_narrow = std::strtof(text.c_str(), nullptr);
    CHECK(read_json_float32(input.begin(), input.end(), narrow) == input.end());
    CHECK(std::bit_cast<std::uint32_t>(narrow) == std::bit_cast<std::uint32_t>(expected_narrow));
  }
}

/// Compares numbers that are written without an exponent with the standard library.
template <std::floating_point Float>
void check_fixed(Float value) {
  char expected[64];
  const auto end = std::to_chars(expected, expected + 64, value, std::chars_format::fixed).ptr;
  std::string text(expected, end);
  if (text.find('.') == std::string::npos) text += ".0";
  std::uint8_t out[json_float_size_bound];
  if constexpr (sizeof(Float) == 8) {
    CHECK(std::string(out, write_json_float64(out, value)) == text);
  } else {
    CHECK(std::string(out, write_json_float32(out, value)) == text);
  }
}

void test_shortest_decimals() {
  std::mt19937_64 random(8);
  for (int round = 0; round < 200'000; ++round) {
    const double sign = random() % 2 == 0 ? 1 : -1;
    const double any =
        std::ldexp(static_cast<double>(random() >> 11), -static_cast<int>(random() % 70));
    const double few = static_cast<double>(random() % 100'000'000) / std::pow(10, random() % 12);
    const double near =
        std::ldexp(static_cast<double>((1 << 20) + random() % 3), -static_cast<int>(random() % 34));
    for (const double value :
         {any, few, near, std::nextafter(few, 0.0), std::nextafter(near, 0.0)}) {
      if (value >= 1e-6) check_fixed(sign * value);
      const auto narrow = static_cast<float>(value);
      if (narrow >= 1e-6f && narrow < 16'777'216.0f) check_fixed(static_cast<float>(sign) * narrow);
    }
  }
}

void test_quoted_numbers() {
  const auto read_int = [](std::string_view text, std::int64_t& value) {
    const exact_bytes input(text);
    const bool read = read_json_int(input.begin(), input.end(), value) == input.end();
    CHECK(read == (explain_json_int(input.begin(), input.end()).code == fault::none));
    return read;
  };
  std::int64_t integer = 0;
  CHECK(read_int("\"-12\"", integer) && integer == -12);
  CHECK(read_int("\"1e2\"", integer) && integer == 100);
  CHECK(read_int("\"\\u0031\"", integer) && integer == 1);
  for (const char* const text :
       {"\"\"", "\"1", "\" 1\"", "\"1 \"", "\"x\"", "\"NaN\"", "\"1.5\""}) {
    CHECK(!read_int(text, integer));
  }
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  CHECK(read_int("\"9223372036854775807\"", integer) && integer == -(least + 1));
  CHECK(read_int("\"-9223372036854775808\"", integer) && integer == least);
  CHECK(!read_int("\"9223372036854775808\"", integer));
  CHECK(!read_int("-9223372036854775809", integer));
  const auto read_uint = [](std::string_view text, std::uint64_t& value) {
    const exact_bytes input(text);
    const bool read = read_json_uint(input.begin(), input.end(), value) == input.end();
    CHECK(read == (explain_json_uint(input.begin(), input.end()).code == fault::none));
    return read;
  };
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t natural = 0;
  CHECK(read_uint("\"18446744073709551615\"", natural) && natural == most);
  CHECK(read_uint("9999999999999999999", natural) && natural == 9999999999999999999u);
  CHECK(read_uint("\"-0\"", natural) && natural == 0);
  CHECK(!read_uint("18446744073709551616", natural));
  CHECK(!read_uint("\"-1\"", natural));
  CHECK(!read_uint("\"012\"", natural));
  const auto read_float = [](std::string_view text, double& value) {
    const exact_bytes input(text);
    const bool read = read_json_float64(input.begin(), input.end(), value) == input.end();
    CHECK(read == (explain_json_float64(input.begin(), input.end()).code == fault::none));
    return read;
  };
  double number = 0;
  CHECK(read_float("\"0.1\"", number) && number == 0.1);
  CHECK(read_float("\"NaN\"", number) && std::isnan(number));
  CHECK(read_float("\"Infinity\"", number) && std::isinf(number) && number > 0);
  CHECK(read_float("\"-Infinity\"", number) && std::isinf(number) && number < 0);
  for (const char* const text : {"\"nan\"", "\"+Infinity\"", "\"1e400\"", "\"\"", "\"0.1.\""}) {
    CHECK(!read_float(text, number));
  }
}

void test_float32() {
  const auto read = [](std::string_view text, float& value) {
    const exact_bytes input(text);
    return read_json_float32(input.begin(), input.end(), value) == input.end();
  };
  const auto check = [&read](float value) {
    std::uint8_t out[json_float_size_bound];
    const std::string text(out, write_json_float32(out, value));
    float back = 0;
    CHECK(read(text, back));
    CHECK(std::bit_cast<std::uint32_t>(back) == std::bit_cast<std::uint32_t>(value));
    char shortest[40];
    const auto result = std::to_chars(shortest, shortest + sizeof shortest, value);
    CHECK(text.size() <= static_cast<std::size_t>(result.ptr - shortest) + 18);
  };
  std::mt19937 random(4);
  for (int i = 0; i < 100'000; ++i) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(any)) check(any);
    check(static_cast<float>(random() >> (random() % 32)));
    check(-static_cast<float>(random() % 100'000) / 100.0f);
  }
  float value = 0;
  // Just above the middle of two floats: via a double, it would be rounded twice.
  CHECK(read("1.00000005960464478", value) && value == std::nextafter(1.0f, 2.0f));
  CHECK(read("16777217", value) && value == 16777216.0f);
  CHECK(read("1e-60", value) && value == 0.0f);
  CHECK(read("\"NaN\"", value) && std::isnan(value));
  CHECK(!read("1e39", value));
  std::uint8_t out[json_float_size_bound];
  CHECK(std::string(out, write_json_float32(out, 0.1f)) == "0.1");
  CHECK(std::string(out, write_json_float32(out, -0.0f)) == "-0.0");
  CHECK(std::string(out, write_json_float32(out, 1e10f)) == "10000000000.0");
  CHECK(std::string(out, write_json_float32(out, 3.4028235e38f)) == "3.4028235e+38");
}

void test_base64() {
  struct example {
    const char* bytes;
    const char* text;
  };
  const auto read = [](std::string_view text, std::string& value) {
    const exact_bytes input(quoted(text));
    const bool ok = read_json_base64(input.begin(), input.end(), value) == input.end();
    CHECK(ok == (explain_json_base64(input.begin(), input.end()).code == fault::none));
    return ok;
  };
  std::string value;
  for (const auto& [plain, text] : std::initializer_list<example>{{"", ""},  // RFC 4648, section 10
                                                                  {"f", "Zg=="},
                                                                  {"fo", "Zm8="},
                                                                  {"foo", "Zm9v"},
                                                                  {"foob", "Zm9vYg=="},
                                                                  {"fooba", "Zm9vYmE="},
                                                                  {"foobar", "Zm9vYmFy"}}) {
    const exact_bytes input(plain);
    std::vector<std::uint8_t> out(json_base64_size(input.size()));
    CHECK(write_json_base64(out.data(), input.begin(), input.size()) == out.data() + out.size());
    CHECK(std::string(out.begin(), out.end()) == quoted(text));
    CHECK(read(text, value) && value == plain);
    const std::string_view unpadded =
        std::string_view(text).substr(0, std::string_view(text).find('='));
    CHECK(read(unpadded, value) && value == plain);
  }
  CHECK(read("+/-_", value) && value == bytes({0xfb, 0xff, 0xbf}));
  CHECK(read("\\u005ag", value) && value == "f");
  for (const char* const text :
       {"Z", "Zg=", "Zg===", "====", "=", "Z===", "Zm9vY", "Zm 9v", "Zg==Zg==", "Zm9v\\n"}) {
    CHECK(!read(text, value));
  }
}

/// White space that is usually the same, each after a comma and before a letter.
void test_space_before() {
  constexpr std::string_view bytes = " \t\r\n";
  std::mt19937 random(9);
  for (int round = 0; round < 20'000; ++round) {
    std::string run;
    std::string text;
    std::vector<std::size_t> letters;
    for (int member = 0; member < 8; ++member) {
      if (member == 0 || random() % 3 == 0) {
        run.clear();
        for (std::size_t n = random() % 40; n > 0; --n)
          run += bytes[random() % 8 == 0 ? random() % 4 : 0];
      }
      text += ',' + run;
      letters.push_back(text.size());
      text += random() % 50 == 0 ? '\x01' : 'a';
    }
    const exact_bytes input(text);
    json_space_before space;
    const std::uint8_t* p = input.begin();
    CHECK(space.skip_behind(p, input.end(), ":") == input.end());
    for (const std::size_t letter : letters) {
      p = space.skip_behind(p, input.end(), ",");
      CHECK(p == input.begin() + letter);
      ++p;
    }
    CHECK(space.skip(p, input.end()) == input.end());
  }
}

void test_tokens() {
  const exact_bytes space(" \t\r\n:x");
  CHECK(read_json_space(space.begin(), space.end()) == space.begin() + 4);
  CHECK(read_json_space(space.begin(), space.begin() + 2) == space.begin() + 2);
  const exact_bytes words("truefalse");
  bool flag = false;
  const std::uint8_t* const p = read_json_bool(words.begin(), words.end(), flag);
  CHECK(p == words.begin() + 4 && flag);
  CHECK(read_json_bool(p, words.end(), flag) == words.end() && !flag);
  CHECK(read_json_bool(p, words.end() - 1, flag) == nullptr);
  CHECK(explain_json_bool(p, words.end()).code == fault::none);
  CHECK(explain_json_bool(p, words.end() - 1).code == fault::truncated);
  CHECK(explain_json_bool(p + 1, words.end()).code == fault::wrong_kind);
  const exact_bytes number("-1.5e3,");
  CHECK(skip_json_number(number.begin(), number.end()) == number.end() - 1);
  CHECK(skip_json_number(number.begin(), number.begin() + 5) == nullptr);
  const exact_bytes with_nul(bytes({'a', 0, 'b'}));
  CHECK(until_nul(with_nul.begin(), 3) == 1 && until_nul(with_nul.begin(), 1) == 1);
  CHECK(until_nul(nullptr, 0) == 0);
  for (std::size_t n = 0; n <= 40; ++n) {
    std::string text(n, '\x81');
    const exact_bytes without(text);
    CHECK(until_nul(without.begin(), n) == n);
    for (std::size_t at = n; at-- > 0;) {
      text[at] = '\0';
      const exact_bytes exact(text);
      CHECK(until_nul(exact.begin(), n) == at);
    }
  }
}

}  // namespace

int main() {
  test_memory();
  test_block16();
  test_runs();
  test_varint();
  test_utf8();
  test_text();
  test_write_number();
  test_double_round_trip();
  test_read_float64();
  test_read_integer();
  test_string();
  test_plain_numbers();
  test_shortest_decimals();
  test_quoted_numbers();
  test_float32();
  test_base64();
  test_tokens();
  test_space_before();
  std::puts("leaves: ok");
}

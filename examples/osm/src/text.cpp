#include "text.hpp"

#include <array>
#include <chrono>
#include <string>

#include "failure.hpp"

namespace osm_convert {

namespace {

constexpr std::uint32_t steps_per_degree = 10'000'000;

/// The way in which a byte of an attribute value is escaped.
enum class Escape : std::uint8_t {
  none,
  ampersand,
  less,
  greater,
  quotation_mark,
  apostrophe,
  tab,
  line_feed,
  carriage_return,
  /// Possibly the start of U+FFFE or U+FFFF.
  suspicious,
  forbidden,
};

constexpr std::array<Escape, 256> make_escapes() {
  std::array<Escape, 256> escapes{};
  for (std::size_t control = 0; control < 0x20; ++control) escapes[control] = Escape::forbidden;
  escapes['&'] = Escape::ampersand;
  escapes['<'] = Escape::less;
  escapes['>'] = Escape::greater;
  escapes['"'] = Escape::quotation_mark;
  escapes['\''] = Escape::apostrophe;
  escapes['\t'] = Escape::tab;
  escapes['\n'] = Escape::line_feed;
  escapes['\r'] = Escape::carriage_return;
  escapes[0xef] = Escape::suspicious;
  return escapes;
}

constexpr std::array<Escape, 256> escapes = make_escapes();

[[noreturn]] void refuse_character(std::string_view text) {
  refuse("a text has a character that XML does not allow, after \"" + std::string(text) +
         "\"; convert to JSON lines or PBF");
}

char* put_two_digits(char* at, unsigned value) {
  *at++ = static_cast<char>('0' + value / 10);
  *at++ = static_cast<char>('0' + value % 10);
  return at;
}

}  // namespace

char* put_coordinate(char* at, std::int32_t steps) {
  // In 64 bits, even the smallest number can be negated.
  auto rest = static_cast<std::uint64_t>(steps < 0 ? -std::int64_t{steps} : std::int64_t{steps});
  if (steps < 0) *at++ = '-';
  at = put_integer(at, rest / steps_per_degree);
  rest %= steps_per_degree;
  if (rest == 0) return at;
  *at++ = '.';
  for (std::uint64_t place = steps_per_degree / 10; rest != 0; place /= 10) {
    *at++ = static_cast<char>('0' + rest / place);
    rest %= place;
  }
  return at;
}

char* put_time(char* at, std::int64_t seconds) {
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
  const auto second_of_day = static_cast<unsigned>((time - day).count());
  at = put_two_digits(at, year / 100);
  at = put_two_digits(at, year % 100);
  *at++ = '-';
  at = put_two_digits(at, static_cast<unsigned>(date.month()));
  *at++ = '-';
  at = put_two_digits(at, static_cast<unsigned>(date.day()));
  *at++ = 'T';
  at = put_two_digits(at, second_of_day / 3600);
  *at++ = ':';
  at = put_two_digits(at, second_of_day / 60 % 60);
  *at++ = ':';
  at = put_two_digits(at, second_of_day % 60);
  *at++ = 'Z';
  return at;
}

char* put_escaped(char* at, std::string_view text) {
  for (std::size_t read = 0; read < text.size(); ++read) {
    const char byte = text[read];
    switch (escapes[static_cast<unsigned char>(byte)]) {
      case Escape::none: *at++ = byte; break;
      case Escape::ampersand: at = put(at, "&amp;"); break;
      case Escape::less: at = put(at, "&lt;"); break;
      case Escape::greater: at = put(at, "&gt;"); break;
      case Escape::quotation_mark: at = put(at, "&quot;"); break;
      case Escape::apostrophe: at = put(at, "&apos;"); break;
      case Escape::tab: at = put(at, "&#x9;"); break;
      case Escape::line_feed: at = put(at, "&#xA;"); break;
      case Escape::carriage_return: at = put(at, "&#xD;"); break;
      case Escape::suspicious:
        if (text.substr(read, 3) == "\xef\xbf\xbe" || text.substr(read, 3) == "\xef\xbf\xbf") {
          refuse_character(text.substr(0, read));
        }
        *at++ = byte;
        break;
      case Escape::forbidden: refuse_character(text.substr(0, read));
    }
  }
  return at;
}

}  // namespace osm_convert

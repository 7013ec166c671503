// Runs the leaves with the vectors that every engine uses (their README describes the columns).
// usage: vectors_test <folder with read.tsv, write.tsv, pure.tsv>

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polywire/leaves/leaves.hpp"

namespace {

using namespace polywire::leaf;

using bytes = std::vector<std::uint8_t>;

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

bytes from_hex(const std::string& text) {
  bytes result;
  if (text == "-") return result;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    result.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return result;
}

template <class Bytes>
std::string to_hex(const Bytes& raw) {
  std::string text;
  for (const auto byte : raw) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x",
                  static_cast<unsigned>(static_cast<std::uint8_t>(byte)));
    text += digits;
  }
  return text.empty() ? "-" : text;
}

template <class Bits>
std::string bits_to_hex(Bits bits) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%0*" PRIx64, static_cast<int>(2 * sizeof bits),
                static_cast<std::uint64_t>(bits));
  return digits;
}

std::string show(std::int64_t value) {
  return std::to_string(value);
}
std::string show(std::uint64_t value) {
  return std::to_string(value);
}
std::string show(bool value) {
  return value ? "true" : "false";
}
std::string show(double value) {
  return bits_to_hex(std::bit_cast<std::uint64_t>(value));
}
std::string show(float value) {
  return bits_to_hex(std::bit_cast<std::uint32_t>(value));
}
std::string show(const std::string& value) {
  return to_hex(value);
}

const char* name(fault code) {
  switch (code) {
    case fault::none: return "none";
    case fault::truncated: return "truncated";
    case fault::overlong: return "overlong";
    case fault::invalid_utf8: return "invalid_utf8";
    case fault::wrong_kind: return "wrong_kind";
    case fault::out_of_range: return "out_of_range";
    case fault::syntax: return "syntax";
    case fault::bad_escape: return "bad_escape";
  }
  return "?";
}

std::string outcome(const std::uint8_t* begin, const std::uint8_t* after, const std::string& result,
                    failure refused) {
  if (after == nullptr) return std::string("error ") + name(refused.code);
  if (refused) return std::string("read, but explained as ") + name(refused.code);
  return "ok " + std::to_string(after - begin) + (result.empty() ? "" : " " + result);
}

/// Never null, which would mean a failure.
const std::uint8_t* begin_of(const bytes& input) {
  static const std::uint8_t nothing = 0;
  return input.empty() ? &nothing : input.data();
}

template <class Value, class Read, class Explain>
std::string read_value(const bytes& input, Read read, Explain explain) {
  Value value{};
  const std::uint8_t* const begin = begin_of(input);
  const std::uint8_t* const end = begin + input.size();
  const std::uint8_t* const after = read(begin, end, value);
  return outcome(begin, after, show(value), explain(begin, end));
}

// Wraps leaves as objects, because function templates and overloads cannot be passed.
#define LEAF(function) [](auto&&... arguments) { return function(arguments...); }

std::optional<std::string> run_read(const std::string& leaf, const bytes& input) {
  if (leaf == "varint")
    return read_value<std::uint64_t>(input, LEAF(read_varint), LEAF(explain_varint));
  if (leaf == "short_varint") {
    return read_value<std::uint64_t>(input, LEAF(read_short_varint), LEAF(explain_short_varint));
  }
  if (leaf == "json_string") {
    return read_value<std::string>(input, LEAF(read_json_string), LEAF(explain_json_string));
  }
  if (leaf == "json_int")
    return read_value<std::int64_t>(input, LEAF(read_json_int), LEAF(explain_json_int));
  if (leaf == "json_uint") {
    return read_value<std::uint64_t>(input, LEAF(read_json_uint), LEAF(explain_json_uint));
  }
  if (leaf == "json_float64") {
    return read_value<double>(input, LEAF(read_json_float64), LEAF(explain_json_float64));
  }
  if (leaf == "json_float32") {
    return read_value<float>(input, LEAF(read_json_float32), LEAF(explain_json_float32));
  }
  if (leaf == "json_bool")
    return read_value<bool>(input, LEAF(read_json_bool), LEAF(explain_json_bool));
  if (leaf == "json_base64") {
    return read_value<std::string>(input, LEAF(read_json_base64), LEAF(explain_json_base64));
  }
  const std::uint8_t* const begin = begin_of(input);
  const std::uint8_t* const end = begin + input.size();
  if (leaf == "json_space") return outcome(begin, read_json_space(begin, end), "", {});
  if (leaf == "json_skip_number") {
    return outcome(begin, skip_json_number(begin, end), "", explain_skip_json_number(begin, end));
  }
  return std::nullopt;
}

std::optional<std::string> run_write(const std::string& leaf, const std::string& argument) {
  bytes out(1 << 16);
  const std::uint8_t* after = nullptr;
  const auto number = [&argument] { return std::strtoull(argument.c_str(), nullptr, 10); };
  const auto bits = [&argument] { return std::strtoull(argument.c_str(), nullptr, 16); };
  if (leaf == "varint") {
    after = write_varint(out.data(), number());
  } else if (leaf == "decimal_int") {
    after = write_decimal_int(out.data(), std::strtoll(argument.c_str(), nullptr, 10));
  } else if (leaf == "decimal_uint") {
    after = write_decimal_uint(out.data(), number());
  } else if (leaf == "json_float64") {
    after = write_json_float64(out.data(), std::bit_cast<double>(std::uint64_t{bits()}));
  } else if (leaf == "json_float32") {
    after =
        write_json_float32(out.data(), std::bit_cast<float>(static_cast<std::uint32_t>(bits())));
  } else if (leaf == "json_string") {
    const bytes text = from_hex(argument);
    after = write_json_string(out.data(), std::string(text.begin(), text.end()));
  } else if (leaf == "json_base64") {
    const bytes contents = from_hex(argument);
    after = write_json_base64(out.data(), contents.data(), contents.size());
  } else if (leaf == "general_float64") {
    after = write_general_float64(out.data(), std::bit_cast<double>(std::uint64_t{bits()}));
  } else if (leaf == "general_float32") {
    after =
        write_general_float32(out.data(), std::bit_cast<float>(static_cast<std::uint32_t>(bits())));
  } else if (leaf == "c_string") {
    after = write_c_string(out.data(), from_hex(argument));
  } else if (leaf == "spaces") {
    after = write_spaces(out.data(), number());
  } else {
    return std::nullopt;
  }
  out.resize(static_cast<std::size_t>(after - out.data()));
  return to_hex(out);
}

std::optional<std::string> run_pure(const std::string& leaf, const std::string& argument) {
  if (leaf == "varint_size") {
    return std::to_string(varint_size(std::strtoull(argument.c_str(), nullptr, 10)));
  }
  const bytes contents = from_hex(argument);
  if (leaf == "utf8_valid") return show(utf8_valid(contents));
  if (leaf == "is_ascii") return show(is_ascii(contents));
  if (leaf == "decimal_float64")
    return show(decimal_float<double>(begin_of(contents), contents.size()));
  if (leaf == "decimal_float32")
    return show(decimal_float<float>(begin_of(contents), contents.size()));
  if (leaf == "until_nul") {
    const std::size_t n = until_nul(contents.data(), contents.size());
    return to_hex(bytes(contents.begin(), contents.begin() + static_cast<std::ptrdiff_t>(n)));
  }
  return std::nullopt;
}

template <class Run>
int run_file(const std::string& path, Run run) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return 1;
  }
  int wrong = 0;
  int count = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> columns = split(line, '\t');
    const auto got = run(columns[0], columns[1]);
    ++count;
    if (got == columns[2]) continue;
    ++wrong;
    std::fprintf(stderr, "%s\n  expected %s\n  got      %s\n", line.substr(0, 200).c_str(),
                 columns[2].c_str(), got ? got->c_str() : "no such leaf");
  }
  if (count == 0) std::fprintf(stderr, "%s has no vectors\n", path.c_str());
  return wrong + (count == 0 ? 1 : 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: vectors_test <folder>\n");
    return 2;
  }
  const std::string folder = argv[1];
  int wrong = run_file(folder + "/read.tsv", [](const std::string& leaf, const std::string& input) {
    return run_read(leaf, from_hex(input));
  });
  wrong += run_file(folder + "/write.tsv", run_write);
  wrong += run_file(folder + "/pure.tsv", run_pure);
  if (wrong == 0) std::puts("vectors: ok");
  return wrong == 0 ? 0 : 1;
}

// Paths of errors are valid UTF-8, even if a key is not.
#include "polywire/trace.hpp"

#include <cstdio>
#include <string>
#include <utility>

int main() {
  using polywire::field_path;
  const std::pair<std::string, std::string> keys[] = {
      {"a\xff"
       "b",
       "a?b"},
      {"\xe2\x82", "?"},
      {"\xe2\x82\xac\xe2\x82x", "\xe2\x82\xac?x"},
      {"\xf0\x9f\x98\xe0\x80\xed\xa0", "?????"},
      {"\xf4\x90\x80\xf0\x8f\xc3\xc3 ", "??????? "},
      {"\xf0\x9f\x98\x80\xc0\x80", "\xf0\x9f\x98\x80??"},
  };
  const field_path message;
  for (const auto& [key, expected] : keys) {
    const field_path prices(message, "wallet");
    std::string path = "wallet.prices[\"";
    for (const char letter : expected) {
      if (letter == '?') {
        path += "\xef\xbf\xbd";
      } else {
        path += letter;
      }
    }
    path += "\"]";
    const std::string found = field_path::of_entry(prices, "prices", key).text();
    if (found == path) continue;
    std::printf("%s instead of %s\n", found.c_str(), path.c_str());
    return 1;
  }
  return 0;
}

// Maps a file that holds a `struct station` and prints what is in it, without copying it.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>

#include "readings.memory.view.hpp"

namespace {

int print(std::span<const std::uint8_t> bytes) {
  const auto found = polywire::memory::validated<station>(bytes);
  if (!found) {
    const std::string_view wrong = found.error().message();
    std::fprintf(stderr, "not a station: %.*s\n", static_cast<int>(wrong.size()), wrong.data());
    return 1;
  }
  const std::string_view name = found->name();  // points into the file
  std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
  for (const auto& reading : found->readings()) {
    std::printf("%lld: %.2f °C, %u %%%s\n", static_cast<long long>(reading.time()),
                double{reading.celsius()}, reading.humidity(),
                reading.quality() == quality::QUALITY_DOUBTFUL ? " (doubtful)" : "");
  }
  return 0;
}

}  // namespace

int main(int, char** arguments) {
  const int file = open(arguments[1], O_RDONLY);
  struct stat info {};
  if (file < 0 || fstat(file, &info) != 0) return 1;
  const auto size = static_cast<std::size_t>(info.st_size);
  void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (memory == MAP_FAILED) return 1;
  const int result = print({static_cast<const std::uint8_t*>(memory), size});
  munmap(memory, size);
  close(file);
  return result;
}

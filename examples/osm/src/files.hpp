// Files of the command line, where `-` is standard input or output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace osm_convert {

class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads until the bytes are full or the file ends; returns their number.
  std::size_t read(std::span<std::uint8_t> bytes);

  /// Returns the name as given by the user.
  const std::string& name() const noexcept { return name_; }

  /// Returns the number of bytes read so far.
  std::uint64_t position() const noexcept { return position_; }

  /// Returns the size in bytes, unless it is a pipe.
  std::optional<std::uint64_t> size() const;

 private:
  std::string name_;
  std::FILE* file_;
  std::uint64_t position_ = 0;
};

/// Gets its final name only once it is complete; until then, it has a temporary name in the same
/// folder.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);

  /// Must be called when everything is written.
  void complete();

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  std::string path_;
  /// Empty if the output is not a regular file and is written directly.
  std::string temporary_;
  std::FILE* file_;
};

}  // namespace osm_convert

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

  /// Fills the bytes as far as the file goes, and tells how many there were.
  std::size_t read(std::span<std::uint8_t> bytes);

  /// As the user knows it.
  const std::string& name() const noexcept { return name_; }

  /// Bytes read so far.
  std::uint64_t position() const noexcept { return position_; }

  /// In bytes, unless it is a pipe.
  std::optional<std::uint64_t> size() const;

 private:
  std::string name_;
  std::FILE* file_;
  std::uint64_t position_ = 0;
};

/// Has its name only once it is complete; before, it stands beside it under a temporary one.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);

  /// To be called when all is written.
  void complete();

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  std::string path_;
  /// Empty where the output is no regular file and is written directly.
  std::string temporary_;
  std::FILE* file_;
};

}  // namespace osm_convert

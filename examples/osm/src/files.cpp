#include "files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "failure.hpp"

namespace osm_convert {

namespace {

constexpr std::size_t buffer_size = 1 << 20;

[[noreturn]] void fail_with_reason(const std::string& what) {
  throw Failure(ExitCode::files, what + ": " + std::strerror(errno));
}

/// The temporary file of an incomplete output.
std::atomic<const char*> incomplete = nullptr;

extern "C" void remove_incomplete(int signal) {
  if (const char* const path = incomplete) unlink(path);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remove_on_signals(const char* path) {
  incomplete = path;
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) std::signal(signal, remove_incomplete);
}

bool is_other_than_regular(const std::string& path) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(path, none);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {
  if (file_ == nullptr) fail_with_reason(name_ + " cannot be opened");
  std::setvbuf(file_, nullptr, _IOFBF, buffer_size);
}

InputFile::~InputFile() {
  if (file_ != stdin) std::fclose(file_);
}

std::size_t InputFile::read(std::span<std::uint8_t> bytes) {
  const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), file_);
  if (count < bytes.size() && std::ferror(file_) != 0) {
    fail_with_reason(name_ + " cannot be read");
  }
  position_ += count;
  return count;
}

std::optional<std::uint64_t> InputFile::size() const {
  struct stat status {};
  if (fstat(fileno(file_), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

OutputFile::OutputFile(const std::string& path)
    : name_(path == "-" ? "standard output" : path), path_(path) {
  if (path == "-") {
    file_ = stdout;
  } else {
    if (!is_other_than_regular(path)) temporary_ = path + ".part-" + std::to_string(getpid());
    file_ = std::fopen(temporary_.empty() ? path.c_str() : temporary_.c_str(), "wb");
  }
  if (file_ == nullptr) fail_with_reason(name_ + " cannot be created");
  if (!temporary_.empty()) remove_on_signals(temporary_.c_str());
  // Chunks are already large, so no buffer is needed.
  std::setvbuf(file_, nullptr, _IONBF, 0);
}

OutputFile::~OutputFile() {
  incomplete = nullptr;
  if (file_ == nullptr || file_ == stdout) return;
  std::fclose(file_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
}

void OutputFile::complete() {
  if (std::fflush(file_) != 0) fail();
  if (file_ == stdout) return;
  if (std::fclose(file_) != 0) {
    file_ = nullptr;
    fail();
  }
  file_ = nullptr;
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
}

void OutputFile::fail() const {
  fail_with_reason(name_ + " cannot be written");
}

}  // namespace osm_convert

// Why the program gives up.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace osm_convert {

enum class ExitCode : int {
  done = 0,
  /// The input is damaged, or uses what is not supported.
  refused = 1,
  /// Invalid arguments.
  usage = 2,
  /// A file cannot be opened, read or written.
  files = 3,
};

/// A failure: the message for the user and the exit code.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// An input that is not as it must be.
[[noreturn]] inline void refuse(const std::string& what) {
  throw Failure(ExitCode::refused, what);
}

/// One that cannot have been written like this.
[[noreturn]] inline void refuse_damaged(const std::string& what) {
  refuse(what + "; the file is damaged, get it again");
}

/// Refusals of the action tell this place of the input.
template <class Action>
void at_place(const char* what, std::uint64_t offset, const Action& action) {
  try {
    action();
  } catch (const Failure& failure) {
    if (failure.code() != ExitCode::refused) throw;
    refuse(std::string(what) + " at byte " + std::to_string(offset) + ": " + failure.what());
  }
}

}  // namespace osm_convert

// Channels: creating, opening and handing them over.
#pragma once

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "polywire/channel/description.hpp"
#include "polywire/channel/file.hpp"

namespace polywire::channels {

/// How a channel is created.
struct options {
  contract carried;
  /// Bytes of each ring: a power of two. The largest message is 8 bytes smaller.
  std::uint64_t capacity = 1 << 20;
  /// The number of senders that can be attached at the same time.
  std::uint32_t lanes = 1;
  /// For whom messages are. A broadcast has one lane.
  channels::kind kind = channels::kind::queue;
};

/// An open channel, to which a sender or a receiver can be attached.
class channel {
 public:
  /// Creates a channel under a name, which processes of the same user can open until it is removed.
  ///
  /// Such a file cannot be sealed: a process of the same user that shortens it makes others fault.
  /// Use `create_sealed` for peers that are not trusted.
  failure create(std::string_view name, const options& how) {
    std::string path;
    if (auto failed = path_of_name(name, path)) return failed;
    if (auto failed = describe(how)) return failed;
    descriptor made(::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (auto failed = fill(made)) return failed;
    if (::linkat(AT_FDCWD, path_of(made).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      if (errno != EEXIST) return refused("create a channel", errno);
      return because(status::no_channel, "there is a channel of this name already");
    }
    file_ = std::move(made);
    return {};
  }

  /// Creates a channel without a name, to be handed over with `pass`. Its size is sealed.
  failure create_sealed(const options& how) {
    if (auto failed = describe(how)) return failed;
    descriptor made(::memfd_create("polywire-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (auto failed = fill(made)) return failed;
    if (::fcntl(made.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
      return refused("seal a channel", errno);
    }
    file_ = std::move(made);
    return {};
  }

  /// Opens a channel by its name.
  failure open(std::string_view name, const contract& expected) {
    std::string path;
    if (auto failed = path_of_name(name, path)) return failed;
    descriptor found(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!found.is_open()) {
      if (errno != ENOENT) return refused("open the channel", errno);
      return because(status::no_channel, "there is no channel of this name");
    }
    struct stat data {};
    if (::fstat(found.get(), &data) != 0) return refused("open the channel", errno);
    if (!S_ISREG(data.st_mode)) return because(status::no_channel, "this file is not a channel");
    if (data.st_uid != ::geteuid() || (data.st_mode & 0022) != 0) {
      return because(status::no_channel, "others than this user can write to this channel");
    }
    return use(std::move(found), expected);
  }

  /// Hands the channel over through a Unix socket.
  failure pass(int socket) const {
    char byte = 'P';
    control_buffer control{};
    iovec part{&byte, 1};
    msghdr message = message_of(part, control, CMSG_SPACE(sizeof(int)));
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    const int number = file_.get();
    std::memcpy(CMSG_DATA(header), &number, sizeof number);
    while (::sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
      if (errno != EINTR) return refused("hand over the channel", errno);
    }
    return {};
  }

  /// Takes over a channel from another process, through a Unix socket.
  failure take(int socket, const contract& expected) {
    char byte = 0;
    control_buffer control{};
    iovec part{&byte, 1};
    // More files than one do not fit, and are closed by the system.
    msghdr message = message_of(part, control, CMSG_LEN(sizeof(int)));
    ssize_t received = 0;
    do {
      received = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return refused("take over a channel", errno);
    descriptor taken = descriptor_in(message);
    if (!taken.is_open()) return because(status::no_channel, "the message holds no open file");
    const int seals = ::fcntl(taken.get(), F_GET_SEALS);
    if (seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
      return because(status::no_channel, "the size of this channel is not sealed");
    }
    return use(std::move(taken), expected);
  }

  /// Removes the name of a channel. Processes that have it open can go on.
  static failure remove(std::string_view name) {
    std::string path;
    if (auto failed = path_of_name(name, path)) return failed;
    return ::unlink(path.c_str()) == 0 ? failure{} : refused("remove the channel", errno);
  }

  const contract& carried() const noexcept { return description_.carried; }
  std::uint64_t capacity() const noexcept { return description_.capacity; }
  std::uint32_t lanes() const noexcept { return description_.lanes; }
  channels::kind kind() const noexcept { return description_.kind; }

  // For senders and receivers.

  const descriptor& file() const noexcept { return file_; }
  const description& described() const noexcept { return description_; }

 private:
  static constexpr const char* folder = "/dev/shm";

  union control_buffer {
    std::uint8_t bytes[64];
    cmsghdr header;
  };

  static msghdr message_of(iovec& part, control_buffer& control, std::size_t size) noexcept {
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = size;
    return message;
  }

  static descriptor descriptor_in(msghdr& message) noexcept {
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof(int))) {
      return {};
    }
    int number = -1;
    std::memcpy(&number, CMSG_DATA(header), sizeof number);
    return descriptor(number);
  }

  static failure path_of_name(std::string_view name, std::string& path) {
    bool is_allowed = !name.empty() && name.size() <= 100 && name[0] != '.';
    for (const char it : name) {
      is_allowed = is_allowed && ((it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z') ||
                                  (it >= '0' && it <= '9') || it == '-' || it == '_' || it == '.');
    }
    if (!is_allowed) {
      return because(status::invalid,
                     "the name of a channel has 1 to 100 letters, digits, `-`, `_` and `.`, and "
                     "does not begin with `.`");
    }
    path = std::string(folder) + "/polywire." + std::string(name);
    return {};
  }

  failure describe(const options& how) {
    description_ = {how.lanes, how.capacity, how.carried, how.kind};
    return description_.check();
  }

  failure fill(const descriptor& made) const {
    const auto bytes = description_.to_bytes();
    if (!made.is_open() || allocate(made, description_.size()) != 0 ||
        !write_start(made, bytes.data(), bytes.size())) {
      return refused("create a channel", errno);
    }
    return {};
  }

  failure use(descriptor found, const contract& expected) {
    struct stat data {};
    if (::fstat(found.get(), &data) != 0) return refused("open the channel", errno);
    description::bytes bytes{};
    const auto count = ::pread(found.get(), bytes.data(), bytes.size(), 0);
    if (count < 0) return refused("open the channel", errno);
    if (auto failed = description_.read(bytes, static_cast<std::uint64_t>(data.st_size))) {
      return failed;
    }
    if (auto failed = check_serves(description_.carried, expected)) return failed;
    file_ = std::move(found);
    return {};
  }

  descriptor file_;
  description description_;
};

}  // namespace polywire::channels

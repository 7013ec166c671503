// The program that tests run as one side of a channel; examples/channel_driver.rs is the same.
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "polywire/channel.hpp"

namespace {

using namespace polywire::channels;
using bytes = std::vector<std::uint8_t>;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

void require(const failure& failed) {
  if (failed) fail(failed.text);
}

void require(status result) {
  if (result != status::done) fail(std::string(message(result)));
}

contract expected_contract() {
  return {"raw", "Test", 7};
}

std::uint64_t mix(std::uint64_t session, std::uint64_t index) {
  std::uint64_t z = (session * 0x9E3779B97F4A7C15u ^ index) + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void write(bytes& out, std::uint64_t session, std::uint64_t index) {
  const std::uint64_t hash = mix(session, index);
  const std::size_t most = hash % 256 == 0 ? 30000 : 400;
  out.resize(16 + (hash >> 8) % most);
  std::memcpy(out.data(), &session, 8);
  std::memcpy(out.data() + 8, &index, 8);
  for (std::size_t at = 16; at < out.size(); ++at) {
    out[at] = static_cast<std::uint8_t>(hash + at * 7);
  }
}

struct identity {
  std::uint64_t session;
  std::uint64_t index;
};

identity read(const bytes& in) {
  identity found{};
  if (in.size() < 16) fail("a message is too short");
  std::memcpy(&found, in.data(), 16);
  static bytes expected;
  write(expected, found.session, found.index);
  if (in != expected) fail("message " + std::to_string(found.index) + " is torn");
  return found;
}

channel opened(const char* name) {
  channel found;
  require(found.open(name, expected_contract()));
  return found;
}

/// Sends a message in one of two ways. Returns false if the receiver has died; the next one will go
/// on.
bool is_sent(sender& to, const bytes& text, bool at_once) {
  std::span<std::uint8_t> slot;
  const status result = at_once ? to.send(text) : to.claim(text.size() + 100, slot);
  if (result == status::died) return false;
  require(result);
  if (at_once) return true;
  std::memcpy(slot.data(), text.data(), text.size());
  to.commit(text.size());
  return true;
}

void send(sender& to, std::uint64_t session, std::uint64_t count) {
  bytes text;
  for (std::uint64_t index = 0; index < count; ++index) {
    write(text, session, index);
    while (!is_sent(to, text, index % 2 == 0)) {
    }
  }
}

/// Receives until all senders have closed the channel, or this many messages.
void receive(receiver& from, std::optional<std::uint64_t> count) {
  bytes text;
  std::map<std::uint64_t, std::uint64_t> next;
  std::uint64_t total = 0;
  while (total != count) {
    const status result = from.receive(text);
    if (result == status::closed && !count) break;
    if (result == status::closed) continue;
    require(result);
    const identity found = read(text);
    if (found.index != next[found.session]++) fail("a message is lost or doubled");
    ++total;
  }
  std::printf("total %llu\n", static_cast<unsigned long long>(total));
}

/// Sends messages in one of two ways.
void broadcast(broadcaster& to, std::uint64_t session, std::uint64_t count) {
  bytes text;
  for (std::uint64_t index = 0; index < count; ++index) {
    write(text, session, index);
    if (index % 2 == 0) {
      require(to.send(text));
      continue;
    }
    std::span<std::uint8_t> slot;
    require(to.claim(text.size() + 100, slot));
    std::memcpy(slot.data(), text.data(), text.size());
    to.commit(text.size());
  }
}

/// Receives what is not overwritten until the sender closes the channel: all messages are received
/// or counted.
void listen(listener& from) {
  bytes text;
  std::optional<identity> next;
  unsigned long long received = 0, all_lost = 0;
  for (;;) {
    std::uint64_t lost = 0;
    const status result = from.receive(text, lost);
    if (result == status::closed) break;
    if (result == status::died) continue;
    require(result);
    const identity found = read(text);
    const bool is_next =
        !next || next->session != found.session || next->index + lost == found.index;
    if (!is_next) fail("a message is lost or doubled");
    next = {found.session, found.index + 1};
    ++received;
    all_lost += lost;
  }
  std::printf("%llu %llu %llu\n", received, all_lost,
              next ? static_cast<unsigned long long>(next->index) : 0);
}

void report(receiver& from) {
  bytes text;
  for (;;) {
    const status result = from.receive(text);
    if (result == status::closed) break;
    if (result == status::died) {
      std::printf("died\n");
    } else {
      require(result);
      const identity found = read(text);
      std::printf("%llu %llu\n", static_cast<unsigned long long>(found.session),
                  static_cast<unsigned long long>(found.index));
    }
    std::fflush(stdout);
  }
  std::printf("closed\n");
}

sockaddr_un address(const char* path) {
  sockaddr_un found{};
  found.sun_family = AF_UNIX;
  std::strncpy(found.sun_path, path, sizeof found.sun_path - 1);
  return found;
}

void pass(const char* path, std::uint64_t capacity, std::uint64_t count) {
  channel made;
  require(made.create_sealed({expected_contract(), capacity, 1, kind::queue}));
  sender to;
  require(to.attach(made));
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const sockaddr_un place = address(path);
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0) fail("bind");
  if (::listen(listener, 1) != 0) fail("listen");
  std::printf("ready\n");
  std::fflush(stdout);
  const int socket = ::accept(listener, nullptr, nullptr);
  require(made.pass(socket));
  send(to, 1, count);
}

void take(const char* path) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const sockaddr_un place = address(path);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0) {
    fail("connect");
  }
  channel taken;
  require(taken.take(socket, expected_contract()));
  receiver from;
  require(from.attach(taken));
  receive(from, std::nullopt);
}

void refused(char** args) {
  channel found;
  const failure failed =
      found.open(args[0], {args[1], args[2], std::strtoull(args[3], nullptr, 10)});
  std::printf("%s\n", failed ? failed.text.c_str() : "accepted");
}

wait limit(std::uint64_t round) {
  return round % 64 == 0 ? wait::most(std::chrono::microseconds(200)) : wait::never();
}

/// Opens a channel as its description says.
std::optional<channel> opened_any(const char* name) {
  channel found;
  if (found.open(name, expected_contract())) return std::nullopt;
  return found;
}

void receive_anything(const char* name, std::uint64_t rounds) {
  std::optional<receiver> from;
  bytes text;
  unsigned long long sum = 0, messages = 0, failures = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (!from) {
      const auto found = opened_any(name);
      from.emplace();
      if (!found || from->attach(*found)) from.reset();
      continue;
    }
    const status result = from->receive(text, limit(round));
    if (result == status::done) {
      ++messages;
      for (const std::uint8_t it : text) sum += it;
    } else if (result == status::corrupt) {
      ++failures;
      from.reset();
    }
  }
  std::printf("messages %llu failures %llu sum %llu\n", messages, failures, sum);
}

/// Adds up the words of a message, each of which is loaded once.
std::uint64_t total(std::span<const std::uint8_t> message) {
  const auto* words = reinterpret_cast<const volatile std::uint64_t*>(message.data());
  std::uint64_t sum = 0;
  for (std::size_t index = 0; index < message.size() / 8; ++index) sum += words[index];
  return sum;
}

/// Loads each word of what a hostile peer writes once.
void receive_checked(const char* name, std::uint64_t rounds) {
  std::optional<receiver> from;
  unsigned long long sum = 0, messages = 0, failures = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (!from) {
      const auto found = opened_any(name);
      from.emplace();
      if (!found || from->attach(*found)) from.reset();
      continue;
    }
    shared_message message;
    const status result = from->peek_checked(message, limit(round));
    if (result == status::done) {
      ++messages;
      sum += total(message.input<std::span<const std::uint8_t>>());
      from->release();
    } else if (result == status::corrupt) {
      ++failures;
      from.reset();
    }
  }
  std::printf("messages %llu failures %llu sum %llu\n", messages, failures, sum);
}

/// The control: reads messages of a hostile peer again and again, as a program does that validates
/// a message and then uses it, until a reading differs from the first one.
void receive_trusted(const char* name) {
  std::optional<receiver> from;
  unsigned long long messages = 0, changed = 0;
  while (changed == 0) {
    if (!from) {
      const auto found = opened_any(name);
      from.emplace();
      if (!found || from->attach(*found)) from.reset();
      continue;
    }
    std::span<const std::uint8_t> message;
    const status result = from->peek_trusted(message, wait::never());
    if (result == status::done) {
      ++messages;
      const std::uint64_t first = total(message);
      for (int readings = 0; readings < 10000 && changed == 0; ++readings) {
        if (first != total(message)) ++changed;
      }
      from->release();
    } else if (result == status::corrupt) {
      from.reset();
    }
  }
  std::printf("messages %llu changed %llu\n", messages, changed);
}

void listen_anything(const char* name, std::uint64_t rounds) {
  std::optional<listener> from;
  bytes text;
  unsigned long long sum = 0, messages = 0, failures = 0;
  // Otherwise, nothing would be tested.
  for (std::uint64_t round = 0; round < rounds || messages == 0 || failures == 0; ++round) {
    if (!from) {
      const auto found = opened_any(name);
      from.emplace();
      if (!found || from->attach(*found)) from.reset();
      continue;
    }
    std::uint64_t lost = 0;
    const status result = from->receive(text, lost, limit(round));
    if (result == status::done) {
      ++messages;
      for (const std::uint8_t it : text) sum += it;
    } else if (result == status::corrupt) {
      ++failures;
      from.reset();
    }
  }
  std::printf("messages %llu failures %llu sum %llu\n", messages, failures, sum);
}

void send_anything(const char* name, std::uint64_t rounds) {
  std::optional<sender> to;
  const bytes text(5000, 7);
  unsigned long long messages = 0, failures = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (!to) {
      const auto found = opened_any(name);
      to.emplace();
      if (!found || to->attach(*found)) to.reset();
      continue;
    }
    const status result = to->send({text.data(), round % 5000}, limit(round));
    if (result == status::done) ++messages;
    if (result == status::corrupt) {
      ++failures;
      to.reset();
    }
  }
  std::printf("messages %llu failures %llu sum 0\n", messages, failures);
}

}  // namespace

int main(int count, char** args) {
  if (count < 3) fail("what?");
  const std::string what = args[1];
  const auto number = [&](int at) { return std::strtoull(args[at], nullptr, 10); };
  if (what == "create") {
    channel made;
    require(made.create(
        args[2], {expected_contract(), number(3), static_cast<unsigned>(number(4)), kind::queue}));
  } else if (what == "create-broadcast") {
    channel made;
    require(made.create(args[2], {expected_contract(), number(3), 1, kind::broadcast}));
  } else if (what == "broadcast") {
    broadcaster to;
    require(to.attach(opened(args[2])));
    broadcast(to, number(3), number(4));
  } else if (what == "listen") {
    listener from;
    require(from.attach(opened(args[2])));
    listen(from);
  } else if (what == "receive-checked") {
    receive_checked(args[2], number(3));
  } else if (what == "receive-trusted") {
    receive_trusted(args[2]);
  } else if (what == "listen-anything") {
    listen_anything(args[2], number(3));
  } else if (what == "send") {
    sender to;
    require(to.attach(opened(args[2])));
    send(to, number(3), number(4));
  } else if (what == "receive" || what == "receive-all" || what == "report") {
    receiver from;
    require(from.attach(opened(args[2])));
    if (what == "report") {
      report(from);
    } else if (what == "receive") {
      receive(from, std::nullopt);
    } else {
      receive(from, number(3));
    }
  } else if (what == "pass") {
    pass(args[2], number(3), number(4));
  } else if (what == "take") {
    take(args[2]);
  } else if (what == "refused") {
    refused(args + 2);
  } else if (what == "receive-anything") {
    receive_anything(args[2], number(3));
  } else if (what == "send-anything") {
    send_anything(args[2], number(3));
  } else {
    fail("unknown: " + what);
  }
}

// Both sides of a channel in two threads, under ThreadSanitizer. Each part is mapped once for both,
// since a race is only seen at one address.
#include <poll.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "polywire/channel/map.hpp"

namespace {

/// A map that both sides share.
class shared_map {
 public:
  int open(const polywire::channels::descriptor& file, std::uint64_t at, std::uint64_t size,
           polywire::channels::access /*mode*/, std::size_t times = 1) {
    static std::map<std::uint64_t, std::weak_ptr<polywire::channels::map>> opened;
    map_ = opened[at].lock();
    if (map_) return 0;
    map_ = std::make_shared<polywire::channels::map>();
    opened[at] = map_;
    return map_->open(file, at, size, polywire::channels::access::write, times);
  }

  template <class Word>
  Word* word(std::uint64_t at) const noexcept {
    return map_->word<Word>(at);
  }

  std::uint8_t* data() const noexcept { return map_->data(); }

 private:
  std::shared_ptr<polywire::channels::map> map_;
};

}  // namespace

#define POLYWIRE_CHANNEL_MAP ::shared_map
#include "polywire/channel.hpp"
#include "polywire/channel/alarm.hpp"

namespace {

namespace channels = polywire::channels;
using namespace channels;

std::vector<std::uint8_t> text(std::uint64_t index) {
  return std::vector<std::uint8_t>(index * 7919 % 2000, static_cast<std::uint8_t>(index));
}

void require(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

/// A receiver that waits by an alarm, as in an event loop.
void receive_by_alarm(std::uint64_t messages) {
  channel made;
  require(!made.create_sealed({{}, 65536, 2, kind::queue}), "cannot create a channel");
  sender to;
  receiver from;
  channels::alarm bell;
  require(!to.attach(made) && !from.attach(made) && !bell.open(made), "cannot attach");
  std::thread sending([&] {
    for (std::uint64_t index = 0; index < messages; ++index) {
      require(to.send(text(index)) == status::done, "cannot send");
    }
    to.close();
  });
  std::vector<std::uint8_t> message;
  std::uint64_t index = 0;
  status result = status::done;
  while (result != status::closed) {
    while ((result = from.receive(message, wait::never())) == status::done) {
      require(message == text(index++), "a message is not as it was sent");
    }
    if (result == status::closed || !bell.arm(from)) continue;
    pollfd event{bell.number(), POLLIN, 0};
    require(::poll(&event, 1, -1) == 1, "cannot wait");
    bell.disarm(from);
  }
  require(index == messages, "messages are lost");
  sending.join();
}

/// Returns a message that tells its index.
std::vector<std::uint8_t> numbered(std::uint64_t index) {
  auto message = text(index);
  message.resize(message.size() + sizeof index, static_cast<std::uint8_t>(index));
  std::memcpy(message.data(), &index, sizeof index);
  return message;
}

/// Listeners that are overtaken: copies that are torn are found without a race.
void listen(std::uint64_t messages) {
  channel made;
  require(!made.create_sealed({{}, 65536, 1, kind::broadcast}), "cannot create a channel");
  broadcaster to;
  require(!to.attach(made), "cannot attach");
  std::vector<std::thread> listening;
  for (int count = 0; count < 2; ++count) {
    auto from = std::make_shared<listener>();
    require(!from->attach(made), "cannot attach");
    listening.emplace_back([from, messages] {
      std::vector<std::uint8_t> message;
      std::uint64_t index = 0, lost = 0;
      status result = status::done;
      while ((result = from->receive(message, lost)) == status::done) {
        std::memcpy(&index, message.data(), sizeof index);
        require(message == numbered(index), "a message is not as it was sent");
      }
      require(result == status::closed && index + 1 == messages, "the end is not told");
    });
  }
  for (std::uint64_t index = 0; index < messages; ++index) {
    require(to.send(numbered(index)) == status::done, "cannot send");
  }
  to.close();
  for (auto& it : listening) it.join();
}

/// A receiver that waits on the channel itself.
void receive(std::uint64_t messages) {
  channel made;
  require(!made.create_sealed({{}, 65536, 1, kind::queue}), "cannot create a channel");
  sender to;
  receiver from;
  require(!to.attach(made) && !from.attach(made), "cannot attach");
  std::thread sending([&] {
    for (std::uint64_t index = 0; index < messages; ++index) {
      require(to.send(text(index)) == status::done, "cannot send");
    }
    to.close();
  });
  std::vector<std::uint8_t> message;
  for (std::uint64_t index = 0; index < messages; ++index) {
    require(from.receive(message) == status::done, "cannot receive");
    require(message == text(index), "a message is not as it was sent");
  }
  require(from.receive(message) == status::closed, "the end is not told");
  sending.join();
}

}  // namespace

int main(int count, char** args) {
  const std::uint64_t messages = count > 1 ? std::strtoull(args[1], nullptr, 10) : 1000;
  receive(messages);
  receive_by_alarm(messages);
  listen(messages);
}

// What an implementation does with messages: each is read and has to be written again as the same
// bytes. Then messages are written and read in turn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interleaved.hpp"

namespace bench {

using bytes = std::vector<std::uint8_t>;

/// Messages of a type.
struct sample {
  std::string name;
  std::vector<bytes> messages;
};

using operations = std::vector<operation>;

/// The next of several in turn.
template <class T>
const T& next(const std::vector<T>& all, std::size_t& at) {
  at = at + 1 == all.size() ? 0 : at + 1;
  return all[at];
}

template <class Codec>
struct work {
  using value_type = typename Codec::value_type;

  Codec codec;
  std::vector<bytes> messages;
  std::vector<value_type> values;
  value_type reused{};

  template <class... Arguments>
  explicit work(const sample& all, Arguments&&... arguments)
      : codec(std::forward<Arguments>(arguments)...),
        messages(all.messages),
        values(messages.size()) {
    for (std::size_t at = 0; at < messages.size(); ++at) {
      require(codec.decode(values[at], messages[at]), "a message is refused");
      const auto written = codec.encode(values[at]);
      require(written.size() == messages[at].size(), "messages differ in size");
      if constexpr (!requires { Codec::leaves_padding; }) {
        require(std::memcmp(written.data(), messages[at].data(), written.size()) == 0,
                "messages differ");
      }
    }
  }
};

template <class Codec>
void add_encode(operations& all, std::string name, const std::shared_ptr<work<Codec>>& work) {
  all.push_back(repeated(std::move(name), [work, at = std::size_t{0}]() mutable {
    keep(work->codec.encode(next(work->values, at)));
  }));
}

template <class Codec>
void add_decode(operations& all, std::string name, const std::shared_ptr<work<Codec>>& work) {
  all.push_back(repeated(std::move(name), [work, at = std::size_t{0}]() mutable {
    if (!work->codec.decode(work->reused, next(work->messages, at))) std::abort();
    keep(work->reused);
  }));
}

template <class Codec>
void add_decode_new(operations& all, std::string name, const std::shared_ptr<work<Codec>>& work) {
  all.push_back(repeated(std::move(name), [work, at = std::size_t{0}]() mutable {
    typename Codec::value_type value{};
    if (!work->codec.decode(value, next(work->messages, at))) std::abort();
    keep(value);
  }));
}

/// Writing, and reading into kept and into new values.
template <class Codec>
void add_all(operations& all, const sample& sample, const std::string& name) {
  const auto made = std::make_shared<work<Codec>>(sample);
  add_encode(all, sample.name + "/" + name + "/encode", made);
  add_decode(all, sample.name + "/" + name + "/decode", made);
  add_decode_new(all, sample.name + "/" + name + "/decode_new", made);
}

/// Copying: the least that any implementation does.
inline void add_copy(operations& all, const sample& sample) {
  std::size_t longest = 0;
  for (const bytes& it : sample.messages) longest = std::max(longest, it.size());
  all.push_back(repeated(sample.name + "/copy", [messages = sample.messages, at = std::size_t{0},
                                                 to = bytes(longest)]() mutable {
    const bytes& from = next(messages, at);
    std::memcpy(to.data(), from.data(), from.size());
    keep(to);
  }));
}

template <class Codec>
void add_both(operations& all, const sample& sample, const std::string& name) {
  const auto made = std::make_shared<work<Codec>>(sample);
  add_encode(all, sample.name + "/" + name + "/encode", made);
  add_decode(all, sample.name + "/" + name + "/decode", made);
}

}  // namespace bench

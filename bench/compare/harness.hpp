// Registers the benchmarks of a codec, after a check that it keeps the messages.
//
// A codec has a type `value`; make(account) -> value; encode(value, out) -> size or
// bounds::refused; output(out) -> where the bytes are; decode(value, bytes) -> whether they are a
// message. Names are <format>/<implementation>/<operation>/<messages>.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "../bounds/common.hpp"
#include "../messages.hpp"
#include "values.hpp"

namespace compare {

using trade::Account;
using bytes = std::vector<std::uint8_t>;

inline constexpr std::size_t most_bytes = 1 << 14;

/// Wraps a namespace of bench/bounds as a codec.
#define BOUND_CODEC(format)                                                              \
  struct bound_##format {                                                                \
    using value = trade::Account;                                                        \
    static value make(const trade::Account& account) { return account; }                 \
    std::size_t encode(const value& account, std::span<std::uint8_t> out) {              \
      return bounds::format::encode(account, out);                                       \
    }                                                                                    \
    const std::uint8_t* output(std::span<std::uint8_t> out) const { return out.data(); } \
    bool decode(value& account, std::span<const std::uint8_t> message) {                 \
      return bounds::format::decode(account, message);                                   \
    }                                                                                    \
  }

[[noreturn]] inline void fail(const std::string& name, const char* what) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), what);
  std::exit(1);
}

inline void add_benchmark(const std::string& name, auto run) {
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->ComputeStatistics("min", [](const std::vector<double>& times) {
        return *std::min_element(times.begin(), times.end());
      });
}

/// All memory that one run of a benchmark touches. Each run allocates its own at a different
/// offset: an unlucky distance between input and output (close to a multiple of 4096 bytes) costs
/// up to a third, and must not always hit the same codec.
template <class Codec>
class workload {
 public:
  using value = typename Codec::value;

  workload(const std::string& name, const std::vector<Account>& accounts) {
    static std::mt19937 random(1);
    const auto shift = [this] {
      shifts_.push_back(std::make_unique<std::uint8_t[]>(64 + random() % 4096));
    };
    values.reserve(accounts.size());
    for (const Account& account : accounts) values.push_back(Codec::make(account));
    shift();
    out.resize(most_bytes);
    shift();
    for (const value& each : values) {
      const std::size_t size = codec.encode(each, out);
      if (size == bounds::refused) fail(name, "cannot write a message");
      const std::uint8_t* const begin = codec.output(out);
      messages.emplace_back(begin, begin + size);
    }
    shift();
    for (const bytes& message : messages) check(name, message);
  }

  Codec codec;
  std::vector<value> values;
  std::vector<bytes> messages;
  bytes out;
  value target = {};

 private:
  void check(const std::string& name, const bytes& message) {
    if (!codec.decode(target, message)) fail(name, "refuses its own message");
    const std::size_t size = codec.encode(target, out);
    const std::uint8_t* const again = codec.output(out);
    if (!std::equal(again, again + size, message.begin(), message.end())) {
      fail(name, "reads another message than it wrote");
    }
  }

  std::vector<std::unique_ptr<std::uint8_t[]>> shifts_;
};

template <class Codec>
void add_workload(const std::string& name, const std::string& messages,
                  const std::vector<Account>& accounts) {
  add_benchmark(name + "/encode/" + messages, [name, accounts](benchmark::State& state) {
    workload<Codec> work(name, accounts);
    std::size_t next = 0;
    for (auto _ : state) {
      benchmark::ClobberMemory();
      std::size_t size = work.codec.encode(work.values[next], work.out);
      benchmark::DoNotOptimize(size);
      benchmark::ClobberMemory();
      if (++next == work.values.size()) next = 0;
    }
    state.counters["bytes"] = static_cast<double>(work.messages[0].size());
  });
  add_benchmark(name + "/decode/" + messages, [name, accounts](benchmark::State& state) {
    workload<Codec> work(name, accounts);
    std::size_t next = 0;
    for (auto _ : state) {
      benchmark::ClobberMemory();
      bool accepted = work.codec.decode(work.target, work.messages[next]);
      benchmark::DoNotOptimize(accepted);
      benchmark::ClobberMemory();
      if (++next == work.messages.size()) next = 0;
    }
    state.counters["bytes"] = static_cast<double>(work.messages[0].size());
  });
}

/// Registers the benchmarks of one codec: the published message, and a mix of 256.
template <class Codec>
void add_codec(const std::string& format, const std::string& implementation, int longest_symbol) {
  const std::string name = format + "/" + implementation;
  add_workload<Codec>(name, "sample", {bench::sample_message<Account>()});
  add_workload<Codec>(name, "mix", bench::mixed_messages<Account>(256, longest_symbol));
}

/// Copies the same bytes, for scale.
template <class Codec>
void add_memcpy(const std::string& format) {
  Codec codec;
  bytes out(most_bytes);
  const std::size_t size = codec.encode(Codec::make(bench::sample_message<Account>()), out);
  add_benchmark(format + "/memcpy/copy/sample", [size](benchmark::State& state) {
    const bytes from(most_bytes);
    bytes to(most_bytes);
    std::size_t n = size;
    benchmark::DoNotOptimize(n);
    for (auto _ : state) {
      benchmark::ClobberMemory();
      std::memcpy(to.data(), from.data(), n);
      benchmark::ClobberMemory();
    }
    state.counters["bytes"] = static_cast<double>(size);
  });
}

}  // namespace compare

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

/// A bound as a codec: the functions of a namespace of bench/bounds.
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

template <class Codec>
struct workload {
  Codec codec;
  std::vector<typename Codec::value> values;
  std::vector<bytes> messages;
  bytes out = bytes(most_bytes);
  typename Codec::value target = {};
};

/// Decodes a message to no other end than to see it again.
template <class Codec>
void check(const std::string& name, workload<Codec>& work, std::size_t index) {
  if (!work.codec.decode(work.target, work.messages[index])) fail(name, "refuses its own message");
  const std::size_t size = work.codec.encode(work.target, work.out);
  const std::uint8_t* const again = work.codec.output(work.out);
  if (!std::equal(again, again + size, work.messages[index].begin(), work.messages[index].end())) {
    fail(name, "reads another message than it wrote");
  }
}

template <class Codec>
void add_workload(const std::string& name, const std::string& messages,
                  const std::vector<Account>& accounts) {
  auto work = std::make_shared<workload<Codec>>();
  for (const Account& account : accounts) {
    work->values.push_back(Codec::make(account));
    const std::size_t size = work->codec.encode(work->values.back(), work->out);
    if (size == bounds::refused) fail(name, "cannot write a message");
    const std::uint8_t* const begin = work->codec.output(work->out);
    work->messages.emplace_back(begin, begin + size);
  }
  for (std::size_t i = 0; i < accounts.size(); ++i) check(name, *work, i);

  add_benchmark(name + "/encode/" + messages, [work](benchmark::State& state) {
    std::size_t next = 0;
    for (auto _ : state) {
      benchmark::ClobberMemory();
      std::size_t size = work->codec.encode(work->values[next], work->out);
      benchmark::DoNotOptimize(size);
      benchmark::ClobberMemory();
      if (++next == work->values.size()) next = 0;
    }
    state.counters["bytes"] = static_cast<double>(work->messages[0].size());
  });
  add_benchmark(name + "/decode/" + messages, [work](benchmark::State& state) {
    std::size_t next = 0;
    for (auto _ : state) {
      benchmark::ClobberMemory();
      bool accepted = work->codec.decode(work->target, work->messages[next]);
      benchmark::DoNotOptimize(accepted);
      benchmark::ClobberMemory();
      if (++next == work->messages.size()) next = 0;
    }
    state.counters["bytes"] = static_cast<double>(work->messages[0].size());
  });
}

/// The benchmarks of one codec: the published message, and a mix of 256.
template <class Codec>
void add_codec(const std::string& format, const std::string& implementation, int longest_symbol) {
  const std::string name = format + "/" + implementation;
  add_workload<Codec>(name, "sample", {bench::sample_message<Account>()});
  add_workload<Codec>(name, "mix", bench::mixed_messages<Account>(256, longest_symbol));
}

/// The same bytes copied, for scale.
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

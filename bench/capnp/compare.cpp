// Messages of three shapes, written, read into plain values and visited field by field in place, by
// generated code and by the official library. Names are <message>/<implementation>/<operation>.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "messages.hpp"
#include "official.hpp"
#include "ours.hpp"

namespace {

constexpr std::size_t most_bytes = 1 << 18;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

template <class Run>
void add(const std::string& name, std::size_t bytes, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), [run, bytes](benchmark::State& state) mutable {
    for (auto _ : state) {
      benchmark::ClobberMemory();
      run();
      benchmark::ClobberMemory();
    }
    state.counters["bytes"] = static_cast<double>(bytes);
  });
}

template <class Value>
void add_message(const std::string& name, const Value& value) {
  // Never freed, because benchmarks run after this function.
  auto& message = *new polywire::buffer;
  auto& out = *new std::vector<std::uint8_t>(most_bytes);
  auto& target = *new Value;
  auto& writer = *new official::writer;
  require(!polywire::capnp::encode(value, message), "a message cannot be written");
  const std::span<const std::uint8_t> bytes = message.span();
  require(writer.encode(value, out) == bytes.size(), "messages differ in size");
  require(std::memcmp(out.data(), bytes.data(), bytes.size()) == 0, "messages differ");
  official::decode(target, bytes);
  require(target == value, "the official library reads another value");
  const auto view = polywire::capnp::validated<Value>(bytes);
  require(static_cast<bool>(view), "a message is refused");
  visit::digest sum;
  ours::visit_all(*view, sum);
  require(sum.value() == official::visit_message<Value>(bytes), "visits differ");

  add(name + "/memcpy/copy", bytes.size(), [bytes, &out] {
    std::memcpy(out.data(), bytes.data(), bytes.size());
    benchmark::DoNotOptimize(out.data());
  });
  add(name + "/ours/encode", bytes.size(), [&value, buffer = new polywire::buffer] {
    benchmark::DoNotOptimize(polywire::capnp::encode(value, *buffer));
  });
  add(name + "/official/encode", bytes.size(),
      [&value, &out, &writer] { benchmark::DoNotOptimize(writer.encode(value, out)); });
  add(name + "/ours/decode", bytes.size(),
      [bytes, to = new Value] { benchmark::DoNotOptimize(polywire::capnp::decode(*to, bytes)); });
  add(name + "/official/decode", bytes.size(), [bytes, &target] {
    official::decode(target, bytes);
    benchmark::DoNotOptimize(target);
  });
  add(name + "/ours/visit", bytes.size(), [found = *view] {
    visit::digest all;
    ours::visit_all(found, all);
    benchmark::DoNotOptimize(all.value());
  });
  add(name + "/ours/validate_and_visit", bytes.size(), [bytes] {
    const auto found = polywire::capnp::validated<Value>(bytes);
    if (!found) std::abort();
    visit::digest all;
    ours::visit_all(*found, all);
    benchmark::DoNotOptimize(all.value());
  });
  add(name + "/official/visit", bytes.size(),
      [bytes] { benchmark::DoNotOptimize(official::visit_message<Value>(bytes)); });
}

/// The minimum time to read the texts, wherever they are: each is copied into a reused string and
/// tested for ASCII.
void add_texts(const std::string& name, const bench::Ranking& ranking) {
  auto& texts = *new std::vector<std::string>;
  for (const bench::Result& result : ranking.results) {
    texts.push_back(result.url);
    texts.push_back(result.snippet);
  }
  auto& bytes = *new std::string;
  for (const std::string& text : texts) {
    bytes += text;
    bytes.append(8 - text.size() % 8, '\0');
  }
  auto& target = *new std::vector<std::string>(texts.size());
  add(name + "/texts/decode", bytes.size(), [&] {
    const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const auto* const end = at + bytes.size();
    for (std::size_t index = 0; index < texts.size(); ++index) {
      const std::size_t size = texts[index].size();
      if (!polywire::leaf::assign_text<true>(target[index], at, size, end)) std::abort();
      at += size + 8 - size % 8;
    }
    benchmark::DoNotOptimize(target.data());
  });
}

}  // namespace

int main(int argc, char** argv) {
  static const bench::Account account = messages::account();
  static const bench::Lot lot = messages::lot();
  static const bench::Ranking ranking = messages::ranking();
  add_message("trade", account);
  add_message("cars", lot);
  add_message("ranks", ranking);
  add_texts("ranks", ranking);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}

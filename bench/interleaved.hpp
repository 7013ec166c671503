// The main program of a comparison of operations, which are measured by turns.
//
// program                 prints a table of times: medians of interleaved repetitions
// program names           prints the names of the operations
// program NAME ROUNDS     runs one operation, for counting instructions
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct operation {
  std::string name;
  std::function<void(std::size_t rounds)> run;
};

template <class Value>
void keep(const Value& value) {
  __asm__ volatile("" : : "g"(&value) : "memory");
}

template <class Step>
operation repeated(std::string name, Step step) {
  return {std::move(name), [step](std::size_t rounds) mutable {
            for (std::size_t round = 0; round < rounds; ++round) {
              keep(round);
              step();
            }
          }};
}

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

inline double seconds(const operation& it, std::size_t rounds) {
  const auto start = std::chrono::steady_clock::now();
  it.run(rounds);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A repetition of an operation takes as many rounds as fill a millisecond.
inline void measure(const std::vector<operation>& all) {
  constexpr std::size_t repetitions = 41, tried = 100;
  std::vector<std::vector<double>> times(all.size());
  std::vector<std::size_t> rounds;
  for (const operation& it : all) {
    it.run(tried);
    rounds.push_back(1 + static_cast<std::size_t>(1e-3 * tried / seconds(it, tried)));
  }
  for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t at = 0; at < all.size(); ++at) {
      times[at].push_back(seconds(all[at], rounds[at]) / static_cast<double>(rounds[at]));
    }
  }
  for (std::size_t at = 0; at < all.size(); ++at) {
    std::nth_element(times[at].begin(), times[at].begin() + repetitions / 2, times[at].end());
    std::printf("%-34s %8.1f ns\n", all[at].name.c_str(), 1e9 * times[at][repetitions / 2]);
  }
}

inline int main_of(const std::vector<operation>& all, int argc, char** argv) {
  if (argc == 1) {
    measure(all);
    return 0;
  }
  const std::string_view name = argv[1];
  if (argc == 2 && name == "names") {
    for (const operation& it : all) std::puts(it.name.c_str());
    return 0;
  }
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const operation& it) { return it.name == name; });
  require(argc == 3 && found != all.end(), "usage: program [names | NAME ROUNDS]");
  found->run(std::strtoull(argv[2], nullptr, 10));
  return 0;
}

}  // namespace bench

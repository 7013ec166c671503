#include <benchmark/benchmark.h>

#include "formats.hpp"

int main(int argc, char** argv) {
  compare::add_protobuf();
  compare::add_capnp();
  compare::add_flatbuffers();
  compare::add_sbe();
  compare::add_json();
  compare::add_msgpack();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}

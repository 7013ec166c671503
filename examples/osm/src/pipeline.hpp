// Chunks are read one after the other, converted by several threads, and written in the order in
// which they were read.
#pragma once

#include <functional>

#include "output_buffer.hpp"
#include "source.hpp"

namespace osm_convert {

/// The steps of a pipeline. A step that throws ends it.
struct Steps {
  /// False if there is no more.
  std::function<bool(Chunk&)> read;

  /// Makes the conversion of one thread.
  std::function<std::function<void(const Chunk&, OutputBuffer&)>()> make_converter;

  std::function<void(const Chunk&, const OutputBuffer&)> write;
};

/// Throws what a step threw, of several the one that is about the first chunk. So many threads
/// convert; two others read and write. At most three chunks for each thread are in memory.
void run_pipeline(unsigned threads, const Steps& steps);

}  // namespace osm_convert

// Chunks are read sequentially, converted by several threads, and written in the order in which
// they were read.
#pragma once

#include <functional>

#include "output_buffer.hpp"
#include "source.hpp"

namespace osm_convert {

/// The steps of a pipeline. An exception in a step ends it.
struct Steps {
  /// Returns false at the end.
  std::function<bool(Chunk&)> read;

  /// Makes the converter of one thread.
  std::function<std::function<void(const Chunk&, OutputBuffer&)>()> make_converter;

  std::function<void(const Chunk&, const OutputBuffer&)> write;
};

/// Runs the pipeline with `threads` threads for conversion, one that reads and one that writes. At
/// most three chunks per thread are in memory. Rethrows the exception of a step; of several, the
/// one for the earliest chunk.
void run_pipeline(unsigned threads, const Steps& steps);

}  // namespace osm_convert

#include "convert.hpp"

#include <memory>

#include "block_writer.hpp"
#include "json_lines.hpp"
#include "pbf_source.hpp"
#include "pipeline.hpp"
#include "progress.hpp"
#include "xml_writer.hpp"

namespace osm_convert {

namespace {

std::unique_ptr<Source> make_source(InputFile& input, Format format) {
  if (format == Format::json) return std::make_unique<JsonSource>(input);
  return std::make_unique<PbfSource>(input);
}

std::unique_ptr<EntityWriter> make_writer(const Options& options) {
  switch (options.to) {
    case Format::pbf: return std::make_unique<BlockWriter>(options.compression);
    case Format::json: return std::make_unique<JsonWriter>();
    case Format::xml: break;
  }
  return std::make_unique<XmlWriter>();
}

}  // namespace

void convert(InputFile& input, const Options& options) {
  const std::unique_ptr<Source> source = make_source(input, options.from);
  const std::unique_ptr<EntityWriter> frame = make_writer(options);
  OutputBuffer around;
  frame->begin(source->read_header(), around);

  OutputFile output(options.output);
  output.write(around.view());
  Progress progress(!options.quiet, input.size());
  const auto make_converter = [&] {
    const std::shared_ptr<EntityReader> reader = source->make_reader();
    const std::shared_ptr<EntityWriter> writer = make_writer(options);
    return [reader, writer](const Chunk& chunk, OutputBuffer& converted) {
      reader->read(chunk, *writer, converted);
      writer->finish_chunk(converted);
    };
  };
  run_pipeline(options.jobs, {.read = [&](Chunk& chunk) { return source->next(chunk); },
                              .make_converter = make_converter,
                              .write =
                                  [&](const Chunk& chunk, const OutputBuffer& converted) {
                                    output.write(converted.view());
                                    progress.show(chunk.offset + chunk.bytes.size());
                                  }});
  around.clear();
  frame->end(around);
  output.write(around.view());
  output.complete();
}

}  // namespace osm_convert

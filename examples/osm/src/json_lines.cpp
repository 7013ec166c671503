#include "json_lines.hpp"

#include <algorithm>
#include <string>

#include "checks.hpp"
#include "entities.json_plain.hpp"

namespace osm_convert {

namespace {

/// About as many lines as a block has entities.
constexpr std::size_t chunk_size = 1 << 20;
constexpr std::size_t max_line_length = 64 << 20;

using Bytes = std::span<const std::uint8_t>;

/// Returns the first line, without its line end.
Bytes first_line(Bytes lines) {
  const auto end = std::find(lines.begin(), lines.end(), '\n');
  return lines.first(static_cast<std::size_t>(end - lines.begin()));
}

bool is_blank(Bytes line) {
  return std::all_of(line.begin(), line.end(),
                     [](std::uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\r'; });
}

void decode_line(entities::Record& record, Bytes line) {
  if (polywire::error wrong = polywire::json_plain::decode(record, line)) {
    refuse("it is not a record of entities.proto: " + std::string(wrong.message()) +
           ", at its byte " + std::to_string(wrong.offset) + "; correct it");
  }
}

class JsonReader final : public EntityReader {
 public:
  void read(const Chunk& chunk, EntityWriter& writer, OutputBuffer& output) override {
    Bytes rest = chunk.bytes;
    while (!rest.empty()) {
      const Bytes line = first_line(rest);
      const std::size_t before = chunk.bytes.size() - rest.size();
      if (!is_blank(line)) {
        at_place("line", chunk.offset + before, [&] { read_line(line, writer, output); });
      }
      rest = rest.subspan(std::min(line.size() + 1, rest.size()));
    }
  }

 private:
  void read_line(Bytes line, EntityWriter& writer, OutputBuffer& output) {
    decode_line(record_, line);
    switch (record_.content.which()) {
      case entities::Record_content::Case::none: refuse("it has neither node nor way nor relation");
      case entities::Record_content::Case::header:
        refuse("a header is allowed only on the first line");
      case entities::Record_content::Case::node:
      case entities::Record_content::Case::way:
      case entities::Record_content::Case::relation: writer.write(record_, output);
    }
  }

  entities::Record record_;
};

}  // namespace

void JsonWriter::begin(const entities::Header& header, OutputBuffer& output) {
  entities::Record record;
  record.content.value.emplace<entities::Header>(header);
  write(record, output);
}

void JsonWriter::write(const entities::Record& record, OutputBuffer& output) {
  check_encoded(polywire::json_plain::encode(record, line_));
  output.append(polywire::as_text(line_.span()));
  output.append("\n");
}

entities::Header JsonSource::read_header() {
  fill();
  const Bytes line = first_line(pending_);
  entities::Record record;
  if (!is_blank(line)) at_place("line", 0, [&] { decode_line(record, line); });
  auto* header = std::get_if<entities::Header>(&record.content.value);
  if (header == nullptr) return {};
  take(std::min(line.size() + 1, pending_.size()));
  return *header;
}

bool JsonSource::next(Chunk& chunk) {
  const std::size_t size = fill();
  chunk.offset = offset_;
  chunk.bytes = take(size);
  return size != 0;
}

std::unique_ptr<EntityReader> JsonSource::make_reader() const {
  return std::make_unique<JsonReader>();
}

std::size_t JsonSource::fill() {
  for (;;) {
    const auto last = std::find(pending_.rbegin(), pending_.rend(), '\n');
    if (at_end_) return pending_.size();
    if (pending_.size() >= chunk_size && last != pending_.rend()) {
      return static_cast<std::size_t>(pending_.rend() - last);
    }
    if (pending_.size() > max_line_length) {
      at_place("line", offset_, [] { refuse("it is longer than 64 MiB; divide the entity"); });
    }
    const std::size_t before = pending_.size();
    pending_.resize(before + chunk_size);
    const std::size_t count = file_.read(std::span(pending_).subspan(before));
    pending_.resize(before + count);
    at_end_ = count < chunk_size;
  }
}

std::vector<std::uint8_t> JsonSource::take(std::size_t size) {
  const auto end = pending_.begin() + static_cast<std::ptrdiff_t>(size);
  std::vector<std::uint8_t> taken(pending_.begin(), end);
  pending_.erase(pending_.begin(), end);
  offset_ += size;
  return taken;
}

}  // namespace osm_convert

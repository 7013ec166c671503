// The entities of a block: indices become texts, differences become numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "blob.hpp"
#include "osmformat.hpp"
#include "source.hpp"

namespace osm_convert {

class BlockReader final : public EntityReader {
 public:
  void read(const Chunk& chunk, EntityWriter& writer, OutputBuffer& output) override;

 private:
  void read_block(const Chunk& chunk, EntityWriter& writer, OutputBuffer& output);
  void read_dense_nodes(const osm::DenseNodes& nodes, EntityWriter& writer, OutputBuffer& output);
  void read(const osm::Node& packed);
  void read(const osm::Way& packed);
  void read(const osm::Relation& packed);
  template <class Entities>
  void read_all(const Entities& packed, EntityWriter& writer, OutputBuffer& output);

  void set_info(const std::optional<osm::Info>& packed, std::optional<entities::Info>& info) const;
  template <class Packed>
  void set_tags(const Packed& packed, std::vector<entities::Tag>& tags) const;
  void set_location(std::int64_t lat, std::int64_t lon,
                    std::optional<entities::Location>& location) const;
  void set_version(std::int32_t version, entities::Info& info) const;
  void set_timestamp(std::int64_t timestamp, entities::Info& info) const;
  void set_changeset(std::int64_t changeset, entities::Info& info) const;
  void set_user(std::int64_t index, entities::Info& info) const;

  /// Returns a text of the block's table.
  const std::string& text(std::int64_t index) const;

  BlobDecoder blobs_;
  osm::PrimitiveBlock block_;
  std::span<const std::string> texts_;
  bool all_utf8_ = true;
  std::int64_t granularity_ = 0;
  std::int64_t date_granularity_ = 0;
  std::int64_t lat_offset_ = 0;
  std::int64_t lon_offset_ = 0;
  entities::Record record_;
};

}  // namespace osm_convert

// Entities into blocks: texts become indices, numbers become differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "blob.hpp"
#include "delta.hpp"
#include "entity_writer.hpp"
#include "osmformat.hpp"

namespace osm_convert {

/// The distinct texts of a block.
class TextTable {
 public:
  /// Returns the index of a text, which is never 0, not even for the empty one.
  std::uint32_t add(std::string_view text);

  /// Returns the approximate size of the table in bytes.
  std::size_t size() const noexcept { return size_; }

  /// Moves the table out and starts another.
  void move_to(osm::StringTable& table);

 private:
  /// An entry of the hash table. No text has index 0.
  struct Slot {
    std::size_t hash = 0;
    std::uint32_t index = 0;
  };

  /// Finds the entry of a text, or the free entry for it.
  Slot& find(std::size_t hash, std::string_view text);
  void grow();

  std::vector<std::string> texts_ = std::vector<std::string>(1);
  std::vector<Slot> slots_ = std::vector<Slot>(1 << 12);
  std::size_t size_ = 0;
};

class BlockWriter final : public EntityWriter {
 public:
  explicit BlockWriter(Compression compression) : blobs_(compression) {}

  void begin(const entities::Header& header, OutputBuffer& output) override;
  void write(const entities::Record& record, OutputBuffer& output) override;
  void finish_chunk(OutputBuffer& output) override;

 private:
  enum class Kind { none, nodes, ways, relations };

  /// The delta encoders of dense nodes.
  struct Columns {
    DeltaEncoder id, lat, lon, timestamp, changeset, uid, user;
  };

  void add(const entities::Node& node);
  void add(const entities::Way& way);
  void add(const entities::Relation& relation);
  void add_dense_info(const entities::Info& info, osm::DenseInfo& columns);
  void add_dense_info_from_here(osm::DenseNodes& nodes);
  void set_info(const std::optional<entities::Info>& info, std::optional<osm::Info>& packed);
  template <class Packed>
  void set_tags(const std::vector<entities::Tag>& tags, Packed& packed);
  /// Returns the group for entities of a kind; a group has only one kind.
  osm::PrimitiveGroup& group(Kind kind);
  bool is_full() const noexcept;

  BlobEncoder blobs_;
  TextTable texts_;
  osm::PrimitiveBlock block_;
  Kind kind_ = Kind::none;
  Columns columns_;
  std::size_t count_ = 0;
  /// Upper bound on the bytes of the entities.
  std::size_t size_ = 0;
  polywire::buffer bytes_;
};

}  // namespace osm_convert

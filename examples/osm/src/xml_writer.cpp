#include "xml_writer.hpp"

#include <string>

#include "header.hpp"
#include "records.hpp"
#include "text.hpp"

namespace osm_convert {

namespace {

/// Upper bound on the names, quotes and numbers of an element, without texts.
constexpr std::size_t max_element_length = 400;

template <std::size_t Size>
char* put_text(char* at, const char (&name)[Size], std::string_view value) {
  at = put(at, name);
  at = put_escaped(at, value);
  *at++ = '"';
  return at;
}

template <std::size_t Size, class Integer>
char* put_number(char* at, const char (&name)[Size], Integer value) {
  at = put(at, name);
  at = put_integer(at, value);
  *at++ = '"';
  return at;
}

template <std::size_t Size>
char* put_degrees(char* at, const char (&name)[Size], double degrees) {
  at = put(at, name);
  at = put_coordinate(at, steps(degrees));
  *at++ = '"';
  return at;
}

char* put_location(char* at, const entities::Location& location) {
  at = put_degrees(at, " lat=\"", location.lat);
  return put_degrees(at, " lon=\"", location.lon);
}

char* put_info(char* at, const entities::Info& info) {
  if (info.version) at = put_number(at, " version=\"", *info.version);
  if (info.timestamp) {
    at = put(at, " timestamp=\"");
    at = put_time(at, info.timestamp->seconds);
    *at++ = '"';
  }
  if (info.uid) at = put_number(at, " uid=\"", *info.uid);
  if (info.user) at = put_text(at, " user=\"", *info.user);
  if (info.changeset) at = put_number(at, " changeset=\"", *info.changeset);
  if (info.visible) {
    at = *info.visible ? put(at, " visible=\"true\"") : put(at, " visible=\"false\"");
  }
  return at;
}

/// Writes a start tag up to the attributes that differ.
template <std::size_t Size, class Entity>
char* start_element(OutputBuffer& output, const char (&start)[Size], const Entity& entity) {
  std::size_t room = max_element_length;
  if (entity.info && entity.info->user) room += max_escaped_length(*entity.info->user);
  char* at = put_number(output.reserve(room), start, entity.id);
  return entity.info ? put_info(at, *entity.info) : at;
}

void write_tags(const std::vector<entities::Tag>& tags, OutputBuffer& output) {
  for (const entities::Tag& tag : tags) {
    char* at =
        output.reserve(max_element_length + max_escaped_length(tag.k) + max_escaped_length(tag.v));
    at = put_text(at, "    <tag k=\"", tag.k);
    at = put_text(at, " v=\"", tag.v);
    output.finish(put(at, "/>\n"));
  }
}

void write(const entities::Node& node, OutputBuffer& output) {
  char* at = start_element(output, "  <node id=\"", node);
  if (node.location) at = put_location(at, *node.location);
  if (node.tags.empty()) return output.finish(put(at, "/>\n"));
  output.finish(put(at, ">\n"));
  write_tags(node.tags, output);
  output.append("  </node>\n");
}

void write(const entities::Way& way, OutputBuffer& output) {
  char* at = start_element(output, "  <way id=\"", way);
  if (way.tags.empty() && way.nodes.empty()) return output.finish(put(at, "/>\n"));
  output.finish(put(at, ">\n"));
  at = output.reserve(max_element_length * way.nodes.size());
  for (const entities::WayNode& node : way.nodes) {
    at = put_number(at, "    <nd ref=\"", node.ref);
    if (node.location) at = put_location(at, *node.location);
    at = put(at, "/>\n");
  }
  output.finish(at);
  write_tags(way.tags, output);
  output.append("  </way>\n");
}

char* put_reference(char* at, const entities::Member_ref& member) {
  switch (member.which()) {
    case MemberCase::node: at = put(at, "node\" ref=\""); break;
    case MemberCase::way: at = put(at, "way\" ref=\""); break;
    case MemberCase::relation: at = put(at, "relation\" ref=\""); break;
    case MemberCase::none: break;
  }
  return put_integer(at, id_of(member));
}

void write_member(const entities::Member& member, OutputBuffer& output) {
  char* at = output.reserve(max_element_length + max_escaped_length(member.role));
  at = put(at, "    <member type=\"");
  at = put_reference(at, member.ref);
  at = put_text(at, "\" role=\"", member.role);
  output.finish(put(at, "/>\n"));
}

void write(const entities::Relation& relation, OutputBuffer& output) {
  char* at = start_element(output, "  <relation id=\"", relation);
  if (relation.tags.empty() && relation.members.empty()) return output.finish(put(at, "/>\n"));
  output.finish(put(at, ">\n"));
  for (const entities::Member& member : relation.members) write_member(member, output);
  write_tags(relation.tags, output);
  output.append("  </relation>\n");
}

}  // namespace

void XmlWriter::begin(const entities::Header& header, OutputBuffer& output) {
  output.append("<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"");
  output.append(program_name);
  output.append("\">\n");
  if (!header.area) return;
  char* at = output.reserve(max_element_length);
  at = put_degrees(at, "  <bounds minlat=\"", header.area->bottom);
  at = put_degrees(at, " minlon=\"", header.area->left);
  at = put_degrees(at, " maxlat=\"", header.area->top);
  at = put_degrees(at, " maxlon=\"", header.area->right);
  output.finish(put(at, "/>\n"));
}

void XmlWriter::write(const entities::Record& record, OutputBuffer& output) {
  const auto& content = record.content.value;
  if (const auto* node = std::get_if<entities::Node>(&content)) {
    osm_convert::write(*node, output);
  } else if (const auto* way = std::get_if<entities::Way>(&content)) {
    osm_convert::write(*way, output);
  } else if (const auto* relation = std::get_if<entities::Relation>(&content)) {
    osm_convert::write(*relation, output);
  }
}

void XmlWriter::end(OutputBuffer& output) {
  output.append("</osm>\n");
}

}  // namespace osm_convert

// The command line.
#pragma once

#include <string>
#include <string_view>

#include "compression.hpp"

namespace osm_convert {

enum class Format { pbf, json, xml };

struct Options {
  std::string input = "-";
  std::string output = "-";
  Format from = Format::pbf;
  Format to = Format::xml;
  Compression compression = Compression::zlib_data;
  unsigned jobs = 1;
  bool quiet = false;
  bool help = false;
};

extern const std::string_view help_text;

/// Throws a failure if the arguments are invalid.
Options parse_options(int count, char** arguments);

}  // namespace osm_convert

#include "options.hpp"

#include <getopt.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <optional>
#include <thread>

#include "failure.hpp"

namespace osm_convert {

const std::string_view help_text =
    R"(Usage: osm-convert [OPTIONS] [INPUT]

Converts maps of OpenStreetMap: .osm.pbf files to OSM XML, to JSON lines or to other .osm.pbf files, and
JSON lines to any of them.

Arguments:
  INPUT               The map; `-`, or none, is standard input

Options:
  -o, --output FILE   Where to write; `-`, or none, is standard output. FILE is created when it is complete
      --from FORMAT   pbf or json; default by the extension of INPUT, else pbf
      --to FORMAT     xml, json or pbf; default by the extension of FILE (.osm, .osh, .xml, .jsonl, .json, .pbf)
      --compression METHOD
                      How blobs of a .osm.pbf file are stored: zlib (the default), none, lzma, bzip2, lz4, zstd.
                      All programs can read zlib and none, few can read the others
  -j, --jobs COUNT    Threads that convert; default: one for each processor
  -q, --quiet         No progress bar
  -h, --help          This text

Exit codes:
  0  done
  1  the input is damaged, or uses an unsupported feature
  2  invalid arguments
  3  a file cannot be opened, read or written
)";

namespace {

[[noreturn]] void fail_usage(const std::string& message) {
  throw Failure(ExitCode::usage, message + "; see --help");
}

template <class Value>
struct Named {
  std::string_view name;
  Value value;
};

constexpr std::array formats{Named<Format>{"pbf", Format::pbf}, Named<Format>{"json", Format::json},
                             Named<Format>{"xml", Format::xml}};

constexpr std::array suffixes{
    Named<Format>{".pbf", Format::pbf},    Named<Format>{".json", Format::json},
    Named<Format>{".jsonl", Format::json}, Named<Format>{".osm", Format::xml},
    Named<Format>{".osh", Format::xml},    Named<Format>{".xml", Format::xml}};

constexpr std::array compressions{Named<Compression>{"none", Compression::raw},
                                  Named<Compression>{"zlib", Compression::zlib_data},
                                  Named<Compression>{"lzma", Compression::lzma_data},
                                  Named<Compression>{"bzip2", Compression::OBSOLETE_bzip2_data},
                                  Named<Compression>{"lz4", Compression::lz4_data},
                                  Named<Compression>{"zstd", Compression::zstd_data}};

template <class Values>
auto named(const Values& values, const char* option, std::string_view name) {
  for (const auto& candidate : values) {
    if (candidate.name == name) return candidate.value;
  }
  fail_usage(std::string(option) + " cannot be \"" + std::string(name) + "\"");
}

std::optional<Format> format_of_suffix(std::string_view path) {
  for (const auto& [suffix, format] : suffixes) {
    if (path.ends_with(suffix)) return format;
  }
  return std::nullopt;
}

unsigned parse_jobs(std::string_view text) {
  constexpr unsigned max_jobs = 1024;
  unsigned jobs = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (wrong != std::errc() || end != text.data() + text.size() || jobs == 0 || jobs > max_jobs) {
    fail_usage("--jobs takes a number from 1 to 1024");
  }
  return jobs;
}

unsigned default_jobs() {
  const unsigned processors = std::thread::hardware_concurrency();
  return processors == 0 ? 1 : processors;
}

void check(const Options& options) {
  if (options.from == Format::xml) {
    fail_usage("OSM XML can be written, but not read; convert it to .osm.pbf with another program");
  }
  if (options.output == "-" && options.to == Format::pbf && isatty(STDOUT_FILENO) != 0) {
    fail_usage("a .osm.pbf cannot be written to a terminal; name a file with -o");
  }
}

}  // namespace

Options parse_options(int count, char** arguments) {
  constexpr int from = 256;
  constexpr int to = 257;
  constexpr int compression = 258;
  const std::array<option, 8> known{{{"output", required_argument, nullptr, 'o'},
                                     {"from", required_argument, nullptr, from},
                                     {"to", required_argument, nullptr, to},
                                     {"compression", required_argument, nullptr, compression},
                                     {"jobs", required_argument, nullptr, 'j'},
                                     {"quiet", no_argument, nullptr, 'q'},
                                     {"help", no_argument, nullptr, 'h'},
                                     {}}};
  Options options;
  options.jobs = default_jobs();
  std::optional<Format> given_from;
  std::optional<Format> given_to;
  for (int next = 0;
       (next = getopt_long(count, arguments, "o:j:qh", known.data(), nullptr)) != -1;) {
    switch (next) {
      case 'o': options.output = optarg; break;
      case from: given_from = named(formats, "--from", optarg); break;
      case to: given_to = named(formats, "--to", optarg); break;
      case compression: options.compression = named(compressions, "--compression", optarg); break;
      case 'j': options.jobs = parse_jobs(optarg); break;
      case 'q': options.quiet = true; break;
      case 'h': options.help = true; return options;
      // The error has already been reported.
      default: fail_usage("invalid options");
    }
  }
  if (optind < count) options.input = arguments[optind++];
  if (optind < count) fail_usage("there is more than one input");
  if (!given_to) given_to = format_of_suffix(options.output);
  if (!given_to) fail_usage("the output's format is not known; state it with --to");
  options.to = *given_to;
  if (!given_from) given_from = format_of_suffix(options.input);
  options.from = given_from.value_or(Format::pbf);
  check(options);
  return options;
}

}  // namespace osm_convert

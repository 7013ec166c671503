#include <cstdio>
#include <new>
#include <string>

#include "convert.hpp"
#include "failure.hpp"

namespace {

using osm_convert::ExitCode;

int report(ExitCode code, const std::string& message) {
  std::fprintf(stderr, "osm-convert: %s\n", message.c_str());
  return static_cast<int>(code);
}

int run(int count, char** arguments) {
  const osm_convert::Options options = osm_convert::parse_options(count, arguments);
  if (options.help) {
    std::fwrite(osm_convert::help_text.data(), 1, osm_convert::help_text.size(), stdout);
    return static_cast<int>(ExitCode::done);
  }
  osm_convert::InputFile input(options.input);
  try {
    osm_convert::convert(input, options);
  } catch (const osm_convert::Failure& failure) {
    if (failure.code() != ExitCode::refused) throw;
    return report(failure.code(), input.name() + ": " + failure.what());
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const osm_convert::Failure& failure) {
    return report(failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    return report(ExitCode::files, "there is not enough memory; try fewer --jobs");
  }
}

// Writes a report as Protocol Buffers.
#include <cstdio>

#include "station.protobuf.hpp"

int main() {
  weather::Report report;
  report.place.emplace().name = "Brocken";
  report.readings.resize(2);
  report.readings[0].celsius = -3.5;
  report.readings[1].celsius = 31;
  polywire::buffer message;
  if (polywire::protobuf::encode(report, message)) return 1;
  std::fwrite(message.span().data(), 1, message.span().size(), stdout);
  return 0;
}

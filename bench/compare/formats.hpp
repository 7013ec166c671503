// One function per format, which registers its benchmarks.
#pragma once

namespace compare {

void add_protobuf();
void add_capnp();
void add_flatbuffers();
void add_sbe();
void add_json();
void add_msgpack();

}  // namespace compare

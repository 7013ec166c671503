//! The tests of the command and the library, as one program.

mod avro_files;
mod avro_order;
mod avro_writers;
mod bench;
mod bench_languages;
mod bench_peers;
mod breaking;
mod breaking_revisions;
#[cfg(feature = "net")]
mod calls;
#[cfg(feature = "net")]
mod calls_answered;
mod calls_avro;
#[cfg(feature = "net")]
mod calls_capnp;
#[cfg(feature = "net")]
mod calls_cpp;
#[cfg(feature = "net")]
mod calls_giop;
mod calls_go;
#[cfg(feature = "net")]
mod calls_msgpack;
mod calls_rust;
mod capnp_schema;
#[cfg(all(feature = "net", target_os = "linux"))]
mod channels;
mod cmake;
mod command;
mod connect_go;
mod cpp_beside_protoc;
mod cpp_guide;
mod cpp_headers;
mod cpp_libcxx;
mod cpp_names;
mod docs;
mod elements;
mod erlang;
mod example_projects;
mod fbs_schema;
mod files;
mod flatc_conform;
mod flatc_json;
mod flexbuffers;
mod folder;
mod format;
mod frames;
mod gen_builds;
mod gen_combinations;
mod gen_files;
mod generate;
mod giop;
mod giop_called;
mod go_bind;
mod inspect;
mod jobs;
#[cfg(feature = "net")]
mod json_http;
mod keys;
mod languages;
mod large_messages;
mod limits;
mod links;
mod locks;
mod losses;
mod lsp;
mod manual;
mod model;
mod msgpack;
mod osm;
mod osm_blocks;
mod osm_convert;
mod outputs;
mod pages;
mod picture;
mod presence;
mod programs;
mod protoc_plugin;
#[cfg(feature = "net")]
mod proxied;
mod public_schemas;
mod rust_types;
mod same_bytes;
mod schema_folder;
#[cfg(feature = "net")]
mod served;
mod small_files;
mod streams;
mod untyped;
mod valuetypes;
mod xcdr_keys;
mod zebrapack;

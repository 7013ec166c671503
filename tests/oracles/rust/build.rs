//! Prints the code of prost and of capnp for the schemas of the oracles.

use std::path::{Path, PathBuf};
use std::{env, fs};

const SCHEMAS: &str = "../schemas";

fn main() {
    println!("cargo:rerun-if-changed={SCHEMAS}");
    let path = |name: &str| format!("{SCHEMAS}/{name}");
    let corner = corner();
    let mut config = prost_build::Config::new();
    config.include_file("protobuf.rs");
    prost_reflect_build::Builder::new()
        .file_descriptor_set_bytes("crate::prost::DESCRIPTORS")
        .compile_protos_with_config(
            config,
            &[Path::new(&path("trade.proto")), Path::new(&path("well_known.proto")), &corner],
            &[Path::new(SCHEMAS), corner.parent().expect("a folder")],
        )
        .expect("protoc");
    let mut capnp = capnpc::CompilerCommand::new();
    capnp.default_parent_module(vec!["capnp".to_owned()]);
    capnp.src_prefix(SCHEMAS).file(path("trade.capnp")).file(path("corner.capnp")).run().expect("capnp");
}

/// Copies the schema without message sets, whose extensions have numbers that prost-reflect refuses.
fn corner() -> PathBuf {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("schemas");
    let schema = fs::read_to_string(format!("{SCHEMAS}/corner.proto")).expect("the schema");
    let (before, rest) = schema.split_once("message Extras").expect("message sets");
    let (_, after) = rest.split_once("enum Shade").expect("what follows them");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("corner_without_sets.proto");
    fs::write(&path, format!("{before}enum Shade{after}")).expect("a file");
    path
}

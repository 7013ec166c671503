//! Built-in files that every schema can import: well-known types and `descriptor.proto`.

use super::build::build;
use super::descriptor::{File, number};
use super::index::Index;
use super::place::Places;
use super::{link, option, parse};
use polywire_source::{Diagnostics, FileId};
use std::sync::LazyLock;

/// Node ids of built-in declarations start above those of any compilation, so that they have no places, and the
/// features of proto2.
const BEYOND_PLACES: u32 = 1 << 31;

/// The file that describes the language itself.
pub(super) const DESCRIPTOR: &str = "google/protobuf/descriptor.proto";

/// The files that declare options and features.
pub(super) const OF_LANGUAGE: [&str; 4] = [
    DESCRIPTOR,
    "google/protobuf/cpp_features.proto",
    "google/protobuf/java_features.proto",
    "google/protobuf/json_enumvalue_options.proto",
];

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("well_known/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "google/protobuf/any.proto",
    "google/protobuf/api.proto",
    "google/protobuf/compiler/plugin.proto",
    "google/protobuf/cpp_features.proto",
    "google/protobuf/descriptor.proto",
    "google/protobuf/duration.proto",
    "google/protobuf/empty.proto",
    "google/protobuf/field_mask.proto",
    "google/protobuf/java_features.proto",
    "google/protobuf/json_enumvalue_options.proto",
    "google/protobuf/source_context.proto",
    "google/protobuf/struct.proto",
    "google/protobuf/timestamp.proto",
    "google/protobuf/type.proto",
    "google/protobuf/wrappers.proto",
];

/// Returns the text of a built-in file.
pub(super) fn source(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// Returns the declarations of `descriptor.proto`, which defines the options.
pub(super) fn descriptor() -> &'static Index<'static> {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(compile_descriptor);
    static INDEX: LazyLock<Index<'static>> = LazyLock::new(|| Index::new(&FILES, None));
    &INDEX
}

fn compile_descriptor() -> Vec<File> {
    let text = source(DESCRIPTOR).unwrap_or_default();
    let mut diagnostics = Diagnostics::default();
    let mut places = Places::default();
    let ast = parse::parse(FileId::default(), text.as_bytes(), &mut diagnostics);
    let mut files = vec![build(DESCRIPTOR, ast, &mut places, &mut diagnostics)];
    let mut names = link::link(&mut files, &places, false, &mut diagnostics);
    option::interpret(&mut files, None, &mut names, &places, &mut diagnostics);
    for file in &mut files {
        number(file, BEYOND_PLACES);
    }
    files
}

//! Serialized descriptors (`FileDescriptorSet`), read and written without generated code.

mod comments;
mod element;
mod file;
mod keep;
mod message;
mod read;
mod read_file;
mod retention;
mod typed;
mod write;

pub use read::ReadError;

use super::descriptor::{DescriptorSet, Field, Tree, Value};
use super::index::Index;

/// The treatment of options that are for the source alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceOptions {
    /// Options with source retention are left out, as in protoc's output.
    Strip,
    /// Options with source retention are written too.
    Keep,
}

/// Returns the bytes of a set, equal to those of `protoc --descriptor_set_out --include_imports`, with `--retain_options`
/// if options with source retention are kept.
pub fn write_descriptor_set(set: &DescriptorSet, source_options: SourceOptions) -> Vec<u8> {
    let index = Index::new(&set.files, Some(super::well_known::descriptor));
    let mut writer = write::Writer::new(source_options);
    for file in &set.files {
        writer.nested(1, |writer| match source_options {
            SourceOptions::Strip => file::write(writer, &retention::strip(file, &set.files, &index)),
            SourceOptions::Keep => file::write(writer, file),
        });
    }
    writer.bytes
}

/// Reads a set. Options are typed by the extensions in the set.
pub fn read_descriptor_set(bytes: &[u8]) -> Result<DescriptorSet, ReadError> {
    read_file::read(bytes)
}

/// Decodes the messages in a value, given its field.
pub(super) fn opened(value: Value, field: Option<&Field>, index: &Index<'_>) -> Value {
    field.map_or(value.clone(), |field| typed::opened(value, field, index))
}

/// Returns the bytes of a message value.
pub(super) fn write_tree(tree: &Tree) -> Vec<u8> {
    let mut writer = write::Writer::new(SourceOptions::Strip);
    writer.tree(tree);
    writer.bytes
}

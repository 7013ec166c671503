//! Compiled schemas (`.z`): a MessagePack map that describes the structs of a Go file. Its members are those of the Go
//! package `zebra` of ZebraPack.

mod describe;
mod enums;
mod full_type;
mod kind;
mod pack;
mod restore;

use super::tree::File;
use describe::describe;
use enums::{enums, restore_enums};
pub(super) use pack::{Value, unpack};
pub use restore::ReadError;
use restore::restore;

/// Writes the compiled schema of a file: its exported structs, by name.
pub fn write_compiled(file: &File) -> Vec<u8> {
    let mut bytes = Vec::new();
    describe(file).write(&mut bytes);
    bytes
}

/// Writes the compiled schema of a file with a member that ZebraPack does not know and skips: the names of enums' numbers.
pub fn write_with_enums(file: &File) -> Vec<u8> {
    let (mut schema, mut bytes) = (describe(file), Vec::new());
    if let (Value::Map(members), Some(enums)) = (&mut schema, enums(file)) {
        members.push((name::ENUMS.to_owned(), enums));
    }
    schema.write(&mut bytes);
    bytes
}

/// Reads a compiled schema.
///
/// # Errors
///
/// Bytes that are not MessagePack, with their place, and what a schema cannot contain.
pub fn read_compiled(path: &str, bytes: &[u8]) -> Result<File, ReadError> {
    restore(path, &unpack(bytes)?)
}

/// The names of members.
mod name {
    pub(super) const SOURCE_PATH: &str = "SourcePath";
    pub(super) const SOURCE_PACKAGE: &str = "SourcePackage";
    pub(super) const SCHEMA_ID: &str = "ZebraSchemaId";
    pub(super) const STRUCTS: &str = "Structs";
    pub(super) const IMPORTS: &str = "Imports";
    pub(super) const STRUCT_NAME: &str = "StructName";
    pub(super) const FIELDS: &str = "Fields";
    pub(super) const ZID: &str = "Zid";
    pub(super) const GO_NAME: &str = "FieldGoName";
    pub(super) const TAG_NAME: &str = "FieldTagName";
    pub(super) const TYPE_TEXT: &str = "FieldTypeStr";
    pub(super) const CATEGORY: &str = "FieldCategory";
    pub(super) const PRIMITIVE: &str = "FieldPrimitive";
    pub(super) const FULL_TYPE: &str = "FieldFullType";
    pub(super) const OMIT_EMPTY: &str = "OmitEmpty";
    pub(super) const SKIP: &str = "Skip";
    pub(super) const DEPRECATED: &str = "Deprecated";
    pub(super) const SHOW_ZERO: &str = "ShowZero";
    pub(super) const KIND: &str = "Kind";
    pub(super) const TEXT: &str = "Str";
    pub(super) const DOMAIN: &str = "Domain";
    pub(super) const RANGE: &str = "Range";
    /// Not ZebraPack's.
    pub(super) const ENUMS: &str = "Enums";
}

/// The zid of a field that says that it is left out.
const SKIPPED: i64 = -2;

//! Facts of FlatBuffers' schema language. Only its own schemas state them: elsewhere they are empty.

use crate::{DeclId, Field};

/// Facts on a table or struct of a FlatBuffers schema. Their presence tells its tables from those of other languages,
/// which have a layout of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatbuffersStruct {
    /// `force_align` of an inline struct: its alignment in bytes, at least that of its members.
    pub align: Option<u32>,
    /// `original_order`: the table's fields are stored in the order of declaration, not by size.
    pub original_order: bool,
    /// Deprecated fields, which messages no longer have. Their slots stay taken.
    pub deprecated: Vec<Field>,
}

/// Facts on a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatbuffersField {
    /// The number of its entry in the vtable, counted from 0: `id`, else as the official compiler counts. A union and a
    /// vector of unions have two, the first of which is that of the type; the value has the next one. All fields of
    /// tables of FlatBuffers schemas have one, fields of inline structs have none.
    pub slot: Option<u16>,
    /// `key`: vectors of this table or struct are sorted by this field.
    pub key: bool,
    /// `nested_flatbuffer`: the field's struct is stored as a byte vector with a whole buffer.
    pub nested_buffer: bool,
    /// `flexbuffer`: the bytes are a FlexBuffer.
    pub flexbuffer: bool,
    /// `shared`: equal texts are stored once.
    pub shared: bool,
    /// `hash`: texts in JSON stand for their hash.
    pub hash: Option<FlatbuffersHash>,
    /// `offset64`: the offset to the text or vector has 64 bits.
    pub offset64: bool,
    /// `vector64`: the offset to the vector and its length have 64 bits.
    pub vector64: bool,
    /// `force_align` of a vector: the alignment of its elements in bytes.
    pub vector_align: Option<u32>,
}

/// Hash functions of texts: FNV-1 and FNV-1a of 16, 32 or 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatbuffersHash {
    /// Width in bits.
    pub bits: u8,
    /// FNV-1a instead of FNV-1.
    pub a: bool,
}

/// What a schema file says about messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatbuffersFile {
    /// `root_type`: the type of messages.
    pub root: Option<DeclId>,
    /// `file_identifier`: four bytes in messages of the root type, after the offset to the root.
    pub identifier: Option<[u8; 4]>,
    /// `file_extension`: the extension of files with a message, without a dot.
    pub extension: Option<String>,
}

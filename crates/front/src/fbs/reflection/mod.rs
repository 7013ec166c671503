//! Compiled schemas: the tables of FlatBuffers' schema of schemas, as trees. Whoever calls this turns trees into bytes
//! and back, with the codec of that schema.

mod align;
mod read;
mod read_type;
mod tree;
mod write;
mod write_type;

pub use read::{ReadError, read_schema};
pub use tree::Tree;
pub use write::{Contents, write_schema};

/// The schema of compiled schemas.
pub const REFLECTION: &str = include_str!("reflection.fbs");

/// Number in compiled schemas of the types that are not scalars; those of scalars follow `UTYPE`.
mod base_type {
    pub const NONE: i128 = 0;
    pub const UTYPE: i128 = 1;
    pub const FIRST_SCALAR: i128 = 2;
    pub const STRING: i128 = 13;
    pub const VECTOR: i128 = 14;
    pub const OBJECT: i128 = 15;
    pub const UNION: i128 = 16;
    pub const ARRAY: i128 = 17;
    pub const VECTOR64: i128 = 18;
}

//! Serialized schemas (`.sbeir`): the tokens of the reference generator's intermediate representation, in the order of a walk
//! over the messages, behind a frame that describes the schema. Types that no message uses are not part of it.

mod read;
mod token;
mod value;
mod write;

pub use read::read_sbeir;
pub use write::write_sbeir;

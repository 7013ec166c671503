//! Avro's object container files, `.avro` (Avro 1.12 specification, "Object Container Files").
//!
//! A file is a header and blocks. The header holds metadata, among them the schema and the name of the codec, and a marker of 16
//! random bytes. A block holds the number of its records, the number of its bytes, the records, compressed by the codec, and the
//! marker again, by which a reader finds the next block after damage or from the middle of a file.
//!
//! A [`Reader`] holds one block in memory and yields blocks; only a decoder that knows the schema can divide a block into records.
//! A [`Writer`] collects records into blocks. Every call takes the same reader or writer of bytes.

mod codec;
mod compress;
mod decompress;
mod error;
mod header;
mod input;
mod long;
mod reader;
mod skip;
mod split;
mod writer;

pub use codec::Codec;
pub use compress::compress;
pub use decompress::decompress;
pub use error::{Error, Problem};
pub use header::{Header, MAGIC, Marker, RESERVED};
pub use long::read_long;
pub use reader::{Block, Limits, RawBlock, Reader};
pub use skip::Skipped;
pub use split::Split;
pub use writer::{Options, Writer};

//! Parts of text formats: classes of characters, numbers, characters by number, hexadecimal digits, encodings.

pub(crate) mod class;
pub(crate) mod code_point;
pub(crate) mod decimal;
pub(crate) mod hex;
pub(crate) mod number;
pub(crate) mod space;
pub(crate) mod transcode;

//! Ids of declarations that state none, derived from the ids of the enclosing declarations. The rules are those of
//! the official compiler, because messages and code may refer to the ids.

use md5::{Digest, Md5};

/// The id of a declaration with a name.
pub(super) fn of_child(parent: u64, name: &str) -> u64 {
    of_parts(&[&parent.to_le_bytes(), name.as_bytes()])
}

/// The id of a group: the member of its parent with this index.
pub(super) fn of_group(parent: u64, index: u16) -> u64 {
    of_parts(&[&parent.to_le_bytes(), &index.to_le_bytes()])
}

/// The id of the struct that a method declares for its parameters or its results.
pub(super) fn of_params(interface: u64, ordinal: u16, is_results: bool) -> u64 {
    of_parts(&[&interface.to_le_bytes(), &ordinal.to_le_bytes(), &[u8::from(is_results)]])
}

/// An id for a file that lacks one.
pub(super) fn of_file(bytes: &[u8]) -> u64 {
    of_parts(&[bytes])
}

fn of_parts(parts: &[&[u8]]) -> u64 {
    let digest = Md5::digest(parts.concat());
    let first = digest.iter().take(8).fold(0, |id, byte| id << 8 | u64::from(*byte));
    first | HIGHEST
}

/// The highest bit, which is set in all ids to distinguish them from small numbers.
pub(super) const HIGHEST: u64 = 1 << 63;

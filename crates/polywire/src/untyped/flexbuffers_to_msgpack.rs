//! FlexBuffers to MessagePack, whose values include all of theirs.

use super::json_to_msgpack::write;
use super::notes::{Found, Keys};
use super::part::{ReadParts, watch};
use polywire_vm::Failure;

pub(super) fn convert<'a>(mut parts: impl ReadParts<'a>, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let mut keys = Keys::default();
    while let Some(part) = parts.next()? {
        watch(&mut keys, &part);
        write::write_part(&part, output)?;
    }
    Ok(Found { duplicates: keys.duplicates, rounded: None })
}

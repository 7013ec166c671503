//! FlexBuffers to MessagePack, whose values include all of theirs.

use super::json_to_msgpack::write;
use super::json_walk::Kind;
use super::notes::{Found, Keys};
use super::part::{Container, ReadParts, What, watch};
use polywire_vm::Failure;

pub(super) fn convert<'a>(
    message: &'a [u8],
    mut parts: impl ReadParts<'a>,
    output: &mut Vec<u8>,
) -> Result<Found, Failure> {
    let mut keys = Keys::default();
    while let Some(part) = parts.next()? {
        watch(&mut keys, message, &part);
        match part.what {
            What::Nil => output.push(0xc0),
            What::Bool(value) => output.push(0xc2 + u8::from(value)),
            What::Int(value) if value < 0 => write::write_int(value, output),
            What::Int(value) => write::write_uint(value as u64, output),
            What::Uint(value) => write::write_uint(value, output),
            What::Float32(bits) => write::write_float(f64::from(f32::from_bits(bits)).to_bits(), output),
            What::Float64(bits) => write::write_float(bits, output),
            What::Str(text) => write::write_str(text, output),
            What::Bin(bytes) => write::write_bin(bytes, output),
            What::Ext(ty, data) => write::write_ext(ty, data, output),
            What::Begin(Container::Array, count) => {
                write::write_count(Kind::Array, count as usize, output, part.offset)?
            }
            What::Begin(Container::Map, count) => write::write_count(Kind::Map, count as usize, output, part.offset)?,
            What::End(_) => {}
        }
    }
    Ok(Found { duplicates: keys.duplicates, rounded: None })
}

//! Values of MessagePack, each in the shortest form.

use crate::untyped::failure;
use crate::untyped::json_walk::Kind;
use crate::untyped::part::{Container, Part, What};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;

/// Writes a token of a binary format; nothing for the end of a container.
pub(in crate::untyped) fn write_part(part: &Part<'_>, output: &mut Vec<u8>) -> Result<(), Failure> {
    match part.what {
        What::Nil => output.push(0xc0),
        What::Bool(value) => output.push(0xc2 + u8::from(value)),
        What::Int(value) if value < 0 => write_int(value, output),
        What::Int(value) => write_uint(value as u64, output),
        What::Uint(value) => write_uint(value, output),
        What::Float32(bits) => write_float32(bits, output),
        What::Float64(bits) => write_float(bits, output),
        What::Str(text) => write_str(text, output),
        What::Bin(bytes) => write_bin(bytes, output),
        What::Ext(ty, data) => write_ext(ty, data, output),
        What::Begin(Container::Array, count) => write_count(Kind::Array, count as usize, output, part.offset)?,
        What::Begin(Container::Map, count) => write_count(Kind::Map, count as usize, output, part.offset)?,
        What::End(_) => {}
    }
    Ok(())
}

pub(in crate::untyped) fn write_str(text: &[u8], output: &mut Vec<u8>) {
    match text.len() {
        len @ 0..32 => output.push(0xa0 | len as u8),
        len => write_size(len, [Some(0xd9), Some(0xda), Some(0xdb)], output),
    }
    output.extend_from_slice(text);
}

pub(in crate::untyped) fn write_count(
    kind: Kind,
    count: usize,
    output: &mut Vec<u8>,
    offset: usize,
) -> Result<(), Failure> {
    if u32::try_from(count).is_err() {
        return Err(failure(ErrorCode::TooLarge, offset));
    }
    match (kind, count) {
        (Kind::Array, 0..16) => output.push(0x90 | count as u8),
        (Kind::Map, 0..16) => output.push(0x80 | count as u8),
        (Kind::Array, _) => write_size(count, [None, Some(0xdc), Some(0xdd)], output),
        (Kind::Map, _) => write_size(count, [None, Some(0xde), Some(0xdf)], output),
    }
    Ok(())
}

/// Writes a length or count after the format byte of its size: 8, 16 or 32 bits.
fn write_size(size: usize, [of8, of16, of32]: [Option<u8>; 3], output: &mut Vec<u8>) {
    match (of8, size, of16) {
        (Some(format), 0..0x100, _) => output.extend([format, size as u8]),
        (_, 0..0x1_0000, Some(format)) => {
            output.push(format);
            output.extend((size as u16).to_be_bytes());
        }
        // A message is shorter than 2^32 bytes.
        _ => {
            output.extend(of32);
            output.extend((size as u32).to_be_bytes());
        }
    }
}

pub(in crate::untyped) fn write_bin(bytes: &[u8], output: &mut Vec<u8>) {
    write_size(bytes.len(), [Some(0xc4), Some(0xc5), Some(0xc6)], output);
    output.extend_from_slice(bytes);
}

pub(in crate::untyped) fn write_ext(ty: i8, data: &[u8], output: &mut Vec<u8>) {
    match data.len() {
        len @ (1 | 2 | 4 | 8 | 16) => output.push(0xd4 + len.ilog2() as u8),
        len => write_size(len, [Some(0xc7), Some(0xc8), Some(0xc9)], output),
    }
    output.push(ty as u8);
    output.extend_from_slice(data);
}

pub(in crate::untyped) fn write_float32(bits: u32, output: &mut Vec<u8>) {
    write_bytes(0xca, &bits.to_be_bytes(), output);
}

/// A float of 64 bits.
pub(in crate::untyped) fn write_float(bits: u64, output: &mut Vec<u8>) {
    write_bytes(0xcb, &bits.to_be_bytes(), output);
}

pub(in crate::untyped) fn write_uint(value: u64, output: &mut Vec<u8>) {
    match value {
        0..0x80 => output.push(value as u8),
        0x80..0x100 => output.extend([0xcc, value as u8]),
        0x100..0x1_0000 => write_bytes(0xcd, &(value as u16).to_be_bytes(), output),
        0x1_0000..0x1_0000_0000 => write_bytes(0xce, &(value as u32).to_be_bytes(), output),
        _ => write_bytes(0xcf, &value.to_be_bytes(), output),
    }
}

/// Writes a negative integer.
pub(in crate::untyped) fn write_int(value: i64, output: &mut Vec<u8>) {
    match value {
        -0x20.. => output.push(value as u8),
        -0x80.. => output.extend([0xd0, value as u8]),
        -0x8000.. => write_bytes(0xd1, &(value as i16).to_be_bytes(), output),
        -0x8000_0000.. => write_bytes(0xd2, &(value as i32).to_be_bytes(), output),
        _ => write_bytes(0xd3, &value.to_be_bytes(), output),
    }
}

fn write_bytes(format: u8, bytes: &[u8], output: &mut Vec<u8>) {
    output.push(format);
    output.extend_from_slice(bytes);
}

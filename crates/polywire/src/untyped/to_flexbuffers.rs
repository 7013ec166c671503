//! JSON and MessagePack to FlexBuffers.

use super::flexbuffers::Builder;
use super::json::Tokens;
use super::json_text::watch as watch_json;
use super::json_walk::{self, Kind, Special, Walk};
use super::notes::{Found, Keys, add};
use super::number::{Number, number};
use super::part::{Container, ReadParts, What, watch};
use super::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;

pub(super) fn of_json(message: &[u8], limits: Bounds, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let mut found = Found { duplicates: duplicates(message, limits)?, ..Found::default() };
    let mut builder = Builder::new(output);
    let mut walk = Walk::new(message, limits);
    while let Some((offset, part)) = walk.next()? {
        match part {
            json_walk::Part::Begin(Kind::Array) => builder.begin(Container::Array, offset)?,
            json_walk::Part::Begin(Kind::Map) => builder.begin(Container::Map, offset)?,
            json_walk::Part::End => builder.end(),
            json_walk::Part::Skipped => {}
            json_walk::Part::Text(raw) => builder.text(&json_walk::unquoted(raw), offset)?,
            json_walk::Part::Number(text) => write_number(&mut builder, text, offset, &mut found)?,
            json_walk::Part::Bool(value) => builder.bool(value, offset)?,
            json_walk::Part::Null => builder.null(offset)?,
            json_walk::Part::Special(special) => write_special(&mut builder, special, offset)?,
        }
    }
    builder.finish();
    Ok(found)
}

/// Converts the tokens of another binary format.
pub(super) fn of_parts<'a>(mut parts: impl ReadParts<'a>, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let mut keys = Keys::default();
    let mut builder = Builder::new(output);
    while let Some(part) = parts.next()? {
        watch(&mut keys, &part);
        let at = part.offset;
        match part.what {
            What::Nil => builder.null(at)?,
            What::Bool(value) => builder.bool(value, at)?,
            What::Uint(value) => builder.uint(value, at)?,
            What::Int(value) => builder.int(value, at)?,
            What::Float32(bits) => builder.float(f32::from_bits(bits).into(), at)?,
            What::Float64(bits) => builder.float(f64::from_bits(bits), at)?,
            What::Str(text) => builder.text(text, at)?,
            What::Bin(bytes) => builder.blob(bytes, at)?,
            What::Ext(..) => return Err(failure(ErrorCode::Unsupported, at)),
            What::Begin(container, _) => builder.begin(container, at)?,
            What::End(_) => builder.end(),
        }
    }
    builder.finish();
    Ok(Found { duplicates: keys.duplicates, rounded: None })
}

fn duplicates(message: &[u8], limits: Bounds) -> Result<Option<(u64, usize)>, Failure> {
    let mut keys = Keys::default();
    let mut tokens = Tokens::new(message, limits);
    while let Some((offset, token)) = tokens.next()? {
        watch_json(&mut keys, offset, token);
    }
    Ok(keys.duplicates)
}

fn write_number(builder: &mut Builder<'_>, text: &[u8], offset: usize, found: &mut Found) -> Result<(), Failure> {
    match number(text).ok_or(failure(ErrorCode::OutOfRange, offset))? {
        Number::Uint(value) => builder.uint(value, offset),
        Number::Int(value) => builder.int(value, offset),
        Number::Float { bits, is_rounded } => {
            if is_rounded {
                add(&mut found.rounded, offset);
            }
            builder.float(f64::from_bits(bits), offset)
        }
    }
}

fn write_special(builder: &mut Builder<'_>, special: Special, offset: usize) -> Result<(), Failure> {
    match special {
        Special::Str(text) => builder.text(&text, offset),
        Special::Bin(bytes) => builder.blob(&bytes, offset),
        Special::Float32(bits) => builder.float(f32::from_bits(bits).into(), offset),
        Special::Float64(bits) => builder.float(f64::from_bits(bits), offset),
        Special::Ext(..) => Err(failure(ErrorCode::Unsupported, offset)),
    }
}

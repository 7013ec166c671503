//! JSON to MessagePack: the inverse of MessagePack's mapping to JSON.

pub(super) mod write;

use super::json::Tokens;
use super::json_text::watch;
use super::json_walk::{Kind, Part, Special, Walk, unquoted};
use super::notes::{Found, Keys, add};
use super::number::{Number, number};
use super::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use write::{write_bin, write_count, write_ext, write_float, write_float32, write_int, write_str, write_uint};

pub(super) fn convert(message: &[u8], limits: Bounds, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let survey = survey(message, limits)?;
    let mut found = Found { duplicates: survey.keys.duplicates, rounded: None };
    let mut counts = survey.counts.iter().copied();
    let mut walk = Walk::new(message, limits);
    while let Some((offset, part)) = walk.next()? {
        match part {
            Part::Begin(container) => write_count(container, counts.next().unwrap_or_default(), output, offset)?,
            Part::End | Part::Skipped => {}
            Part::Text(raw) => write_str(&unquoted(raw), output),
            Part::Number(text) => write_number(text, offset, output, &mut found)?,
            Part::Bool(value) => output.push(0xc2 + u8::from(value)),
            Part::Null => output.push(0xc0),
            Part::Special(special) => write_special(special, output),
        }
    }
    Ok(found)
}

/// Facts about containers that must be known before they are written.
#[derive(Default)]
struct Survey {
    /// The number of elements or entries of each container, in the order of their starts.
    counts: Vec<usize>,
    keys: Keys,
}

fn survey(message: &[u8], limits: Bounds) -> Result<Survey, Failure> {
    let mut survey = Survey::default();
    let mut tokens = Tokens::new(message, limits);
    while let Some((offset, token)) = tokens.next()? {
        watch(&mut survey.keys, offset, token);
    }
    // The open containers, each with the number of its values; a map has two for each entry.
    let mut open: Vec<(usize, Kind)> = Vec::new();
    let mut walk = Walk::new(message, limits);
    while let Some((_, part)) = walk.next()? {
        let is_value = !matches!(part, Part::Skipped | Part::End);
        if let (true, Some((container, _))) = (is_value, open.last()) {
            survey.counts[*container] += 1;
        }
        match part {
            Part::Begin(kind) => {
                open.push((survey.counts.len(), kind));
                survey.counts.push(0);
            }
            Part::End => {
                if let Some((container, Kind::Map)) = open.pop() {
                    survey.counts[container] /= 2;
                }
            }
            _ => {}
        }
    }
    Ok(survey)
}

fn write_number(text: &[u8], offset: usize, output: &mut Vec<u8>, found: &mut Found) -> Result<(), Failure> {
    match number(text).ok_or(failure(ErrorCode::OutOfRange, offset))? {
        Number::Uint(value) => write_uint(value, output),
        Number::Int(value) => write_int(value, output),
        Number::Float { bits, is_rounded } => {
            write_float(bits, output);
            if is_rounded {
                add(&mut found.rounded, offset);
            }
        }
    }
    Ok(())
}

fn write_special(special: Special, output: &mut Vec<u8>) {
    match special {
        Special::Str(bytes) => write_str(&bytes, output),
        Special::Bin(bytes) => write_bin(&bytes, output),
        Special::Ext(ty, data) => write_ext(ty, &data, output),
        Special::Float32(bits) => write_float32(bits, output),
        Special::Float64(bits) => write_float(bits, output),
    }
}

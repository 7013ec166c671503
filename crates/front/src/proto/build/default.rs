//! Defaults in the form of descriptors.

use crate::literal_text::{c_escape, double_text, float_text};
use crate::proto::ast::{OptionValue, ValueKind};
use crate::proto::descriptor::FieldType;

/// The reason why a value cannot be a default: the problem and the remedy.
pub(super) struct Misfit {
    pub message: &'static str,
    pub help: String,
}

/// Returns the default of a field in descriptor form. If the type is a name, it is not resolved yet.
pub(super) fn written(ty: Option<FieldType>, value: &OptionValue) -> Result<Vec<u8>, Misfit> {
    let Some(ty) = ty else { return Ok(as_written(&value.kind)) };
    match ty {
        FieldType::Bool => bool_text(&value.kind),
        FieldType::Int32 | FieldType::Sint32 | FieldType::Sfixed32 => int_text(&value.kind, 32, true),
        FieldType::Int64 | FieldType::Sint64 | FieldType::Sfixed64 => int_text(&value.kind, 64, true),
        FieldType::Uint32 | FieldType::Fixed32 => int_text(&value.kind, 32, false),
        FieldType::Uint64 | FieldType::Fixed64 => int_text(&value.kind, 64, false),
        FieldType::Float => number(&value.kind).map(|it| float_text(narrow(it)).into_bytes()),
        FieldType::Double => number(&value.kind).map(|it| double_text(it).into_bytes()),
        FieldType::String => text(&value.kind, "the default of a string must be a string").map(<[u8]>::to_vec),
        FieldType::Bytes => text(&value.kind, "the default of a bytes field must be a string").map(c_escape),
        FieldType::Group | FieldType::Message | FieldType::Enum => Ok(as_written(&value.kind)),
    }
}

/// Rounds a double to the nearest float; a value that exceeds the largest float by less than half a step rounds down to
/// it.
fn narrow(value: f64) -> f32 {
    value as f32
}

/// Returns the value as written. Only the name of an enum value is valid, which is checked once the type is known.
fn as_written(value: &ValueKind) -> Vec<u8> {
    match value {
        ValueKind::Word { negative: false, text } => text.clone().into_bytes(),
        ValueKind::Word { negative: true, text } => format!("-{text}").into_bytes(),
        ValueKind::Int { magnitude, .. } => magnitude.to_string().into_bytes(),
        ValueKind::Float(number) => double_text(*number).into_bytes(),
        ValueKind::Text(text) => [b"\"", text.as_slice(), b"\""].concat(),
        ValueKind::Aggregate(_) => b"{}".to_vec(),
    }
}

fn bool_text(value: &ValueKind) -> Result<Vec<u8>, Misfit> {
    match value.word() {
        Some(word @ ("true" | "false")) => Ok(word.as_bytes().to_vec()),
        _ => Err(misfit("the default of a bool must be `true` or `false`", "write `true` or `false`")),
    }
}

fn int_text(value: &ValueKind, bits: u8, signed: bool) -> Result<Vec<u8>, Misfit> {
    let ValueKind::Int { negative, magnitude } = value else {
        return Err(misfit("the default of an integer field must be an integer", "write an integer"));
    };
    let number = if *negative { -i128::from(*magnitude) } else { i128::from(*magnitude) };
    let (least, most) = match signed {
        true => (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    // Like protoc, which rejects a negative zero for unsigned types.
    if (least..=most).contains(&number) && (signed || !negative) {
        return Ok(number.to_string().into_bytes());
    }
    Err(Misfit {
        message: "the default does not fit in the type of the field",
        help: format!("values are {least} to {most}"),
    })
}

fn number(value: &ValueKind) -> Result<f64, Misfit> {
    let sign = |negative: bool, magnitude: f64| if negative { -magnitude } else { magnitude };
    match value {
        ValueKind::Int { negative, magnitude } => Ok(sign(*negative, *magnitude as f64)),
        ValueKind::Float(number) => Ok(*number),
        ValueKind::Word { negative, text } if text == "inf" => Ok(sign(*negative, f64::INFINITY)),
        ValueKind::Word { text, .. } if text == "nan" => Ok(f64::NAN),
        ValueKind::Word { .. } | ValueKind::Text(_) | ValueKind::Aggregate(_) => {
            Err(misfit("the default of a float field must be a number", "write a number, `inf`, `-inf` or `nan`"))
        }
    }
}

fn text<'v>(value: &'v ValueKind, message: &'static str) -> Result<&'v [u8], Misfit> {
    match value {
        ValueKind::Text(bytes) => Ok(bytes),
        _ => Err(misfit(message, "put it in quotes")),
    }
}

fn misfit(message: &'static str, help: &str) -> Misfit {
    Misfit { message, help: help.to_owned() }
}

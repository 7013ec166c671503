//! Comments in `SourceCodeInfo`, each with the path of the documented declaration.

use super::read::{RawValue, ReadError, packed};
use super::read_file::each;
use crate::proto::descriptor::{Comment, FieldType, Value};

/// Reads all locations that have comments.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Comment>, ReadError> {
    let mut comments = Vec::new();
    each(bytes, |number, value| {
        if number == 1 {
            comments.extend(location(value.bytes()?)?);
        }
        Ok(())
    })?;
    Ok(comments)
}

fn location(bytes: &[u8]) -> Result<Option<Comment>, ReadError> {
    let mut path = Vec::new();
    let mut parts = Vec::new();
    each(bytes, |number, value| {
        match (number, value) {
            (1, RawValue::Bytes(bytes)) => path.extend(packed(bytes, FieldType::Int32)?.iter().filter_map(step)),
            (1, RawValue::Varint(step)) => path.push(step as u32),
            (3 | 4, value) => parts.push(without_margin(&value.text()?)),
            _ => {}
        }
        Ok(())
    })?;
    let text = parts.join("\n\n");
    Ok((!text.is_empty()).then_some(Comment { path, text }))
}

fn step(value: &Value) -> Option<u32> {
    match value {
        Value::Varint(step) => Some(*step as u32),
        _ => None,
    }
}

/// Strips the space after the comment marker from each line, and the rest of markers like `///` and `/**`.
fn without_margin(text: &str) -> String {
    let lines = text.trim_start_matches('*').lines().map(|line| {
        let line = line.trim_start_matches('/');
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

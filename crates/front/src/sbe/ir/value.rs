//! Numbers and characters as bytes. They are little-endian in all schemas.

use crate::sbe::primitive::Primitive;
use polywire_model::Literal;

/// Returns the bytes of a value's text; of characters, the text.
pub(super) fn bytes_of(primitive: Primitive, text: &str) -> Vec<u8> {
    if primitive == Primitive::Char && text.len() > 1 {
        return text.as_bytes().to_vec();
    }
    match (primitive.literal(text), primitive) {
        (Some(Literal::Float(bits)), Primitive::Float) => (f64::from_bits(bits) as f32).to_le_bytes().to_vec(),
        (Some(Literal::Float(bits)), _) => bits.to_le_bytes().to_vec(),
        (Some(Literal::Int(number)), _) => (number as i64).to_le_bytes()[..primitive.size() as usize].to_vec(),
        _ => Vec::new(),
    }
}

/// Returns the bytes of the null value of an integer type.
pub(super) fn null_of(primitive: Primitive) -> Vec<u8> {
    let number = primitive.null().unwrap_or(0) as i64;
    number.to_le_bytes()[..primitive.size() as usize].to_vec()
}

/// Returns the text of a value; `None` if the bytes have another length.
pub(super) fn text_of(primitive: Primitive, bytes: &[u8]) -> Option<String> {
    let size = primitive.size() as usize;
    match primitive {
        Primitive::Char if matches!(bytes, [byte] if !byte.is_ascii_graphic()) => Some(format!("0x{:02x}", bytes[0])),
        Primitive::Char if bytes.len() > 1 || bytes.iter().all(u8::is_ascii_graphic) => {
            String::from_utf8(bytes.to_vec()).ok()
        }
        Primitive::Float => Some(f32::from_le_bytes(bytes.try_into().ok()?).to_string()),
        Primitive::Double => Some(f64::from_le_bytes(bytes.try_into().ok()?).to_string()),
        Primitive::Char | Primitive::Int { .. } if bytes.len() == size => {
            let mut number = [0; 8];
            number[..size].copy_from_slice(bytes);
            let number = u64::from_le_bytes(number);
            let shift = 64 - 8 * size as u32;
            let is_signed = matches!(primitive, Primitive::Int { signed: true, .. });
            Some(if is_signed { ((number << shift) as i64 >> shift).to_string() } else { number.to_string() })
        }
        Primitive::Char | Primitive::Int { .. } => None,
    }
}

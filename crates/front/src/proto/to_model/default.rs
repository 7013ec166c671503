//! Defaults of fields that are not zero, empty or the first value of an enum.

use super::Maker;
use super::field::is_singular;
use crate::proto::capability::Feature;
use crate::proto::descriptor::{Field, FieldType};
use polywire_model::Literal;

impl<'a> Maker<'a, '_> {
    pub(super) fn default(&mut self, it: &'a Field) -> Option<Literal> {
        let default = it.default.as_deref().filter(|_| is_singular(it))?;
        let text = String::from_utf8_lossy(default);
        let literal = match it.ty? {
            FieldType::Bool => Literal::Bool(text == "true"),
            FieldType::Float => Literal::Float(f64::from(text.parse::<f32>().ok()?).to_bits()),
            FieldType::Double => Literal::Float(text.parse::<f64>().ok()?.to_bits()),
            FieldType::String => return self.text_default(it, default),
            FieldType::Bytes => Literal::Bytes(unescaped(default)),
            FieldType::Enum => return self.enum_default(it, &text),
            FieldType::Message | FieldType::Group => return None,
            _ => Literal::Int(text.parse().ok()?),
        };
        Some(literal).filter(|literal| !literal.is_zero())
    }

    fn text_default(&mut self, it: &Field, default: &[u8]) -> Option<Literal> {
        match String::from_utf8(default.to_vec()) {
            Ok(text) => Some(Literal::Text(text)).filter(|literal| !literal.is_zero()),
            Err(_) => {
                self.missing(Feature::InvalidUtf8Default, &it.name, self.places.of(it.node).value_or_name("default"));
                None
            }
        }
    }

    fn enum_default(&self, it: &Field, name: &str) -> Option<Literal> {
        let values = &self.index.enum_of(it)?.it.values;
        let index = values.iter().position(|value| value.name == name)?;
        (index > 0).then(|| Literal::Int(values[index].number.into()))
    }
}

/// Resolves C escapes.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b't') => bytes.push(b'\t'),
            Some(digit @ b'0'..=b'7') => {
                let mut code = u32::from(digit - b'0');
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|byte| matches!(byte, b'0'..=b'7')) {
                        code = code * 8 + u32::from(digit - b'0');
                    }
                }
                bytes.push(code as u8);
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    bytes
}

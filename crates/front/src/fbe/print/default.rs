//! Defaults of fields.

use super::Printer;
use super::name::safe;
use crate::literal_text::{double_text, float_text, quoted_text};
use polywire_model::attr::FbeGenerated;
use polywire_model::{BytesMeaning, DeclId, Field, Literal, Meaning, Type};

impl Printer<'_> {
    /// The text of a default; what cannot be written is reported.
    pub(super) fn default_text(&mut self, field: &Field) -> Option<String> {
        match field.attrs.fbe.generated {
            Some(FbeGenerated::Now) => return Some("utc".to_owned()),
            Some(FbeGenerated::Uuid1) => return Some("uuid1".to_owned()),
            Some(FbeGenerated::Uuid4) => return Some("uuid4".to_owned()),
            None => {}
        }
        if !field.default_elements.is_empty() {
            self.lost.push(format!("the default elements of {}", field.name));
        }
        let literal = field.default.as_ref()?;
        match (literal, &field.ty) {
            (Literal::Bool(value), _) => Some(value.to_string()),
            (Literal::Int(value), Type::Named(id) | Type::Int { meaning: Meaning::Flags(id), .. }) => {
                self.enum_text(*id, *value)
            }
            (Literal::Int(value), _) => Some(value.to_string()),
            (Literal::Float(bits), ty) => self.float(field, f64::from_bits(*bits), ty),
            (Literal::Text(text), _) => Some(quoted_text(text.as_bytes())),
            (Literal::Bytes(bytes), ty) => match (ty, <[u8; 16]>::try_from(bytes.as_slice())) {
                (Type::FixedBytes(_, BytesMeaning::Uuid), Ok(bytes)) => Some(uuid(bytes)),
                (Type::FixedBytes(_, BytesMeaning::Decimal), Ok(bytes)) => Some(decimal(bytes)),
                _ => {
                    self.lost.push(format!("the default of {}: bytes have none", field.name));
                    None
                }
            },
        }
    }

    /// The value, or the flags whose sum it is.
    fn enum_text(&mut self, id: DeclId, value: i128) -> Option<String> {
        let (model, name) = (self.model, self.names.of_decl(self.model.decl(id)));
        let it = model.as_enum(id)?;
        let number = |number: i64| if it.signed { i128::from(number) } else { i128::from(number as u64) };
        let named = |member: &polywire_model::Enumerator| format!("{name}.{}", safe(&member.name));
        if let Some(member) = it.members.iter().find(|member| number(member.number) == value) {
            return Some(named(member));
        }
        let flags = it.members.iter().filter(|member| number(member.number) & !value == 0 && member.number != 0);
        let parts: Vec<String> = flags.map(named).collect();
        (it.flags && !parts.is_empty()).then(|| parts.join(" | "))
    }

    fn float(&mut self, field: &Field, value: f64, ty: &Type) -> Option<String> {
        if !value.is_finite() {
            self.lost.push(format!("the default of {}: .fbe files have only finite numbers", field.name));
            return None;
        }
        let text = if *ty == (Type::Float { bits: 32 }) { float_text(value as f32) } else { double_text(value) };
        Some(if text.contains(['.', 'e']) { text } else { text + ".0" })
    }
}

fn uuid(bytes: [u8; 16]) -> String {
    let digits = format!("{:032x}", u128::from_be_bytes(bytes));
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    format!("\"{}\"", parts.join("-"))
}

fn decimal(bytes: [u8; 16]) -> String {
    let number = u128::from_le_bytes(bytes) & ((1 << 96) - 1);
    let (scale, sign) = (usize::from(bytes[14]), if bytes[15] & 0x80 == 0 { "" } else { "-" });
    let digits = format!("{number:0width$}", width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

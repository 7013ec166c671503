//! Defaults of fields.

use super::Printer;
use super::name::safe;
use crate::literal_text::{double_text, float_text, quoted_text};
use crate::lost::{Default, lost_defaults};
use polywire_model::attr::FbeGenerated;
use polywire_model::{BytesMeaning, DeclId, Field, Literal, Meaning, Type, decimal_text};

impl Printer<'_> {
    /// Reports the defaults that are left out: those of lists, of structs, of bytes without a meaning and of cases, and infinite numbers.
    pub(super) fn lose_defaults(&mut self) {
        let is_kept = |it: &Default<'_>| it.field.is_some_and(|field| self.default_text(field).is_some());
        let lost = lost_defaults(self.model, &is_kept);
        self.lost.extend(lost);
    }

    /// The text of a default; `None` if there is none.
    pub(super) fn default_text(&self, field: &Field) -> Option<String> {
        match field.attrs.fbe.generated {
            Some(FbeGenerated::Now) => return Some("utc".to_owned()),
            Some(FbeGenerated::Uuid1) => return Some("uuid1".to_owned()),
            Some(FbeGenerated::Uuid4) => return Some("uuid4".to_owned()),
            None => {}
        }
        let literal = field.default.as_ref()?;
        match (literal, &field.ty) {
            (Literal::Bool(value), _) => Some(value.to_string()),
            (Literal::Int(value), Type::Named(id) | Type::Int { meaning: Meaning::Flags(id), .. }) => {
                self.enum_text(*id, *value)
            }
            (Literal::Int(value), _) => Some(value.to_string()),
            (Literal::Float(bits), ty) => float(f64::from_bits(*bits), ty),
            (Literal::Text(text), _) => Some(quoted_text(text.as_bytes())),
            (Literal::Bytes(bytes), ty) => match (ty, <[u8; 16]>::try_from(bytes.as_slice())) {
                (Type::FixedBytes(_, BytesMeaning::Uuid), Ok(bytes)) => Some(uuid(bytes)),
                (Type::FixedBytes(_, BytesMeaning::Decimal), Ok(bytes)) => Some(decimal(bytes)),
                _ => None,
            },
        }
    }

    /// The value, or the flags whose sum it is.
    fn enum_text(&self, id: DeclId, value: i128) -> Option<String> {
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
}

/// The language has only finite numbers.
fn float(value: f64, ty: &Type) -> Option<String> {
    let text = || if *ty == (Type::Float { bits: 32 }) { float_text(value as f32) } else { double_text(value) };
    let text = value.is_finite().then(text)?;
    Some(if text.contains(['.', 'e']) { text } else { text + ".0" })
}

fn uuid(bytes: [u8; 16]) -> String {
    let digits = format!("{:032x}", u128::from_be_bytes(bytes));
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    format!("\"{}\"", parts.join("-"))
}

fn decimal(bytes: [u8; 16]) -> String {
    let number = u128::from_le_bytes(bytes) & ((1 << 96) - 1);
    decimal_text(bytes[15] & 0x80 != 0, &number.to_string(), bytes[14].into())
}

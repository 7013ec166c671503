use super::Json;
use super::level::Level;
use super::name::quoted;
use super::style::{DecimalForm, EnumForm, WideForm};
use crate::plan::{arm, block, uuid};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, EnumId, Type};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Place, PureLeaf, WriteLeaf};
use std::collections::HashSet;

impl Json<'_> {
    pub(super) fn write_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, level: &Level) {
        match ty {
            Type::Bool => b.if_else(Expr::Get(place), |b| b.write_bytes(b"true"), |b| b.write_bytes(b"false")),
            Type::Int { bits, signed, .. } => self.write_int(b, *bits, *signed, Expr::Get(place)),
            Type::Float { bits: 32 } => b.write_leaf(WriteLeaf::JsonFloat32, vec![Expr::Get(place)]),
            Type::Float { .. } => b.write_leaf(WriteLeaf::JsonFloat64, vec![Expr::Get(place)]),
            Type::Text { verified } => write_text(b, *verified, Expr::Get(place)),
            Type::FixedBytes(_, BytesMeaning::Uuid) => {
                b.write_bytes(b"\"");
                uuid::write_text(b, place);
                b.write_bytes(b"\"");
            }
            Type::FixedBytes(_, BytesMeaning::Decimal) => self.write_decimal(b, place),
            Type::Bytes | Type::FixedBytes(..) => b.write_leaf(WriteLeaf::JsonBase64, vec![Expr::Get(place)]),
            Type::Enum(id) => self.write_enum(b, *id, Expr::Get(place)),
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => self.write_nullable(b, &value.ty, place.field(0), level),
                None => self.call_encoder(b, self.codecs[*id].encode, place, level),
            },
            Type::Union(id) => self.call_encoder(b, self.codecs[*id].encode, place, level),
            Type::List(element) | Type::Array(element, _) => self.write_elements(b, element, place, level),
            Type::Map(entry) => self.write_map(b, *entry, place, level),
        }
    }

    fn write_decimal(&self, b: &mut FunctionBuilder, decimal: Place) {
        match (&self.decimals, self.style.decimals) {
            (Some(decimals), DecimalForm::Text) => decimals.write(b, decimal),
            (None, _) | (_, DecimalForm::Base64) => b.write_leaf(WriteLeaf::JsonBase64, vec![Expr::Get(decimal)]),
        }
    }

    fn write_nullable(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, level: &Level) {
        let value = place.some();
        let write = |b: &mut FunctionBuilder| self.write_value(b, ty, value, level);
        b.if_else(Expr::Present(place), write, |b| b.write_bytes(b"null"));
    }

    fn write_int(&self, b: &mut FunctionBuilder, bits: u8, signed: bool, value: Expr) {
        let leaf = if signed { WriteLeaf::DecimalInt } else { WriteLeaf::DecimalUint };
        let in_text = bits == 64 && self.style.wide == WideForm::Text;
        let quote = |b: &mut FunctionBuilder| {
            if in_text {
                b.write_bytes(b"\"")
            }
        };
        quote(b);
        b.write_leaf(leaf, vec![value]);
        quote(b);
    }

    /// A number without a name is written as a number.
    fn write_enum(&self, b: &mut FunctionBuilder, id: EnumId, number: Expr) {
        if self.known.is_null_value(id) {
            return b.write_bytes(b"null");
        }
        let mut named = HashSet::new();
        let members = self.types.enumeration(id).members.iter().filter(|member| named.insert(member.number));
        let arms: Vec<Arm> = match self.style.enums {
            EnumForm::Number => vec![],
            EnumForm::Name => members.map(|member| name_arm(b, member.number, &member.name)).collect(),
        };
        let write_number = |b: &mut FunctionBuilder| match self.is_wide_unsigned(id) {
            true => b.write_leaf(WriteLeaf::DecimalUint, vec![number.clone().reinterpret()]),
            false => b.write_leaf(WriteLeaf::DecimalInt, vec![number.clone()]),
        };
        if arms.is_empty() {
            return write_number(b);
        }
        let other = block(b, write_number);
        b.switch(number, arms, other, &[]);
    }

    /// Returns true for an enum whose numbers may be beyond those of I64.
    pub(super) fn is_wide_unsigned(&self, id: EnumId) -> bool {
        self.types.enumeration(id).is_wide_unsigned()
    }

    fn write_elements(&self, b: &mut FunctionBuilder, element: &Type, place: Place, level: &Level) {
        let inner = level.inner();
        b.write_bytes(b"[");
        b.each(place.clone(), ("element", element.clone()), None, |b, item, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            inner.start_line(b);
            self.write_value(b, element, item.into(), &inner);
        });
        level.start_last_line(b, Expr::Len(place).is_not(0u64));
        b.write_bytes(b"]");
    }
}

fn name_arm(b: &mut FunctionBuilder, number: i64, name: &str) -> Arm {
    arm(b, vec![Const::I64(number)], |b| b.write_bytes(quoted(name).as_bytes()))
}

/// RFC 8259 section 8.1: the text of a message is UTF-8.
pub(crate) fn write_text(b: &mut FunctionBuilder, verified: bool, text: Expr) {
    if !verified {
        b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![text.clone()]), ErrorCode::InvalidUtf8);
    }
    b.write_leaf(WriteLeaf::JsonString, vec![text]);
}

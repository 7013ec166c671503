//! Values of members.

use super::SbeJson;
use super::plan::Value;
use crate::plan::check_range;
use crate::sbe::encode::is_null;
use crate::sbe::schema::null::{null_of, with_null};
use crate::sbe::schema::plan::Form;
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Meaning, StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, ReadLeaf, ValueType};
use polywire_model::Presence;

/// The place of a field, its type and its presence.
pub(super) type Field<'t> = (Place, &'t Type, Presence);

const NULL: [(&str, ValueType); 1] = [("null", ValueType::Bool)];

impl SbeJson<'_> {
    /// Reads a value; yields whether it is null. One of an optional member is then absent.
    pub(super) fn read_present(&self, b: &mut FunctionBuilder, field: Field, value: &Value) -> Expr {
        let place = field.0.clone();
        match value {
            Value::Fixed(Form::Scalar(scalar)) => {
                let bits = self.read_scalar(b, scalar);
                let null = is_null(&with_null(scalar), bits.clone());
                set(b, field, null, |b, place| scalar.set(b, self.types, place, bits))
            }
            Value::Fixed(Form::Text(..)) | Value::Text => {
                let text = Expr::from(b.read_leaf("text", ReadLeaf::JsonString));
                let null = text.clone().bytes_len().is(0u64);
                set(b, field, null, |b, place| b.set_trusted(place, text))
            }
            Value::Bytes => {
                let bytes = self.texts.read_hex(b);
                let null = bytes.clone().bytes_len().is(0u64);
                set(b, field, null, |b, place| b.set(place, bytes))
            }
            Value::Fixed(Form::Array(scalar, len)) => {
                build(b, field, |b, place| self.read_array(b, (scalar, *len), place))
            }
            Value::Fixed(Form::Composite(id)) => build(b, field, |b, place| self.read_composite(b, *id, place)),
            Value::Group(entry) => self.read_group(b, *entry, place),
        }
    }

    fn read_composite(&self, b: &mut FunctionBuilder, id: StructId, place: Place) -> Expr {
        b.call(self.codecs[id].read, vec![Arg::Place(place)], &NULL)[0].into()
    }

    fn read_array(&self, b: &mut FunctionBuilder, (scalar, len): (&Scalar, u32), place: Place) -> Expr {
        b.expect(b"[", ErrorCode::WrongKind);
        let (element, carried) = (("element", scalar.ty.clone()), ("null", ValueType::Bool, true.into()));
        let all = b.fill_carry(place, u64::from(len), element, vec![carried], |b, bind, index, carried| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.when(index.is_not(0u64), |b| {
                b.expect(b",", ErrorCode::BadLength);
                b.skip_leaf(ReadLeaf::JsonSpace);
            });
            let bits = self.read_scalar(b, scalar);
            scalar.set(b, self.types, bind.into(), bits.clone());
            vec![Expr::from(carried[0]) & is_null(&with_null(scalar), bits)]
        });
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.expect(b"]", ErrorCode::BadLength);
        all[0].into()
    }

    /// Reads the bits of a number.
    fn read_scalar(&self, b: &mut FunctionBuilder, scalar: &Scalar) -> Expr {
        let bits = match &scalar.ty {
            Type::Enum(id) => {
                let null = scalar.value(null_of(scalar).into());
                let read =
                    b.call(self.enums[id.0 as usize].read, vec![Arg::Value(null)], &[("number", ValueType::I64)]);
                Expr::from(read[0]).reinterpret()
            }
            Type::Int { meaning: Meaning::Flags(id), .. } => {
                b.call(self.enums[id.0 as usize].read, vec![], &[("bits", ValueType::U64)])[0].into()
            }
            Type::Int { meaning: Meaning::Character, .. } => read_character(b),
            Type::Float { bits } => self.floats.read(b, *bits == 32),
            _ if scalar.signed => {
                let number = Expr::from(b.read_leaf("number", ReadLeaf::JsonInt));
                check_range(b, &number, scalar.bits, true);
                number.reinterpret()
            }
            _ if scalar.bits == 64 => read_wide(b),
            _ => {
                let number = Expr::from(b.read_leaf("number", ReadLeaf::JsonUint));
                check_range(b, &number, scalar.bits, false);
                number
            }
        };
        b.let_("bits", bits.low_bits(8 * scalar.width())).into()
    }
}

/// Sets a value, unless it is a null one of an optional member.
fn set(
    b: &mut FunctionBuilder,
    (place, _, presence): Field,
    null: Expr,
    set: impl FnOnce(&mut FunctionBuilder, Place),
) -> Expr {
    let null = Expr::from(b.let_("null", null));
    match presence {
        Presence::Optional => b.when(!null.clone(), |b| set(b, place.some())),
        Presence::Implicit | Presence::Required => set(b, place),
    }
    null
}

/// Builds a value in parts, and removes it if it is a null one of an optional member.
fn build(
    b: &mut FunctionBuilder,
    (place, ty, presence): Field,
    build: impl FnOnce(&mut FunctionBuilder, Place) -> Expr,
) -> Expr {
    if presence != Presence::Optional {
        return build(b, place);
    }
    let bind = ("present", ty.clone());
    let null = b.open_yields((place.clone(), None), bind, &NULL, |b, bind, _| vec![build(b, bind.into())])[0];
    b.when(null.into(), |b| b.reset(place));
    null.into()
}

/// Reads an integer of 64 bits, which is written with the sign that its bits have.
fn read_wide(b: &mut FunctionBuilder) -> Expr {
    let found = [("number", ValueType::U64)];
    let is_negative = Expr::from(b.peek("next")).is(u64::from(b'-'));
    let negative = |b: &mut FunctionBuilder| vec![Expr::from(b.read_leaf("number", ReadLeaf::JsonInt)).reinterpret()];
    b.if_yields(is_negative, &found, negative, |b| vec![b.read_leaf("number", ReadLeaf::JsonUint).into()])[0].into()
}

/// Reads a text of one character up to U+00FF, or its number.
fn read_character(b: &mut FunctionBuilder) -> Expr {
    let found = [("character", ValueType::U64)];
    let is_quoted = Expr::from(b.peek("next")).is(u64::from(b'"'));
    let quoted = |b: &mut FunctionBuilder| {
        let text = b.read_leaf("text", ReadLeaf::JsonString);
        b.at(text, 0u64, &found, |b| {
            b.check(Expr::Left.is_not(0u64), ErrorCode::BadLength);
            let first = b.read_int("first", 1, Order::Little);
            let character = b.if_yields(
                first.below(0x80u64),
                &found,
                |_| vec![first.into()],
                |b| {
                    b.check(first.below(0xc4u64), ErrorCode::OutOfRange);
                    let second = b.read_int("second", 1, Order::Little);
                    vec![(first & 3u64) << 6u64 | (second & 0x3fu64)]
                },
            );
            b.check(Expr::Left.is(0u64), ErrorCode::BadLength);
            vec![character[0].into()]
        })
        .into_iter()
        .map(Expr::from)
        .collect()
    };
    let number = |b: &mut FunctionBuilder| {
        let number = Expr::from(b.read_leaf("number", ReadLeaf::JsonUint));
        check_range(b, &number, 8, false);
        vec![number]
    };
    b.if_yields(is_quoted, &found, quoted, number)[0].into()
}

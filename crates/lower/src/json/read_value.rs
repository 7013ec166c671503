use super::Json;
use super::plan::Named;
use super::skip::each_item;
use crate::plan::{check_enum, check_range, uuid};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, EnumId, Type};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, Place, ReadLeaf, Setting, ValueType};

impl Json<'_> {
    /// Reads a member's value that is not `null`.
    pub(super) fn read_present(&self, b: &mut FunctionBuilder, named: &Named, owner: &Place) {
        let member = &named.member;
        if member.mark {
            // It is set if the member is true.
            let held = b.read_leaf("held", ReadLeaf::JsonBool);
            return member.read_mark(b, owner, held);
        }
        if is_leaf(&member.ty) {
            return self.read_leaf_value(b, &member.ty, member.value_place(owner));
        }
        member.read_new(b, owner, |b, place| self.read_value(b, &member.ty, place));
    }

    /// Reads a value without leading white space. The place is that of a new value.
    pub(super) fn read_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => self.read_nullable(b, &value.ty, place.field(0)),
                None => drop(b.call(self.codecs[*id].read, self.read_args(place), &[])),
            },
            Type::Union(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.read_list(b, element, place),
            Type::Array(element, len) => self.read_array(b, element, *len, place),
            Type::Map(entry) => self.read_map(b, *entry, place),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => self.read_leaf_value(b, ty, place),
        }
    }

    /// `null` leaves the value absent.
    fn read_nullable(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        let null = Expr::from(b.matches("null", b"null"));
        b.when(!null, |b| match is_leaf(ty) {
            true => self.read_leaf_value(b, ty, place.some()),
            false => b.open(place, None, ("value", ty.clone()), |b, value, _| self.read_value(b, ty, value.into())),
        });
    }

    fn read_list(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        b.expect(b"[", ErrorCode::WrongKind);
        each_item(b, b"]", |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            if let Type::Enum(id) = element {
                let (number, known) = self.read_enum(b, *id);
                return b.when(known, |b| {
                    b.push(place, ("element", element.clone()), |b, value| b.set(value.into(), number))
                });
            }
            b.push(place, ("element", element.clone()), |b, value| self.read_value(b, element, value.into()));
        });
    }

    /// The number of elements must match the type.
    fn read_array(&self, b: &mut FunctionBuilder, element: &Type, len: u32, place: Place) {
        b.expect(b"[", ErrorCode::WrongKind);
        b.fill(place, u64::from(len), ("element", element.clone()), |b, value, index| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.when(index.is_not(0u64), |b| {
                b.expect(b",", ErrorCode::BadLength);
                b.skip_leaf(ReadLeaf::JsonSpace);
            });
            self.read_value(b, element, value.into());
        });
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.expect(b"]", ErrorCode::BadLength);
    }

    fn read_leaf_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Int { bits, signed, .. } => {
                let leaf = if *signed { ReadLeaf::JsonInt } else { ReadLeaf::JsonUint };
                let number = Expr::from(b.read_leaf("number", leaf));
                check_range(b, &number, *bits, *signed);
                b.set(place, number);
            }
            Type::Enum(id) => {
                let (number, known) = self.read_enum(b, *id);
                b.when(known, |b| b.set(place, number));
            }
            Type::FixedBytes(_, BytesMeaning::Uuid) => {
                let text = b.read_leaf("text", ReadLeaf::JsonString);
                uuid::read_text(b, text.into(), place);
            }
            Type::FixedBytes(len, meaning) => match (&self.decimals, meaning) {
                (Some(decimals), BytesMeaning::Decimal) => decimals.read(b, place),
                _ => read_base64(b, *len, place),
            },
            Type::Text { .. } => {
                let text = b.read_leaf("text", ReadLeaf::JsonString);
                b.set_trusted(place, text);
            }
            Type::Bool => read_into(b, place, ReadLeaf::JsonBool),
            Type::Float { bits: 32 } => read_into(b, place, ReadLeaf::JsonFloat32),
            Type::Float { .. } => read_into(b, place, ReadLeaf::JsonFloat64),
            Type::Bytes => read_into(b, place, ReadLeaf::JsonBase64),
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                self.read_value(b, ty, place);
            }
        }
    }

    /// Reads an enumerator by its name or number; also yields a flag that is false if there is none. An unknown name is
    /// refused, or skipped if unknown members are.
    pub(super) fn read_enum(&self, b: &mut FunctionBuilder, id: EnumId) -> (Expr, Expr) {
        if self.known.is_null_value(id) {
            let null = b.matches("null", b"null");
            let other = |b: &mut FunctionBuilder| {
                let (number, known) = self.read_named(b, id);
                vec![number, known]
            };
            let read = b.if_yields(null.into(), &ENUMERATOR, |_| vec![0i64.into(), true.into()], other);
            return (read[0].into(), read[1].into());
        }
        self.read_named(b, id)
    }

    fn read_named(&self, b: &mut FunctionBuilder, id: EnumId) -> (Expr, Expr) {
        let quoted = Expr::from(b.peek("next")).is(u64::from(b'"'));
        let by_name = |b: &mut FunctionBuilder| self.read_enum_name(b, id);
        let by_number = |b: &mut FunctionBuilder| {
            let number = match self.is_wide_unsigned(id) {
                true => Expr::from(b.read_leaf("number", ReadLeaf::JsonUint)).reinterpret(),
                false => b.read_leaf("number", ReadLeaf::JsonInt).into(),
            };
            check_enum(b, self.types, id, &number);
            vec![number, true.into()]
        };
        let read = b.if_yields(quoted, &ENUMERATOR, by_name, by_number);
        (read[0].into(), read[1].into())
    }

    fn read_enum_name(&self, b: &mut FunctionBuilder, id: EnumId) -> Vec<Expr> {
        let name = b.read_leaf("name", ReadLeaf::JsonString);
        let members = self.types.enumeration(id).members.iter();
        let arms = members.map(|member| Arm {
            keys: vec![Const::Bytes(member.name.clone().into())],
            body: b.block(|_| vec![member.number.into(), true.into()]),
        });
        let arms = arms.collect();
        let unknown = b.block(|b| {
            b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownEnumerator);
            vec![0i64.into(), false.into()]
        });
        b.switch(name.into(), arms, unknown, &ENUMERATOR).into_iter().map(Expr::from).collect()
    }
}

/// The results of reading an enumerator.
const ENUMERATOR: [(&str, ValueType); 2] = [("number", ValueType::I64), ("known", ValueType::Bool)];

/// Returns true if a value is set in one step.
fn is_leaf(ty: &Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_))
}

fn read_base64(b: &mut FunctionBuilder, len: u32, place: Place) {
    let bytes = Expr::from(b.read_leaf("bytes", ReadLeaf::JsonBase64));
    b.check(bytes.clone().bytes_len().is(u64::from(len)), ErrorCode::BadLength);
    b.set(place, bytes);
}

pub(crate) fn read_into(b: &mut FunctionBuilder, place: Place, leaf: ReadLeaf) {
    let value = b.read_leaf("value", leaf);
    b.set(place, value);
}

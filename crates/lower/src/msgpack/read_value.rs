use super::Msgpack;
use super::head::NIL;
use crate::plan::{Member, bound_count, check_enum, check_range};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place};

impl Msgpack<'_> {
    /// Reads a member's value that is not nil.
    pub(super) fn read_present(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        if member.mark {
            let held = read_bool(b);
            return member.read_mark(b, owner, held);
        }
        if is_leaf(&member.ty) {
            return self.read_value(b, &member.ty, member.value_place(owner));
        }
        member.read_new(b, owner, |b, place| self.read_value(b, &member.ty, place));
    }

    fn read_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Bool => {
                let flag = read_bool(b);
                b.set(place, flag);
            }
            Type::Int { bits, signed, .. } => {
                let number = if *signed { self.numbers.read_int(b) } else { self.numbers.read_uint(b) };
                check_range(b, &number, *bits, *signed);
                b.set(place, number);
            }
            Type::Float { bits } => {
                let float = self.numbers.read_float(b, *bits);
                b.set(place, float);
            }
            Type::Enum(id) => {
                let number = self.numbers.read_enumerator(b, self.types.enumeration(*id));
                check_enum(b, self.types, *id, &number);
                b.set(place, number);
            }
            Type::Text { .. } | Type::Bytes => {
                let bytes = self.heads.read_run(b);
                b.set(place, bytes);
            }
            Type::FixedBytes(len, _) => {
                let bytes = self.heads.read_run(b);
                b.check(bytes.clone().bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
                b.set(place, bytes);
            }
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => self.read_nullable(b, &value.ty, place.field(0)),
                None => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            },
            Type::Union(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::List(element) => {
                let count = self.heads.read_array(b);
                bound_count(b, count.clone(), 1);
                self.read_elements(b, element, count, place);
            }
            Type::Map(entry) => self.read_entries(b, *entry, place),
            Type::Array(element, len) => {
                let count = self.heads.read_array(b);
                b.check(count.is(u64::from(*len)), ErrorCode::BadLength);
                self.read_elements(b, element, u64::from(*len).into(), place);
            }
        }
    }

    /// Nil leaves the value absent.
    fn read_nullable(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        let nil = Expr::from(b.matches("nil", &NIL));
        b.when(!nil, |b| match is_leaf(ty) {
            true => self.read_value(b, ty, place.some()),
            false => b.open(place, None, ("value", ty.clone()), |b, value, _| self.read_value(b, ty, value.into())),
        });
    }

    /// An entry has at least two bytes.
    fn read_entries(&self, b: &mut FunctionBuilder, entry: StructId, place: Place) {
        let (key, value) = self.types.entry(entry);
        let count = self.heads.read_map(b);
        bound_count(b, count.clone(), 2);
        b.fill(place, count, ("entry", Type::Struct(entry)), |b, item, _| {
            let item = Place::from(item);
            self.read_value(b, key, item.field(0));
            self.read_value(b, value, item.field(1));
        });
    }

    fn read_elements(&self, b: &mut FunctionBuilder, element: &Type, count: Expr, place: Place) {
        b.fill(place, count, ("element", element.clone()), |b, item, _| self.read_value(b, element, item.into()));
    }
}

/// Returns true if a value is set in one step.
fn is_leaf(ty: &Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_))
}

fn read_bool(b: &mut FunctionBuilder) -> Expr {
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    b.check((head.clone() | 1u64).is(0xc3u64), ErrorCode::WrongKind);
    head.is(0xc3u64)
}

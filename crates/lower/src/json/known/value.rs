//! Dynamic values: any JSON.

use super::types::Kinds;
use crate::json::Json;
use crate::json::level::Level;
use crate::json::write_value::write_text;
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Place, ReadLeaf, WriteLeaf};

impl Json<'_> {
    /// A value without a kind has no JSON form, nor have non-finite numbers.
    pub(super) fn write_kind(&self, b: &mut FunctionBuilder, kinds: Kinds, value: &Place, level: &Level) {
        let union = value.field(kinds.field);
        let get = |case: u32| Expr::Get(union.case(case));
        let of = |case: u32| vec![Const::U64(u64::from(case) + 1)];
        let arms = vec![
            arm(b, of(kinds.null), |b| b.write_bytes(b"null")),
            arm(b, of(kinds.number), |b| {
                let exponent = (get(kinds.number) >> 52u64) & 0x7ffu64;
                b.check(exponent.is_not(0x7ffu64), ErrorCode::OutOfRange);
                b.write_leaf(WriteLeaf::JsonFloat64, vec![get(kinds.number)]);
            }),
            arm(b, of(kinds.text), |b| write_text(b, true, get(kinds.text))),
            arm(b, of(kinds.truth), |b| self.write_value(b, &Type::Bool, union.case(kinds.truth), level)),
            arm(b, of(kinds.object.0), |b| {
                self.write_value(b, &Type::Struct(kinds.object.1), union.case(kinds.object.0), level)
            }),
            arm(b, of(kinds.list.0), |b| {
                self.write_value(b, &Type::Struct(kinds.list.1), union.case(kinds.list.0), level)
            }),
        ];
        let none = block(b, |b| b.fail(ErrorCode::MissingField));
        b.switch(Expr::Case(union), arms, none, &[]);
    }

    pub(super) fn read_kind(&self, b: &mut FunctionBuilder, kinds: Kinds, value: &Place) {
        let union = value.field(kinds.field);
        let next = b.peek("next");
        let arms = vec![
            starting(b, b"n", |b| {
                b.expect(b"null", ErrorCode::Syntax);
                b.set(union.case(kinds.null), 0i64);
            }),
            starting(b, b"tf", |b| read_into(b, union.case(kinds.truth), ReadLeaf::JsonBool)),
            starting(b, b"\"", |b| {
                let text = b.read_leaf("text", ReadLeaf::JsonString);
                b.set_trusted(union.case(kinds.text), text);
            }),
            starting(b, b"{", |b| self.read_nested(b, &union, kinds.object)),
            starting(b, b"[", |b| self.read_nested(b, &union, kinds.list)),
        ];
        let number = block(b, |b| read_into(b, union.case(kinds.number), ReadLeaf::JsonFloat64));
        b.switch(next.into(), arms, number, &[]);
    }

    fn read_nested(&self, b: &mut FunctionBuilder, union: &Place, (case, id): (u32, StructId)) {
        b.open(union.clone(), Some(case), ("nested", Type::Struct(id)), |b, nested, _| {
            b.call(self.codecs[id].read, self.read_args(nested.into()), &[]);
        });
    }
}

fn starting(b: &mut FunctionBuilder, bytes: &[u8], body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, bytes.iter().map(|&byte| Const::U64(byte.into())).collect(), body)
}

fn read_into(b: &mut FunctionBuilder, place: Place, leaf: ReadLeaf) {
    let value = b.read_leaf("value", leaf);
    b.set(place, value);
}

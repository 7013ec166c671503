//! Structs that their schema states to be something else than maps: extensions with the bytes of their members, and values
//! of any kind.

use super::Msgpack;
use super::head::{EXT, NIL};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arm, Const, Datum, ErrorCode, Expr, Order, Place, ValueType};

impl Msgpack<'_> {
    /// Writes the head, the type, and the members in big-endian order.
    pub(super) fn write_extension(&self, b: &mut FunctionBuilder, (id, code): (StructId, i8), owner: &Place) {
        let scalars = self.scalars(id);
        b.write_bytes(&extension_head(size_of(&scalars), code));
        for (scalar, index) in scalars.iter().zip(0..) {
            b.write_int(scalar.get(owner.field(index)), scalar.width(), Order::Big);
        }
    }

    pub(super) fn read_extension(&self, b: &mut FunctionBuilder, (id, code): (StructId, i8), owner: &Place) {
        let scalars = self.scalars(id);
        let size = size_of(&scalars);
        let fixed = fixed_head(size)
            .map(|head| Arm { keys: vec![Const::U64(head.into())], body: b.block(|_| vec![size.into()]) });
        let arms = fixed.into_iter().chain(EXT.arms(b)).collect();
        let other = b.block(|b| {
            b.fail(ErrorCode::WrongKind);
            vec![0u64.into()]
        });
        let head = Expr::from(b.read_int("head", 1, Order::Big));
        let len = Expr::from(b.switch(head, arms, other, &[("len", ValueType::U64)])[0]);
        b.check(len.is(size), ErrorCode::BadLength);
        b.expect(&[code as u8], ErrorCode::WrongKind);
        for (scalar, index) in scalars.iter().zip(0..) {
            let bits = b.read_int("bits", scalar.width(), Order::Big).into();
            scalar.set(b, self.types, owner.field(index), bits);
        }
    }

    /// Writes the encoded value that the only member has; nil for none.
    pub(super) fn write_any(&self, b: &mut FunctionBuilder, owner: &Place) {
        let place = owner.field(0);
        let empty = Expr::Len(place.clone()).is(0u64);
        b.if_else(empty, |b| b.write_bytes(&NIL), |b| b.write(Datum::Span(Expr::Get(place))));
    }

    pub(super) fn read_any(&self, b: &mut FunctionBuilder, owner: &Place) {
        let nil = Expr::from(b.matches("nil", &NIL));
        b.when(!nil, |b| {
            let start = b.let_("start", Expr::Pos);
            self.skippers.value(b);
            b.set(owner.field(0), Expr::Since(Box::new(start.into())));
        });
    }

    /// The members of an extension, which are numbers.
    fn scalars(&self, id: StructId) -> Vec<Scalar> {
        self.types.record(id).fields.iter().filter_map(|field| Scalar::of(self.types, &field.ty)).collect()
    }
}

fn size_of(scalars: &[Scalar]) -> u64 {
    scalars.iter().map(|scalar| u64::from(scalar.width())).sum()
}

/// The head of an extension of this many bytes, if it needs no length.
fn fixed_head(size: u64) -> Option<u8> {
    [1, 2, 4, 8, 16].iter().zip(0xd4..).find(|(fixed, _)| **fixed == size).map(|(_, head)| head)
}

fn extension_head(size: u64, code: i8) -> Vec<u8> {
    let head = fixed_head(size).map_or_else(|| EXT.constant(size), |head| vec![head]);
    [head, vec![code as u8]].concat()
}

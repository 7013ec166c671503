//! Repository ids and the places of code: strings, or the distances to earlier ones.

use super::super::Cdr;
use super::super::read::Layout;
use super::super::write::write_aligned;
use super::{key, tag};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Function, Order, ValueType, VarId};

/// `read_id(origin, little) -> id`.
pub(super) fn read_id() -> Function {
    let mut b = FunctionBuilder::new("read_id");
    let layout = Layout::params(&mut b);
    let len = layout.read(&mut b, "len", 4);
    let ids = [("id", ValueType::Bytes)];
    let earlier = |b: &mut FunctionBuilder| {
        let target = read_target(b, layout);
        let id = b.at(Expr::Input, target, &ids, |b| {
            let len = b.read_int("len", 4, Order::LittleIf(layout.little)).into();
            vec![read_characters(b, len)]
        });
        vec![id[0].into()]
    };
    let here = |b: &mut FunctionBuilder| vec![read_characters(b, len.clone())];
    let id = b.if_yields(len.clone().is(tag::INDIRECTION), &ids, earlier, here)[0];
    b.finish(vec![id.into()], vec![ValueType::Bytes])
}

/// Returns the characters of a string with its NUL. Only ids that are known count, so others may have any characters.
pub(in crate::cdr) fn read_characters(b: &mut FunctionBuilder, len: Expr) -> Expr {
    b.check(len.clone().is_not(0u64), ErrorCode::BadLength);
    let id = b.read_span("id", len - 1u64);
    let nul = Expr::from(b.read_int("nul", 1, Order::Little));
    b.check(nul.is(0u64), ErrorCode::Unterminated);
    id.into()
}

/// Reads the distance to something earlier, and returns the position of that.
pub(in crate::cdr) fn read_target(b: &mut FunctionBuilder, layout: Layout) -> VarId {
    let at = b.let_("at", Expr::Pos);
    let distance = layout.read_here(b, "distance", 4).sign_extended(32).reinterpret();
    let target = b.let_("target", at + distance);
    b.check(target.below(at), ErrorCode::BadPointer);
    target
}

impl Cdr<'_> {
    /// `write_id(id, origin)`.
    pub(super) fn write_id(&self) -> Function {
        let mut b = FunctionBuilder::new("write_id");
        let id = b.value_param("id", ValueType::Bytes);
        let origin = self.writer_params(&mut b);
        b.write(Datum::Align { to: 4, from: origin.into() });
        let start = b.let_("start", Expr::Tail);
        let position = b.memo(id, |b| {
            b.write_int(Expr::from(id).bytes_len() + 1u64, 4, self.order);
            b.write(Datum::Span(id.into()));
            b.write_bytes(&[0]);
            start.into()
        });
        b.when(position.is_not(start), |b| write_distance(b, position, (origin, self.order)));
        b.finish(vec![], vec![])
    }
}

/// Appends the distance to an earlier position.
pub(in crate::cdr) fn write_distance(b: &mut FunctionBuilder, position: VarId, (origin, order): (VarId, Order)) {
    write_aligned(b, tag::INDIRECTION.into(), 4, (origin, order));
    let distance = b.let_("distance", Expr::Tail - position);
    // Distances are negative numbers of 32 bits.
    b.check(distance.at_most(1u64 << 31), ErrorCode::TooLarge);
    b.write_int(Expr::from(0u64) - distance, 4, order);
}

/// Returns the position of a value by its number, which is known.
pub(super) fn recalled(b: &mut FunctionBuilder, number: impl Into<Expr>) -> VarId {
    let key = key(b, number);
    recalled_by(b, key)
}

pub(in crate::cdr) fn recalled_by(b: &mut FunctionBuilder, key: VarId) -> VarId {
    b.memo(key, |b| {
        b.fail(ErrorCode::BadPointer);
        0u64.into()
    })
}

//! TypeCodes in bytes.

use super::super::read::Layout;
use super::{TypeCodes, kind};
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Block, Const, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// The place of a TypeCode in bytes.
#[derive(Clone, Copy)]
pub(in super::super) struct Spot {
    /// The bytes.
    pub types: VarId,
    /// Where it begins: U64.
    pub at: VarId,
    /// Its byte order: Bool, true for little-endian.
    pub little: VarId,
    /// The version of GIOP, as in [`Layout`].
    pub minor: Option<VarId>,
}

/// A TypeCode that is neither an alias nor an indirection.
#[derive(Clone, Copy)]
pub(in super::super) struct Resolved {
    /// Where it is.
    pub spot: Spot,
    /// Its kind: U64.
    pub kind: VarId,
}

impl TypeCodes {
    /// Finds the TypeCode that one stands for.
    pub fn resolve(
        &self,
        b: &mut FunctionBuilder,
        (types, at): (Expr, Expr),
        (little, minor): (VarId, Option<VarId>),
    ) -> Resolved {
        let types = b.let_("types", types);
        let results = [("at", ValueType::U64), ("little", ValueType::Bool), ("kind", ValueType::U64)];
        let args = vec![Arg::Value(types.into()), Arg::Value(at), Arg::Value(little.into())];
        let found = b.call(self.resolve, args, &results);
        let spot = Spot { types, at: found[0], little: found[1], minor };
        Resolved { spot, kind: found[2] }
    }

    /// Skips the TypeCode at the cursor.
    pub fn skip(&self, b: &mut FunctionBuilder, layout: Layout) {
        b.call(self.skip, vec![Arg::Value(layout.origin.into()), Arg::Value(layout.little.into())], &[]);
    }
}

impl Spot {
    /// Reads in the encapsulation with the parameters.
    pub fn parameters(
        self,
        b: &mut FunctionBuilder,
        results: &[(&str, ValueType)],
        read: impl FnOnce(&mut FunctionBuilder, Layout) -> Vec<Expr>,
    ) -> Vec<VarId> {
        b.at(self.types, self.at + 8u64, results, |b| {
            let layout = Layout::of_encapsulation(b, self.minor);
            read(b, layout)
        })
    }

    /// Reads the number behind the kind, if that has no encapsulation.
    pub fn number(self, b: &mut FunctionBuilder, width: u8, offset: u64) -> VarId {
        b.at(self.types, self.at + offset, &[("number", ValueType::U64)], |b| {
            vec![b.read_int("number", width, Order::LittleIf(self.little)).into()]
        })[0]
    }
}

/// `skip_type_code(origin, little)`.
pub(super) fn skip_type_code() -> Function {
    let mut b = FunctionBuilder::new("skip_type_code");
    let layout = Layout::params(&mut b);
    let kind = layout.read(&mut b, "kind", 4);
    let keys = |kinds: &[u64]| kinds.iter().copied().map(Const::U64).collect::<Vec<_>>();
    let arms =
        vec![arm(&mut b, keys(&kind::SIMPLE), |_| {}), arm(&mut b, keys(&kind::SHORT_PARAMETERS), |b| b.skip(4u64))];
    let encapsulated = block(&mut b, |b| {
        let len = layout.read(b, "len", 4);
        b.skip(len);
    });
    b.switch(kind, arms, encapsulated, &[]);
    b.finish(vec![], vec![])
}

/// Skips a string.
pub(in super::super) fn skip_text(b: &mut FunctionBuilder, layout: Layout) {
    let len = layout.read(b, "len", 4);
    b.skip(len);
}

/// Returns the byte order of the TypeCode at the cursor: the number of a kind is below 256 and, if it has parameters, not 0.
pub(super) fn order_of_next(b: &mut FunctionBuilder) -> VarId {
    let first = b.peek("first");
    b.check(first.is_not(0xffu64), ErrorCode::BadPointer);
    b.let_("little", first.is_not(0u64))
}

/// `resolve_type_code(types, at, little) -> (at, little, kind)`.
pub(super) fn resolve_type_code(resolve: FuncId) -> Function {
    let mut b = FunctionBuilder::new("resolve_type_code");
    let types = b.value_param("types", ValueType::Bytes);
    let at = b.value_param("at", ValueType::U64);
    let little = b.value_param("little", ValueType::Bool);
    b.nests();
    let results = [("at", ValueType::U64), ("little", ValueType::Bool), ("kind", ValueType::U64)];
    let again = |b: &mut FunctionBuilder, at: Expr, little: VarId| {
        let args = vec![Arg::Value(types.into()), Arg::Value(at), Arg::Value(little.into())];
        b.call(resolve, args, &results).into_iter().map(Expr::from).collect::<Vec<_>>()
    };
    let found = b.at(types, at, &results, |b| {
        let kind = b.read_int("kind", 4, Order::LittleIf(little));
        let indirection = b.block(|b| {
            let from = b.let_("from", Expr::Pos);
            let offset = Expr::from(b.read_int("offset", 4, Order::LittleIf(little))).sign_extended(32);
            let target = b.let_("target", from + offset.reinterpret());
            let order = b.at(types, target, &[("order", ValueType::Bool)], |b| vec![order_of_next(b).into()]);
            again(b, target.into(), order[0])
        });
        let alias = b.block(|b| {
            b.skip(4u64);
            let layout = Layout::of_encapsulation(b, None);
            skip_text(b, layout);
            skip_text(b, layout);
            b.read_align(4u64, layout.origin);
            again(b, Expr::Pos, layout.little)
        });
        let arms = vec![
            Arm { keys: vec![Const::U64(kind::INDIRECTION)], body: indirection },
            Arm { keys: vec![Const::U64(kind::ALIAS)], body: alias },
        ];
        let own = Block { yields: vec![at.into(), little.into(), kind.into()], ..Block::default() };
        b.switch(kind.into(), arms, own, &results).into_iter().map(Expr::from).collect()
    });
    let yields = found.into_iter().map(Expr::from).collect();
    b.finish(yields, results.map(|(_, ty)| ty).to_vec())
}

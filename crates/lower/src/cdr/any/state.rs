//! The members of a valuetype, as its TypeCode tells them: those of its bases come first, but are inside of the TypeCode.

use super::super::Cdr;
use super::super::type_code::kind;
use super::super::type_code::walk::{Spot, skip_text};
use super::aggregate::{Members, skip_visibility, state};
use super::{Context, spot_args, spot_params};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Function, Order, ValueType, VarId};

/// Octets of an entry: where a member is, the origin of alignment there, and 1 for little-endian.
const ENTRY: u64 = 24;

/// The places of members.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    entries: VarId,
    spot: Spot,
}

impl Listed {
    pub fn count(self) -> Expr {
        Expr::from(self.entries).bytes_len() / ENTRY
    }

    /// Returns the member at an index, and where it is.
    pub fn member(self, b: &mut FunctionBuilder, index: VarId) -> (Members, VarId) {
        let results = [("next", ValueType::U64), ("origin", ValueType::U64), ("typed_little", ValueType::Bool)];
        let found = b.at(self.entries, index * ENTRY, &results, |b| {
            let [next, origin, little] = ["next", "origin", "little"].map(|name| b.read_int(name, 8, Order::Little));
            vec![next.into(), origin.into(), little.is(1u64)]
        });
        (Members::at(self.spot, (found[1], found[2]), found[0]), found[0])
    }
}

impl Cdr<'_> {
    /// `list_state(types, at, little)`.
    pub(super) fn list_state(&self, context: Context<'_>) -> Function {
        let mut b = FunctionBuilder::new("list_state");
        let spot = spot_params(&mut b, None);
        b.nests();
        let found = state(&mut b, context.types, spot);
        let base = found.base;
        let resolved = context.types.resolve(&mut b, (base.types.into(), base.at.into()), (base.little, None));
        b.when(resolved.kind.is_not(kind::NULL), |b| {
            b.check(resolved.kind.is(kind::VALUE) | resolved.kind.is(kind::EVENT), ErrorCode::Unsupported);
            b.call(context.anys.list_state, spot_args(resolved.spot), &[]);
        });
        let all = found.members;
        let carried = vec![("index", ValueType::U64, 0u64.into()), ("next", ValueType::U64, all.next.into())];
        b.loop_while(
            carried,
            |carried| carried[0].below(all.count),
            |b, carried| {
                b.write_int(carried[1], 8, Order::Little);
                b.write_int(all.layout.origin, 8, Order::Little);
                b.write_int(Expr::from(all.layout.little).as_int(), 8, Order::Little);
                let next = b.at(all.types, carried[1], &[("next", ValueType::U64)], |b| {
                    skip_text(b, all.layout);
                    b.read_align(4u64, all.layout.origin);
                    context.types.skip(b, all.layout);
                    skip_visibility(b, all.layout);
                    vec![Expr::Pos]
                });
                b.charge(Expr::from(next[0]) - carried[1]);
                vec![carried[0] + 1u64, next[0].into()]
            },
        );
        b.finish(vec![], vec![])
    }

    pub(super) fn listed(&self, b: &mut FunctionBuilder, context: Context<'_>, spot: Spot) -> Listed {
        let entries = b.scratch("entries", |b| {
            b.call(context.anys.list_state, spot_args(spot), &[]);
        });
        Listed { entries, spot }
    }
}

//! Structs as arrays.

use super::Msgpack;
use crate::plan::{Member, push_all, report_unknown};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Place, UnknownKind, ValueType};

impl Msgpack<'_> {
    /// Reads the members of an array, which may have fewer or more elements.
    pub(super) fn read_array(
        &self,
        b: &mut FunctionBuilder,
        members: &[&Member],
        (owner, unknown_kind): (&Place, Option<UnknownKind>),
    ) {
        let count = self.heads.read_array(b);
        for (member, index) in members.iter().zip(0u64..) {
            self.read_element(b, member, Expr::from(index).below(count.clone()), owner);
        }
        let first = members.len() as u64;
        b.loop_while(
            vec![("index", ValueType::U64, first.into())],
            |carried| carried[0].below(count),
            |b, carried| {
                self.skip_element(b, owner, unknown_kind);
                vec![carried[0] + 1u64]
            },
        );
    }

    /// Reads a member if the array has it.
    fn read_element(&self, b: &mut FunctionBuilder, member: &Member, has: Expr, owner: &Place) {
        if !member.selected {
            return b.when(has, |b| self.skippers.value(b));
        }
        let nil = |b: &mut FunctionBuilder| vec![!self.read_member(b, member, owner)];
        let held = Expr::from(b.if_yields(has, &[("held", ValueType::Bool)], nil, |_| vec![false.into()])[0]);
        if member.is_demanded() {
            b.check(held.clone(), ErrorCode::MissingField);
        }
        if member.has_default_elements() {
            b.when(!held, |b| push_all(b, self.types, &member.ty, &member.default_elements, &member.place(owner)));
        }
    }

    fn skip_element(&self, b: &mut FunctionBuilder, owner: &Place, unknown_kind: Option<UnknownKind>) {
        let Some(what) = unknown_kind else { return self.skippers.value(b) };
        let start = b.let_("start", Expr::Pos);
        self.skippers.value(b);
        report_unknown(b, Expr::Since(Box::new(start.into())), what, owner);
    }
}

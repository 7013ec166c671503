//! Mutable structs: members in any order, by their ids. The last of several with the same id counts.

use super::Xcdr;
use super::member::MemberHeader;
use super::plan::StructPlan;
use crate::cdr::read::Layout;
use crate::plan::PresenceBits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Place, ValueType, VarId};
use polywire_model::Presence;

/// The members that have been read, of those that are required.
struct Required {
    bits: PresenceBits,
    /// By field: its number among them.
    numbers: Vec<Option<usize>>,
}

impl Required {
    fn of(plan: &StructPlan<'_>) -> Self {
        let mut next = 0..;
        let numbers = plan.fields.iter().map(|it| (it.presence == Presence::Required).then(|| next.next()).flatten());
        let numbers: Vec<Option<usize>> = numbers.collect();
        Self { bits: PresenceBits::new(numbers.iter().flatten().count()), numbers }
    }

    fn check(&self, b: &mut FunctionBuilder, last: &[VarId]) {
        if !self.bits.is_empty() {
            b.check(self.bits.complete(last), ErrorCode::MissingField);
        }
    }
}

impl Xcdr<'_> {
    pub(super) fn write_members(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, origin: VarId) {
        let StructPlan { fields, members, .. } = &self.structs[id.0 as usize];
        for index in self.fields(id) {
            let (field, place) = (&fields[index], value.field(index as u32));
            let head = (members[index], self.length_code(&self.types.of(&field.ty)));
            let write = |b: &mut FunctionBuilder| {
                self.write_member(b, head, origin, |b, origin| self.write_present(b, field, place.clone(), origin));
            };
            match field.presence {
                Presence::Implicit | Presence::Required => write(b),
                Presence::Optional => b.when(Expr::Present(place.clone()), write),
            }
        }
    }

    /// Reads the members of a struct in version 2.
    pub(super) fn read_members(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, layout: Layout) {
        let required = Required::of(&self.structs[id.0 as usize]);
        self.read_delimited(b, layout, |b| {
            let last = b.loop_while(
                required.bits.carried(),
                |_| Expr::Left.is_not(0u64),
                |b, carried| {
                    let header = self.read_emheader(b, layout);
                    self.read_member(b, (id, value), header, (&required, carried), |b, size, read| {
                        b.window(size, polywire_ir::Rest::Skip, |b| read(b, layout));
                    })
                },
            );
            required.check(b, &last);
        });
    }

    /// Reads the members of a struct in version 1, up to the sentinel.
    pub(super) fn read_parameters(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, layout: Layout) {
        let required = Required::of(&self.structs[id.0 as usize]);
        let mut carried = vec![("follows", ValueType::Bool, true.into())];
        carried.extend(required.bits.carried());
        let last = b.loop_while(
            carried,
            |vars| vars[0].into(),
            |b, carried| {
                let (header, is_sentinel) = self.read_parameter_header(b, layout);
                let carried = &carried[1..];
                let results = vec![("presence", ValueType::U64); carried.len()];
                let unchanged = |_: &mut FunctionBuilder| carried.iter().map(|&it| it.into()).collect();
                let next = b.if_yields(is_sentinel.clone(), &results, unchanged, |b| {
                    self.read_member(b, (id, value), header, (&required, carried), |b, size, read| {
                        self.read_parameter_value(b, size, layout, read);
                    })
                });
                [!is_sentinel].into_iter().chain(next.into_iter().map(Expr::from)).collect()
            },
        );
        required.check(b, &last[1..]);
    }

    /// Reads the value behind a header with `open`, and returns the next carried values.
    fn read_member(
        &self,
        b: &mut FunctionBuilder,
        (id, value): (StructId, &Place),
        header: MemberHeader,
        (required, carried): (&Required, &[VarId]),
        open: impl Fn(&mut FunctionBuilder, Expr, &dyn Fn(&mut FunctionBuilder, Layout)),
    ) -> Vec<Expr> {
        let StructPlan { fields, members, .. } = &self.structs[id.0 as usize];
        let arms = self.fields(id).map(|index| Arm {
            keys: vec![Const::U64(members[index].id.into())],
            body: b.block(|b| {
                open(b, header.size.clone(), &|b, layout| {
                    self.read_again(b, &fields[index], value.field(index as u32), layout);
                });
                required.bits.after(carried, required.numbers[index])
            }),
        });
        let arms = arms.collect();
        let other = b.block(|b| {
            b.check(header.must_understand.clone().is(0u64), ErrorCode::UnknownMember);
            b.skip(header.size.clone());
            carried.iter().map(|&it| it.into()).collect()
        });
        let results = vec![("presence", ValueType::U64); carried.len()];
        b.switch(header.id, arms, other, &results).into_iter().map(Expr::from).collect()
    }
}

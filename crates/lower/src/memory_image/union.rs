//! Unions: the case, and the tag that tells it. A case that several tags select has its tag in each value.

use super::Memory;
use super::cell::Cell;
use super::form::Form;
use super::plan::{CasePlan, UnionPlan};
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::UnionId;
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place, ValueType, VarId};

impl CasePlan {
    /// Returns the place of the value.
    fn value_in(&self, case: Place) -> Place {
        if self.label.is_some() { case.field(1) } else { case }
    }

    /// Returns those of its labels that a tag can be, as bits.
    pub(super) fn keys(&self, tag: &Cell) -> Vec<Const> {
        self.labels.iter().filter_map(|label| key(*label, tag)).map(Const::U64).collect()
    }
}

impl Memory<'_> {
    /// Puts the value of the case that is set.
    pub(super) fn put_union(&self, b: &mut FunctionBuilder, plan: &UnionPlan, place: &Place) {
        let mut arms = Vec::new();
        for (case, index) in plan.cases.iter().zip(0u32..) {
            if let Some((ty, at, form)) = &case.value {
                let keys = vec![Const::U64(u64::from(index) + 1)];
                // The place of a number counts from the start of the union.
                let at = if matches!(form, Form::Number(_)) { 0 } else { *at };
                arms.push(arm(b, keys, |b| self.put_typed(b, ty, form, at, case.value_in(place.case(index)))));
            }
        }
        if !arms.is_empty() {
            b.switch(Expr::Case(place.clone()), arms, Block::default(), &[]);
        }
    }

    /// Returns the bits (U64) of the tag of a union.
    pub(super) fn tag(&self, b: &mut FunctionBuilder, plan: &UnionPlan, cell: &Cell, place: &Place) -> Expr {
        let mut arms = Vec::new();
        for (case, index) in plan.cases.iter().zip(0u32..) {
            let body = b.block(|b| vec![self.tag_of_case(b, plan, case, cell, place.case(index))]);
            arms.push(Arm { keys: vec![Const::U64(u64::from(index) + 1)], body });
        }
        // Zero stands for no case, unless it selects one.
        let selects_one = plan.cases.iter().any(|case| case.is_default || case.labels.contains(&0));
        let none = b.block(|b| {
            if selects_one {
                b.fail(ErrorCode::MissingField);
            }
            vec![0u64.into()]
        });
        b.switch(Expr::Case(place.clone()), arms, none, &[("tag", ValueType::U64)])[0].into()
    }

    fn tag_of_case(
        &self,
        b: &mut FunctionBuilder,
        plan: &UnionPlan,
        case: &CasePlan,
        cell: &Cell,
        place: Place,
    ) -> Expr {
        let Some(ty) = &case.label else {
            return match case.labels.first().and_then(|label| key(*label, cell)) {
                Some(label) => label.into(),
                None => {
                    b.fail(ErrorCode::OutOfRange);
                    0u64.into()
                }
            };
        };
        let bits = self.bits_of(b, ty, cell, place.field(0));
        let tag = Expr::from(b.let_("tag", if cell.bits == 64 { bits } else { bits.low_bits(cell.bits) }));
        let refuse = block(b, |b| b.fail(ErrorCode::UnknownCase));
        let others = plan.cases.iter().filter(|case| !case.is_default).flat_map(|case| case.keys(cell));
        let (keys, found, other) = match case.is_default {
            true => (others.collect(), refuse, Block::default()),
            false => (case.keys(cell), Block::default(), refuse),
        };
        if !keys.is_empty() {
            b.switch(tag.clone(), vec![Arm { keys, body: found }], other, &[]);
        }
        tag
    }

    /// Reads the case that a tag (U64) tells.
    pub(super) fn read_union(
        &self,
        b: &mut FunctionBuilder,
        id: UnionId,
        (cell, tag): (&Cell, Expr),
        bytes: Expr,
        place: Place,
    ) {
        let plan = self.union(id);
        let tag = Expr::from(b.let_("tag", tag));
        let whole = (bytes, 0u64.into(), u64::from(plan.size).into());
        let section = b.section("union", whole, vec![0; plan.size as usize], None);
        let mut arms = Vec::new();
        let mut other = block(b, |b| b.fail(ErrorCode::UnknownCase));
        for (case, index) in plan.cases.iter().zip(0u32..) {
            let value_type = self.types.union(id).cases[index as usize].value_type();
            let read = |b: &mut FunctionBuilder| {
                b.open(place.clone(), Some(index), ("case", value_type), |b, bind, _| {
                    if let Some(ty) = &case.label {
                        self.set_number(b, ty, cell, tag.clone(), Place::from(bind).field(0));
                    }
                    self.read_case(b, case, section, case.value_in(bind.into()));
                });
            };
            let keys = case.keys(cell);
            if case.is_default {
                other = block(b, read);
            } else if !keys.is_empty() {
                arms.push(arm(b, keys, read));
            }
        }
        if plan.cases.iter().all(|case| !case.is_default && !case.labels.contains(&0)) {
            arms.push(arm(b, vec![Const::U64(0)], |_| {}));
        }
        b.switch(tag, arms, other, &[]);
    }

    fn read_case(&self, b: &mut FunctionBuilder, case: &CasePlan, section: VarId, place: Place) {
        match &case.value {
            Some((ty, _, Form::Number(cell))) => {
                let bits = self.load(section, cell);
                self.set_number(b, ty, cell, bits, place);
            }
            Some((_, at, form)) => self.read_value(b, form, (section, *at), place),
            None => {}
        }
    }
}

/// Returns the bits of a label; `None` if the tag cannot hold it.
fn key(label: i128, tag: &Cell) -> Option<u64> {
    let (least, behind) = match tag.signed {
        true => (-(1i128 << (tag.bits - 1)), 1i128 << (tag.bits - 1)),
        false => (0, 1i128 << tag.bits),
    };
    let mask = if tag.bits == 64 { u64::MAX } else { (1 << tag.bits) - 1 };
    (least..behind).contains(&label).then_some(label as u64 & mask)
}

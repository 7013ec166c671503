//! The types of unions: numbers that stand for their cases.

use crate::plan::Orders;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::UnionId;
use polywire_ir::{Arm, Block, Const, Expr, Place, ValueType};
use polywire_model::{Case, DeclKind, Model, Type, Union};

/// The numbers of a union's cases. 0 means none.
pub(super) struct Tag {
    /// Bytes of a number.
    pub width: u8,
    /// For each case its number: zero-extended bits.
    pub numbers: Vec<u64>,
    /// The union is one of a FlatBuffers schema: numbers of newer schemas are those of no known case, and no number
    /// is stored for no case.
    pub is_own: bool,
}

impl Tag {
    /// `number` gives that of a case in schemas of other languages.
    pub fn of(it: &Union, number: impl Fn(u32) -> u64) -> Self {
        let is_own = it.attrs.flatbuffers;
        let bits = match it.discriminator {
            Some(Type::Int { bits, .. }) if is_own => bits,
            _ => 8,
        };
        let mask = u64::MAX >> (64 - bits);
        let numbers = it.cases.iter().zip(0..).map(|(case, index)| match (is_own, case.labels.first()) {
            (true, Some(stated)) => *stated as u64 & mask,
            (true, None) => u64::from(index) + 1,
            (false, _) => number(index),
        });
        Self { width: bits / 8, numbers: numbers.collect(), is_own }
    }

    /// Returns true if all numbers fit.
    pub fn fits(&self) -> bool {
        self.numbers.iter().all(|number| *number <= u64::MAX >> (64 - 8 * self.width))
    }

    /// Returns the number of the case of the union at a place: U64.
    pub fn number(&self, b: &mut FunctionBuilder, place: &Place) -> Expr {
        if self.numbers.iter().zip(1..).all(|(number, case)| *number == case) {
            return Expr::Case(place.clone());
        }
        let arms = (1u64..)
            .zip(&self.numbers)
            .map(|(case, number)| Arm { keys: vec![Const::U64(case)], body: b.block(|_| vec![(*number).into()]) });
        let arms = arms.collect();
        let none = Block { yields: vec![0u64.into()], ..Block::default() };
        b.switch(Expr::Case(place.clone()), arms, none, &[("number", ValueType::U64)])[0].into()
    }
}

/// The number that a FlatBuffers schema states for a case.
fn stated(it: &Union, case: &Case) -> Option<i64> {
    case.labels.first().filter(|_| it.attrs.flatbuffers).map(|label| *label as i64)
}

/// For each union of a model, the numbers of its cases.
pub(crate) fn union_numbers(model: &Model) -> Vec<Vec<i64>> {
    let orders = Orders::of(model);
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => Some(it),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let number = |(it, id): (&Union, UnionId)| {
        let cases = it.cases.iter().zip(0..);
        cases.map(|(case, index)| stated(it, case).unwrap_or(orders.case(id, index) as i64)).collect()
    };
    unions.zip((0..).map(UnionId)).map(number).collect()
}

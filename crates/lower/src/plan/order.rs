//! The order in which formats write members that they identify by place.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId, UnionId};
use polywire_ir::{Arm, Block, Const, Expr, Place, ValueType};
use polywire_model::{DeclKind, Model, OrderBy};

/// The places of members, for all types of a model.
pub(crate) struct Orders {
    fields: Vec<Vec<u32>>,
    cases: Vec<Vec<u32>>,
    numbers: Vec<Vec<i64>>,
}

impl Orders {
    /// Places that are stable when other members are removed.
    pub fn of(model: &Model) -> Self {
        let mut orders = Self { fields: Vec::new(), cases: Vec::new(), numbers: Vec::new() };
        for decl in &model.decls {
            match &decl.kind {
                DeclKind::Struct(it) => orders.fields.push(fields(model, it, OrderBy::Lock)),
                DeclKind::Union(it) => orders.cases.push(model.case_places(it)),
                DeclKind::Enum(it) => orders.numbers.push(it.numbers_in_order()),
                DeclKind::Constant(_) => {}
            }
        }
        orders
    }

    /// Contiguous places, without those of removed members.
    pub fn without_removed(model: &Model) -> Self {
        let mut orders = Self::of(model);
        for places in &mut orders.cases {
            let mut sorted = places.clone();
            sorted.sort_unstable();
            places.iter_mut().for_each(|place| *place = sorted.partition_point(|other| other < place) as u32);
        }
        let enums = model.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Enum(it) => Some(it),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        });
        for (numbers, it) in orders.numbers.iter_mut().zip(enums) {
            numbers.retain(|number| it.members.iter().any(|member| member.number == *number));
        }
        orders
    }

    /// Returns the fields of a struct in order, by index.
    pub fn fields(&self, id: StructId) -> impl Iterator<Item = u32> {
        self.fields[id.0 as usize].iter().copied()
    }

    /// Returns the number of a case in a format: its place plus one; 0 means no case.
    pub fn case(&self, id: UnionId, case: u32) -> u64 {
        u64::from(self.cases[id.0 as usize][case as usize]) + 1
    }

    /// Returns the number of the case of the union at a place: U64.
    pub fn case_of(&self, b: &mut FunctionBuilder, id: UnionId, place: Place) -> Expr {
        let places = &self.cases[id.0 as usize];
        if places.iter().zip(0..).all(|(place, index)| *place == index) {
            return Expr::Case(place);
        }
        let arms = (1u64..).zip(places).map(|(case, place)| Arm {
            keys: vec![Const::U64(case)],
            body: b.block(|_| vec![(u64::from(*place) + 1).into()]),
        });
        let arms = arms.collect();
        let none = Block { yields: vec![0u64.into()], ..Block::default() };
        b.switch(Expr::Case(place), arms, none, &[("number", ValueType::U64)])[0].into()
    }

    /// The numbers of an enum in order.
    pub fn numbers(&self, id: EnumId) -> &[i64] {
        &self.numbers[id.0 as usize]
    }
}

/// The indices of a struct's fields in order.
pub(crate) fn fields(model: &Model, it: &polywire_model::Struct, by: OrderBy) -> Vec<u32> {
    model.fields_in_order(it, by).into_iter().map(|index| index as u32).collect()
}

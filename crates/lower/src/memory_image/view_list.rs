//! Views of arrays. The same type of elements can have several forms: a `long` is an integer of 64 bits in the model, whatever it takes in
//! the memory of an ABI.

use super::Memory;
use super::form::Form;
use super::view::{Results, Source, Viewing};
use crate::plan::{type_name, types_of, vars};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::Type;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, ListView, Role, ValueType, VarId};

/// How an element is stored.
#[derive(Clone, PartialEq)]
pub(super) struct Kind {
    /// Its form.
    pub form: Form,
    /// The bytes from one to the next.
    pub stride: u32,
    /// A message can lack some of them.
    pub is_short: bool,
}

/// The forms of elements of a type.
pub(super) struct Elements {
    /// Their type.
    pub ty: Type,
    /// Their forms. If there are several, the place of a list has the index of its own.
    pub kinds: Vec<Kind>,
}

impl Memory<'_> {
    /// Returns the element types of all lists with views.
    pub(super) fn elements_of_lists(&self, short: &[bool]) -> Vec<Elements> {
        let mut found = Vec::new();
        for (record, is_short) in self.records.iter().zip(short) {
            record.members.iter().for_each(|member| self.add_elements(&mut found, &member.form, *is_short));
            if let Some(flexible) = record.flexible.as_ref().filter(|it| matches!(it.ty, Type::List(_))) {
                let (ty, form) = &flexible.element;
                let kind = Kind { form: form.clone(), stride: flexible.stride, is_short: false };
                self.add_kind(&mut found, ty, kind);
            }
        }
        found
    }

    fn add_elements(&self, found: &mut Vec<Elements>, form: &Form, is_short: bool) {
        match form {
            Form::Array { ty, element, stride, .. } => {
                self.add_kind(found, ty, Kind { form: (**element).clone(), stride: *stride, is_short });
            }
            Form::Union(id, _) => {
                for (_, _, form) in self.union(*id).cases.iter().filter_map(|case| case.value.as_ref()) {
                    self.add_elements(found, form, is_short);
                }
            }
            Form::Number(_)
            | Form::Wide
            | Form::Float(..)
            | Form::Text(..)
            | Form::Bytes(_)
            | Form::Counted(_)
            | Form::Struct(..) => {}
        }
    }

    fn add_kind(&self, found: &mut Vec<Elements>, ty: &Type, kind: Kind) {
        self.add_elements(found, &kind.form, kind.is_short);
        match found.iter_mut().find(|it| it.ty == *ty) {
            Some(it) if it.kinds.contains(&kind) => {}
            Some(it) => it.kinds.push(kind),
            None => found.push(Elements { ty: ty.clone(), kinds: vec![kind] }),
        }
    }
}

impl Viewing<'_, '_> {
    fn kinds(&self, element: &Type) -> &[Kind] {
        self.elements.iter().find(|it| it.ty == *element).map_or(&[], |it| &it.kinds)
    }

    /// The values that locate a list of such elements.
    pub(super) fn list_place(&self, element: &Type) -> Results {
        let kind = (self.kinds(element).len() > 1).then_some(("kind", ValueType::U64));
        [("count", ValueType::U64), ("entries", ValueType::Bytes)].into_iter().chain(kind).collect()
    }

    /// Returns the place of a list.
    pub(super) fn list(&self, element: &Type, kind: &Kind, count: Expr, entries: VarId) -> Vec<Expr> {
        let kinds = self.kinds(element);
        let index = kinds.iter().position(|it| it == kind).unwrap_or_default() as u64;
        let kind = (kinds.len() > 1).then(|| index.into());
        [count, entries.into()].into_iter().chain(kind).collect()
    }

    pub(super) fn list_view(&self, module: &mut ModuleBuilder, elements: &Elements) -> ListView {
        ListView {
            element: elements.ty.clone(),
            role: Role::Value,
            place: vars(&self.list_place(&elements.ty)),
            object: None,
            get: module.add(self.element(elements)),
            next: None,
            cases: Vec::new(),
            slot: None,
            key: Vec::new(),
        }
    }

    fn element(&self, elements: &Elements) -> Function {
        let mut b = self.function(format!("element_of_{}", type_name(&self.memory.scaffold, &elements.ty)));
        let (count, entries) = (b.value_param("count", ValueType::U64), b.value_param("entries", ValueType::Bytes));
        let kind = (elements.kinds.len() > 1).then(|| b.value_param("kind", ValueType::U64));
        let index = b.value_param("index", ValueType::U64);
        b.check(index.below(count), ErrorCode::OutOfRange);
        let results = self.results(&elements.ty);
        let read = |b: &mut FunctionBuilder, kind: &Kind| self.read_element(b, &elements.ty, kind, (entries, index));
        let yields = match (kind, elements.kinds.as_slice()) {
            (Some(kind), [first, others @ ..]) => {
                let arm = |(kind, key): (&Kind, u64)| {
                    let body = b.block(|b| read(b, kind));
                    Arm { keys: vec![Const::U64(key)], body }
                };
                let arms = others.iter().zip(1..).map(arm).collect();
                let other = b.block(|b| read(b, first));
                b.switch(kind.into(), arms, other, &results).into_iter().map(Expr::from).collect()
            }
            (_, kinds) => kinds.first().map(|kind| read(&mut b, kind)).unwrap_or_default(),
        };
        b.finish(yields, types_of(&results))
    }

    fn read_element(
        &self,
        b: &mut FunctionBuilder,
        ty: &Type,
        kind: &Kind,
        (entries, index): (VarId, VarId),
    ) -> Vec<Expr> {
        let source = Source { bytes: entries, is_short: kind.is_short };
        self.value(b, source, (ty, &kind.form), index * u64::from(kind.stride))
    }
}

//! Views of unions: the case that the tag tells, and its value.

use super::cell::Cell;
use super::form::Form;
use super::plan::{CasePlan, UnionPlan};
use super::view::{Source, Viewing};
use crate::plan::{types_of, vars};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Access, Arm, Block, Const, ErrorCode, Expr, FuncId, Function, Getter, StructView, ValueType, VarId};

/// A struct that keeps the label of a case. It is located by the bytes of its value and by its label.
pub(super) struct Labelled<'m> {
    /// The native type of the label.
    pub label: Type,
    /// The case.
    pub case: &'m CasePlan,
}

impl Viewing<'_, '_> {
    /// Adds the functions that read a union in a struct, from the place of its tag and its first byte.
    pub(super) fn union_access(
        &self,
        module: &mut ModuleBuilder,
        name: &str,
        (id, union): (StructId, UnionId),
        (tag, at): (&Cell, u32),
    ) -> Access {
        let plan = self.memory.union(union);
        let held = module.add(self.held(name, id, plan, tag));
        let cases = plan.cases.iter().zip(&self.memory.types.union(union).cases);
        let cases = cases.map(|(case, ty)| {
            let name = format!("{name}_{}", ty.name);
            let function = match &case.label {
                Some(label) => self.labelled_case(name, id, (case, ty.ty.as_ref()?), (label, tag, at)),
                None => self.case(name, id, case, at)?,
            };
            Some(Getter::of(module.add(function)))
        });
        Access::Union { held, cases: cases.collect() }
    }

    /// Returns the index of the case that the tag tells plus one, or 0 for none.
    fn held(&self, name: &str, id: StructId, plan: &UnionPlan, cell: &Cell) -> Function {
        let mut b = self.function(format!("{name}_held"));
        let source = self.params(&mut b, id);
        let tag = self.load(&mut b, source, cell);
        let tag = b.let_("tag", tag);
        let yields = |index: u64| Block { ops: vec![], yields: vec![index.into()] };
        let mut arms = Vec::new();
        let mut other = b.block(|b| {
            b.fail(ErrorCode::UnknownCase);
            vec![0u64.into()]
        });
        for (case, index) in plan.cases.iter().zip(1u64..) {
            let keys = case.keys(cell);
            if case.is_default {
                other = yields(index);
            } else if !keys.is_empty() {
                arms.push(Arm { keys, body: yields(index) });
            }
        }
        if plan.cases.iter().all(|case| !case.is_default && !case.labels.contains(&0)) {
            arms.push(Arm { keys: vec![Const::U64(0)], body: yields(0) });
        }
        let held = b.switch(tag.into(), arms, other, &[("held", ValueType::U64)])[0];
        b.finish(vec![held.into()], vec![ValueType::U64])
    }

    /// Reads the value of a case; none if it has no value, or if its bytes are not those of the value.
    fn case(&self, name: String, id: StructId, case: &CasePlan, at: u32) -> Option<Function> {
        let (ty, offset, form) = case.value.as_ref().filter(|(_, _, form)| self.is_shown(form, self.is_short(id)))?;
        let mut b = self.function(name);
        let source = self.params(&mut b, id);
        let yields = self.case_value(&mut b, source, (ty, form), (at, *offset));
        Some(b.finish(yields, types_of(&self.results(ty))))
    }

    fn case_value(
        &self,
        b: &mut FunctionBuilder,
        source: Source,
        (ty, form): (&Type, &Form),
        (at, offset): (u32, u32),
    ) -> Vec<Expr> {
        match form {
            // The place of a number counts from the start of the union.
            Form::Number(cell) => {
                let cell = cell.behind(at);
                let bits = self.load(b, source, &cell);
                vec![self.memory.number(b, ty, &cell, bits)]
            }
            form => self.value(b, source, (ty, form), u64::from(at + offset).into()),
        }
    }

    /// Returns the place of a struct that keeps the label of a case.
    fn labelled_case(
        &self,
        name: String,
        id: StructId,
        (case, ty): (&CasePlan, &Type),
        (label, tag, at): (&Type, &Cell, u32),
    ) -> Function {
        let mut b = self.function(name);
        let source = self.params(&mut b, id);
        let bits = self.load(&mut b, source, tag);
        let label = self.memory.number(&mut b, label, tag, bits);
        let (offset, _, size) = placed(case.value.as_ref());
        let bytes = self.span(&mut b, source, u64::from(at + offset).into(), size);
        b.finish(vec![bytes.into(), label], types_of(&self.results(ty)))
    }

    /// The view of a struct that keeps the label of a case.
    pub(super) fn labelled_view(&self, module: &mut ModuleBuilder, id: StructId, it: &Labelled<'_>) -> StructView {
        let fields = self.memory.types.record(id).fields.iter().zip(0..);
        let prefix = format!("get_{}", &self.memory.scaffold.names[id]);
        let fields = fields.map(|(field, index)| {
            let name = format!("{prefix}_{}", field.name);
            let get = self.labelled_member(module, name, id, (it.case, index));
            get.map_or(Access::None, |get| Access::Value(Getter::of(get)))
        });
        let fields = fields.collect();
        let root = self.labelled_root(id, it).map(|root| module.add(root));
        StructView { record: id, place: vars(&self.place(id)), root, object: None, fields }
    }

    fn labelled_member(
        &self,
        module: &mut ModuleBuilder,
        name: String,
        id: StructId,
        (case, index): (&CasePlan, u32),
    ) -> Option<FuncId> {
        let mut b = self.function(name);
        let source = self.params(&mut b, id);
        let label = self.label_param(&mut b, id)?;
        let function = match (index, &case.value, placed(case.value.as_ref()).1) {
            (0, ..) => b.finish(vec![label.into()], vec![self.place(id)[1].1.clone()]),
            (_, Some((ty, ..)), Some(form)) if self.is_shown(&form, self.is_short(id)) => {
                let yields = self.value(&mut b, source, (ty, &form), 0u64.into());
                b.finish(yields, types_of(&self.results(ty)))
            }
            (_, Some(_) | None, Some(_) | None) => return None,
        };
        Some(module.add(function))
    }

    /// `root_Name(levels)`: finds the label and the value in a message of this struct alone, if it has the value as the union has it.
    fn labelled_root(&self, id: StructId, it: &Labelled<'_>) -> Option<Function> {
        let record = self.memory.record(id);
        let member = |index: u32| record.members.iter().find(|it| it.index == index && it.told.is_none());
        let Some(Form::Number(cell)) = member(0).map(|it| &it.form) else { return None };
        let own = member(1).map(|it| (it.ty.clone(), it.at, it.form.clone()));
        let (at, form, size) = placed(own.as_ref());
        if form != placed(it.case.value.as_ref()).1 {
            return None;
        }
        let mut b = self.memory.scaffold.function("root", id);
        b.value_param("levels", ValueType::U64);
        let input = Source { bytes: b.let_("input", Expr::Input), is_short: false };
        let block = Source { bytes: self.span(&mut b, input, 0u64.into(), record.size), is_short: false };
        let bits = self.load(&mut b, block, cell);
        let label = self.memory.number(&mut b, &it.label, cell, bits);
        let bytes = self.span(&mut b, block, u64::from(at).into(), size);
        Some(b.finish(vec![bytes.into(), label], types_of(&self.place(id))))
    }

    /// Declares the label of a case that a struct keeps.
    fn label_param(&self, b: &mut FunctionBuilder, id: StructId) -> Option<VarId> {
        let place = self.place(id);
        let (name, ty) = place.get(1)?;
        Some(b.value_param(name, ty.clone()))
    }
}

/// Returns the first byte of a value, its form from there on, and its bytes. There is none in a case without a value.
fn placed(value: Option<&(Type, u32, Form)>) -> (u32, Option<Form>, u32) {
    match value {
        Some((_, _, Form::Number(cell))) => {
            let (alone, size) = cell.alone();
            (cell.first(), Some(Form::Number(alone)), size)
        }
        Some((_, at, form)) => (*at, Some(form.clone()), form.size() as u32),
        None => (0, None, 0),
    }
}

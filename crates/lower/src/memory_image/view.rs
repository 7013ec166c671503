//! Views: an accessor for each member, derived from the same layout as the decoder. A struct is located by its bytes in the message.
//!
//! Design: docs/decisions/0146-views-of-raw-memory.md

use super::Memory;
use super::form::Form;
use super::plan::{Member, Told};
use super::view_list::Elements;
use super::view_union::Labelled;
use crate::plan::{ViewNames, messages, types_of, vars};
use crate::views;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Access, ErrorCode, Expr, Function, Getter, StructView, ValueType, VarId, Views};
use polywire_model::Presence;
use polywire_model::c::{CText, FloatForm};

pub(super) const PRESENT: (&str, ValueType) = ("present", ValueType::Bool);

/// Names and types of values.
pub(super) use crate::views::Results;

/// Generates accessors.
pub(super) struct Viewing<'m, 't> {
    pub memory: &'m Memory<'t>,
    /// The forms of elements in lists, by their type.
    pub elements: Vec<Elements>,
    /// By struct: a message can have fewer bytes of it than its size, and those that it lacks are zero.
    short: Vec<bool>,
    names: ViewNames,
}

/// The bytes that hold a struct, a union or elements.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// The bytes.
    pub bytes: VarId,
    /// They can be fewer than what they hold takes.
    pub is_short: bool,
}

impl Memory<'_> {
    /// Adds the view functions of each struct.
    pub(super) fn add_views(&self, module: &mut ModuleBuilder) {
        let short = self.short_structs();
        let elements = self.elements_of_lists(&short);
        let viewing = Viewing { memory: self, elements, short, names: ViewNames::default() };
        let ids = (0..self.records.len() as u32).map(StructId).filter(|id| !self.types.record(*id).is_entry);
        let structs = ids.map(|id| viewing.struct_view(module, id)).collect();
        let lists = viewing.elements.iter().map(|it| viewing.list_view(module, it)).collect();
        module.views(Views { structs, lists, objects: None });
    }
}

impl Viewing<'_, '_> {
    /// Starts an accessor of this name.
    pub(super) fn function(&self, name: String) -> FunctionBuilder {
        self.names.function(&self.memory.scaffold, name)
    }

    /// Returns true if messages can have fewer bytes of a struct than its size.
    pub(super) fn is_short(&self, id: StructId) -> bool {
        self.short[id.0 as usize]
    }

    fn struct_view(&self, module: &mut ModuleBuilder, id: StructId) -> StructView {
        if let Some(labelled) = self.labelled(id) {
            return self.labelled_view(module, id, &labelled);
        }
        let is_message = messages(self.memory.types).any(|it| it == id);
        let root = is_message.then(|| module.add(self.root(id)));
        let fields = (0..self.memory.types.record(id).fields.len() as u32).map(|index| self.access(module, id, index));
        let fields = fields.collect();
        StructView { record: id, place: vars(&self.place(id)), root, object: None, fields }
    }

    fn access(&self, module: &mut ModuleBuilder, id: StructId, index: u32) -> Access {
        let record = self.memory.record(id);
        let field = &self.memory.types.record(id).fields[index as usize];
        let name = format!("get_{}_{}", &self.memory.scaffold.names[id], field.name);
        let is_short = self.is_short(id);
        match record.members.iter().find(|it| it.index == index) {
            Some(Member { form: Form::Union(union, _), told: Some(Told::Tag(cell)), at, .. }) => {
                self.union_access(module, &name, (id, *union), (cell, *at))
            }
            Some(member) if self.is_shown(&member.form, is_short) => {
                Access::Value(Getter::of(module.add(self.member(name, id, member))))
            }
            Some(_) => Access::None,
            None => match &record.flexible {
                Some(flexible) if flexible.index == index && self.is_shown(&flexible.element.1, false) => {
                    Access::Value(Getter::of(module.add(self.flexible(name, id, flexible))))
                }
                _ => Access::None,
            },
        }
    }

    /// The values that locate a struct: its bytes, and behind them those of its flexible array; in a union also its label.
    pub(super) fn place(&self, id: StructId) -> Results {
        let label = self.labelled(id).map(|it| ("label", self.results(&it.label)[0].1.clone()));
        [("block", ValueType::Bytes)].into_iter().chain(label).collect()
    }

    /// Declares the parameters of an accessor.
    pub(super) fn params(&self, b: &mut FunctionBuilder, id: StructId) -> Source {
        Source { bytes: b.value_param("block", ValueType::Bytes), is_short: self.is_short(id) }
    }

    /// The results of an accessor of a value.
    pub(super) fn results(&self, ty: &Type) -> Results {
        match ty {
            Type::Struct(id) => self.place(*id),
            Type::List(element) | Type::Array(element, _) => self.list_place(element),
            other => views::leaf_results(other),
        }
    }

    /// Returns true if the bytes of a value in the message are those of the value in the language. What a short struct lacks is zero, but
    /// there are no bytes for it.
    pub(super) fn is_shown(&self, form: &Form, is_short: bool) -> bool {
        match form {
            Form::Number(_) | Form::Struct(..) => true,
            Form::Wide | Form::Float(FloatForm::Binary128, _) => self.memory.is_little() && !is_short,
            Form::Float(..) => false,
            Form::Text(_, text) => *text != CText::Spaces || !is_short,
            Form::Bytes(_) | Form::Counted(_) => !is_short,
            Form::Array { element, .. } => self.is_shown(element, is_short),
            Form::Union(..) => false,
        }
    }

    /// Reads a member.
    fn member(&self, name: String, id: StructId, member: &Member) -> Function {
        let mut b = self.function(name);
        let source = self.params(&mut b, id);
        let field = &self.memory.types.record(id).fields[member.index as usize];
        let values = self.results(&field.ty);
        let read = |b: &mut FunctionBuilder| self.read_member(b, source, member);
        let mut yields = match &member.told {
            Some(Told::Presence(cell)) => {
                let flag = self.load(&mut b, source, cell);
                let flag = Expr::from(b.let_("flag", flag));
                b.check(flag.clone().at_most(1u64), ErrorCode::OutOfRange);
                let present = b.let_("present", flag.is_not(0u64));
                let found = b.if_yields(present.into(), &values, read, |_| absent(&values));
                [present].into_iter().chain(found).map(Expr::from).collect()
            }
            Some(Told::Count(_) | Told::Tag(_)) | None => read(&mut b),
        };
        if field.optional && member.presence == Presence::Required {
            yields.insert(0, true.into());
        }
        let present = field.optional.then_some(PRESENT);
        let results: Results = present.into_iter().chain(values).collect();
        b.finish(yields, types_of(&results))
    }

    /// Returns the union that a struct is a case of, if it only keeps the label of that case.
    fn union_of(&self, id: StructId) -> Option<(UnionId, usize)> {
        let unions = (0..self.memory.unions.len() as u32).map(UnionId);
        let found = |union: UnionId| {
            let cases = self.memory.types.union(union).cases.iter().zip(&self.memory.union(union).cases);
            let mut cases = cases.map(|(case, plan)| plan.label.is_some() && case.ty == Some(Type::Struct(id)));
            cases.position(|it| it).map(|index| (union, index))
        };
        unions.into_iter().find_map(found)
    }

    /// Returns how the value of a case keeps its label.
    fn labelled(&self, id: StructId) -> Option<Labelled<'_>> {
        let (union, index) = self.union_of(id)?;
        let case = &self.memory.union(union).cases[index];
        let label = case.label.clone()?;
        Some(Labelled { label, case })
    }
}

/// The value of a member that has none.
fn absent(results: &[(&str, ValueType)]) -> Vec<Expr> {
    let nothing = |ty: &ValueType| match ty {
        ValueType::Bool => false.into(),
        ValueType::I64 => 0i64.into(),
        ValueType::U64 | ValueType::Ref(_) => 0u64.into(),
        ValueType::Bytes | ValueType::Section(_) => Expr::from([].as_slice()),
    };
    results.iter().map(|(_, ty)| nothing(ty)).collect()
}

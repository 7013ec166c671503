//! Views: an accessor for each member, each group and each data, derived from the same plan as the decoder. The place of a message or an
//! entry is its block and the bytes behind it, so that an accessor of a group or data finds its place itself.
//!
//! Design: docs/decisions/0123-views-of-sbe.md

use super::Own;
use super::plan::{EndKind, Form, Record};
use super::view_text::{Measures, role_of};
use crate::plan::{ViewNames, types_of};
use crate::views;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{
    Access, Expr, FuncId, Function, Getter, Order, Role, Slot, StructView, ValueType, Var, VarId, Views,
};
use polywire_model::attr::{SbeFrame, SbeMessage};

pub(super) const PRESENT: (&str, ValueType) = ("present", ValueType::Bool);

/// Names and types of values.
pub(super) use crate::views::Results;

/// Generates accessors.
pub(super) struct Viewing<'o, 't> {
    pub own: &'o Own<'t>,
    /// The functions that move over an entry, by the struct of entries with groups or data.
    pub skips: Vec<Option<FuncId>>,
    pub measures: Measures,
    names: ViewNames,
}

/// The place of a message, an entry or a composite.
pub(super) struct Placed {
    /// The bytes of its block.
    pub block: VarId,
    /// All bytes behind it, if groups or data follow.
    pub tail: Option<VarId>,
    /// The version of the message, if it matters.
    pub version: Option<VarId>,
}

impl Own<'_> {
    /// Adds the view functions of each struct.
    pub(super) fn add_views(&self, module: &mut ModuleBuilder) {
        let skips: Vec<Option<FuncId>> =
            self.records.iter().map(|it| (it.has_rest() && it.header.is_none()).then(|| module.declare())).collect();
        let measures = Measures::define(module, self.records.iter().flat_map(Record::encodings));
        let viewing = Viewing { own: self, skips, measures, names: ViewNames::default() };
        for (id, skip) in (0..).map(StructId).zip(&viewing.skips) {
            if let Some(skip) = skip {
                module.define(*skip, viewing.skip_entry(id));
            }
        }
        let ids = (0..self.records.len() as u32).map(StructId);
        let structs = ids.map(|id| viewing.struct_view(module, id)).collect();
        let elements = viewing.elements_of_lists();
        let lists = elements.iter().map(|element| viewing.list_view(module, element)).collect();
        module.views(Views { structs, lists, objects: None });
    }
}

impl Viewing<'_, '_> {
    /// Starts an accessor of this name.
    pub(super) fn function(&self, name: String) -> FunctionBuilder {
        self.names.function(&self.own.scaffold, name)
    }

    fn struct_view(&self, module: &mut ModuleBuilder, id: StructId) -> StructView {
        let record = self.own.record(id);
        let root = record.header.as_ref().map(|(frame, facts)| module.add(self.root(id, (frame, *facts))));
        let place = self.place(id).into_iter().map(|(name, ty)| Var { name: name.to_owned(), ty }).collect();
        let fields = (0..self.own.types.record(id).fields.len() as u32).map(|index| self.access(module, id, index));
        StructView { record: id, place, root, object: None, fields: fields.collect() }
    }

    fn access(&self, module: &mut ModuleBuilder, id: StructId, index: u32) -> Access {
        let record = self.own.record(id);
        let field = &self.own.types.record(id).fields[index as usize];
        let name = format!("get_{}_{}", &self.own.scaffold.names[id], field.name);
        let slot = record.members.iter().find(|it| it.index == index).and_then(|it| self.locate_member(&name, id, it));
        let function = match record.members.iter().find(|it| it.index == index) {
            Some(member) if self.is_shown(record, &member.form) => Some(self.member(name, id, member)),
            Some(_) => None,
            None => record.ends.iter().position(|it| it.index == index).and_then(|at| self.end(name, id, at)),
        };
        let Some(function) = function else { return Access::None };
        let get = module.add(function);
        let slot = slot.map(|it| slot_of(module.add(it), record.order));
        Access::Value(Getter { get, role: self.role(record, index), slot })
    }

    /// Lists of numbers have one accessor for all schemas of a model.
    fn is_shown(&self, record: &Record, form: &Form) -> bool {
        match form {
            Form::Scalar(_) | Form::Composite(_) | Form::Text(..) => true,
            Form::Array(..) => record.order == self.order(),
        }
    }

    /// Returns what the bytes of a member mean.
    fn role(&self, record: &Record, index: u32) -> Role {
        let of_form = |form: &Form| match form {
            Form::Text(_, encoding) => role_of(*encoding),
            Form::Scalar(_) | Form::Array(..) | Form::Composite(_) => Role::Value,
        };
        let of_end = |kind: &EndKind| match kind {
            EndKind::Data(_, encoding) => role_of(*encoding),
            EndKind::Group(..) => Role::Value,
        };
        let member = record.members.iter().find(|it| it.index == index).map(|it| of_form(&it.form));
        let end = || record.ends.iter().find(|it| it.index == index).map(|it| of_end(&it.kind));
        member.or_else(end).unwrap_or_default()
    }

    /// The byte order of arrays.
    pub(super) fn order(&self) -> Order {
        self.own.records.first().map_or(Order::Little, |it| it.order)
    }

    /// The values that locate a struct.
    pub(super) fn place(&self, id: StructId) -> Results {
        let tail = self.own.record(id).has_rest().then_some(("tail", ValueType::Bytes));
        let version = self.has_versions(id).then_some(("version", ValueType::U64));
        [("block", ValueType::Bytes)].into_iter().chain(tail).chain(version).collect()
    }

    /// Declares the parameters of an accessor.
    pub(super) fn params(&self, b: &mut FunctionBuilder, id: StructId) -> Placed {
        let block = b.value_param("block", ValueType::Bytes);
        let tail = self.own.record(id).has_rest().then(|| b.value_param("tail", ValueType::Bytes));
        let version = self.has_versions(id).then(|| b.value_param("version", ValueType::U64));
        Placed { block, tail, version }
    }

    /// Reads the place of the struct whose block begins here.
    pub(super) fn read_place(&self, b: &mut FunctionBuilder, id: StructId, (size, version): (Expr, Expr)) -> Vec<Expr> {
        let block = b.read_span("block", size);
        let tail = self.own.record(id).has_rest().then(|| b.read_span("tail", Expr::Left).into());
        let version = self.has_versions(id).then_some(version);
        [block.into()].into_iter().chain(tail).chain(version).collect()
    }

    /// Returns true if reading a struct needs the version of the message.
    pub(super) fn has_versions(&self, id: StructId) -> bool {
        let record = self.own.record(id);
        record.block_has_versions || record.rest_has_versions
    }

    /// `root_Name(levels)`: finds the block of a message.
    fn root(&self, id: StructId, (frame, facts): (&SbeFrame, SbeMessage)) -> Function {
        let mut b = self.own.scaffold.function("root", id);
        b.value_param("levels", ValueType::U64);
        let results = self.place(id);
        let found = b.at(Expr::Input, 0u64, &results, |b| {
            let framing = self.own.framing(id, frame);
            let (version, size) = self.own.read_header(b, id, (framing, facts));
            self.read_place(b, id, (size, version))
        });
        b.finish(found.into_iter().map(Expr::from).collect(), types_of(&results))
    }

    /// The results of an accessor of a value.
    pub(super) fn results(&self, ty: &Type) -> Results {
        match ty {
            Type::Struct(id) => self.place(*id),
            Type::List(element) | Type::Array(element, _) => self.list_place(element),
            other => views::leaf_results(other),
        }
    }

    /// The value of a member that a message lacks.
    pub(super) fn absent(&self, results: &[(&str, ValueType)]) -> Vec<Expr> {
        let nothing = |ty: &ValueType| match ty {
            ValueType::Bool => false.into(),
            ValueType::I64 => 0i64.into(),
            ValueType::U64 | ValueType::Ref(_) => 0u64.into(),
            ValueType::Bytes | ValueType::Section(_) => Expr::from([].as_slice()),
        };
        results.iter().map(|(_, ty)| nothing(ty)).collect()
    }
}

/// Returns where a scalar is that a function locates.
pub(super) fn slot_of(locate: FuncId, order: Order) -> Slot {
    Slot { locate, is_big_endian: order == Order::Big, mask: 0 }
}

//! The functions and types of values.

use super::header;
use super::reach::{self, Set};
use crate::plan::{struct_decls, union_decl};
use polywire_ir::FuncId;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Named, Type, Types, UnionId};
use polywire_model::attr::{CorbaKind, CorbaType};
use polywire_model::{Decl, Model};

/// The functions and types of values.
pub(in crate::cdr) struct Values {
    /// Types whose readers take the state of values: those that can be in a value, or contain one.
    pub flows: Set,
    /// Types that contain values.
    pub(super) holds: Set,
    /// The valuetypes, by struct.
    pub(super) structs: Vec<Option<ValueType>>,
    /// By struct: a value that is a message.
    pub(super) messages: Vec<Option<Message>>,
    /// By union: the values that a member can be.
    pub(super) unions: Vec<Option<AnyOf>>,
    /// A value can hold an `any`, whose octets are in one chunk.
    pub has_anys_inside: bool,
}

/// Functions for values of all types.
#[derive(Clone, Copy)]
pub(in crate::cdr) struct Tools {
    pub next_chunk: FuncId,
    pub(super) leave_value: FuncId,
    pub(super) skip_header: FuncId,
    pub(super) read_id: FuncId,
    pub(super) write_id: FuncId,
}

impl Tools {
    /// Declares the functions if the schema has values or types that can hold some.
    pub fn declare(module: &mut ModuleBuilder, model: &Model) -> Option<Self> {
        let is_needed = |it: &Decl| matches!(it.corba_kind(), Some(CorbaKind::AnyOfValue | CorbaKind::Any));
        if !model.decls.iter().any(is_needed) {
            return None;
        }
        let [next_chunk, leave_value, skip_header, read_id, write_id] = std::array::from_fn(|_| module.declare());
        Some(Self { next_chunk, leave_value, skip_header, read_id, write_id })
    }
}

/// A valuetype, or a boxed type.
#[derive(Clone)]
pub(super) struct ValueType {
    pub(super) id: String,
    /// The ids of the bases that a value is cut down to, nearest first.
    pub(super) truncates_to: Vec<String>,
    /// Appends the tag and the ids of a value, and returns how many values with chunks enclose its members.
    pub(super) begin: FuncId,
}

/// A value of a valuetype that is a message.
pub(super) struct Message {
    pub(super) any_of: AnyOf,
    /// Reads it into its members.
    pub(super) read: FuncId,
}

/// The values that a member can be, by the case of its union; none for one that occurred before.
pub(in crate::cdr) struct AnyOf {
    pub(super) declared_id: String,
    pub(super) cases: Vec<Option<ValueType>>,
    /// Returns the case of the first type that is known, and how many precede that.
    pub(super) choose: FuncId,
    pub(super) case_of_id: FuncId,
    pub(super) first_known: FuncId,
    /// The id is not one of the schema: readers are told it.
    pub(super) is_told: bool,
}

impl Values {
    pub fn declare(module: &mut ModuleBuilder, model: &Model, types: &Types) -> Option<Self> {
        if !model.decls.iter().any(|decl| decl.corba_kind() == Some(CorbaKind::AnyOfValue)) {
            return None;
        }
        let decls = struct_decls(model);
        let structs = decls.iter().map(|it| match it.decl.corba()? {
            CorbaType { kind: CorbaKind::Value, repository_id, value, .. } => Some(ValueType {
                id: repository_id.clone(),
                truncates_to: value.truncates_to.clone(),
                begin: module.declare(),
            }),
            _ => None,
        });
        let structs: Vec<_> = structs.collect();
        let unions = (0..types.unions.len() as u32)
            .map(|id| AnyOf::declare(module, (model, types), UnionId(id), &structs))
            .collect::<Vec<_>>();
        let is_of_values = |id: UnionId| unions[id.0 as usize].is_some();
        let holds = reach::holding(types, is_of_values);
        let inside = reach::reachable(types, is_of_values);
        let flows = inside.clone().union(&holds);
        Some(Self {
            flows,
            holds,
            messages: structs.iter().map(|of| Some(Message::declare(module, of.as_ref()?))).collect(),
            structs,
            has_anys_inside: reach::holds_any(types, &inside),
            unions,
        })
    }

    pub(super) fn any_of(&self, id: UnionId) -> Option<&AnyOf> {
        self.unions[id.0 as usize].as_ref()
    }

    pub(super) fn holds(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(id) | Type::Map(id) => self.holds.has(Named::Struct(*id)),
            Type::Union(id) => self.holds.has(Named::Union(*id)),
            Type::List(element) | Type::Array(element, _) => self.holds(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => false,
        }
    }
}

impl Message {
    /// It is a value of this type.
    fn declare(module: &mut ModuleBuilder, of: &ValueType) -> Self {
        let any_of = AnyOf::with(module, of.id.clone(), vec![Some(of.clone())]);
        Self { any_of, read: module.declare() }
    }
}

impl AnyOf {
    fn declare(
        module: &mut ModuleBuilder,
        (model, types): (&Model, &Types),
        id: UnionId,
        structs: &[Option<ValueType>],
    ) -> Option<Self> {
        let (decl, it) = union_decl(model, id);
        let CorbaType { kind: CorbaKind::AnyOfValue, repository_id, .. } = decl.corba()? else { return None };
        let cases =
            it.cases.iter().zip(&types.union(id).cases).map(|(case, held)| match (&case.attrs.corba.boxed, &held.ty) {
                (Some(id), _) => Some(ValueType { id: id.clone(), truncates_to: Vec::new(), begin: module.declare() }),
                (None, Some(Type::Struct(id))) => structs[id.0 as usize].clone(),
                _ => None,
            });
        let cases = cases.collect();
        Some(Self::with(module, repository_id.clone(), cases))
    }

    fn with(module: &mut ModuleBuilder, declared_id: String, cases: Vec<Option<ValueType>>) -> Self {
        let [choose, case_of_id, first_known] = std::array::from_fn(|_| module.declare());
        Self { declared_id, cases, choose, case_of_id, first_known, is_told: false }
    }

    /// A value whose id readers are told.
    pub(in crate::cdr) fn told(module: &mut ModuleBuilder) -> Self {
        Self { is_told: true, ..Self::with(module, String::new(), Vec::new()) }
    }

    pub(in crate::cdr) fn define(&self, module: &mut ModuleBuilder, name: &str, tools: Tools) {
        let case_of_id = if self.is_told { header::is_told_id() } else { header::case_of_id(name, self) };
        module.define(self.case_of_id, case_of_id);
        module.define(self.first_known, header::first_known(name, self, tools));
        module.define(self.choose, header::choose(name, self, tools));
    }
}

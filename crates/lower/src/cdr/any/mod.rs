//! `any` (CORBA 3.3 part 2, clause 9.3.5.2): a TypeCode, followed by a value of that type.
//!
//! The value is read and written along the bytes of its TypeCode: those of the message, or those that have just been written.
//! There, a type that contains itself is a distance, so that no stack of enclosing types is needed.
//!
//! Design: docs/decisions/0129-cdr-of-corba.md

mod aggregate;
mod read;
mod read_value;
mod scalar;
mod state;
mod write;
mod write_value;

use super::Cdr;
use super::form::corba_decl;
use super::type_code::TypeCodes;
use super::type_code::walk::Spot;
use super::values::{AnyOf, Tools};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{Arg, FuncId, Function, Place, ValueType, VarId};
use polywire_model::Model;
use polywire_model::attr::CorbaKind;
use polywire_model::corba::ValueCase;

/// The functions for values of any type.
pub(super) struct Anys {
    /// The struct of `any`.
    pub record: StructId,
    /// The union of its values.
    value: UnionId,
    /// The type of a member of a struct.
    member: Type,
    /// `read_any_value(value, …, count, end, level, any, types, at, typed_little) -> (count, end)`; the second to the last parameters of
    /// readers are in between, and behind them the state of values and the position of the outermost `any`.
    read: FuncId,
    /// `write_any_value(value, …, count, any, types, at, typed_little) -> count`; those of writers are in between.
    write: FuncId,
    /// `read_any_members(members, …)` as `read`.
    read_members: FuncId,
    /// `write_any_members(members, …)` as `write`.
    write_members: FuncId,
    /// `read_any_state(members, …)` as `read`, along the TypeCode of a valuetype.
    read_state: FuncId,
    /// `write_any_state(members, …)` as `write`.
    write_state: FuncId,
    /// `list_state(types, at, little)`: appends where the members in the TypeCode of a valuetype are, those of its bases first.
    list_state: FuncId,
    /// What tells the type of a value.
    ids: AnyOf,
    tools: Tools,
}

impl Anys {
    /// Declares the functions if the schema has `any`.
    pub fn declare(module: &mut ModuleBuilder, model: &Model, types: &Types, tools: Option<Tools>) -> Option<Self> {
        let tools = tools?;
        let Named::Struct(record) = types.of_decl[corba_decl(model, CorbaKind::Any)?] else { return None };
        let Type::Union(value) = types.record(record).fields.get(1)?.ty else { return None };
        let members = types.union(value).cases.get(ValueCase::Members as usize)?.ty.as_ref()?;
        let Type::List(member) = members else { return None };
        let member = (**member).clone();
        let mut declare = || module.declare();
        let [read, write, read_members, write_members] = std::array::from_fn(|_| declare());
        let [read_state, write_state, list_state] = std::array::from_fn(|_| declare());
        let ids = AnyOf::told(module);
        Some(Self {
            record,
            value,
            member,
            read,
            write,
            read_members,
            write_members,
            read_state,
            write_state,
            list_state,
            ids,
            tools,
        })
    }

    /// Returns the type of a case of a value.
    fn case(&self, types: &Types, case: ValueCase) -> Type {
        types.union(self.value).cases[case as usize].value_type()
    }
}

/// What looking for a label costs for each member.
const LABEL_COST: u64 = 16;

/// What a value is read or written with.
#[derive(Clone, Copy)]
struct Context<'c> {
    types: &'c TypeCodes,
    anys: &'c Anys,
}

impl Cdr<'_> {
    /// Returns the functions of the struct.
    pub(super) fn any(&self, anys: &Anys, types: &TypeCodes) -> [Function; 2] {
        let context = Context { types, anys };
        [self.encode_any(context), self.read_any(context)]
    }

    /// Defines the functions.
    pub(super) fn define_anys(&self, module: &mut ModuleBuilder, anys: &Anys, types: &TypeCodes) {
        let context = Context { types, anys };
        module.define(anys.read, self.read_any_value(context));
        module.define(anys.write, self.write_any_value(context));
        module.define(anys.read_members, self.read_any_members(context));
        module.define(anys.write_members, self.write_any_members(context));
        module.define(anys.read_state, self.read_any_state(context));
        module.define(anys.write_state, self.write_any_state(context));
        module.define(anys.list_state, self.list_state(context));
        anys.ids.define(module, "any", anys.tools);
    }
}

/// Returns the place of a case.
fn case(value: &Place, case: ValueCase) -> Place {
    value.case(case as u32)
}

/// The parameters that say where the TypeCode is.
fn spot_params(b: &mut FunctionBuilder, minor: Option<VarId>) -> Spot {
    Spot {
        types: b.value_param("types", ValueType::Bytes),
        at: b.value_param("at", ValueType::U64),
        little: b.value_param("typed_little", ValueType::Bool),
        minor,
    }
}

fn spot_args(spot: Spot) -> Vec<Arg> {
    [spot.types, spot.at, spot.little].map(|it| Arg::Value(it.into())).to_vec()
}

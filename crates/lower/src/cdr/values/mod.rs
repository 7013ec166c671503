//! Values of valuetypes (CORBA 3.3 part 2, clause 9.3.4).
//!
//! A value is a tag with flags, the repository ids of its type if the tag says so, and its members. A value that occurred before is the
//! distance to its tag: positions and numbers of values are in the message's memo. Values of types that can be cut down to a base are
//! divided into chunks, so that readers can skip what they do not know; so are the values inside of them. Chunks end between any two
//! scalars, strings or arrays of octets.
//!
//! Functions that write such values take, behind the origin, how many values have begun, which ends have not been written yet, and how many
//! values with chunks enclose this one (0 if there are none); they return the first two. Functions that read what can be in a value take and return, in addition,
//! the position where the chunk ends.
//!
//! Design: docs/decisions/0135-valuetypes.md

mod chunk;
pub(super) mod flow;
mod header;
mod id;
mod reach;
mod read;
mod write;
mod write_held;

use super::Cdr;
use super::form::Form;
use super::read::Layout;
use crate::plan::{struct_decls, union_decl};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{Datum, Expr, FuncId, Order, Place, VarId};
use polywire_model::Model;
use polywire_model::attr::{CorbaKind, CorbaType};
use reach::Set;
use write_held::Spot;

/// Tags (clause 9.3.4.1).
mod tag {
    pub const NULL: u64 = 0;
    /// A value that occurred before.
    pub const INDIRECTION: u64 = 0xffff_ffff;
    /// The tag of a value without flags; smaller numbers are the lengths of chunks.
    pub const VALUE: u64 = 0x7fff_ff00;
    pub const HAS_CODEBASE: u64 = 1;
    pub const SINGLE_ID: u64 = 2;
    pub const LIST_OF_IDS: u64 = 6;
    pub const HAS_CHUNKS: u64 = 8;
    /// All flags.
    pub const FLAGS: u64 = 15;
}

/// The functions and types of values.
pub(super) struct Values {
    /// Types whose readers take the state of values: those that can be in a value, or contain one.
    pub flows: Set,
    /// Types that contain values.
    holds: Set,
    /// The valuetypes, by struct.
    structs: Vec<Option<ValueType>>,
    /// By struct: a value that is a message.
    messages: Vec<Option<Message>>,
    /// By union: the values that a member can be.
    unions: Vec<Option<AnyOf>>,
    next_chunk: FuncId,
    leave_value: FuncId,
    skip_header: FuncId,
    read_id: FuncId,
    write_id: FuncId,
}

/// A valuetype, or a boxed type.
#[derive(Clone)]
struct ValueType {
    id: String,
    /// The ids of the bases that a value is cut down to, nearest first.
    truncates_to: Vec<String>,
    /// Appends the tag and the ids of a value, and returns how many values with chunks enclose its members.
    begin: FuncId,
}

/// A value of a valuetype that is a message.
struct Message {
    any_of: AnyOf,
    /// Reads it into its members.
    read: FuncId,
}

/// The values that a member can be, by the case of its union; none for one that occurred before.
struct AnyOf {
    declared_id: String,
    cases: Vec<Option<ValueType>>,
    /// Returns the case of the first type that is known, and how many precede that.
    choose: FuncId,
    case_of_id: FuncId,
    first_known: FuncId,
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
        let flows = reach::reachable(types, is_of_values).union(&holds);
        Some(Self {
            flows,
            holds,
            messages: structs.iter().map(|of| Some(Message::declare(module, of.as_ref()?))).collect(),
            structs,
            unions,
            next_chunk: module.declare(),
            leave_value: module.declare(),
            skip_header: module.declare(),
            read_id: module.declare(),
            write_id: module.declare(),
        })
    }

    fn any_of(&self, id: UnionId) -> Option<&AnyOf> {
        self.unions[id.0 as usize].as_ref()
    }

    fn holds(&self, ty: &Type) -> bool {
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
        Self { declared_id, cases, choose, case_of_id, first_known }
    }

    fn define(&self, module: &mut ModuleBuilder, name: &str, values: &Values) {
        module.define(self.case_of_id, header::case_of_id(name, self));
        module.define(self.first_known, header::first_known(name, self, values));
        module.define(self.choose, header::choose(name, self, values));
    }
}

impl Cdr<'_> {
    pub(super) fn define_values(&self, module: &mut ModuleBuilder, values: &Values) {
        module.define(values.next_chunk, chunk::next_chunk());
        module.define(values.leave_value, chunk::leave_value(values));
        module.define(values.skip_header, header::skip_header(values));
        module.define(values.read_id, id::read_id());
        module.define(values.write_id, id::write_id(self.order));
        for (any_of, id) in values.unions.iter().zip((0..).map(UnionId)) {
            if let Some(any_of) = any_of {
                self.define_any_of(module, values, (id, any_of));
            }
        }
        for (index, (of, message)) in values.structs.iter().zip(&values.messages).enumerate() {
            if let (Some(of), Some(message)) = (of, message) {
                let name = &self.scaffold.names[StructId(index as u32)];
                module.define(of.begin, self.begin_value(name, of, values));
                message.any_of.define(module, name, values);
                let id = StructId(index as u32);
                module.define(message.read, self.read_value_message(id, values, &message.any_of));
            }
        }
    }

    fn define_any_of(&self, module: &mut ModuleBuilder, values: &Values, (id, any_of): (UnionId, &AnyOf)) {
        let name = &self.scaffold.names[id];
        any_of.define(module, name, values);
        for (case, of) in self.types.union(id).cases.iter().zip(&any_of.cases) {
            let is_struct = matches!(&case.ty, Some(Type::Struct(id)) if values.structs[id.0 as usize].is_some());
            if let (Some(of), false) = (of, is_struct) {
                let name = format!("{name}_{}", case.name);
                module.define(of.begin, self.begin_value(&name, of, values));
            }
        }
    }

    /// Returns the functions of a union of values.
    pub(super) fn any_of_value(&self, id: UnionId) -> Option<[polywire_ir::Function; 2]> {
        let values = self.values.as_ref()?;
        let any_of = values.any_of(id)?;
        Some([self.encode_any_of(id, any_of), self.read_any_of(id, (values, any_of))])
    }

    /// Returns true if the state of values is needed to read a type.
    pub(super) fn reads_values(&self, id: StructId) -> bool {
        self.values.as_ref().is_some_and(|values| values.flows.has(id.into()))
    }

    /// Returns true if the state of values is needed to write a type as a message.
    pub(super) fn writes_values(&self, id: StructId) -> bool {
        self.values.as_ref().is_some_and(|it| it.holds.has(id.into()) || it.structs[id.0 as usize].is_some())
    }

    /// Reads a message. One of a valuetype is a value of it.
    pub(super) fn read_top(&self, b: &mut FunctionBuilder, id: StructId, place: Place, layout: Layout) {
        match self.values.as_ref().and_then(|values| values.messages[id.0 as usize].as_ref()) {
            Some(message) => layout.call(b, message.read, place),
            None => self.call_reader(b, id.into(), place, layout),
        }
    }

    pub(super) fn write_top(&self, b: &mut FunctionBuilder, id: StructId, place: Place, origin: VarId) {
        if !self.writes_values(id) {
            return self.call(b, self.codecs[id].encode, place, origin);
        }
        let spot = Spot::outermost(b, origin);
        let members = (&Type::Struct(id), Form::PLAIN);
        match self.values.as_ref().and_then(|values| values.structs[id.0 as usize].as_ref()) {
            Some(of) => self.write_value(b, (of, true), members, place, spot),
            None => self.write_held(b, members, place, spot),
        };
    }
}

/// Returns the key of a position or of the number of a value in the memo. Repository ids, which are keys too, have no zeros.
fn key(b: &mut FunctionBuilder, number: impl Into<Expr>) -> VarId {
    let number = number.into();
    b.scratch("key", |b| b.write(Datum::Int { value: number, width: 8, order: Order::Little }))
}

//! Messages of GIOP 1.0 to 1.2, and references to objects (CORBA 3.3 part 2, clauses 7.6, 9.4 and 9.7).
//!
//! A message is a header of 12 octets and a body in the byte order that the header states, aligned from the start of the
//! message. Encapsulations state their own order. Values keep these orders, so that messages are written as they were read: here,
//! functions that write take a flag for little-endian data (Bool) behind the origin of alignment.
//!
//! The struct of a message has the fields of all versions. Its functions, unlike those of the other structs, know the version.
//!
//! Design: docs/decisions/0131-giop.md

mod encapsulation;
mod ior;
mod outcome;
mod read;
mod read_body;
mod selected;
mod write;
mod write_body;

use super::Cdr;
use super::form::is_encapsulation_decl;
use super::read::Layout;
use crate::plan::struct_decls;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{Function, Order, ValueType, VarId};
use polywire_model::{Model, giop};
use selected::Selected;

/// The byte order that the caller of a writer chooses: its third parameter.
pub(super) const CHOSEN_ORDER: Order = Order::LittleIf(CHOSEN);
/// Functions that write take the value, the origin and the order.
const CHOSEN: VarId = VarId(2);
/// Behind it, the number behind the point of the version, if needed.
const CHOSEN_MINOR: VarId = VarId(3);
const MAGIC: &[u8] = b"GIOP";
const MAJOR: u8 = 1;
/// Alignment of what is behind the header of a request or reply, from GIOP 1.2 on.
const BODY_ALIGNMENT: u32 = 8;

/// The types of messages and references; those of code that is generated file by file are not all there.
pub(super) struct Giop {
    pub message: Option<Message>,
    pub reference: Option<StructId>,
    /// What operations take, if they are those of a schema.
    arguments: Option<Selected>,
    /// The members of exceptions, if they are those of a schema.
    members: Option<Selected>,
    /// By struct: its values are encapsulations.
    encapsulations: Vec<bool>,
}

/// The struct of messages, and the union of what is behind their header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Message {
    pub id: StructId,
    body: UnionId,
}

/// Types of messages that have functions of their own; also the places of their cases.
mod message_type {
    pub const REQUEST: u32 = 0;
    pub const REPLY: u32 = 1;
    pub const LOCATE_REQUEST: u32 = 3;
    pub const LOCATE_REPLY: u32 = 4;
    pub const FRAGMENT: u32 = 7;
}

/// The fields of a message, in order.
mod message_field {
    pub const VERSION: u32 = 0;
    pub const LITTLE_ENDIAN: u32 = 1;
    pub const MORE_FRAGMENTS: u32 = 2;
    pub const BODY: u32 = 3;
}

/// The fields of a request, in order.
mod request_field {
    pub const REQUEST_ID: u32 = 0;
    pub const RESPONSE_FLAGS: u32 = 1;
    pub const TARGET: u32 = 2;
    pub const OPERATION: u32 = 3;
    pub const SERVICE_CONTEXTS: u32 = 4;
    pub const PRINCIPAL: u32 = 5;
    pub const BODY: u32 = 6;
}

/// The fields of a reply, in order.
mod reply_field {
    pub const REQUEST_ID: u32 = 0;
    pub const STATUS: u32 = 1;
    pub const SERVICE_CONTEXTS: u32 = 2;
    pub const BODY: u32 = 3;
}

impl Giop {
    pub fn of(model: &Model, types: &Types) -> Self {
        let id = |name| match types.of_decl[model.find(name)?.0 as usize] {
            Named::Struct(id) => Some(id),
            Named::Enum(_) | Named::Union(_) | Named::Constant(_) => None,
        };
        let message =
            id(giop::MESSAGE).and_then(|id| match types.record(id).fields.get(message_field::BODY as usize)?.ty {
                Type::Union(body) => Some(Message { id, body }),
                _ => None,
            });
        let encapsulations = struct_decls(model).iter().map(|it| is_encapsulation_decl(it.it)).collect();
        let arguments = model.find(giop::ARGUMENTS).and_then(|id| Selected::of(model, types, id));
        let members = model.find(giop::EXCEPTION_MEMBERS).and_then(|id| Selected::of(model, types, id));
        Self { message, reference: id(giop::REFERENCE), arguments, members, encapsulations }
    }
}

impl Cdr<'_> {
    pub(super) fn is_giop(&self) -> bool {
        self.giop.is_some()
    }

    pub(super) fn is_encapsulation(&self, id: StructId) -> bool {
        self.giop.as_ref().is_some_and(|giop| giop.encapsulations[id.0 as usize])
    }

    /// Adds the parameters of a writer behind the value; returns the origin.
    pub(super) fn writer_params(&self, b: &mut FunctionBuilder) -> VarId {
        let origin = b.value_param("origin", ValueType::U64);
        if let Some(chosen) = self.chosen_order() {
            let little = b.value_param("little", ValueType::Bool);
            debug_assert_eq!(little, chosen, "the order is the third parameter");
        }
        if let Some(chosen) = self.chosen_minor() {
            let minor = b.value_param("minor", ValueType::U64);
            debug_assert_eq!(minor, chosen, "the version is the fourth parameter");
        }
        origin
    }

    /// Adds the parameters of a reader behind the value.
    pub(super) fn reader_params(&self, b: &mut FunctionBuilder) -> Layout<'static> {
        let layout = Layout::params(b);
        let minor = self.has_versions.then(|| b.value_param("minor", ValueType::U64));
        Layout { minor, ..layout }
    }

    /// Returns the parameter of writers that tells their order, if each call chooses it.
    pub(super) fn chosen_order(&self) -> Option<VarId> {
        self.is_giop().then_some(CHOSEN)
    }

    /// Returns the parameter of writers that tells the version, if that of a message decides on the form of wide characters.
    pub(super) fn chosen_minor(&self) -> Option<VarId> {
        self.has_versions.then_some(CHOSEN_MINOR)
    }

    pub(super) fn giop_codec(&self, message: Message) -> [Function; 2] {
        [self.write_giop(message), self.read_giop(message)]
    }
}

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
mod write;
mod write_body;

use super::Cdr;
use super::form::is_encapsulation_decl;
use crate::plan::struct_decls;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{Function, Order, ValueType, VarId};
use polywire_model::{Model, giop};

/// The byte order that the caller of a writer chooses: its third parameter.
pub(super) const CHOSEN_ORDER: Order = Order::LittleIf(CHOSEN);
/// Functions that write take the value, the origin and the order.
const CHOSEN: VarId = VarId(2);
const MAGIC: &[u8] = b"GIOP";
const MAJOR: u8 = 1;
/// Alignment of what is behind the header of a request or reply, from GIOP 1.2 on.
const BODY_ALIGNMENT: u32 = 8;

/// The types of messages.
pub(super) struct Giop {
    pub message: StructId,
    pub reference: StructId,
    body: UnionId,
    /// By struct: its values are encapsulations.
    encapsulations: Vec<bool>,
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
    pub fn of(model: &Model, types: &Types) -> Option<Self> {
        let id = |name| match types.of_decl[model.find(name)?.0 as usize] {
            Named::Struct(id) => Some(id),
            Named::Enum(_) | Named::Union(_) | Named::Constant(_) => None,
        };
        let message = id(giop::MESSAGE)?;
        let Type::Union(body) = types.record(message).fields.get(message_field::BODY as usize)?.ty else { return None };
        let encapsulations = struct_decls(model).iter().map(|it| is_encapsulation_decl(it.it)).collect();
        Some(Self { message, reference: id(giop::REFERENCE)?, body, encapsulations })
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
        origin
    }

    /// Returns the parameter of writers that tells their order, if each call chooses it.
    pub(super) fn chosen_order(&self) -> Option<VarId> {
        self.is_giop().then_some(CHOSEN)
    }

    pub(super) fn giop_codec(&self, giop: &Giop) -> [Function; 2] {
        [self.write_giop(giop), self.read_giop(giop)]
    }
}

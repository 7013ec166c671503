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
pub(super) mod id;
mod message;
mod plan;
mod reach;
pub(super) mod read;
mod spot;
mod write;
mod write_held;

use super::Cdr;
pub(super) use plan::{AnyOf, Tools, Values};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Expr, Order, VarId};

/// Tags (clause 9.3.4.1).
pub(super) mod tag {
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

impl Cdr<'_> {
    pub(super) fn define_tools(&self, module: &mut ModuleBuilder, tools: Tools) {
        module.define(tools.next_chunk, chunk::next_chunk());
        module.define(tools.leave_value, chunk::leave_value(tools));
        module.define(tools.skip_header, header::skip_header(tools));
        module.define(tools.read_id, id::read_id());
        module.define(tools.write_id, self.write_id());
    }

    pub(super) fn define_values(&self, module: &mut ModuleBuilder, (values, tools): (&Values, Tools)) {
        for (any_of, id) in values.unions.iter().zip((0..).map(UnionId)) {
            if let Some(any_of) = any_of {
                self.define_any_of(module, (values, tools), (id, any_of));
            }
        }
        for (index, (of, message)) in values.structs.iter().zip(&values.messages).enumerate() {
            if let (Some(of), Some(message)) = (of, message) {
                let name = &self.scaffold.names[StructId(index as u32)];
                module.define(of.begin, self.begin_value(name, of, tools));
                message.any_of.define(module, name, tools);
                let id = StructId(index as u32);
                module.define(message.read, self.read_value_message(id, tools, &message.any_of));
            }
        }
    }

    fn define_any_of(
        &self,
        module: &mut ModuleBuilder,
        (values, tools): (&Values, Tools),
        (id, any_of): (UnionId, &AnyOf),
    ) {
        let name = &self.scaffold.names[id];
        any_of.define(module, name, tools);
        for (case, of) in self.types.union(id).cases.iter().zip(&any_of.cases) {
            let is_struct = matches!(&case.ty, Some(Type::Struct(id)) if values.structs[id.0 as usize].is_some());
            if let (Some(of), false) = (of, is_struct) {
                let name = format!("{name}_{}", case.name);
                module.define(of.begin, self.begin_value(&name, of, tools));
            }
        }
    }

    /// Returns the functions of a union of values.
    pub(super) fn any_of_value(&self, id: UnionId) -> Option<[polywire_ir::Function; 2]> {
        let (values, tools) = (self.values.as_ref()?, self.value_tools?);
        let any_of = values.any_of(id)?;
        Some([self.encode_any_of(id, any_of), self.read_any_of(id, (tools, any_of))])
    }
}

/// Returns the key of a position or of the number of a value in the memo. Repository ids, which are keys too, have no zeros.
fn key(b: &mut FunctionBuilder, number: impl Into<Expr>) -> VarId {
    b.scratch("key", |b| b.write_int(number, 8, Order::Little))
}

/// As [`key`], of a value in an `any` that begins at this position: its values have numbers of their own.
pub(super) fn key_in(b: &mut FunctionBuilder, number: impl Into<Expr>, any: VarId) -> VarId {
    b.scratch("key", |b| {
        b.write_int(number, 8, Order::Little);
        b.write_int(any, 8, Order::Little);
    })
}

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
mod message;
mod plan;
mod reach;
mod read;
mod spot;
mod write;
mod write_held;

use super::Cdr;
use plan::AnyOf;
pub(super) use plan::Values;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Expr, Order, VarId};

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
}

/// Returns the key of a position or of the number of a value in the memo. Repository ids, which are keys too, have no zeros.
fn key(b: &mut FunctionBuilder, number: impl Into<Expr>) -> VarId {
    b.scratch("key", |b| b.write_int(number, 8, Order::Little))
}

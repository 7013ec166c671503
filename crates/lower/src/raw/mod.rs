//! `raw`: an unambiguous image of a native value, used to compare engines and to specify test values.
//!
//! Little-endian, without alignment, in the order of the members ([`Fact::Order`](polywire_model::attr::Fact::Order)):
//! a Bool is one byte; an integer, an enum and a float's bits are eight; text and bytes are a 32-bit length and the
//! bytes; fixed bytes are only the bytes; an optional is a byte 0 or 1 and the value; a union is 32 bits, 0 or the
//! case's place plus one, and the value; a list is a 32-bit count and the elements, a map a list of keys with their
//! values in ascending order of the keys; an array is its elements; a struct is its fields and, if it keeps unknown
//! bytes, for each format that has them ([`crate::Format::keeps_unknown`], in the order of [`FORMATS`]) a 32-bit length
//! and the bytes.

mod min_size;
mod read;
mod write;

use crate::plan::{Codecs, Names, Orders, Recursion, add_entry, messages};
use crate::{FORMATS, Unsupported};
pub(crate) use min_size::PAYMENT;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types, UnionId};
use polywire_model::Model;
use std::sync::Arc;

/// Lowers every struct; nothing is unsupported.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("raw", types.clone());
    let raw = Raw {
        types: &types,
        names: Names::of(&types),
        recursion: Recursion::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        orders: Orders::of(model),
    };
    for id in (0..types.structs.len() as u32).map(StructId) {
        module.define(raw.codecs[id].encode, raw.encode_struct(id));
        module.define(raw.codecs[id].read, raw.read_struct(id));
    }
    messages(&types).for_each(|id| add_entry(&mut module, &raw.names[id], id, raw.codecs[id]));
    for id in (0..types.unions.len() as u32).map(UnionId) {
        module.define(raw.codecs[id].encode, raw.encode_union(id));
        module.define(raw.codecs[id].read, raw.read_union(id));
    }
    Ok(module.finish())
}

/// The lowering's context.
struct Raw<'t> {
    types: &'t Types,
    names: Names,
    /// The types that can nest without bound.
    recursion: Recursion,
    codecs: Codecs,
    orders: Orders,
}

/// Labels of the formats that have unknown bytes.
fn unknown_formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|format| format.keeps_unknown).map(|format| format.name)
}

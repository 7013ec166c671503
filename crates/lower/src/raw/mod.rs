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

use crate::plan::{Codecs, Orders, Scaffold, messages};
use crate::{FORMATS, Unsupported};
pub(crate) use min_size::PAYMENT;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::Types;
use polywire_model::Model;
use std::sync::Arc;

/// Lowers every struct; nothing is unsupported.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("raw", types.clone());
    let raw = Raw {
        types: &types,
        scaffold: Scaffold::nesting_also(&types, |id| !types.record(id).is_entry),
        codecs: Codecs::declare(&mut module, &types),
        orders: Orders::of(model),
    };
    raw.codecs.define_structs(&mut module, |id| [raw.encode_struct(id), raw.read_struct(id)]);
    messages(&types).for_each(|id| raw.scaffold.add_entry(&mut module, id, raw.codecs[id]));
    raw.codecs.define_unions(&mut module, |id| [raw.encode_union(id), raw.read_union(id)]);
    Ok(module.finish())
}

/// The lowering's context.
struct Raw<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    orders: Orders,
}

/// Labels of the formats that have unknown bytes.
fn unknown_formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|format| format.keeps_unknown).map(|format| format.name)
}

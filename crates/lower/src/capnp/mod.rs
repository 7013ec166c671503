//! Cap'n Proto (as of its encoding specification): unpacked, packed, and in canonical form.
//!
//! A struct is a data section and a pointer section, laid out from the ordinals as the official compiler does, or as
//! the schema states. Encoders write one segment, in which the targets of pointers follow in the order of the pointers;
//! decoders read any message. A pointer of an absent or empty value is null.
//!
//! Differences from the model: a union always has a case, so a value without one is encoded and decoded as the first
//! case's default, unless a case for absence has an ordinal; the same holds for an optional scalar, which becomes a
//! union. An enumerator is encoded as its number, which must be in the range 0 to 65535, or as its ordinal. Fixed bytes
//! are data and an array is a list, of exactly the right length. A union that is optional, an element, a case of another
//! union, or in a map is the field of a struct of its own.

mod bits;
mod copy;
mod derived;
mod encode;
mod encode_pointer;
mod encode_union;
mod enumeration;
mod list;
mod losses;
mod message;
mod object;
mod optional;
mod packed;
mod places;
mod pointee;
mod pointer;
mod read;
mod read_pointer;
mod read_union;
mod record;
mod report_unknown;
mod terms;
mod unsupported;
mod used;
mod view;
mod view_list;
mod view_object;
mod view_scalar;
mod wrapped;

pub(crate) use losses::{canonical_losses, losses};
pub(crate) use places::places;
pub(crate) use terms::{CANONICAL_TERMS, PACKED_TERMS, TERMS};
pub(crate) use wrapped::WRAPS;

use crate::plan::{Codecs, Projection, Scaffold, StructDecl, fields, messages, struct_decls};
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use list::Lists;
use message::{Message, Outside};
use object::Objects;
use packed::Packing;
use pointer::Pointers;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_model::{Model, OrderBy, Presence};
use record::Record;
use report_unknown::UnknownReports;
use std::sync::Arc;

/// Lowers every struct to the unpacked encoding.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, "capnp", |_| Outside::Table)
}

/// Lowers every struct to the packed encoding, which has no views.
pub(crate) fn lower_packed(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, &without_views(options), "capnp_packed", |module| Outside::Packed(Packing::add(module)))
}

/// Lowers every struct to the canonical form, which has no views.
pub(crate) fn lower_canonical(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, &without_views(options), "capnp_canonical", |_| Outside::Canonical)
}

fn without_views(options: &Options) -> Options {
    Options { views: false, ..options.clone() }
}

fn lower_as(
    model: &Model,
    options: &Options,
    format: &str,
    outside: fn(&mut ModuleBuilder) -> Outside,
) -> Result<Module, Vec<Unsupported>> {
    let wrapped = wrapped::wrapped(model, options);
    let model = &wrapped.model;
    let types = Arc::new(Types::of_model(model));
    let mut refused = Vec::new();
    let structs = struct_decls(model);
    let ordinals = enumeration::ordinals(model);
    let records = structs.iter().map(|it| record::lay_out(model, (&types, &ordinals), it, &mut refused)).collect();
    none_of(refused)?;
    let mut module = ModuleBuilder::new(format, types.clone());
    let pointers = Pointers::add(&mut module);
    let lists = Lists::add(&mut module, &pointers);
    let message = Message::add(&mut module, &pointers, outside);
    let objects = Objects::add(&mut module, &pointers, message.first_segment, message.copies);
    let unknown_reports = options.report_unknown.then(|| UnknownReports::add(&mut module, &pointers, &lists));
    let capnp = Capnp {
        types: &types,
        scaffold: Scaffold::of(&types),
        message,
        codecs: Codecs::declare_structs(&mut module, &types),
        orders: structs.iter().map(|it| fields(model, it.it, OrderBy::Ordinals)).collect(),
        structs,
        records,
        ordinals,
        projection: Projection::of(&options.selection, &types),
        pointers,
        lists,
        objects,
        unknown_reports,
    };
    capnp.codecs.define_structs(&mut module, |id| [capnp.put_struct(id), capnp.read_struct(id)]);
    messages(&wrapped.types).for_each(|id| capnp.add_entry(&mut module, id));
    if options.views {
        capnp.add_views(&mut module);
    }
    Ok(wrapped.unwrap(module.finish()))
}

/// The lowering's context.
struct Capnp<'m> {
    types: &'m Types,
    scaffold: Scaffold,
    codecs: Codecs,
    structs: Vec<StructDecl<'m>>,
    /// By struct, its fields in the order in which the targets of their pointers are written.
    orders: Vec<Vec<u32>>,
    records: Vec<Record>,
    /// By enum.
    ordinals: Vec<Vec<i64>>,
    projection: Projection,
    pointers: Pointers,
    lists: Lists,
    objects: Objects,
    /// Present if decoders report unknown data.
    unknown_reports: Option<UnknownReports>,
    message: Message,
}

impl Capnp<'_> {
    fn record(&self, id: StructId) -> &Record {
        &self.records[id.0 as usize]
    }

    fn presence(&self, id: StructId, field: usize) -> Presence {
        self.structs[id.0 as usize].it.fields[field].presence
    }
}

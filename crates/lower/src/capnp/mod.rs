//! Cap'n Proto (as of its encoding specification): unpacked, packed, and in canonical form.
//!
//! A struct is a data section and a pointer section, laid out from the ordinals as the official compiler
//! does, or as the schema says.
//! Encoders write one segment, in which what a pointer leads to follows in the order of the pointers; decoders read any
//! message. A pointer of an absent or empty value is null.
//!
//! Where the format differs from the model: a union always holds a case, so that a value that holds none is written, and
//! read, as the first case's default, unless a case for absence has an ordinal; so has a scalar that can be absent, which is
//! a union then. An enumerator is its number, which must be in the range 0 to 65535, or has an ordinal. Fixed bytes are data
//! and an array is a list, of just the right length.

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
mod pointee;
mod pointer;
mod read;
mod read_pointer;
mod read_union;
mod record;
mod report_unknown;
mod unsupported;
mod used;
mod view;
mod view_list;
mod view_object;
mod view_scalar;

pub(crate) use losses::{canonical_losses, losses};

use crate::plan::{Codecs, Names, Projection, StructDecl, messages, recursive_structs, struct_decls};
use crate::{Options, Unsupported};
use list::Lists;
use message::{Message, Outside};
use object::Objects;
use packed::Packing;
use pointer::Pointers;
use polywire_ir::Module;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Types};
use polywire_model::{Model, Presence};
use record::Record;
use report_unknown::UnknownReports;
use std::sync::Arc;

/// Lowers every struct to the unpacked encoding.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, "capnp", |_| Outside::Table)
}

/// Lowers every struct to the packed encoding, which is not read in place.
pub(crate) fn lower_packed(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, &without_views(options), "capnp_packed", |module| Outside::Packed(Packing::add(module)))
}

/// Lowers every struct to the canonical form, which is not read in place.
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
    let types = Arc::new(Types::of_model(model));
    let mut refused = Vec::new();
    let structs = struct_decls(model);
    let ordinals = enumeration::ordinals(model);
    let records = structs.iter().map(|it| record::lay_out(model, (&types, &ordinals), it, &mut refused)).collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let mut module = ModuleBuilder::new(format, types.clone());
    let pointers = Pointers::add(&mut module);
    let lists = Lists::add(&mut module, &pointers);
    let message = Message::add(&mut module, &pointers, outside);
    let objects = Objects::add(&mut module, &pointers, message.first_segment, message.copies);
    let unknown_reports = options.report_unknown.then(|| UnknownReports::add(&mut module, &pointers, &lists));
    let capnp = Capnp {
        types: &types,
        names: Names::of(&types),
        recursive: recursive_structs(&types),
        message,
        codecs: Codecs::declare_structs(&mut module, &types),
        structs,
        records,
        ordinals,
        projection: Projection::of(&options.selection, &types),
        pointers,
        lists,
        objects,
        unknown_reports,
    };
    for id in capnp.structs.iter().map(|it| it.id) {
        module.define(capnp.codecs[id].encode, capnp.put_struct(id));
        module.define(capnp.codecs[id].read, capnp.read_struct(id));
    }
    messages(&types).for_each(|id| capnp.add_entry(&mut module, id));
    if options.views {
        capnp.add_views(&mut module);
    }
    Ok(module.finish())
}

/// The lowering's context.
struct Capnp<'m> {
    types: &'m Types,
    names: Names,
    recursive: Vec<bool>,
    codecs: Codecs,
    structs: Vec<StructDecl<'m>>,
    records: Vec<Record>,
    /// By enum.
    ordinals: Vec<Vec<i64>>,
    projection: Projection,
    pointers: Pointers,
    lists: Lists,
    objects: Objects,
    /// If decoders report unknown data.
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

    /// The function of a struct, which counts a level of nesting if a value can hold another one.
    fn function(&self, prefix: &str, id: StructId) -> FunctionBuilder {
        let mut b = FunctionBuilder::new(format!("{prefix}_{}", &self.names[id]));
        if self.recursive[id.0 as usize] {
            b.nests();
        }
        b
    }
}

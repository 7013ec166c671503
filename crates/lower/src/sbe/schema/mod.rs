//! Messages of SBE's own schemas, which state where everything is: Simple Binary Encoding 1.0, and what its reference
//! implementation reads of 2.0.
//!
//! A message is a header, a block and what follows it: groups, then data. An entry of a group is a block and what follows it.
//! Offsets, lengths of blocks, the byte order, and the composites in front of all of them are those of the schema.
//! Members that a schema version added are absent in messages of older versions. Padding is written as zeros and not read.
//!
//! Design: docs/decisions/0111-own-layouts-of-sbe.md

mod encode;
mod frame;
mod losses;
mod message;
pub(super) mod null;
pub(super) mod plan;
mod read;
mod rest;
mod text;
mod view;
mod view_block;
mod view_list;
mod view_rest;
mod view_text;

pub(super) use losses::losses;
pub(super) use message::type_of;

use super::unsupported;
use crate::plan::{Codecs, Scaffold, StructDecl, messages, recursive_structs, struct_decls};
use crate::text::transcode::Transcoders;
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use plan::Record;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{FuncId, Module, Order};
use polywire_model::attr::ByteOrder;
use polywire_model::{DeclKind, Model, Struct};
use std::sync::Arc;

/// Returns true if the model is that of an SBE schema.
pub(crate) fn is_own(model: &Model) -> bool {
    structs(model).any(|it| it.attrs.sbe.is_some())
}

/// The length of the first version's block of each struct, which readers check.
pub(crate) fn least_sizes(model: &Model, types: &Types) -> Vec<u64> {
    let records =
        if is_own(model) { plan::records(types, &struct_decls(model)).unwrap_or_default() } else { Vec::new() };
    records.iter().map(|record| record.least_size().into()).collect()
}

/// Returns true if a schema states this byte order.
pub(super) fn is_big_endian(model: &Model) -> bool {
    structs(model).filter_map(|it| it.attrs.sbe.as_deref()).any(|it| it.byte_order == ByteOrder::Big)
}

fn structs(model: &Model) -> impl Iterator<Item = &Struct> {
    model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) => Some(it),
        DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    })
}

/// The order of groups and data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Groups, then data.
    Ordered,
    /// Data, then groups.
    DataFirst,
    /// Data, then groups; in entries groups, then data.
    DataFirstInMessages,
}

/// Lowers every struct; messages get entries.
pub(super) fn lower(model: &Model, options: &Options, ends: Ends) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let structs = struct_decls(model);
    let recursive = recursive_structs(&types);
    let loops = structs.iter().filter(|it| recursive[it.id.0 as usize]);
    none_of(loops.map(|it| unsupported::RECURSION.at(it.decl.span, it.decl.path())).collect())?;
    let mut records = plan::records(&types, &structs)?;
    records.iter_mut().for_each(|record| record.order_ends(ends));
    let root = options.root.and_then(|root| types.struct_of(root)).filter(|id| records[id.0 as usize].header.is_none());
    if let Some(StructDecl { decl, .. }) = root.map(|id| &structs[id.0 as usize]) {
        return Err(vec![unsupported::NO_MESSAGE.at(decl.span, decl.path())]);
    }
    let mut module = ModuleBuilder::new("sbe", types.clone());
    let transcoders = Transcoders::define(&mut module, records.iter().flat_map(Record::encodings));
    let own = Own {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare_structs(&mut module, &types),
        rests: records.iter().map(|it| it.has_rest().then(|| Rest::declare(&mut module))).collect(),
        records,
        transcoders,
        report_unknown: options.report_unknown,
    };
    own.codecs.define_structs(&mut module, |id| [own.put_block(id), own.read_block(id)]);
    for (id, rest) in (0..).map(StructId).zip(&own.rests) {
        if let Some(rest) = rest {
            module.define(rest.write, own.write_rest(id));
            module.define(rest.read, own.read_rest(id));
        }
    }
    messages(&types).for_each(|id| own.add_entry(&mut module, id));
    if options.views {
        own.add_views(&mut module);
    }
    Ok(module.finish())
}

/// The lowering's context.
struct Own<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    /// The functions for blocks.
    codecs: Codecs,
    rests: Vec<Option<Rest>>,
    records: Vec<Record>,
    transcoders: Transcoders,
    /// Decoders report members that the schema lacks.
    report_unknown: bool,
}

/// The functions for the groups and data behind a struct's block.
#[derive(Clone, Copy)]
struct Rest {
    write: FuncId,
    read: FuncId,
}

impl Rest {
    fn declare(module: &mut ModuleBuilder) -> Self {
        Self { write: module.declare(), read: module.declare() }
    }
}

impl Own<'_> {
    fn record(&self, id: StructId) -> &Record {
        &self.records[id.0 as usize]
    }

    fn order(&self, id: StructId) -> Order {
        self.record(id).order
    }
}

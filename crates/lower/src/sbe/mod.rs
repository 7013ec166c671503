//! Simple Binary Encoding 1.0. SBE's own schemas state their layout ([`schema`]). Schemas of other languages get one, which
//! the following describes.
//!
//! It is little-endian, with its standard message header, group dimensions of two 16-bit integers
//! and data with a 32-bit length.
//!
//! A message is a header, a block of the fixed-size fields, then a group for each list and data for each text and
//! bytes, each kind in the order of [`Fact::Order`](polywire_model::attr::Fact::Order), in which removed members keep
//! their places. A struct in the block is a composite of its fixed-size members; its lists, texts and bytes are groups
//! and data of the message. A struct that is an element of a list is the group's entry, with its own groups and data. A
//! list of anything else is a group whose entries have that one field. A union is a group for each case, of which at most
//! one has an entry. An array of anything but numbers is a group of exactly its length; a list, an array or fixed bytes that can be
//! absent is in a group with at most one entry. [Options](polywire_model::attr::SbeOptions) widen the dimensions of groups, and keep
//! empty texts and bytes apart from absent ones.
//!
//! Differences from the model: an absent number is the null value of its type, an absent text or bytes is an empty one,
//! an absent struct has null values and nothing of variable length; writing a present value that looks absent is
//! `out_of_range` (except for structs). A text of fixed length ends at its first NUL. Shorter blocks of older writers
//! are extended with new or absent values; in a message of an older version, groups and data that were added later are
//! missing, and the last ones may be; in one of a newer version, more data follows.

mod breaks;
mod cases;
mod counts;
mod data;
mod encode;
mod group;
mod ids;
pub(crate) mod json;
pub mod layout;
mod losses;
mod maybe;
mod message;
mod read;
mod removed;
mod rest;
mod schema;
mod shape;
mod terms;
mod unsupported;
mod xml;

pub use xml::xml_of_all;

pub(crate) use breaks::breaks;
pub(crate) use losses::losses;
pub(crate) use terms::TERMS;

use crate::plan::{Codecs, Orders, Position, Scaffold, messages, recursive_structs, struct_decls, wrap};
use crate::wraps::WrapRule;
use crate::{Options, Unsupported};
use cases::Slot;
use counts::Counts;
use message::Headers;
pub(crate) use message::{settle, type_of};
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_model::{Model, Presence, Type};
use rest::Rest;
use schema::Ends;
pub(crate) use schema::{is_own, least_sizes};
use shape::Block;
use std::sync::Arc;

/// Lowers every struct.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    if is_own(model) {
        return schema::lower(model, options, Ends::Ordered);
    }
    if options.views {
        let first = model.decls.first();
        return Err(first.into_iter().map(|it| unsupported::VIEWS.at(it.span, it.path())).collect());
    }
    let wrapped = wrap(model, &|position, ty| needs_struct(model, position, ty));
    let types = Arc::new(Types::of_model(&wrapped.model));
    let structs = struct_decls(&wrapped.model);
    let orders = Orders::of(&wrapped.model);
    let slots = cases::slots(&wrapped.model, &orders)?;
    let blocks = shape::blocks((&types, &orders), (&structs, model.options.sbe), &recursive_structs(&types))?;
    let mut module = ModuleBuilder::new("sbe", types.clone());
    let mut sbe = Sbe {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare_structs(&mut module, &types),
        rests: Vec::new(),
        presences: structs.iter().map(|it| it.it.fields.iter().map(|field| field.presence).collect()).collect(),
        headers: Headers::of(&struct_decls(model)).followed_by(&structs),
        blocks,
        slots,
        orders,
        counts: Counts::of(model.options.sbe),
        report_unknown: options.report_unknown,
    };
    sbe.rests = sbe.declare_rests(&mut module);
    sbe.codecs.define_structs(&mut module, |id| [sbe.put_block(id), sbe.read_block(id)]);
    for id in structs.iter().map(|it| it.id) {
        if let Some(rest) = sbe.rest(id) {
            module.define(rest.write, sbe.write_rest(id));
            module.define(rest.read, sbe.read_rest(id));
        }
    }
    messages(&wrapped.types).for_each(|id| sbe.add_entry(&mut module, id));
    Ok(wrapped.unwrap(module.finish()))
}

/// Messages of SBE's own schemas with data in front of groups, as flyweights write them whose setters are called in this order.
pub(crate) fn lower_data_first(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    schema::lower(model, options, Ends::DataFirst)
}

/// The same, but in entries of groups the order is that of the schema.
pub(crate) fn lower_data_first_in_messages(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    schema::lower(model, options, Ends::DataFirstInMessages)
}

/// The type of messages in the Simple Open Framing Header 1.0: by their byte order, little-endian unless the schema states it.
pub(crate) fn encoding_type(model: &Model) -> u16 {
    if schema::is_big_endian(model) { 0x5be0 } else { 0xeb50 }
}

/// For people.
pub(crate) const WRAPS: &[WrapRule] = &[
    WrapRule { message: "in a struct of its own", applies: needs_struct },
    WrapRule { message: "a group for each case", applies: |model, _, ty| is_union(model, ty) },
    WrapRule { message: "a group with at most one entry", applies: is_maybe },
];

/// Returns true if a value can only be the field of a struct.
fn needs_struct(model: &Model, position: Position, ty: &Type) -> bool {
    is_union(model, ty) && matches!(position, Position::Element | Position::Case)
}

fn is_union(model: &Model, ty: &Type) -> bool {
    matches!(ty, Type::Named(id) if model.as_union(*id).is_some())
}

fn is_maybe(model: &Model, position: Position, ty: &Type) -> bool {
    let can_be = match ty {
        Type::List(_) | Type::Map(_) | Type::Array(..) | Type::FixedBytes(..) => true,
        Type::Text(_) | Type::Bytes => model.options.sbe.keeps_empty,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Named(_) => false,
    };
    can_be && position == Position::Field(Presence::Optional)
}

/// The lowering's context.
struct Sbe<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    rests: Vec<Option<Rest>>,
    presences: Vec<Vec<Presence>>,
    headers: Headers,
    blocks: Vec<Block>,
    /// The groups of each union.
    slots: Vec<Vec<Slot>>,
    orders: Orders,
    counts: Counts,
    /// Decoders report members that the schema lacks.
    report_unknown: bool,
}

impl Sbe<'_> {
    fn block(&self, id: StructId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    fn declare_rests(&self, module: &mut ModuleBuilder) -> Vec<Option<Rest>> {
        let ids = (0..self.blocks.len() as u32).map(StructId);
        ids.map(|id| {
            self.block(id).has_rest().then(|| Rest::declare(module, (self.takes_block(id), self.version(id) > 0)))
        })
        .collect()
    }

    /// The version of a struct as a message.
    fn version(&self, id: StructId) -> u16 {
        self.headers.0[id.0 as usize].version
    }

    fn rest(&self, id: StructId) -> Option<Rest> {
        self.rests[id.0 as usize]
    }
}

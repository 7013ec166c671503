//! The data representations of DDS (DDS-XTypes 1.3, clause 7.4): `xcdr1` and `xcdr2`.
//!
//! A message begins with four octets that tell the representation and the byte order; alignment counts from behind them. Both
//! orders are read, and the chosen one is written.
//!
//! A final type is its members in order. In version 2, an appendable one is behind its size, so that readers skip what newer
//! writers add. A mutable one is a list of members with ids. An optional member has a flag in version 2; in version 1, it is a
//! parameter with an id and a length.
//!
//! Types whose schema says nothing of this are what the option `xcdr.extensibility` says. Ids that the schema does not state are
//! the places of members ([`Fact::Order`](polywire_model::attr::Fact::Order)).
//!
//! Design: docs/decisions/0130-xcdr.md

mod breaks;
mod collection;
mod delimited;
mod key;
mod label;
mod length_code;
mod member;
mod message;
mod min_size;
mod mutable;
mod parameter;
mod plan;
mod read;
mod read_value;
mod terms;
mod text;
mod union_read;
mod union_write;
mod unsupported;
mod write;
mod write_value;

use crate::Unsupported;
use crate::cdr::form::Forms;
use crate::cdr::labels::Labels;
use crate::plan::{Codecs, Orders, Scaffold, messages};
use crate::text::transcode::Transcoders;
use crate::unsupported::none_of;
pub(crate) use breaks::breaks;
pub(crate) use min_size::PAYMENT;
use plan::{StructPlan, UnionPlan};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Types, UnionId};
use polywire_ir::{Module, Order};
use polywire_model::Model;
use polywire_model::attr::CdrOptions;
use std::sync::Arc;
pub(crate) use terms::{TERMS_V1, TERMS_V2};

/// Version 1.
pub(crate) fn lower_v1(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, "xcdr1", Version::V1)
}

/// Version 2.
pub(crate) fn lower_v2(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, "xcdr2", Version::V2)
}

/// The versions of the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    V1,
    V2,
}

impl Version {
    /// The largest alignment in bytes.
    fn largest_alignment(self) -> u8 {
        match self {
            Self::V1 => 8,
            Self::V2 => 4,
        }
    }
}

fn lower(model: &Model, format: &str, version: Version) -> Result<Module, Vec<Unsupported>> {
    none_of(unsupported::of_model(model))?;
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new(format, types.clone());
    let strings = CdrOptions { has_utf8_strings: true, ..CdrOptions::default() };
    let xcdr = Xcdr {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        orders: Orders::of(model),
        labels: (0..types.unions.len() as u32).map(|id| Labels::of(model, &types, UnionId(id))).collect(),
        structs: plan::structs(model),
        unions: plan::unions(model, types.unions.len() as u32),
        version,
        order: if model.options.cdr.is_big_endian { Order::Big } else { Order::Little },
        is_corba: model.is_corba(),
        keys_only: model.options.xcdr.has_keys_only,
        transcoders: Transcoders::define(&mut module, Forms::of(model).encodings(strings)),
    };
    xcdr.define(&mut module);
    Ok(module.finish())
}

/// The lowering's context. Functions that write take the origin of alignment (U64, a position) in addition to the
/// value; those that read also take a flag for little-endian data (Bool).
struct Xcdr<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    orders: Orders,
    /// By union; those that the schema states.
    labels: Vec<Option<Labels>>,
    structs: Vec<StructPlan<'t>>,
    unions: Vec<UnionPlan<'t>>,
    version: Version,
    /// The byte order that is written.
    order: Order,
    /// The schema is IDL.
    is_corba: bool,
    /// Messages have the members of the key alone.
    keys_only: bool,
    transcoders: Transcoders,
}

impl Xcdr<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        messages(self.types).filter(|id| self.has_messages(*id)).for_each(|id| self.add_entry(module, id));
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
    }
}

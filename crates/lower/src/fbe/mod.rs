//! FastBinaryEncoding: the standard model, whose structs have a size, a type id and pointers, and the final model, whose
//! values follow each other.
//!
//! A message of the standard model is its own size, a pointer to its struct, and the struct: a body of the struct's own
//! size, its type id and a place of constant width for each field. Texts, bytes, structs, lists and maps stand behind
//! a pointer, an optional value behind a flag and a pointer; what a field points to is written before the next field is.
//! A pointer is relative to the struct that it is in, or to the optional value. A message of the final model is its size,
//! the type id, and the bare values.
//!
//! Differences from the model: each case of a union is an optional field of the struct, of which at most one is present;
//! a case without a value is an optional byte 1. Elements that are lists, arrays, maps or unions, optional ones of these,
//! and cases that are no plain values are the only field of a struct of their own, of type id 0. Fields are in the order of
//! [`Fact::Order`](polywire_model::attr::Fact::Order).
//!
//! Design: docs/decisions/0094-fastbinaryencoding.md

mod breaks;
mod final_read;
mod final_write;
mod message;
mod plan;
mod put;
mod read;
mod read_value;
mod repeated;
mod terms;
mod type_id;

use crate::Unsupported;
use crate::plan::{Codecs, Orders, Position, Scaffold, messages, struct_decls, wrap};
pub(crate) use breaks::{breaks, breaks_final};
pub(crate) use final_read::FINAL_PAYMENT;
use plan::Record;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_model::{BytesMeaning, Model, Presence, Type};
use std::sync::Arc;
pub(crate) use terms::{FINAL_TERMS, TERMS};
pub(crate) use type_id::{settle, type_of, type_of_final};

/// Lowers every struct to the standard model.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    Ok(lower_as(model, "fbe", |fbe, module| {
        fbe.codecs.define_structs(module, |id| [fbe.put_struct(id), fbe.read_struct(id)]);
        messages(fbe.types).filter(|id| fbe.is_message(*id)).for_each(|id| fbe.add_entry(module, id));
    }))
}

/// Lowers every struct to the final model.
pub(crate) fn lower_final(model: &Model) -> Result<Module, Vec<Unsupported>> {
    Ok(lower_as(model, "fbe_final", |fbe, module| {
        fbe.codecs.define_structs(module, |id| [fbe.encode_final(id), fbe.read_final(id)]);
        messages(fbe.types).filter(|id| fbe.is_message(*id)).for_each(|id| fbe.add_final_entry(module, id));
    }))
}

fn lower_as(model: &Model, format: &str, define: impl FnOnce(&Fbe<'_>, &mut ModuleBuilder)) -> Module {
    let wrapped = wrap(model, &|position, ty| needs_struct(model, position, ty));
    let types = Arc::new(Types::of_model(&wrapped.model));
    let structs = struct_decls(&wrapped.model);
    let mut module = ModuleBuilder::new(format, types.clone());
    let orders = Orders::of(&wrapped.model);
    let type_ids = type_id::type_ids(&struct_decls(model)).into_iter().chain(std::iter::repeat(0));
    let plan = |(it, type_id)| plan::record((&types, &orders), it, type_id);
    let mut records: Vec<Record> = structs.iter().zip(type_ids).map(plan).collect();
    plan::place_all(&mut records);
    let scaffold = Scaffold::of(&types);
    let mut fbe = Fbe {
        types: &types,
        repeated: Vec::new(),
        codecs: Codecs::declare_structs(&mut module, &types),
        scaffold,
        records,
        first_wrapper: wrapped.first,
    };
    fbe.repeated = repeated::repeated(&fbe.records, |id| fbe.scaffold.nests(id));
    define(&fbe, &mut module);
    wrapped.unwrap(module.finish())
}

/// Returns true if a value can only be the field of a struct.
fn needs_struct(model: &Model, position: Position, ty: &Type) -> bool {
    let is_union = matches!(ty, Type::Named(id) if model.as_union(*id).is_some());
    let is_many = matches!(ty, Type::List(_) | Type::Array(..) | Type::Map(_) | Type::FixedBytes(..));
    match position {
        Position::Field(Presence::Implicit) => false,
        Position::Field(Presence::Required) => is_union,
        Position::Field(Presence::Optional) | Position::Case | Position::Element => {
            is_union || is_many && !is_plain(ty)
        }
        Position::EntryPart => is_union,
    }
}

/// Returns true for fixed bytes that are a type of FBE.
fn is_plain(ty: &Type) -> bool {
    matches!(ty, Type::FixedBytes(16, BytesMeaning::Uuid | BytesMeaning::Decimal))
}

/// The lowering's context.
struct Fbe<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    records: Vec<Record>,
    /// By struct: several pointers of a message can lead to the same bytes.
    repeated: Vec<bool>,
    first_wrapper: StructId,
}

impl Fbe<'_> {
    fn record(&self, id: StructId) -> &Record {
        &self.records[id.0 as usize]
    }

    fn is_repeated(&self, id: StructId) -> bool {
        self.repeated[id.0 as usize]
    }

    /// Returns true unless the struct only wraps a value, or is an item of a collection.
    fn is_message(&self, id: StructId) -> bool {
        id.0 < self.first_wrapper.0 && !self.record(id).is_item
    }
}

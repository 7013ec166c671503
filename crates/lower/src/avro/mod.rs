//! Avro's binary encoding (Avro 1.11 specification, "Binary Encoding").
//!
//! `avro` reads data written with the same schema. `avro_resolved` reads data written with another schema, which is
//! given at run time as a value ([`schema`]), by the rules of "Schema Resolution".
//!
//! A struct is a record. Integers of up to 32 bits are `int`, except unsigned ones of 32 bits, which like all wider
//! ones are `long`. An optional is the union of null and its type, in this order; a required field is the bare type. A
//! union is an Avro union of null, which means no case, and its cases; a case without a value is a record without
//! fields. An array of 8-bit integers is a fixed, with a byte for each; others are arrays of exactly their length. An enum has a symbol for each number. Fields, cases and symbols are in the order of
//! [`Fact::Order`](polywire_model::attr::Fact::Order); removed ones leave no trace.

mod array;
pub mod avsc;
mod branch;
mod canonical;
mod decimal;
mod duration;
mod enumeration;
mod facts;
mod form;
pub(crate) mod json;
mod losses;
mod min_size;
mod number;
mod read;
pub mod resolution;
mod resolved;
pub mod schema;
pub mod single;
mod terms;
mod unsigned;
mod unsupported;
mod write;
mod written;

use crate::Unsupported;
use crate::plan::{Codecs, Orders, Position, Scaffold, messages};
use crate::wraps::WrapRule;
use decimal::Decimals;
use facts::Facts;
pub(crate) use losses::losses;
pub(crate) use min_size::PAYMENT;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::Types;
use polywire_model::attr::AvroOptions;
use polywire_model::{DeclKind, Model, Presence, Type};
pub(crate) use resolved::lower as lower_resolved;
use std::sync::Arc;
pub(crate) use terms::TERMS;

/// Lowers every struct; the writer's schema is the reader's.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("avro", types.clone());
    codecs_of(model, &types, &mut module).define(&mut module);
    Ok(module.finish())
}

/// Declares the codecs of all types.
fn codecs_of<'t>(model: &Model, types: &'t Arc<Types>, module: &mut ModuleBuilder) -> Avro<'t> {
    let (codecs, facts) = (Codecs::declare(module, types), Facts::of(model, types));
    Avro {
        types,
        scaffold: Scaffold::of(types),
        codecs,
        decimals: Decimals::of(&facts, module),
        facts,
        orders: Orders::without_removed(model),
        options: model.options.avro,
    }
}

/// Returns true for a model of Avro schemas.
pub(crate) fn is_own(model: &Model) -> bool {
    model.decls.iter().any(|decl| matches!(&decl.kind, DeclKind::Struct(it) if it.attrs.avro.is_some()))
}

/// For people.
pub(crate) const WRAPS: &[WrapRule] = &[WrapRule { message: "in a record of its own", applies: needs_record }];

/// Returns true for a union that would be directly inside of another one.
fn needs_record(model: &Model, position: Position, ty: &Type) -> bool {
    matches!(ty, Type::Named(id) if model.as_union(*id).is_some())
        && matches!(position, Position::Field(Presence::Optional) | Position::Case)
}

/// The lowering's context.
struct Avro<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    decimals: Option<Decimals>,
    facts: Facts,
    orders: Orders,
    options: AvroOptions,
}

impl Avro<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        self.define_codecs(module);
        messages(self.types).for_each(|id| self.scaffold.add_entry(module, id, self.codecs[id]));
    }

    fn define_codecs(&self, module: &mut ModuleBuilder) {
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
    }
}

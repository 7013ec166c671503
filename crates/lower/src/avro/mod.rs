//! Avro's binary encoding (Avro 1.11 specification, "Binary Encoding").
//!
//! `avro` reads data written with the same schema. `avro_resolved` reads data written with another schema, which is
//! given at run time as a value ([`schema`]), by the rules of "Schema Resolution".
//!
//! A struct is a record. Integers of up to 32 bits are `int`, except unsigned ones of 32 bits, which like all wider
//! ones are `long`. An optional is the union of null and its type, in this order; a required field is the bare type. A
//! union is an Avro union of null, which means no case, and its cases; a case without a value is a record without
//! fields. An enum has a symbol for each number. Fields, cases and symbols are in the order of
//! [`Fact::Order`](polywire_model::attr::Fact::Order); removed ones leave no trace.

mod enumeration;
mod min_size;
mod number;
mod read;
mod resolved;
pub mod schema;
mod terms;
mod unsupported;
mod write;

use crate::Unsupported;
use crate::plan::{Codecs, Names, Orders, Recursion, add_entry, field_path, messages, struct_decls};
pub(crate) use min_size::PAYMENT;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_model::{Model, Presence};
pub(crate) use resolved::lower as lower_resolved;
use std::sync::Arc;
pub(crate) use terms::TERMS;

/// Lowers every struct; the writer's schema is the reader's.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    check(model, &types)?;
    let mut module = ModuleBuilder::new("avro", types.clone());
    let avro = Avro {
        types: &types,
        names: Names::of(&types),
        recursion: Recursion::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        presence: presences(model),
        orders: Orders::without_removed(model),
    };
    avro.define(&mut module);
    Ok(module.finish())
}

/// Presence of fields, by struct.
type Presences = Vec<Vec<Presence>>;

fn presences(model: &Model) -> Presences {
    let fields = |it: &polywire_model::Struct| it.fields.iter().map(|field| field.presence).collect();
    struct_decls(model).iter().map(|owner| fields(owner.it)).collect()
}

/// Lists what Avro cannot hold.
fn check(model: &Model, types: &Types) -> Result<(), Vec<Unsupported>> {
    let mut problems = Vec::new();
    for owner in struct_decls(model) {
        for field in &owner.it.fields {
            if has_array(&types.of(&field.ty)) {
                problems.push(unsupported::ARRAY.at(field.span, field_path(owner.decl, &field.name)));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn has_array(ty: &Type) -> bool {
    match ty {
        Type::Array(..) => true,
        Type::List(element) => has_array(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Union(_)
        | Type::Map(_) => false,
    }
}

/// The lowering's context.
struct Avro<'t> {
    types: &'t Types,
    names: Names,
    /// The types that can nest without bound.
    recursion: Recursion,
    codecs: Codecs,
    presence: Presences,
    orders: Orders,
}

impl Avro<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        for id in (0..self.types.structs.len() as u32).map(StructId) {
            module.define(self.codecs[id].encode, self.encode_struct(id));
            module.define(self.codecs[id].read, self.read_struct(id));
        }
        messages(self.types).for_each(|id| add_entry(module, &self.names[id], id, self.codecs[id]));
        for id in (0..self.types.unions.len() as u32).map(UnionId) {
            module.define(self.codecs[id].encode, self.encode_union(id));
            module.define(self.codecs[id].read, self.read_union(id));
        }
    }
}

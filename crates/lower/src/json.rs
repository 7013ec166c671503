//! JSON (RFC 8259), with the conventions of Protobuf's JSON mapping.
//!
//! Two formats: `json` is the canonical mapping (member names in lowerCamelCase, 64-bit integers in strings, enumerators by
//! name, what equals its default left out); `json_plain` writes names as in the schema, bare numbers, enumerators as numbers,
//! and leaves out only what is absent. Both read everything that either writes, members in any order, unknown members, and
//! `null` for what is absent. Of a member that comes twice the last wins. The case of a struct's union is a member of
//! the struct; a union elsewhere is an object with that one member; a case without a value is `true`.

mod gaps;
mod name;
mod plan;
mod read;
mod read_value;
mod separate;
mod skip;
mod style;
mod write;
mod write_value;

use crate::Unsupported;
use crate::plan::{Codecs, Names, Recursion, decode_entry, struct_decls};
use plan::Object;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types, UnionId};
use polywire_ir::{Arg, Module, ReadLeaf};
use polywire_model::Model;
use skip::Skippers;
use std::sync::Arc;
use style::Style;

/// The canonical mapping.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, Style::CANONICAL)
}

/// Names and numbers as they are.
pub(crate) fn lower_plain(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, Style::PLAIN)
}

fn lower_as(model: &Model, style: Style) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let mut problems = Vec::new();
    let structs =
        struct_decls(model).into_iter().map(|owner| Object::of_struct(model, &types, &owner, style, &mut problems));
    let structs: Vec<Object> = structs.collect();
    let unions = (0..types.unions.len() as u32).map(UnionId);
    let unions = unions.map(|id| Object::of_union(model, &types, id, style, &mut problems)).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut module = ModuleBuilder::new(style.format, types.clone());
    let json = Json {
        style,
        names: Names::of(&types),
        recursion: Recursion::of(&types),
        codecs: Codecs::declare_standalone(&mut module, &types),
        skippers: Skippers::define(&mut module),
        types: &types,
        structs,
        unions,
    };
    json.define(&mut module);
    Ok(module.finish())
}

/// The lowering's context.
struct Json<'t> {
    style: Style,
    types: &'t Types,
    names: Names,
    /// Which types can nest without bound.
    recursion: Recursion,
    codecs: Codecs,
    skippers: Skippers,
    structs: Vec<Object>,
    unions: Vec<Object>,
}

impl Json<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        for id in (0..self.types.structs.len() as u32).map(StructId) {
            module.define(self.codecs[id].encode, self.encode_struct(id));
            module.define(self.codecs[id].read, self.read_struct(id));
            self.add_entry(module, id);
        }
        for id in (0..self.types.unions.len() as u32).map(UnionId) {
            if let Some(codec) = self.codecs.union(id) {
                module.define(codec.encode, self.encode_union(id));
                module.define(codec.read, self.read_union(id));
            }
        }
    }

    /// White space may surround the text.
    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let decode = decode_entry(&self.names[id], id, |b, value| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.call(self.codecs[id].read, vec![Arg::Place(value.into())], &[]);
            b.skip_leaf(ReadLeaf::JsonSpace);
        });
        let decode = module.add(decode);
        module.entry(id, Some(self.codecs[id].encode), decode, None);
    }
}

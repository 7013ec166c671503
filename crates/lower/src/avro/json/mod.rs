//! Avro's JSON encoding (Avro 1.12 specification, "JSON Encoding").
//!
//! A value of a union other than null is an object with one member, named by the branch. Bytes and fixed are strings with a
//! character below U+0100 for each byte, and so are decimal numbers in them. Other logical types are as what they stand on.
//! Numbers that JSON lacks are the strings "NaN", "Infinity" and "-Infinity", as Java writes them. All members of a record are
//! there, in any order; older messages of schemas in other languages may lack some.
//!
//! Design: docs/decisions/0126-avro-own-schemas.md

mod read;
mod read_value;
mod write;

use super::branch::{self, Branch};
use super::decimal::Decimals;
use super::facts::Facts;
use crate::json::name::quoted;
use crate::json::skip::Skippers;
use crate::plan::{Codecs, Orders, Projection, Scaffold, messages};
use crate::text::transcode::Transcoders;
use crate::{Options, Unsupported};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Arg, Expr, Module, ReadLeaf, VarId};
use polywire_model::Model;
use polywire_model::attr::{AvroForm, TextEncoding};
use std::sync::Arc;

/// Lowers every struct.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("json_avro", types.clone());
    let facts = Facts::of(model, &types);
    let json = AvroJson {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        decimals: Decimals::of(&facts, &mut module),
        facts,
        orders: Orders::without_removed(model),
        projection: Projection::of(&options.selection, &types),
        skippers: Skippers::define(&mut module),
        latin1: Transcoders::define(&mut module, [TextEncoding::Latin1].into_iter()),
    };
    json.codecs.define_structs(&mut module, |id| [json.encode_struct(id), json.read_struct(id)]);
    json.codecs.define_unions(&mut module, |id| [json.encode_union(id), json.read_union(id)]);
    messages(&types).for_each(|id| json.add_entry(&mut module, id));
    Ok(module.finish())
}

/// The lowering's context.
struct AvroJson<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    decimals: Option<Decimals>,
    facts: Facts,
    orders: Orders,
    /// The fields that decoders read.
    projection: Projection,
    skippers: Skippers,
    /// Between bytes and the characters that stand for them.
    latin1: Transcoders,
}

impl AvroJson<'_> {
    /// White space may surround the text.
    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.call(self.codecs[id].read, vec![Arg::Place(value.into())], &[]);
            b.skip_leaf(ReadLeaf::JsonSpace);
        });
        let decode = module.add(decode);
        module.entry(id, Some(self.codecs[id].encode), decode, None);
    }

    fn branches(&self, id: UnionId) -> Vec<Branch<'_>> {
        branch::branches(self.types, &self.orders, &self.facts, id)
    }

    /// Returns the branch of a value that may be null instead, and whether it is held by a record.
    fn optional_branch(&self, ty: &Type, form: &AvroForm) -> (String, bool) {
        match ty {
            Type::Union(id) => (branch::holder_of_optional(&self.types.union(*id).name.dotted()), true),
            _ => (branch::name(self.types, ty, form), false),
        }
    }

    /// The functions for a value that is a decimal number.
    fn decimals_of(&self, form: &AvroForm) -> Option<Decimals> {
        self.decimals.filter(|_| *form != AvroForm::Plain)
    }

    fn characters_of(&self, b: &mut FunctionBuilder, bytes: impl Into<Expr>) -> VarId {
        self.latin1.decode(b, TextEncoding::Latin1, bytes.into(), false)
    }

    fn bytes_of(&self, b: &mut FunctionBuilder, characters: impl Into<Expr>) -> VarId {
        self.latin1.encode(b, TextEncoding::Latin1, characters.into())
    }
}

/// The quoted name of a member, and the colon behind it.
fn label(name: &str) -> Vec<u8> {
    format!("{}:", quoted(name)).into_bytes()
}

//! JSON (RFC 8259), with the conventions of Protobuf's JSON mapping.
//!
//! Four formats: `json` is the canonical mapping (member names in lowerCamelCase, 64-bit integers in strings,
//! enumerators by name, defaults left out); `json_pretty` is the same with each member and element on its own line,
//! indented by two spaces per level; `json_plain` writes names as in the schema, bare numbers, enumerators as numbers,
//! and leaves out only absent values; `json_fbe` is the JSON of FastBinaryEncoding's codecs: as `json_plain`, with `null` for
//! an absent optional value, and decimal numbers as their text. Each reads everything that any of them writes, members in any order, and `null`
//! for absent values. A duplicate member is refused, even if it has another of its names or is another case of a union;
//! a member that is not in the schema is refused unless the caller chose otherwise. The case of a struct's union is a
//! member of the struct; a union elsewhere is an object with that one member; a case without a value is `true`. A map
//! is an object whose names are the keys, including integers and booleans. Well-known types have the forms of the
//! mapping; an `Any` holds messages of the schema.

pub(crate) mod decimal;
mod known;
pub(crate) mod level;
mod losses;
mod map;
pub(crate) mod name;
mod plan;
pub(crate) mod read;
pub(crate) mod read_value;
mod schema;
pub(crate) mod separate;
pub(crate) mod skip;
pub(crate) mod style;
mod unsupported;
mod write;
pub(crate) mod write_value;

pub(crate) use losses::losses;
pub use schema::json_schema;

use crate::place::of_members;
use crate::plan::{Codecs, Projection, Scaffold, messages, nested_unions, struct_decls};
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use decimal::DecimalCodec;
use known::{AnyCodec, KnownTypes, Special};
use level::Level;
use name::{camel, quoted};
use plan::Object;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Arg, FuncId, Function, Module, Place, ReadLeaf};
use polywire_model::{DeclId, Field, Model};
use skip::Skippers;
use std::sync::Arc;
use style::{Layout, Style};

/// Returns the names of members.
pub(crate) fn places(model: &Model, id: DeclId) -> Vec<Option<String>> {
    let name = |stated: &Option<String>, name: &str| stated.clone().unwrap_or_else(|| camel(name));
    let is_union =
        |ty: &polywire_model::Type| matches!(ty, polywire_model::Type::Named(id) if model.as_union(*id).is_some());
    let all = of_members(model, id, |it| Some(name(&it.attrs.json_name, &it.name)), |_| None);
    let is_shared = |name: &String| all.iter().flatten().filter(|other| *other == name).count() > 1;
    let field = |it: &Field| {
        let camel = Some(name(&it.attrs.json_name, &it.name)).filter(|_| !is_union(&it.ty))?;
        let keeps = it.attrs.json_name.is_none() && is_shared(&camel);
        Some(quoted(if keeps { &it.name } else { &camel }))
    };
    of_members(model, id, field, |it| Some(quoted(&name(&it.attrs.json_name, &it.name))))
}

/// The canonical mapping.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::CANONICAL)
}

/// The same, laid out for people.
pub(crate) fn lower_pretty(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::PRETTY)
}

/// Unchanged names and numbers.
pub(crate) fn lower_plain(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::PLAIN)
}

/// As the codecs of FastBinaryEncoding.
pub(crate) fn lower_fbe(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::FBE)
}

fn lower_as(model: &Model, options: &Options, style: Style) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let known = KnownTypes::of(model, &types);
    // Decoders of selected fields also decode the contents of an `Any`, which is never partial.
    let projection = if known.has_any() { Projection::all(&types) } else { Projection::of(&options.selection, &types) };
    let mut problems = Vec::new();
    let structs = struct_decls(model).into_iter();
    let structs = structs.map(|owner| Object::of_struct(model, (&types, &projection), &owner, style, &mut problems));
    let structs: Vec<Object> = structs.collect();
    let unions = (0..types.unions.len() as u32).map(UnionId);
    let unions = unions.map(|id| Object::of_union(model, &types, id, style, &mut problems)).collect();
    none_of(problems)?;
    let members = structs.iter().flat_map(|object| object.groups.iter().flatten());
    let nested = nested_unions(members.map(|named| &named.member));
    let mut module = ModuleBuilder::new(style.format, types.clone());
    let any = AnyCodec::of((model, known.has_any()), &types, &mut module, options)?;
    let json = Json {
        style,
        // An `Any` can hold itself, although its type does not show it.
        scaffold: Scaffold::nesting_also(&types, |id| matches!(known.special(id), Some(Special::Any(_)))),
        codecs: Codecs::declare_standalone(&mut module, &types, &nested),
        skippers: Skippers::define(&mut module),
        decimals: DecimalCodec::of(&types, &mut module),
        types: &types,
        structs,
        unions,
        known,
        any,
    };
    json.define(&mut module);
    Ok(module.finish())
}

/// The lowering's context.
struct Json<'t> {
    style: Style,
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    skippers: Skippers,
    /// The functions for decimal numbers, if there are some.
    decimals: Option<DecimalCodec>,
    structs: Vec<Object>,
    unions: Vec<Object>,
    known: KnownTypes,
    /// The functions for `Any`, if there is one.
    any: Option<AnyCodec>,
}

impl Json<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        if let Some(any) = &self.any {
            module.define(any.find_type, self.find_type());
            self.define_payloads(module, any);
        }
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        messages(self.types).for_each(|id| self.add_entry(module, id));
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
    }

    /// Returns the arguments of a struct's reader, outside of an `Any`.
    fn read_args(&self, place: Place) -> Vec<Arg> {
        let in_any = self.any.as_ref().map(|_| Arg::Value(false.into()));
        [Arg::Place(place)].into_iter().chain(in_any).collect()
    }

    /// White space may surround the text.
    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.call(self.codecs[id].read, self.read_args(value.into()), &[]);
            b.skip_leaf(ReadLeaf::JsonSpace);
        });
        let decode = module.add(decode);
        let encode = match self.style.layout {
            Layout::Compact => self.codecs[id].encode,
            Layout::Lines => module.add(self.encode_entry(id)),
        };
        module.entry(id, Some(encode), decode, None);
    }

    fn encode_entry(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("encode_message", id);
        let value = Place::from(b.read_param("value", Type::Struct(id)));
        self.call_encoder(&mut b, self.codecs[id].encode, value, &Level::outermost(self.style));
        b.finish(vec![], vec![])
    }

    /// Calls the encoder of a struct or union.
    fn call_encoder(&self, b: &mut FunctionBuilder, encode: FuncId, value: Place, level: &Level) {
        b.call(encode, [Arg::Place(value)].into_iter().chain(level.arg()).collect(), &[]);
    }
}

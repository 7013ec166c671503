//! The dialect of JSON in which flatc, FlatBuffers' compiler, writes and reads messages.
//!
//! Three formats, as flatc writes with and without its options: `json_flatc` has names without quotes, and leaves out
//! scalars with their default; `json_flatc_strict` has quotes, `json_flatc_defaults` has all scalars. Each reads everything
//! that any of them writes, and what else flatc reads: comments, texts in quotes of either kind, commas before a
//! bracket, hexadecimal integers, numbers and names in quotes, flags in one text, texts for hashes. A union is two
//! members: its type, `x_type`, and its value; the type may follow the value.
//!
//! The types are those of FlatBuffers: what FlatBuffers cannot hold by itself is in a table of its own, a map is a list of
//! entries, bytes are a list of numbers.
//!
//! Design: docs/decisions/0097-flatc-json.md

mod enumeration;
mod losses;
mod plan;
mod read;
mod read_union;
mod read_value;
mod skip;
mod style;
mod tokens;
mod unsupported;
mod write;
mod write_value;

pub(crate) use losses::losses;

use crate::flatbuffers::{needs_table, union_numbers};
use crate::json::level::Level;
use crate::json::style::Style as Layout;
use crate::plan::{Codecs, Projection, Scaffold, Wrapped, messages, struct_decls, wrap};
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use enumeration::EnumFunctions;
use plan::{Kind, Object};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{EnumId, StructId, Type, Types, UnionId};
use polywire_ir::{Arg, FuncId, Function, Module, Place};
use polywire_model::Model;
use read_union::UnionFunctions;
use skip::Skippers;
use std::sync::Arc;
use style::Style;
use tokens::Tokens;

/// Names without quotes.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::PLAIN)
}

/// Names in quotes.
pub(crate) fn lower_strict(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::STRICT)
}

/// With scalars that are defaults.
pub(crate) fn lower_defaults(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::DEFAULTS)
}

fn lower_as(model: &Model, options: &Options, style: Style) -> Result<Module, Vec<Unsupported>> {
    let wrapped = wrap(model, &|position, ty| needs_table(model, position, ty));
    let types = Arc::new(Types::of_model(&wrapped.model));
    let projection = Projection::of(&options.selection, &types);
    let mut problems = Vec::new();
    let structs = struct_decls(&wrapped.model).into_iter();
    let objects = structs.map(|owner| Object::of(&wrapped.model, (&types, &projection), &owner, style, &mut problems));
    let objects: Vec<Object> = objects.collect();
    none_of(problems)?;
    let mut module = ModuleBuilder::new(style.format, types.clone());
    let hashes = objects.iter().flat_map(|object| &object.members).filter_map(|named| match named.kind {
        Kind::Hashed(hash) => Some(hash),
        Kind::Plain | Kind::Union(_) | Kind::Unions(_) | Kind::Flexible => None,
    });
    let tokens = Tokens::define(&mut module, hashes);
    let enums = types.enums.iter().map(|_| EnumFunctions { write: module.declare(), read: module.declare() });
    let enums = enums.collect();
    let unions = types.unions.iter();
    let unions = unions.map(|_| UnionFunctions { read_type: module.declare(), read_list: module.declare() }).collect();
    let json = FlatcJson {
        style,
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        enums,
        unions,
        numbers: union_numbers(&wrapped.model),
        skippers: Skippers::define(&mut module, &tokens),
        tokens,
        objects,
        reports_unknown: options.report_unknown,
    };
    json.define(&mut module, &wrapped);
    Ok(wrapped.unwrap(module.finish()))
}

/// The lowering's context.
struct FlatcJson<'t> {
    style: Style,
    types: &'t Types,
    scaffold: Scaffold,
    /// `encode_Name(value, indentation)` and `read_Name(value)`; for unions `read_Name(value, case)`.
    codecs: Codecs,
    enums: Vec<EnumFunctions>,
    unions: Vec<UnionFunctions>,
    /// For each union the numbers of its cases.
    numbers: Vec<Vec<i64>>,
    tokens: Tokens,
    skippers: Skippers,
    objects: Vec<Object>,
    reports_unknown: bool,
}

impl FlatcJson<'_> {
    fn define(&self, module: &mut ModuleBuilder, wrapped: &Wrapped) {
        for (functions, id) in self.enums.iter().zip((0..).map(EnumId)) {
            module.define(functions.write, self.write_enum(id));
            module.define(functions.read, self.read_enum(id));
        }
        for (functions, id) in self.unions.iter().zip((0..).map(UnionId)) {
            module.define(functions.read_type, self.read_union_type(id));
            module.define(functions.read_list, self.read_union_list(id));
        }
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
        messages(&wrapped.types).for_each(|id| self.add_entry(module, id));
    }

    /// White space and comments may surround the text.
    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            self.tokens.skip_space(b);
            b.call(self.codecs[id].read, vec![Arg::Place(value.into())], &[]);
            self.tokens.skip_space(b);
        });
        let decode = module.add(decode);
        let encode = module.add(self.encode_entry(id));
        module.entry(id, Some(encode), decode, None);
    }

    fn encode_entry(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("encode_message", id);
        let value = Place::from(b.read_param("value", Type::Struct(id)));
        self.call_encoder(&mut b, self.codecs[id].encode, value, &Level::outermost(Layout::PRETTY));
        b.finish(vec![], vec![])
    }

    /// Calls the encoder of a struct or union.
    fn call_encoder(&self, b: &mut FunctionBuilder, encode: FuncId, value: Place, level: &Level) {
        b.call(encode, [Arg::Place(value)].into_iter().chain(level.arg()).collect(), &[]);
    }
}

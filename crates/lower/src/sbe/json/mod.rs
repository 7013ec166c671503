//! The JSON of sbe-tool's `JsonPrinter`, for messages of SBE's own schemas.
//!
//! All members are there, constants among them: null values as they are in a message, groups as arrays, data with a
//! character encoding as text, other data in hexadecimal digits. Enumerators are names, `"null"` for the null value; sets
//! are objects of booleans; floats are as Java prints them, NaN and the infinities the strings `0/0`, `1/0` and `-1/0`;
//! integers of 64 bits are signed. Readers take members in any order; a missing member or `null` is absent or a new value.
//!
//! Design: docs/decisions/0113-json-of-sbe-tool.md

mod enumeration;
mod float;
mod losses;
mod plan;
mod read;
mod read_value;
mod text;
mod write;
mod write_null;
mod write_value;

pub(crate) use losses::losses;

use super::schema::plan::records;
use super::unsupported::NOT_SBE;
use crate::json::skip::Skippers;
use crate::plan::{Codecs, Scaffold, StructDecl, messages, struct_decls};
use crate::text::code_point::write_code_point;
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use enumeration::EnumFunctions;
use float::Floats;
use plan::Object;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{EnumId, StructId, Types};
use polywire_ir::{Arg, FuncId, Module, ReadLeaf, ValueType};
use polywire_model::Model;
use std::sync::Arc;
use text::Texts;

/// Lowers every struct; messages get entries.
pub(crate) fn lower(model: &Model, _: &Options) -> Result<Module, Vec<Unsupported>> {
    let structs = struct_decls(model);
    let is_other = |it: &&StructDecl| it.it.attrs.sbe.is_none();
    none_of(structs.iter().filter(is_other).map(|it| NOT_SBE.at(it.decl.span, it.decl.path())).collect())?;
    let types = Arc::new(Types::of_model(model));
    let records = records(&types, &structs)?;
    let objects = structs.iter().zip(&records).map(|(it, record)| Object::of(model, it, record)).collect();
    let mut module = ModuleBuilder::new("json_sbe", types.clone());
    let enums = types.enums.iter().map(|_| EnumFunctions { write: module.declare(), read: module.declare() }).collect();
    let json = SbeJson {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare_structs(&mut module, &types),
        enums,
        objects,
        skippers: Skippers::define(&mut module),
        floats: Floats::define(&mut module),
        texts: Texts::define(&mut module),
        write_code_point: module.add(write_code_point()),
    };
    for (functions, id) in json.enums.iter().zip((0..).map(EnumId)) {
        module.define(functions.write, json.write_enum(id));
        module.define(functions.read, json.read_enum(id));
    }
    json.codecs.define_structs(&mut module, |id| [json.encode_struct(id), json.read_struct(id)]);
    messages(&types).for_each(|id| json.add_entry(&mut module, id));
    Ok(module.finish())
}

/// The lowering's context.
struct SbeJson<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    /// `write_Name(value, indentation)` and `read_Name(value) -> null`.
    codecs: Codecs,
    enums: Vec<EnumFunctions>,
    objects: Vec<Object>,
    skippers: Skippers,
    floats: Floats,
    texts: Texts,
    write_code_point: FuncId,
}

impl SbeJson<'_> {
    fn object(&self, id: StructId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// White space may surround the text.
    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.call(self.codecs[id].read, vec![Arg::Place(value.into())], &[("null", ValueType::Bool)]);
            b.skip_leaf(ReadLeaf::JsonSpace);
        });
        let decode = module.add(decode);
        let encode = self.scaffold.encode_message(id, |b, value| {
            b.call(self.codecs[id].encode, vec![Arg::Place(value.into()), Arg::Value(0u64.into())], &[]);
        });
        let encode = module.add(encode);
        module.entry(id, Some(encode), decode, None);
    }
}

//! MessagePack (its specification of 2017): a struct is a map from names to values, or what the options state.
//!
//! The map's header counts the present members. Everything is written in its shortest form, floats in that of their
//! type. Decoders accept every form of a number with the same value, or for a float the nearest one; text and bytes in
//! either's form; members in any order; unknown members, which are skipped; and nil for absent values. Of duplicate
//! members, the last one wins. The case of a struct's union is a member of the struct; a union elsewhere is a map with
//! at most that one member; a case without a value is `true`.
//!
//! Decoders of arrays read maps with names, too, and those of maps with field numbers read names. Members behind the end of a
//! shorter array are missing, elements behind the last member are unknown.
//!
//! ZebraPack is a dialect: keys are zids, and each struct may begin with its name.
//!
//! Design: docs/decisions/0118-options-of-formats.md
//! Design: docs/decisions/0122-zebrapack.md

mod dialect;
mod forms;
pub(crate) mod head;
mod members;
pub(crate) mod number;
mod read;
mod read_array;
mod read_key;
mod read_usual;
mod read_value;
mod shape;
pub(crate) mod skip;
mod terms;
mod usual;
mod write;
mod write_array;
mod write_value;
mod zebrapack;

use crate::plan::{Codecs, Floats, Member, Projection, Scaffold, cases, groups, messages, nested_unions, struct_decls};
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use dialect::{Dialect, Keys};
use head::Heads;
use number::Numbers;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Types, UnionId};
use polywire_model::Model;
use polywire_model::attr::MsgpackForm;
use shape::Shape;
use skip::Skippers;
use std::sync::Arc;
pub use terms::format_name;
pub(crate) use terms::{TERMS, ZEBRAPACK_TERMS};
pub(crate) use zebrapack::{places as zebrapack_places, type_of as zebrapack_type_of, zid_text};

/// Lowers every struct.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let projection = Projection::of(&options.selection, &types);
    let dialect = Dialect::msgpack(model.options.msgpack);
    let name = |member: &Member| members::key_name(member).to_owned();
    let of_struct = |owner| members::ordered(groups(model, &types, (owner, &projection), &name), model.options.msgpack);
    let owners = struct_decls(model);
    let structs: Vec<Members> = owners.iter().map(of_struct).collect();
    let lacking = owners.iter().zip(&structs).flat_map(|(owner, it)| members::without_number(owner, it, dialect.keys));
    none_of(lacking.collect())?;
    let unions = (0..types.unions.len() as u32).map(|id| vec![cases(model, &types, UnionId(id), None).1]);
    let structs = structs.into_iter().map(|members| Shape { members, keys: dialect.keys, name: None }).collect();
    let unions = unions.map(|members| Shape { members, keys: Keys::Names, name: None }).collect();
    Ok(Parts { dialect, types, projection: &projection, structs, unions }.lower(model, options))
}

/// Lowers every struct to ZebraPack.
pub(crate) fn lower_zebrapack(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let projection = Projection::of(&options.selection, &types);
    let structs = zebrapack::structs(model, (&types, &projection));
    let unions = zebrapack::unions(model, &types);
    let dialect = Dialect::zebrapack(model.options.zebrapack);
    Ok(Parts { dialect, types, projection: &projection, structs, unions }.lower(model, options))
}

/// What differs between the formats.
struct Parts<'p> {
    dialect: Dialect,
    types: Arc<Types>,
    projection: &'p Projection,
    structs: Vec<Shape>,
    unions: Vec<Shape>,
}

impl Parts<'_> {
    fn lower(self, model: &Model, options: &Options) -> Module {
        let Self { dialect, types, projection, structs, unions } = self;
        let mut module = ModuleBuilder::new(dialect.format, types.clone());
        let nested = nested_unions(structs.iter().flat_map(|it| &it.members).flatten());
        let heads = Heads::define(&mut module, dialect.options.has_raw);
        let floats = Floats::define(&mut module);
        let msgpack = Msgpack {
            types: &types,
            scaffold: Scaffold::of(&types),
            codecs: Codecs::declare_standalone(&mut module, &types, &nested),
            numbers: Numbers::define(&mut module, floats, dialect.options.keeps_sign),
            skippers: Skippers::define(&mut module),
            heads,
            report_unknown: options.report_unknown,
            projection,
            forms: struct_decls(model).iter().map(|owner| owner.it.attrs.msgpack).collect(),
            dialect,
            structs,
            unions,
        };
        msgpack.define(&mut module);
        module.finish()
    }
}

/// The members of a map in encoding order, the cases of a union together.
type Members = Vec<Vec<Member>>;

/// The lowering's context.
struct Msgpack<'t> {
    types: &'t Types,
    dialect: Dialect,
    scaffold: Scaffold,
    codecs: Codecs,
    heads: Heads,
    numbers: Numbers,
    skippers: Skippers,
    /// Decoders report members that the schema lacks.
    report_unknown: bool,
    projection: &'t Projection,
    /// What the schema states for each struct.
    forms: Vec<MsgpackForm>,
    structs: Vec<Shape>,
    unions: Vec<Shape>,
}

impl Msgpack<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        messages(self.types).for_each(|id| self.scaffold.add_entry(module, id, self.codecs[id]));
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
    }
}

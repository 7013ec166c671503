//! FlatBuffers: tables referenced by offsets, each with a vtable that locates its fields.
//!
//! Decoders read any buffer that the official verifier accepts. Encoders write a specific layout, which it accepts too:
//! all fields that can be stored are, so that nearly every table of a struct has the same, constant vtable. It is
//! written once, before the first table that needs it, and the contents of a table follow it. Decoders expect these
//! vtables: a table that has one is read at constant offsets. After a size prefix, alignment is relative to the prefix,
//! so the bytes differ from those of a buffer without one.
//!
//! Differences from the model: a struct is a table, an array a vector of exactly its length, fixed bytes are a vector
//! of bytes; a vector with a key is written in key order. Elements of vectors other than scalars, texts and tables, cases
//! of unions other than texts and tables, and optional unions are the field of a table of their own. An enum has the narrowest type that holds all numbers that it
//! ever had. Fields have their slots, and their targets are written, in the order of
//! [`Fact::Order`](polywire_model::attr::Fact::Order); slots of removed fields stay empty.
//!
//! Design: docs/decisions/0051-size-prefixed-flatbuffers.md

mod encode;
mod encode_value;
mod message;
mod offset;
mod places;
mod read;
mod read_value;
mod repeated;
mod source;
mod table;
mod terms;
mod unsupported;

use crate::breaks::{Break, WIDER, widens};
use crate::plan::{Orders, Projection, Scaffold, StructDecl, first_set, messages, struct_decls, wrap};
use crate::unsupported::none_of;
use crate::wraps::WrapRule;
use crate::{Options, Unsupported};
use message::Prefix;
use offset::Offsets;
pub(crate) use places::places;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{FuncId, Module};
use polywire_model::{Change, Model};
use std::sync::Arc;
use table::Table;
pub(crate) use terms::TERMS;

/// For people.
pub(crate) const WRAPS: &[WrapRule] = &[WrapRule { message: "in a table of its own", applies: table::needs_table }];

/// Lowers every struct to a buffer.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, "flatbuffers", Prefix::None)
}

/// Lowers every struct to a buffer with a size prefix.
pub(crate) fn lower_size_prefixed(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, "flatbuffers_size_prefixed", Prefix::Size)
}

fn lower_as(model: &Model, options: &Options, format: &str, prefix: Prefix) -> Result<Module, Vec<Unsupported>> {
    let wrapped = wrap(model, &|position, ty| table::needs_table(model, position, ty));
    let types = Arc::new(Types::of_model(&wrapped.model));
    let structs = struct_decls(&wrapped.model);
    let mut refused = Vec::new();
    let orders = Orders::of(&wrapped.model);
    let tables: Vec<Table> = structs.iter().map(|it| table::lay_out((&types, &orders), it, &mut refused)).collect();
    none_of(refused)?;
    let mut module = ModuleBuilder::new(format, types.clone());
    let scaffold = Scaffold::of(&types);
    let first_set = options.report_unknown.then(|| module.add(first_set(ENTRY)));
    let flatbuffers = Flatbuffers {
        types: &types,
        offsets: Offsets::add(&mut module),
        functions: tables.iter().map(|_| Functions::declare(&mut module)).collect(),
        repeated: repeated::repeated_tables(&tables, &types, |id| scaffold.nests(id)),
        scaffold,
        tables,
        orders,
        projection: Projection::of(&options.selection, &types),
        thorough: options.thorough,
        first_set,
    };
    for StructDecl { id, .. } in structs {
        flatbuffers.define(&mut module, id);
    }
    messages(&wrapped.types).for_each(|id| flatbuffers.add_entry(&mut module, id, prefix));
    Ok(wrapped.unwrap(module.finish()))
}

/// Older messages are misread only if an enum has become wider, and newer ones if it has become unsigned.
pub(crate) fn breaks(model: &Model, change: &Change) -> Option<Break> {
    widens(model, change, table::enum_base).then_some(WIDER)
}

/// Bytes of an entry of a vtable.
const ENTRY: u8 = 2;

/// The functions of a struct.
#[derive(Clone, Copy)]
struct Functions {
    /// Fills a table: `put_Name(value, vtable)`.
    put: FuncId,
    /// Reads a table: `read_Name(buffer, table, known, value) -> known`.
    read: FuncId,
    /// Reads a table with any vtable: `read_any_Name(buffer, table, vtable, value)`.
    read_any: FuncId,
}

impl Functions {
    fn declare(module: &mut ModuleBuilder) -> Self {
        Self { put: module.declare(), read: module.declare(), read_any: module.declare() }
    }
}

/// The lowering's context.
struct Flatbuffers<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    offsets: Offsets,
    functions: Vec<Functions>,
    repeated: Vec<bool>,
    tables: Vec<Table>,
    orders: Orders,
    projection: Projection,
    /// No vtable is assumed to be the usual one.
    thorough: bool,
    /// Finds a nonzero entry of a vtable, if decoders report members that the schema lacks.
    first_set: Option<FuncId>,
}

impl Flatbuffers<'_> {
    fn define(&self, module: &mut ModuleBuilder, id: StructId) {
        let functions = self.functions(id);
        module.define(functions.put, self.put_table(id));
        module.define(functions.read, self.read_table(id));
        module.define(functions.read_any, self.read_any_table(id));
    }

    fn table(&self, id: StructId) -> &Table {
        &self.tables[id.0 as usize]
    }

    fn functions(&self, id: StructId) -> Functions {
        self.functions[id.0 as usize]
    }

    /// Returns true if a buffer can have more tables of a struct than the schema has places for it.
    fn is_repeated(&self, id: StructId) -> bool {
        self.repeated[id.0 as usize]
    }
}

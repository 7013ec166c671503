//! FlatBuffers: tables referenced by offsets, each with a vtable that locates its fields.
//!
//! Decoders read any buffer that the official verifier accepts. Encoders write a specific layout, which it accepts too:
//! all fields that can be stored are, so that nearly every table of a struct has the same, constant vtable. It is
//! written once, before the first table that needs it, and the contents of a table follow it. Decoders expect these
//! vtables: a table that has one is read at constant offsets. After a size prefix, alignment is relative to the prefix,
//! so the bytes differ from those of a buffer without one.
//!
//! FlatBuffers' own schemas state all of it: slots, inline structs, widths, types of unions, identifiers. In schemas of
//! other languages, a struct is a table, an array a vector of exactly its length, fixed bytes are a vector of bytes.
//! Elements of vectors other than scalars, texts and tables, cases of unions other than texts and tables, and optional
//! unions are the field of a table of their own. An enum has the narrowest type that holds all numbers that it ever had.
//! Fields have their slots, and their targets are written, in the order of
//! [`Fact::Order`](polywire_model::attr::Fact::Order); slots of removed fields stay empty.
//!
//! Design: docs/decisions/0051-size-prefixed-flatbuffers.md
//! Design: docs/decisions/0092-flatbuffers-own-schemas.md

mod derived;
mod encode;
mod encode_union;
mod encode_value;
mod identify;
mod inline;
mod locate;
mod message;
mod offset;
mod place;
mod places;
mod read;
mod read_union;
mod read_value;
mod repeated;
mod schema;
mod source;
mod table;
mod tag;
mod terms;
mod unsupported;
mod view;
mod view_inline;
mod view_list;
mod view_read;
mod view_table;
mod view_union;

pub use derived::tables_of;

use crate::breaks::{Break, WIDER, widens};
use crate::plan::{Projection, Scaffold, StructDecl, first_set, messages, struct_decls, wrap};
use crate::unsupported::none_of;
use crate::wraps::WrapRule;
use crate::{Options, Unsupported};
pub(crate) use identify::{type_of, type_of_size_prefixed};
use message::Prefix;
use offset::Offsets;
pub(crate) use places::places;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{FuncId, Module};
use polywire_model::{Change, Model};
use schema::Schema;
use table::Table;
pub(crate) use table::needs_table;
pub(crate) use tag::union_numbers;
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
    let mut schema = Schema::of(&wrapped.model);
    schema.leaves_out_defaults = options.leaves_out_defaults;
    let types = schema.types.clone();
    let structs = struct_decls(&wrapped.model);
    let mut refused = Vec::new();
    let tables: Vec<Table> = structs.iter().map(|it| schema.table(it, &mut refused)).collect();
    none_of(refused)?;
    let mut module = ModuleBuilder::new(format, types.clone());
    let scaffold = Scaffold::of(&types);
    let first_set = options.report_unknown.then(|| module.add(first_set(ENTRY)));
    let flatbuffers = Flatbuffers {
        offsets: Offsets::add(&mut module),
        functions: structs
            .iter()
            .map(|it| Functions::declare(&mut module, (schema.inline(it.id).is_some(), options.thorough)))
            .collect(),
        repeated: repeated::repeated_tables(&tables, &types, |id| scaffold.nests(id)),
        scaffold,
        tables,
        schema,
        projection: Projection::of(&options.selection, &types),
        thorough: options.thorough,
        first_set,
    };
    for StructDecl { id, .. } in structs {
        flatbuffers.define(&mut module, id);
    }
    let roots = messages(&wrapped.types).filter(|id| flatbuffers.schema.inline(*id).is_none());
    roots.for_each(|id| flatbuffers.add_entry(&mut module, id, prefix));
    if options.views {
        flatbuffers.add_views(&mut module, (wrapped.first, prefix));
    }
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
    /// Fills a table: `put_Name(value, vtable)`; or an inline struct: `put_Name(value)`.
    put: FuncId,
    /// Reads a table: `read_Name(buffer, table, known, value) -> known`; or an inline struct:
    /// `read_Name(buffer, pos, value)`.
    read: FuncId,
    /// Reads a table with any vtable: `read_any_Name(buffer, table, vtable, value)`; an inline struct has none.
    read_any: Option<FuncId>,
    /// Checks the places of its fields: `locate_Name(buffer, table, vtable)`.
    locate: Option<FuncId>,
}

impl Functions {
    fn declare(module: &mut ModuleBuilder, (is_inline, thorough): (bool, bool)) -> Self {
        let (put, read) = (module.declare(), module.declare());
        let read_any = (!is_inline).then(|| module.declare());
        Self { put, read, read_any, locate: (!is_inline && !thorough).then(|| module.declare()) }
    }
}

/// The lowering's context.
struct Flatbuffers {
    schema: Schema,
    scaffold: Scaffold,
    offsets: Offsets,
    functions: Vec<Functions>,
    repeated: Vec<bool>,
    /// The tables; that of an inline struct is empty.
    tables: Vec<Table>,
    projection: Projection,
    /// No vtable is assumed to be the usual one.
    thorough: bool,
    /// Finds a nonzero entry of a vtable, if decoders report members that the schema lacks.
    first_set: Option<FuncId>,
}

impl Flatbuffers {
    fn define(&self, module: &mut ModuleBuilder, id: StructId) {
        let functions = self.functions(id);
        if let Some(it) = self.schema.inline(id) {
            module.define(functions.put, self.put_inline(id, it));
            return module.define(functions.read, self.read_inline(id, it));
        }
        module.define(functions.put, self.put_table(id));
        module.define(functions.read, self.read_table(id));
        functions.read_any.into_iter().for_each(|read_any| module.define(read_any, self.read_any_table(id)));
        functions.locate.into_iter().for_each(|locate| module.define(locate, self.locate_each(id)));
    }

    fn types(&self) -> &Types {
        &self.schema.types
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

//! Bindings to existing C++ classes: a TOML file that maps types of the schema to the classes or enums that codecs use
//! instead of
//! generated ones, and their fields to members.
//!
//! ```toml
//! headers = ["trade/order.h"]
//!
//! [struct."trade.Order"]
//! class = "trade::Order"
//! fields.id = "Id"
//! fields.symbol = { member = "Symbol", array = 10 }
//! fields.price = { get = "Price", set = "SetPrice" }
//!
//! [enum."trade.Side"]
//! enum = "trade::OrderSide"
//! enumerators = { buy = "BUY", sell = "SELL" }
//! ```
//!
//! Design: docs/decisions/0038-bound-classes.md

mod field;
pub mod go;
pub mod go_source;
mod name;

use crate::toml_table::{Reader, Table, Value, unknown_name};
use polywire_backend::cpp::{Binding, BoundEnum, BoundStruct};
use polywire_ir::types::{EnumId, Named, StructId, Types};
use polywire_model::{DeclId, DeclKind, Model};
use polywire_source::{Code, Diagnostic, FileId, Span};

pub(crate) const CANNOT_BIND: Code = Code("cannot-bind");

/// Reads a binding for the types of a model. `file` is the file that errors refer to.
pub fn read(model: &Model, text: &str, file: FileId) -> Result<Binding, Vec<Diagnostic>> {
    let mut reader = Reader::new(file, "docs/cpp.md");
    let types = Types::of_model(model);
    let declared = Declared { model, types: &types };
    let mut binder = Binder { declared, types: &types, binding: Binding::default() };
    if let Some(table) = reader.parse(text) {
        binder.file(&mut reader, &table);
    }
    reader.into_result(binder.binding)
}

/// Returns the model without what existing types cannot hold: unknown fields.
pub fn adapted(model: &Model, is_bound: impl Fn(StructId) -> bool) -> Model {
    let types = Types::of_model(model);
    let mut model = model.clone();
    for (decl, named) in model.decls.iter_mut().zip(&types.of_decl) {
        if let (DeclKind::Struct(it), Named::Struct(id)) = (&mut decl.kind, named) {
            it.keeps_unknown &= !is_bound(*id);
        }
    }
    model
}

/// The types of the schema, by name.
struct Declared<'m> {
    model: &'m Model,
    types: &'m Types,
}

struct Binder<'m> {
    declared: Declared<'m>,
    types: &'m Types,
    binding: Binding,
}

impl Declared<'_> {
    fn named(&self, name: &str) -> Option<Named> {
        self.model.find(name).map(|id| self.types.named(id))
    }

    fn unknown(&self, name: &str, span: Span, kind: &str) -> Diagnostic {
        let of_kind = |id: &DeclId| match self.types.named(*id) {
            Named::Struct(_) => kind == "struct",
            Named::Enum(_) => kind == "enum",
            Named::Union(_) | Named::Constant(_) => false,
        };
        let ids = (0..self.model.decls.len() as u32).map(DeclId).filter(of_kind);
        let names: Vec<String> = ids.map(|id| self.model.decl(id).path()).collect();
        unknown_name(&format!("the schema has no {kind} `{name}`"), name, span, &names)
    }
}

impl Binder<'_> {
    fn file(&mut self, reader: &mut Reader, table: &Table<'_>) {
        reader.only(table, &["headers", "struct", "enum"]);
        if let Some(headers) = table.get("headers") {
            self.binding.headers = reader.texts(headers);
        }
        for (name, span, value) in reader.members(table.get("struct")) {
            match self.declared.named(&name) {
                Some(Named::Struct(id)) => self.bind_struct(reader, id, &value),
                _ => reader.problem(self.declared.unknown(&name, span, "struct")),
            }
        }
        for (name, span, value) in reader.members(table.get("enum")) {
            match self.declared.named(&name) {
                Some(Named::Enum(id)) => self.bind_enum(reader, id, &value),
                _ => reader.problem(self.declared.unknown(&name, span, "enum")),
            }
        }
    }

    fn bind_struct(&mut self, reader: &mut Reader, id: StructId, value: &Value<'_>) {
        let Some(table) = reader.table(value) else { return };
        reader.only(&table, &["class", "fields"]);
        let Some(class) = reader.required(&table, "class") else { return };
        let record = self.types.record(id);
        let mut fields: Vec<_> = record.fields.iter().map(|it| field::of_same_name(&it.name)).collect();
        for (name, span, value) in reader.members(table.get("fields")) {
            let Some(index) = record.fields.iter().position(|field| field.name == name) else {
                let names: Vec<String> = record.fields.iter().map(|field| field.name.clone()).collect();
                let message = format!("`{}` has no field `{name}`", record.name.dotted());
                reader.problem(unknown_name(&message, &name, span, &names));
                continue;
            };
            fields[index] = field::read(reader, &record.fields[index], span, &value);
        }
        for field in record.fields.iter().filter(|field| field.boxed) {
            let message = format!("`{class}` cannot be bound: its field `{}` may contain its own type", field.name);
            reader.problem(
                Diagnostic::error(CANNOT_BIND, message)
                    .at(table.span, "")
                    .help("do not bind this type, so that it is generated"),
            );
        }
        self.binding.structs.insert(id, BoundStruct { class, fields });
    }

    fn bind_enum(&mut self, reader: &mut Reader, id: EnumId, value: &Value<'_>) {
        let Some(table) = reader.table(value) else { return };
        reader.only(&table, &["enum", "enumerators"]);
        let Some(name) = reader.required(&table, "enum") else { return };
        let enumerators = table.get("enumerators").map(|value| self.enumerators(reader, id, value));
        self.binding.enums.insert(id, BoundEnum { name, enumerators });
    }

    /// Reads the enumerator of each member. All must be named, because a missing one could not be decoded.
    fn enumerators(&self, reader: &mut Reader, id: EnumId, value: &Value<'_>) -> Vec<String> {
        let it = self.types.enumeration(id);
        let names: Vec<String> = it.members.iter().map(|member| member.name.clone()).collect();
        let mut found = vec![None; names.len()];
        for (name, span, value) in reader.members(Some(value)) {
            match names.iter().position(|known| *known == name) {
                Some(index) => found[index] = reader.name(&value),
                None => {
                    let message = format!("`{}` has no member `{name}`", it.name.dotted());
                    reader.problem(unknown_name(&message, &name, span, &names));
                }
            }
        }
        for (name, _) in names.iter().zip(&found).filter(|(_, enumerator)| enumerator.is_none()) {
            let message = format!("`{name}` of `{}` has no enumerator", it.name.dotted());
            reader.problem(Diagnostic::error(CANNOT_BIND, message).at(reader.span(value), "").help("name one"));
        }
        found.into_iter().flatten().collect()
    }
}

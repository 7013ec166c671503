//! Bindings to existing Go types: a TOML file that maps types of the schema to the structs and integers that codecs use
//! instead of generated ones.
//!
//! ```toml
//! [struct."trade.Order"]
//! type = "example.com/shop/model.Order"
//! fields.id = "Number"
//! fields.stop = { field = "Stop", presence = "pointer" }
//!
//! [enum."trade.Side"]
//! type = "example.com/shop/model.Side"
//! ```
//!
//! Design: docs/decisions/0038-bound-classes.md

use super::{CANNOT_BIND, Declared};
use crate::generate::is_import_path;
use crate::toml_table::{Reader, Table, Value, unknown_name};
use polywire_backend::go::{
    Bound, BoundField, BoundPresence, BoundStruct, BoundType, can_be_always, can_be_pointer, fields_with_defaults,
    format_name,
};
use polywire_ir::types::{FieldType, Named, StructId, Type, Types};
use polywire_model::Model;
use polywire_source::{Diagnostic, FileId, Span};
use std::collections::HashSet;

/// Reads a binding for the types of a model. `file` is the file that errors refer to.
pub fn read(model: &Model, text: &str, file: FileId) -> Result<Bound, Vec<Diagnostic>> {
    let mut reader = Reader::new(file, "docs/go.md");
    let types = Types::of_model(model);
    let declared = Declared { model, types: &types };
    let mut bound = Bound::default();
    let mut spans = Vec::new();
    if let Some(table) = reader.parse(text) {
        reader.only(&table, &["struct", "enum"]);
        for (name, span, value) in reader.members(table.get("enum")) {
            match declared.named(&name) {
                Some(Named::Enum(id)) => bound.enums.extend(of_enum(&mut reader, &value).map(|ty| (id, ty))),
                _ => reader.problem(declared.unknown(&name, span, "enum")),
            }
        }
        for (name, span, value) in reader.members(table.get("struct")) {
            match declared.named(&name) {
                Some(Named::Struct(id)) => {
                    spans.push((id, span));
                    bound.structs.extend(of_struct(&mut reader, (&types, id), &value).map(|it| (id, it)));
                }
                _ => reader.problem(declared.unknown(&name, span, "struct")),
            }
        }
    }
    spans.iter().for_each(|(id, span)| defaults(&mut reader, (&types, *id), *span));
    if reader.problems.is_empty() {
        spans.iter().for_each(|(id, span)| cycles(&mut reader, (&types, &bound, *id), *span));
    }
    reader.into_result(bound)
}

fn of_enum(reader: &mut Reader, value: &Value<'_>) -> Option<BoundType> {
    let table = reader.table(value)?;
    reader.only(&table, &["type"]);
    bound_type(reader, &table)
}

fn of_struct(reader: &mut Reader, (types, id): (&Types, StructId), value: &Value<'_>) -> Option<BoundStruct> {
    let table = reader.table(value)?;
    reader.only(&table, &["type", "fields"]);
    let ty = bound_type(reader, &table)?;
    let record = types.record(id);
    let as_generated = |it: &FieldType| BoundField { name: format_name(&it.name), presence: BoundPresence::Generated };
    let mut fields: Vec<BoundField> = record.fields.iter().map(as_generated).collect();
    for (name, span, value) in reader.members(table.get("fields")) {
        let Some(index) = record.fields.iter().position(|field| field.name == name) else {
            let names: Vec<String> = record.fields.iter().map(|field| field.name.clone()).collect();
            let message = format!("`{}` has no field `{name}`", record.name.dotted());
            reader.problem(unknown_name(&message, &name, span, &names));
            continue;
        };
        if let Some(field) = bound_field(reader, &record.fields[index], &value, !ty.package.is_empty()) {
            fields[index] = field;
        }
    }
    Some(BoundStruct { ty, fields })
}

/// Reads `type`: the name of a type, behind the import path of its package if that is not the package of the codec.
fn bound_type(reader: &mut Reader, table: &Table<'_>) -> Option<BoundType> {
    let Some(value) = table.get("type") else {
        let problem = Diagnostic::error(CANNOT_BIND, "`type` is missing").at(table.span, "");
        reader.problem(problem.help("name the Go type, as in `type = \"example.com/shop/model.Order\"`"));
        return None;
    };
    let text = reader.text(value)?;
    let (package, name) = match text.rfind('.').filter(|point| !text[*point..].contains('/')) {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => ("", &*text),
    };
    let (path, alias) = package.split_once(';').map_or((package, None), |(path, alias)| (path, Some(alias)));
    let is_package = package.is_empty() || is_import_path(path) && alias.is_none_or(is_identifier);
    if !is_package || !is_identifier(name) || !package.is_empty() && !is_exported(name) {
        reader.wrong_kind(
            value,
            "an exported Go type behind the import path of its package, as in \"example.com/shop/model.Order\", or a type of the codec's package, as in \"Order\",",
        );
        return None;
    }
    Some(BoundType { package: package.to_owned(), name: name.to_owned() })
}

/// Reads the member for a field: its name, or a table.
fn bound_field(reader: &mut Reader, field: &FieldType, value: &Value<'_>, is_foreign: bool) -> Option<BoundField> {
    if value.get_ref().is_str() {
        let name = member_name(reader, value, is_foreign)?;
        return Some(BoundField { name, presence: BoundPresence::Generated });
    }
    let table = reader.table(value)?;
    reader.only(&table, &["field", "presence"]);
    let name = match table.get("field") {
        Some(value) => member_name(reader, value, is_foreign)?,
        None => format_name(&field.name),
    };
    let presence = table.get("presence").map_or(Some(BoundPresence::Generated), |it| presence(reader, field, it))?;
    Some(BoundField { name, presence })
}

fn member_name(reader: &mut Reader, value: &Value<'_>, is_foreign: bool) -> Option<String> {
    let name = reader.text(value)?;
    if is_identifier(&name) && (!is_foreign || is_exported(&name)) {
        return Some(name);
    }
    let expected =
        if is_foreign { "an exported name of Go, as in \"Price\"," } else { "a name of Go, as in \"Price\"," };
    reader.wrong_kind(value, expected);
    None
}

fn presence(reader: &mut Reader, field: &FieldType, value: &Value<'_>) -> Option<BoundPresence> {
    let (presence, fits, what) = match reader.text(value)?.as_str() {
        "pointer" => (BoundPresence::Pointer, can_be_pointer(field), "an optional number, enumerator or text"),
        "always" => (
            BoundPresence::Always,
            can_be_always(field),
            "an optional value that is no union and does not contain its own type",
        ),
        _ => {
            let problem = Diagnostic::error(CANNOT_BIND, "unknown presence").at(reader.span(value), "");
            reader.problem(problem.help("give \"pointer\" or \"always\", or leave it out"));
            return None;
        }
    };
    if !fits {
        let message = format!("`{}` is not {what}", field.name);
        let problem = Diagnostic::error(CANNOT_BIND, message).at(reader.span(value), "");
        reader.problem(problem.help("leave `presence` out"));
        return None;
    }
    Some(presence)
}

/// A new value of an existing type is Go's zero value.
fn defaults(reader: &mut Reader, (types, id): (&Types, StructId), span: Span) {
    for field in fields_with_defaults(types, id) {
        let message = format!("a new `{}` has a default in `{}`", types.record(id).name.dotted(), field.name);
        let problem = Diagnostic::error(CANNOT_BIND, message).at(span, "");
        reader.problem(problem.help("do not bind this type, so that it is generated with a function for new values"));
    }
}

/// Generated types of the codec's package cannot be parts of a struct of another package: the packages would import each
/// other.
fn cycles(reader: &mut Reader, (types, bound, id): (&Types, &Bound, StructId), span: Span) {
    let Some(of) = bound.structs.get(&id).filter(|it| !it.ty.package.is_empty()) else { return };
    let record = types.record(id);
    let mut seen = HashSet::new();
    for field in &record.fields {
        let Some(part) = named_in(types, &field.ty).filter(|part| seen.insert(*part)) else { continue };
        let (is_bound, name) = match part {
            Named::Struct(id) => (bound.structs.contains_key(&id), &types.record(id).name),
            Named::Enum(id) => (bound.enums.contains_key(&id), &types.enumeration(id).name),
            Named::Union(id) => (false, &types.union(id).name),
            Named::Constant(id) => (false, &types.constant(id).name),
        };
        if is_bound || name.module != record.name.module {
            continue;
        }
        let message = format!("`{}` cannot have the generated type `{}`", of.ty.name, name.dotted());
        let problem = Diagnostic::error(CANNOT_BIND, message).at(span, format!("in its field `{}`", field.name));
        reader.problem(problem.help(
            "their packages would import each other; bind that type, too, or generate the code into the package of the struct, and give `type` without a path",
        ));
    }
}

/// Returns the declared type that a type consists of, of the values of a map too.
fn named_in(types: &Types, ty: &Type) -> Option<Named> {
    match ty {
        Type::Map(id) => named_in(types, types.entry(*id).1),
        ty => polywire_backend::outline::named_in(ty),
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|ch: char| ch.is_alphabetic() || ch == '_')
        && name.chars().all(|ch| ch.is_alphanumeric() || ch == '_')
}

fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

use super::CANNOT_BIND;
use crate::toml_table::{Reader, Table, Value};
use polywire_backend::cpp::{Access, BoundField, BoundPresence};
use polywire_ir::types::{FieldType, Type};
use polywire_source::{Diagnostic, Span};

/// Returns a data member of the same name.
pub(super) fn of_same_name(name: &str) -> BoundField {
    of_access(Access::Member(name.to_owned()))
}

fn of_access(access: Access) -> BoundField {
    BoundField { access, array: None, is_sequence: false, presence: BoundPresence::default() }
}

/// Reads the binding of a field: the name of a data member, or a table.
pub(super) fn read(reader: &mut Reader, field: &FieldType, key: Span, value: &Value<'_>) -> BoundField {
    if value.get_ref().is_str() {
        return reader.name(value).map_or_else(|| of_same_name(&field.name), |name| of_access(Access::Member(name)));
    }
    let Some(table) = reader.table(value) else { return of_same_name(&field.name) };
    reader.only(&table, &["member", "reference", "get", "set", "array", "sequence", "presence", "flag"]);
    let bound = BoundField {
        access: access(reader, field, &table, key),
        array: table.get("array").and_then(|value| reader.count(value)),
        is_sequence: table.get("sequence").is_some_and(|value| reader.flag(value)),
        presence: presence(reader, &table),
    };
    for problem in problems(field, &bound) {
        reader.problem(
            Diagnostic::error(CANNOT_BIND, format!("`{}`: {}", field.name, problem.0)).at(key, "").help(problem.1),
        );
    }
    bound
}

fn access(reader: &mut Reader, field: &FieldType, table: &Table<'_>, key: Span) -> Access {
    let mut name = |key| table.get(key).and_then(|value| reader.name(value));
    match (name("member"), name("reference"), name("get"), name("set")) {
        (Some(name), None, None, None) => Access::Member(name),
        (None, Some(name), None, None) => Access::Reference(name),
        (None, None, Some(get), Some(set)) => Access::Property { get, set },
        (None, None, None, None) => Access::Member(field.name.clone()),
        _ => {
            let message = format!("`{}` needs exactly one kind of access", field.name);
            let help = "give `member`, or `reference`, or `get` with `set`";
            reader.problem(Diagnostic::error(CANNOT_BIND, message).at(key, "").help(help));
            Access::Member(field.name.clone())
        }
    }
}

fn presence(reader: &mut Reader, table: &Table<'_>) -> BoundPresence {
    if let Some(flag) = table.get("flag") {
        return reader.name(flag).map_or(BoundPresence::Always, BoundPresence::Flag);
    }
    let Some(value) = table.get("presence") else { return BoundPresence::Optional };
    match value.get_ref().as_str() {
        Some("always") => BoundPresence::Always,
        Some("optional") => BoundPresence::Optional,
        _ => {
            let problem = Diagnostic::error(CANNOT_BIND, "unknown presence").at(reader.span(value), "");
            reader.problem(problem.help("give \"always\" or \"optional\", or a `flag`"));
            BoundPresence::Optional
        }
    }
}

/// Returns contradictions of the binding, with remedies.
fn problems(field: &FieldType, bound: &BoundField) -> Vec<(&'static str, &'static str)> {
    let is_text = matches!(field.ty, Type::Text { .. });
    let is_list = matches!(field.ty, Type::List(_));
    let is_scalar =
        matches!(field.ty, Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Text { .. });
    let is_property = matches!(bound.access, Access::Property { .. });
    let is_plain = bound.presence != BoundPresence::Optional;
    let mut found = Vec::new();
    if bound.array.is_some() && (!is_text || is_property) {
        found.push(("only a text that is a data member can be in an array", "leave `array` out"));
    }
    if bound.array.is_some() && field.optional && !is_plain {
        found.push(("an array cannot be optional", "give `presence = \"always\"` or a `flag`"));
    }
    if bound.is_sequence && (!is_list || field.optional) {
        found.push(("only a list can be a sequence", "leave `sequence` out"));
    }
    if is_property && (!is_scalar || field.optional && !is_plain) {
        found.push(("`get` and `set` are for single values", "give a `reference`"));
    }
    if is_plain && !field.optional {
        found.push(("it is always present in the schema", "leave `presence` and `flag` out"));
    }
    found
}

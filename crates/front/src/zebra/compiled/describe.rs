//! Declarations to compiled schemas.

use super::full_type::{Full, Types};
use super::{SKIPPED, Value, kind, name};
use crate::zebra::tree::{FieldDecl, File, TypeDecl, TypeKind, is_exported};

pub(super) fn describe(file: &File) -> Value {
    let mut structs: Vec<(String, Value)> = file.types.iter().filter_map(|decl| structure(file, decl)).collect();
    // The reference's order changes from run to run.
    structs.sort_by(|one, other| one.0.cmp(&other.0));
    let imports: Vec<Value> = file.imports.iter().map(Value::text).collect();
    map([
        (name::SOURCE_PATH, text(&file.path)),
        (name::SOURCE_PACKAGE, text(&file.package.text)),
        (name::SCHEMA_ID, file.schema_id.filter(|id| *id != 0).map(Value::Int)),
        (name::STRUCTS, (!structs.is_empty()).then_some(Value::Map(structs))),
        (name::IMPORTS, (!imports.is_empty()).then_some(Value::List(imports))),
    ])
}

/// Returns the name and the description of a struct with zids.
fn structure(file: &File, decl: &TypeDecl) -> Option<(String, Value)> {
    let own = decl.name.text.as_str();
    let TypeKind::Struct(fields) = &decl.ty.kind else { return None };
    let is_numbered = fields.iter().any(|it| it.tag.zid.is_some());
    if !is_exported(own) || file.ignores(decl) || !is_numbered {
        return None;
    }
    let types = Types { file, owner: own };
    let is_shown = |it: &&FieldDecl| is_exported(&it.name.text);
    let fields: Vec<Value> = fields.iter().filter(is_shown).map(|it| field(&types, it)).collect();
    let described = map([(name::STRUCT_NAME, text(own)), (name::FIELDS, Some(Value::List(fields)))]);
    Some((own.to_owned(), described))
}

fn field<'f>(types: &Types<'f>, it: &'f FieldDecl) -> Value {
    let full = types.full(&it.ty);
    // A map is skipped if its keys are neither texts nor numbers.
    let is_skipped = it.is_left_out() || has_bad_key(types, it);
    let (category, primitive) = full.category();
    let is_typed = !is_skipped || it.tag.is_skipped;
    let flag = |is_set: bool| is_set.then_some(Value::Bool(true));
    let number = |number| Some(Value::Uint(number)).filter(|_| is_typed);
    let tag_name = if it.tag.is_skipped { "-" } else { it.wire_name() };
    map([
        (name::ZID, Some(Value::Int(it.tag.zid.map_or(SKIPPED, |(zid, _)| zid.into())))),
        (name::GO_NAME, Some(Value::text(&it.name.text))),
        (name::TAG_NAME, text(tag_name)),
        (name::TYPE_TEXT, Some(Value::Text(it.ty.text())).filter(|_| !is_skipped)),
        (name::CATEGORY, number(category)),
        (name::PRIMITIVE, primitive.and_then(number)),
        (name::FULL_TYPE, Some(types.value(&it.ty)).filter(|_| !is_skipped)),
        (name::OMIT_EMPTY, flag(it.tag.omits_empty)),
        (name::SKIP, flag(is_skipped)),
        (name::DEPRECATED, flag(it.tag.is_deprecated)),
        (name::SHOW_ZERO, flag(it.tag.shows_zero)),
    ])
}

fn has_bad_key<'f>(types: &Types<'f>, it: &'f FieldDecl) -> bool {
    match types.full(&it.ty) {
        Full::Composed(kind::MAP, map) => match &map.kind {
            TypeKind::Map(key, _) => !matches!(types.full(key), Full::Base(_)),
            _ => false,
        },
        _ => false,
    }
}

fn text(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| Value::text(text))
}

fn map<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    Value::Map(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
}

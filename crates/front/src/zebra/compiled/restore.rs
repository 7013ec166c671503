//! Compiled schemas to declarations.

use super::{SKIPPED, Value, kind, name, restore_enums};
use crate::zebra::read::read_type;
use crate::zebra::tree::{FieldDecl, File, Tag, TypeDecl, TypeExpr, TypeKind, Word};
use polywire_source::Span;
use std::fmt;

/// Why a compiled schema could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub message: String,
    /// The offset of the byte, if it is known.
    pub at: Option<usize>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{} (byte {at})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ReadError {}

pub(super) fn restore(path: &str, value: &Value) -> Result<File, ReadError> {
    let Value::Map(_) = value else { return Err(problem("a compiled schema is a map")) };
    let structs = match value.member(name::STRUCTS) {
        Some(Value::Map(structs)) => structs.as_slice(),
        None => &[],
        Some(_) => return Err(problem(format!("`{}` is not a map", name::STRUCTS))),
    };
    let text = |member: &str| value.member(member).and_then(Value::as_text).unwrap_or_default().to_owned();
    let mut file = File {
        path: path.to_owned(),
        package: word(&text(name::SOURCE_PACKAGE)),
        schema_id: value.member(name::SCHEMA_ID).and_then(Value::as_int),
        imports: elements(value, name::IMPORTS).iter().filter_map(Value::as_text).map(str::to_owned).collect(),
        constants: restore_enums(value)?,
        ..File::default()
    };
    let names: Vec<&str> = structs.iter().map(|(name, _)| name.as_str()).collect();
    let mut others = Vec::new();
    for (own, described) in structs {
        let mut fields = Vec::new();
        for described in elements(described, name::FIELDS) {
            let (field, aliases) = field(own, described, &names)?;
            fields.push(field);
            others.extend(aliases);
        }
        file.types.push(declaration(own, plain(TypeKind::Struct(fields))));
    }
    file.types.sort_by(|one, other| one.name.text.cmp(&other.name.text));
    for alias in others {
        if !file.types.iter().any(|it| it.name.text == alias.name.text) {
            file.types.push(alias);
        }
    }
    Ok(file)
}

/// Returns a field, and declarations of the names in its type that the schema does not declare.
fn field(owner: &str, it: &Value, structs: &[&str]) -> Result<(FieldDecl, Vec<TypeDecl>), ReadError> {
    let text = |member: &str| it.member(member).and_then(Value::as_text);
    let flag = |member: &str| it.member(member) == Some(&Value::Bool(true));
    let own = text(name::GO_NAME).ok_or_else(|| problem(format!("a field of `{owner}` has no name")))?;
    let zid = it.member(name::ZID).and_then(Value::as_int);
    let zid = zid.ok_or_else(|| problem(format!("`{owner}.{own}` has no zid")))?;
    let number = if zid == SKIPPED {
        None
    } else {
        Some(u32::try_from(zid).map_err(|_| problem(format!("`{owner}.{own}` has the zid {zid}")))?)
    };
    let tag = Tag {
        zid: number.map(|zid| (zid, Span::default())),
        name: text(name::TAG_NAME).filter(|tag| *tag != own && *tag != "-").map(str::to_owned),
        is_skipped: text(name::TAG_NAME) == Some("-"),
        omits_empty: flag(name::OMIT_EMPTY),
        shows_zero: flag(name::SHOW_ZERO),
        is_deprecated: flag(name::DEPRECATED),
        ..Tag::default()
    };
    let full = it.member(name::FULL_TYPE);
    let ty = match text(name::TYPE_TEXT) {
        Some(text) => read_type(text).ok_or_else(|| problem(format!("`{owner}.{own}` has the type `{text}`")))?,
        // The reference forgets the types of fields that messages do not contain.
        None => plain(skipped_type(it)),
    };
    let mut aliases = Vec::new();
    if let Some(full) = full {
        find_aliases(&ty, full, structs, &mut aliases);
    }
    let field = FieldDecl { name: word(own), is_embedded: false, ty, doc: String::new(), tag, line: Span::default() };
    Ok((field, aliases))
}

fn skipped_type(it: &Value) -> TypeKind {
    let primitive = it.member(name::PRIMITIVE).and_then(Value::as_int);
    match primitive.and_then(|number| kind::of_number(number as u64)) {
        Some(kind) => TypeKind::Name(kind.go.to_owned()),
        None => TypeKind::Struct(Vec::new()),
    }
}

/// Finds names that stand for other types: the description has the other type. One that it does not know can be any value,
/// as an interface can.
fn find_aliases(ty: &TypeExpr, full: &Value, structs: &[&str], found: &mut Vec<TypeDecl>) {
    let part = |member: &str| full.member(member);
    match &ty.kind {
        TypeKind::Name(own) if kind::built_in(own).is_none() && !structs.contains(&own.as_str()) => {
            let is_named = full.member(name::KIND).and_then(Value::as_int) == Some(kind::NAME as i64);
            let ty = if is_named { Some(plain(TypeKind::Interface)) } else { type_of(full) };
            found.extend(ty.map(|ty| declaration(own, ty)));
        }
        TypeKind::Pointer(inner) | TypeKind::Slice(inner) => {
            part(name::DOMAIN).into_iter().for_each(|full| find_aliases(inner, full, structs, found));
        }
        TypeKind::Array(_, element) => {
            part(name::RANGE).into_iter().for_each(|full| find_aliases(element, full, structs, found));
        }
        TypeKind::Map(key, value) => {
            part(name::DOMAIN).into_iter().for_each(|full| find_aliases(key, full, structs, found));
            part(name::RANGE).into_iter().for_each(|full| find_aliases(value, full, structs, found));
        }
        _ => {}
    }
}

/// Returns the type that a description describes; `None` for names, and for structs, whose names are lost.
fn type_of(full: &Value) -> Option<TypeExpr> {
    let number = full.member(name::KIND)?.as_int()? as u64;
    if let Some(kind) = kind::of_number(number) {
        return read_type(kind.go);
    }
    let part = |member: &str| type_of(full.member(member)?).map(Box::new);
    Some(plain(if number == kind::SLICE.number {
        TypeKind::Slice(part(name::DOMAIN)?)
    } else if number == kind::POINTER.number {
        TypeKind::Pointer(part(name::DOMAIN)?)
    } else if number == kind::MAP.number {
        TypeKind::Map(part(name::DOMAIN)?, part(name::RANGE)?)
    } else if number == kind::ARRAY.number {
        let len = full.member(name::DOMAIN)?.member(name::KIND)?.as_int()?;
        TypeKind::Array(u32::try_from(len).ok()?, part(name::RANGE)?)
    } else {
        return None;
    }))
}

fn declaration(name: &str, ty: TypeExpr) -> TypeDecl {
    TypeDecl { name: word(name), doc: String::new(), ty }
}

fn elements<'v>(value: &'v Value, member: &str) -> &'v [Value] {
    if let Some(Value::List(elements)) = value.member(member) { elements } else { &[] }
}

fn plain(kind: TypeKind) -> TypeExpr {
    TypeExpr { kind, span: Span::default() }
}

pub(super) fn word(text: &str) -> Word {
    Word { text: text.to_owned(), span: Span::default() }
}

pub(super) fn problem(message: impl Into<String>) -> ReadError {
    ReadError { message: message.into(), at: None }
}

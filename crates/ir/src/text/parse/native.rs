use super::cursor::{Cursor, Result};
use super::lex::TokenKind;
use super::scan::Declared;
use crate::ValueType;
use crate::text::syntax::BUILTIN_TYPES;
use crate::types::{BytesMeaning, EnumId, Literal, Meaning, Named, StructId, Type};

/// Parses the modules and path of a declared type's name.
pub(super) fn type_name(cursor: &mut Cursor<'_>) -> Result<(Vec<String>, Vec<String>)> {
    let path = |cursor: &mut Cursor<'_>| {
        let mut parts = vec![cursor.name()?.to_owned()];
        while cursor.eat(".") {
            parts.push(cursor.name()?.to_owned());
        }
        Ok(parts)
    };
    let first = path(cursor)?;
    if cursor.eat("::") { Ok((first, path(cursor)?)) } else { Ok((vec![], first)) }
}

pub(super) fn named(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Named> {
    let name = type_name(cursor)?;
    declared.named.get(&name).copied().map_or_else(|| cursor.error("no type of this name"), Ok)
}

pub(super) fn record(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<StructId> {
    match named(cursor, declared)? {
        Named::Struct(id) => Ok(id),
        Named::Enum(_) | Named::Constant(_) | Named::Union(_) => cursor.error("the type is not a struct"),
    }
}

pub(super) fn enumeration(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<EnumId> {
    match named(cursor, declared)? {
        Named::Enum(id) => Ok(id),
        Named::Struct(_) | Named::Union(_) | Named::Constant(_) => cursor.error("the type is not an enum"),
    }
}

/// Parses a native type.
pub(super) fn native(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Type> {
    cursor.nested(|cursor| match cursor.peek() {
        TokenKind::Name { name, quoted: false, .. } if BUILTIN_TYPES.contains(&name.as_str()) => {
            cursor.next();
            builtin(cursor, name, declared)
        }
        _ => Ok(match named(cursor, declared)? {
            Named::Struct(id) => Type::Struct(id),
            Named::Enum(id) => Type::Enum(id),
            Named::Union(id) => Type::Union(id),
            Named::Constant(_) => return cursor.error("a constant is not a type"),
        }),
    })
}

/// Parses what bytes of fixed length stand for, if it is stated.
fn bytes_meaning(cursor: &mut Cursor<'_>) -> Result<BytesMeaning> {
    if !cursor.eat("<") {
        return Ok(BytesMeaning::Bytes);
    }
    let Some(meaning) = BytesMeaning::named(cursor.name()?) else { return cursor.error("no meaning of bytes") };
    cursor.close_angle()?;
    Ok(meaning)
}

fn builtin(cursor: &mut Cursor<'_>, name: &str, declared: &Declared) -> Result<Type> {
    Ok(match name {
        "bool" => Type::Bool,
        "text" => Type::Text { verified: true },
        "text_unverified" => Type::Text { verified: false },
        "bytes" if cursor.eat("[") => {
            let len = cursor.number()?;
            cursor.expect("]")?;
            Type::FixedBytes(len, bytes_meaning(cursor)?)
        }
        "bytes" => Type::Bytes,
        "list" => {
            cursor.expect("<")?;
            let element = native(cursor, declared)?;
            cursor.close_angle()?;
            Type::List(Box::new(element))
        }
        "array" => {
            cursor.expect("<")?;
            let element = native(cursor, declared)?;
            cursor.expect(",")?;
            let len = cursor.number()?;
            cursor.close_angle()?;
            Type::Array(Box::new(element), len)
        }
        "map" => {
            cursor.expect("<")?;
            let entry = record(cursor, declared)?;
            cursor.close_angle()?;
            Type::Map(entry)
        }
        _ => scalar(cursor, name, declared)?,
    })
}

/// Parses what follows a name of [`BUILTIN_TYPES`] that ends with a width.
fn scalar(cursor: &mut Cursor<'_>, name: &str, declared: &Declared) -> Result<Type> {
    let bits = name.get(1..).and_then(|bits| bits.parse().ok()).unwrap_or(64);
    Ok(match name.as_bytes().first() {
        Some(b'f') => Type::Float { bits },
        first => Type::Int { bits, signed: first == Some(&b'i'), meaning: meaning(cursor, declared)? },
    })
}

fn meaning(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Meaning> {
    if !cursor.eat("<") {
        return Ok(Meaning::Number);
    }
    let name = cursor.name()?;
    let has_parameter = cursor.eat("(");
    let meaning = match name {
        "flags" if has_parameter => Some(Meaning::Flags(enumeration(cursor, declared)?)),
        _ if has_parameter => Meaning::named(name, Some(cursor.number()?)),
        _ => Meaning::named(name, None),
    };
    if has_parameter {
        cursor.expect(")")?;
    }
    let Some(meaning) = meaning else { return cursor.error("no meaning of this name") };
    cursor.close_angle()?;
    Ok(meaning)
}

/// Parses a type of the IR.
pub(super) fn value_type(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<ValueType> {
    if cursor.eat("&") {
        return Ok(ValueType::Ref(native(cursor, declared)?));
    }
    for (word, ty) in
        [("bool", ValueType::Bool), ("u64", ValueType::U64), ("i64", ValueType::I64), ("bytes", ValueType::Bytes)]
    {
        if cursor.eat_word(word) {
            return Ok(ty);
        }
    }
    cursor.expect_word("section").or_else(|_| cursor.error("a type expected"))?;
    cursor.expect("(")?;
    let len = cursor.number()?;
    cursor.expect(")")?;
    Ok(ValueType::Section(len))
}

/// Parses a default value.
pub(super) fn literal(cursor: &mut Cursor<'_>) -> Result<Literal> {
    for (word, value) in [("true", true), ("false", false)] {
        if cursor.eat_word(word) {
            return Ok(Literal::Bool(value));
        }
    }
    if matches!(cursor.peek(), TokenKind::Bytes(_)) {
        return Ok(Literal::Bytes(cursor.bytes()?.to_vec()));
    }
    let (is_float, is_text) = (cursor.eat_word("float"), cursor.eat_word("text"));
    if !is_float && !is_text {
        return Ok(Literal::Int(cursor.signed()?));
    }
    cursor.expect("(")?;
    let value = if is_float {
        Literal::Float(cursor.number()?)
    } else {
        let Ok(text) = String::from_utf8(cursor.bytes()?.to_vec()) else {
            return cursor.error("the text is not UTF-8");
        };
        Literal::Text(text)
    };
    cursor.expect(")")?;
    Ok(value)
}

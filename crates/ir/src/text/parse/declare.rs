use super::cursor::{Cursor, Result};
use super::lex::TokenKind;
use super::native::{literal, native, record, type_name};
use super::scan::Declared;
use crate::Entry;
use crate::types::{
    CaseType, ConstantType, EnumMember, EnumType, FieldType, Name, Named, StructType, Types, UnionType,
};

/// Parses the lines of a documentation comment.
fn doc(cursor: &mut Cursor<'_>) -> String {
    let mut lines: Vec<&str> = Vec::new();
    while let TokenKind::Doc(line) = cursor.peek() {
        cursor.next();
        lines.push(line);
    }
    lines.join("\n")
}

/// Skips a documentation comment; returns true if there was one.
pub(super) fn skip_docs(cursor: &mut Cursor<'_>) -> bool {
    !doc(cursor).is_empty()
}

/// Parses consecutive declarations of types.
pub(super) fn types(cursor: &mut Cursor<'_>, declared: &Declared, types: &mut Types) -> Result<()> {
    loop {
        let doc = doc(cursor);
        let extra = cursor.eat_word("extra");
        let named = if cursor.eat_word("struct") {
            struct_(cursor, declared, types, doc)?
        } else if cursor.eat_word("enum") {
            enum_(cursor, declared, types, doc)?
        } else if cursor.eat_word("union") {
            union_(cursor, declared, types, doc)?
        } else if cursor.eat_word("constant") {
            constant(cursor, declared, types, doc)?
        } else {
            return Ok(());
        };
        if !extra {
            types.of_decl.push(named);
        }
    }
}

/// Parses a declared name and finds its id; adds the documentation to the name.
fn head(cursor: &mut Cursor<'_>, declared: &Declared, doc: String) -> Result<(Name, Named)> {
    let (module, path) = type_name(cursor)?;
    let id = declared.named.get(&(module.clone(), path.clone())).copied();
    id.map_or_else(|| cursor.error("no type of this name"), |id| Ok((Name { module, path, doc }, id)))
}

fn struct_(cursor: &mut Cursor<'_>, declared: &Declared, types: &mut Types, doc: String) -> Result<Named> {
    let (name, id) = head(cursor, declared, doc)?;
    let (is_entry, is_nullable) = (cursor.eat_word("entry"), cursor.eat_word("nullable"));
    let keeps_unknown = cursor.eat_word("keeps_unknown");
    let fields = members(cursor, |cursor, doc| field(cursor, declared, doc))?;
    if let Named::Struct(id) = id {
        types.structs[id.0 as usize] = StructType { name, fields, keeps_unknown, is_entry, is_nullable };
    }
    Ok(id)
}

fn enum_(cursor: &mut Cursor<'_>, declared: &Declared, types: &mut Types, doc: String) -> Result<Named> {
    let (name, id) = head(cursor, declared, doc)?;
    cursor.expect(":")?;
    let crate::types::Type::Int { bits, signed, .. } = native(cursor, declared)? else {
        return cursor.error("an integer type expected");
    };
    let (open, flags) = (cursor.eat_word("open"), cursor.eat_word("flags"));
    let members = members(cursor, |cursor, doc| {
        let name = cursor.name()?.to_owned();
        cursor.expect("=")?;
        Ok(EnumMember { name, number: cursor.signed()?, doc })
    })?;
    if let Named::Enum(id) = id {
        types.enums[id.0 as usize] = EnumType { name, bits, signed, open, flags, members };
    }
    Ok(id)
}

fn union_(cursor: &mut Cursor<'_>, declared: &Declared, types: &mut Types, doc: String) -> Result<Named> {
    let (name, id) = head(cursor, declared, doc)?;
    let cases = members(cursor, |cursor, doc| {
        let name = cursor.name()?.to_owned();
        let ty = if cursor.eat(":") { Some(native(cursor, declared)?) } else { None };
        let boxed = cursor.eat_word("boxed");
        let default = if cursor.eat("=") { Some(literal(cursor)?) } else { None };
        Ok(CaseType { name, ty, default, boxed, doc })
    })?;
    if let Named::Union(id) = id {
        types.unions[id.0 as usize] = UnionType { name, cases };
    }
    Ok(id)
}

fn constant(cursor: &mut Cursor<'_>, declared: &Declared, types: &mut Types, doc: String) -> Result<Named> {
    let (name, id) = head(cursor, declared, doc)?;
    cursor.expect("{")?;
    let ty = native(cursor, declared)?;
    cursor.expect("=")?;
    let value = literal(cursor)?;
    cursor.expect("}")?;
    if let Named::Constant(id) = id {
        types.constants[id.0 as usize] = ConstantType { name, ty, value };
    }
    Ok(id)
}

fn members<T>(cursor: &mut Cursor<'_>, mut member: impl FnMut(&mut Cursor<'_>, String) -> Result<T>) -> Result<Vec<T>> {
    let mut members = Vec::new();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        let doc = doc(cursor);
        members.push(member(cursor, doc)?);
    }
    Ok(members)
}

fn field(cursor: &mut Cursor<'_>, declared: &Declared, doc: String) -> Result<FieldType> {
    let name = cursor.name()?.to_owned();
    cursor.expect(":")?;
    let ty = native(cursor, declared)?;
    let (optional, boxed) = (cursor.eat_word("optional"), cursor.eat_word("boxed"));
    let deprecated = cursor.eat_word("deprecated");
    let default = if cursor.eat("=") { Some(literal(cursor)?) } else { None };
    Ok(FieldType { name, ty, optional, boxed, default, doc, deprecated })
}

/// Parses consecutive entries.
pub(super) fn entries(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while cursor.eat_word("entry") {
        entries.push(entry(cursor, declared)?);
    }
    Ok(entries)
}

fn entry(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Entry> {
    let function = |cursor: &mut Cursor<'_>| {
        let id = declared.functions.get(cursor.name()?).copied();
        id.map_or_else(|| cursor.error("no function of this name"), Ok)
    };
    let record_id = record(cursor, declared)?;
    let encode = if cursor.eat_word("encode") { Some(function(cursor)?) } else { None };
    cursor.expect_word("decode")?;
    let decode = function(cursor)?;
    let validate = if cursor.eat_word("validate") { Some(function(cursor)?) } else { None };
    let size = if cursor.eat_word("size") { Some(function(cursor)?) } else { None };
    let schema = if cursor.eat_word("schema") { Some(record(cursor, declared)?) } else { None };
    Ok(Entry { record: record_id, encode, decode, validate, size, schema })
}

/// Skips an entry after its first word.
pub(super) fn entry_names(cursor: &mut Cursor<'_>) -> Result<()> {
    type_name(cursor)?;
    if cursor.eat_word("encode") {
        cursor.name()?;
    }
    cursor.expect_word("decode")?;
    cursor.name()?;
    if cursor.eat_word("validate") {
        cursor.name()?;
    }
    if cursor.eat_word("size") {
        cursor.name()?;
    }
    if cursor.eat_word("schema") {
        type_name(cursor)?;
    }
    Ok(())
}

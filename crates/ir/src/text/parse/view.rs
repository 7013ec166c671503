use super::cursor::{Cursor, Result};
use super::native::{native, record, type_name, value_type};
use super::scan::Declared;
use crate::{Access, Asks, FuncId, Getter, ListView, ObjectView, Role, Slot, StructView, ValueType, Var, Views};

/// Parses the declarations of views.
pub(super) fn views(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Views> {
    let mut views = Views::default();
    loop {
        if cursor.eat_word("view") {
            views.structs.push(struct_view(cursor, declared)?);
        } else if cursor.eat_word("elements") {
            views.lists.push(list_view(cursor, declared)?);
        } else if cursor.eat_word("objects") {
            views.objects = Some(object_view(cursor, declared)?);
        } else {
            return Ok(views);
        }
    }
}

fn struct_view(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<StructView> {
    let record = record(cursor, declared)?;
    let place = place(cursor, declared)?;
    let root = if cursor.eat_word("root") { Some(function(cursor, declared)?) } else { None };
    let object = object(cursor, declared)?;
    let mut fields = Vec::new();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        fields.push(member(cursor, declared)?);
    }
    Ok(StructView { record, place, root, object, fields })
}

fn member(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Access> {
    if cursor.eat("-") {
        return Ok(Access::None);
    }
    if cursor.eat_word("get") {
        return Ok(Access::Value(getter(cursor, declared)?));
    }
    cursor.expect_word("held")?;
    let held = function(cursor, declared)?;
    cursor.expect_word("cases")?;
    Ok(Access::Union { held, cases: cases(cursor, declared)? })
}

fn cases(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Vec<Option<Getter>>> {
    items(cursor, |cursor| if cursor.eat("-") { Ok(None) } else { getter(cursor, declared).map(Some) })
}

fn getter(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Getter> {
    Ok(Getter { get: function(cursor, declared)?, role: role(cursor)?, slot: slot(cursor, declared)? })
}

fn slot(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Option<Slot>> {
    if !cursor.eat_word("slot") {
        return Ok(None);
    }
    let locate = function(cursor, declared)?;
    let is_big_endian = cursor.eat_word("be");
    let mask = if cursor.eat_word("xor") { cursor.number()? } else { 0 };
    Ok(Some(Slot { locate, is_big_endian, mask }))
}

fn role(cursor: &mut Cursor<'_>) -> Result<Role> {
    if !cursor.eat_word("as") {
        return Ok(Role::Value);
    }
    let role = Role::ALL.into_iter().find(|role| cursor.eat_word(role.name()));
    role.map_or_else(|| cursor.error("`object`, `reference`, `count` or an encoding expected"), Ok)
}

/// Parses the function that reads an object as a value of a view.
fn object(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Option<FuncId>> {
    if cursor.eat_word("object") { function(cursor, declared).map(Some) } else { Ok(None) }
}

fn list_view(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<ListView> {
    let (element, role) = (native(cursor, declared)?, role(cursor)?);
    let (place, object) = (place(cursor, declared)?, object(cursor, declared)?);
    cursor.expect_word("get")?;
    let get = function(cursor, declared)?;
    let next = if cursor.eat_word("next") { Some(function(cursor, declared)?) } else { None };
    let cases = if cursor.eat_word("cases") { cases(cursor, declared)? } else { Vec::new() };
    let slot = slot(cursor, declared)?;
    let key = if cursor.eat_word("key") { items(cursor, |cursor| cursor.number())? } else { Vec::new() };
    Ok(ListView { element, role, place, object, get, next, cases, slot, key })
}

fn object_view(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<ObjectView> {
    let place = place(cursor, declared)?;
    cursor.expect("{")?;
    if cursor.eat("}") {
        return Ok(ObjectView { place, asks: None });
    }
    let mut ask = |what| {
        cursor.expect_word(what)?;
        function(cursor, declared)
    };
    let asks = Asks { kind: ask("kind")?, text: ask("text")?, bytes: ask("bytes")?, reference: ask("reference")? };
    cursor.expect("}")?;
    Ok(ObjectView { place, asks: Some(asks) })
}

fn place(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Vec<Var>> {
    items(cursor, |cursor| {
        let name = cursor.name()?.to_owned();
        let ty = if cursor.eat(":") { value_type(cursor, declared)? } else { ValueType::U64 };
        Ok(Var { name, ty })
    })
}

/// Parses items in parentheses, separated by commas.
fn items<T>(cursor: &mut Cursor<'_>, mut item: impl FnMut(&mut Cursor<'_>) -> Result<T>) -> Result<Vec<T>> {
    cursor.expect("(")?;
    let mut items = Vec::new();
    while !cursor.eat(")") {
        if !items.is_empty() {
            cursor.expect(",")?;
        }
        items.push(item(cursor)?);
    }
    Ok(items)
}

fn function(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<FuncId> {
    let id = declared.functions.get(cursor.name()?).copied();
    id.map_or_else(|| cursor.error("no function of this name"), Ok)
}

/// Skips a struct's or the objects' view after its first word.
pub(super) fn skip_braced(cursor: &mut Cursor<'_>) -> Result<()> {
    cursor.skip_braces()
}

/// Skips a list's view after its first word.
pub(super) fn skip_list(cursor: &mut Cursor<'_>) -> Result<()> {
    while !cursor.eat_word("get") {
        if cursor.at_end() {
            return cursor.error("`get` expected");
        }
        cursor.next();
    }
    type_name(cursor)?;
    if cursor.eat_word("next") {
        type_name(cursor)?;
    }
    if cursor.eat_word("cases") {
        skip_items(cursor)?;
    }
    if cursor.eat_word("slot") {
        type_name(cursor)?;
        cursor.eat_word("be");
        if cursor.eat_word("xor") {
            cursor.number::<u64>()?;
        }
    }
    if cursor.eat_word("key") { skip_items(cursor) } else { Ok(()) }
}

fn skip_items(cursor: &mut Cursor<'_>) -> Result<()> {
    while !cursor.eat(")") {
        if cursor.at_end() {
            return cursor.error("`)` expected");
        }
        cursor.next();
    }
    Ok(())
}

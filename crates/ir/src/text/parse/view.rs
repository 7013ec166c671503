use super::cursor::{Cursor, Result};
use super::native::{native, record, type_name, value_type};
use super::scan::Declared;
use crate::{Access, FuncId, ListView, StructView, ValueType, Var, Views};

/// Parses how values are read in place, as long as there is any of it.
pub(super) fn views(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Views> {
    let mut views = Views::default();
    loop {
        if cursor.eat_word("view") {
            views.structs.push(struct_view(cursor, declared)?);
        } else if cursor.eat_word("elements") {
            views.lists.push(list_view(cursor, declared)?);
        } else {
            return Ok(views);
        }
    }
}

fn struct_view(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<StructView> {
    let record = record(cursor, declared)?;
    let place = place(cursor, declared)?;
    let root = if cursor.eat_word("root") { Some(function(cursor, declared)?) } else { None };
    let mut fields = Vec::new();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        fields.push(member(cursor, declared)?);
    }
    Ok(StructView { record, place, root, fields })
}

fn member(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Access> {
    if cursor.eat("-") {
        return Ok(Access::None);
    }
    if cursor.eat_word("get") {
        return Ok(Access::Value(function(cursor, declared)?));
    }
    cursor.expect_word("held")?;
    let held = function(cursor, declared)?;
    cursor.expect_word("cases")?;
    let case = |cursor: &mut Cursor<'_>| if cursor.eat("-") { Ok(None) } else { function(cursor, declared).map(Some) };
    Ok(Access::Union { held, cases: items(cursor, case)? })
}

fn list_view(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<ListView> {
    let (element, place) = (native(cursor, declared)?, place(cursor, declared)?);
    cursor.expect_word("get")?;
    Ok(ListView { element, place, get: function(cursor, declared)? })
}

fn place(cursor: &mut Cursor<'_>, declared: &Declared) -> Result<Vec<Var>> {
    items(cursor, |cursor| {
        let name = cursor.name()?.to_owned();
        let ty = if cursor.eat(":") { value_type(cursor, declared)? } else { ValueType::U64 };
        Ok(Var { name, ty })
    })
}

/// Items in parentheses, separated by commas.
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

/// Moves over a struct's view behind its first word.
pub(super) fn skip_struct(cursor: &mut Cursor<'_>) -> Result<()> {
    cursor.skip_braces()
}

/// Moves over a list's view behind its first word.
pub(super) fn skip_list(cursor: &mut Cursor<'_>) -> Result<()> {
    while !cursor.eat_word("get") {
        if cursor.at_end() {
            return cursor.error("`get` expected");
        }
        cursor.next();
    }
    type_name(cursor).map(drop)
}

//! What an element is declared to contain (XML 1.0, section 3.2). It is read because declarations have to be well-formed.

use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::DocumentError;

/// Reads the content of an element.
pub fn read(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    if cursor.take("EMPTY") || cursor.take("ANY") {
        return Ok(());
    }
    let start = cursor.clone();
    cursor.expect("(")?;
    cursor.space();
    if cursor.take("#PCDATA") {
        return mixed(cursor);
    }
    *cursor = start;
    children(cursor)
}

/// Reads mixed content behind `#PCDATA`.
fn mixed(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    let mut has_names = false;
    loop {
        cursor.space();
        if cursor.take(")*") || !has_names && cursor.take(")") {
            return Ok(());
        }
        cursor.expect("|")?;
        cursor.space();
        cursor.name()?;
        has_names = true;
    }
}

/// Reads groups of elements in each other.
fn children(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    // For each open group, what is between its parts.
    let mut separators: Vec<Option<&'static str>> = Vec::new();
    loop {
        cursor.space();
        if separators.is_empty() || cursor.peek() == Some('(') {
            cursor.expect("(")?;
            separators.push(None);
            continue;
        }
        cursor.name()?;
        occurrence(cursor);
        while !separator(cursor, &mut separators)? {
            occurrence(cursor);
            if separators.is_empty() {
                return Ok(());
            }
        }
    }
}

/// Reads what follows a part: false if it is the end of the group.
fn separator(cursor: &mut Cursor<'_>, open: &mut Vec<Option<&'static str>>) -> Result<bool, DocumentError> {
    cursor.space();
    if cursor.take(")") {
        open.pop();
        return Ok(false);
    }
    let last = open.last_mut().ok_or_else(|| cursor.error("`>` is missing"))?;
    let found = [",", "|"].into_iter().find(|it| last.is_none_or(|last| last == *it) && cursor.take(it));
    *last = found;
    let missing = || cursor.error("`,`, `|` or `)` is missing, or is another one than before");
    found.map(|_| true).ok_or_else(missing)
}

fn occurrence(cursor: &mut Cursor<'_>) {
    let _ = cursor.take("?") || cursor.take("*") || cursor.take("+");
}

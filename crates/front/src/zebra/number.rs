//! Zids: the numbers of fields, which are 0, 1, 2 and so on in each struct, without gaps, forever.

use super::codes;
use super::tree::{FieldDecl, File, TypeExpr, TypeKind};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::BTreeMap;

/// Reports fields without a zid beside others that have one, duplicates and gaps.
pub(super) fn check(files: &[File], diagnostics: &mut Diagnostics) {
    files.iter().flat_map(structs_of).for_each(|fields| check_struct(fields, diagnostics));
}

/// Returns the fields of each struct of a file that is not ignored.
fn structs_of(file: &File) -> impl Iterator<Item = &[FieldDecl]> {
    file.types.iter().filter(|decl| !file.ignores(decl)).flat_map(|decl| structs(&decl.ty))
}

/// Returns the fields of a struct that messages contain and that have no zid.
fn unnumbered(fields: &[FieldDecl]) -> impl Iterator<Item = &FieldDecl> {
    fields.iter().filter(|it| it.tag.zid.is_none() && !it.is_left_out())
}

/// Returns the fields of a type's structs, outer ones first.
fn structs(ty: &TypeExpr) -> Vec<&[FieldDecl]> {
    let mut found = Vec::new();
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match &ty.kind {
            TypeKind::Struct(fields) => {
                found.push(fields.as_slice());
                waiting.extend(fields.iter().rev().map(|field| &field.ty));
            }
            TypeKind::Pointer(inner) | TypeKind::Slice(inner) | TypeKind::Array(_, inner) => waiting.push(inner),
            TypeKind::Map(key, value) => waiting.extend([value.as_ref(), key.as_ref()]),
            TypeKind::Name(_) | TypeKind::Interface | TypeKind::Other(_) => {}
        }
    }
    found
}

fn check_struct(fields: &[FieldDecl], diagnostics: &mut Diagnostics) {
    let mut by_zid: BTreeMap<u32, (&FieldDecl, Span)> = BTreeMap::new();
    for field in fields {
        let Some((zid, span)) = field.tag.zid else { continue };
        if let Some((first, place)) = by_zid.get(&zid) {
            let message = format!("`{}` and `{}` have the same zid {zid}", first.name.text, field.name.text);
            let problem = Diagnostic::error(codes::ZID, message).at(span, "").related(*place, "first used here");
            let free = free_zid(fields);
            diagnostics.push(problem.help(format!("if both are new, give one of them {free}")));
            continue;
        }
        by_zid.insert(zid, (field, span));
    }
    if by_zid.is_empty() {
        return;
    }
    for (expected, (zid, (field, span))) in (0u32..).zip(&by_zid) {
        if *zid != expected {
            let message = format!("zid {expected} is missing: `{}` has {zid}", field.name.text);
            let help = format!(
                "zids have no gaps. For a field that was removed, keep `_ struct{{}} `zid:\"{expected}\" msg:\",deprecated\"``"
            );
            diagnostics.push(Diagnostic::error(codes::ZID, message).at(*span, "").help(help));
            break;
        }
    }
    for field in unnumbered(fields) {
        let message = format!("`{}` has no zid, but other fields of the struct have one", field.name.text);
        let help = format!("add `zid:\"{}\"`, or `msg:\"-\"` to leave it out", free_zid(fields));
        diagnostics.push(Diagnostic::error(codes::ZID, message).at(field.name.span, "").help(help));
    }
}

/// The first zid that no field has had.
fn free_zid(fields: &[FieldDecl]) -> u32 {
    fields.iter().filter_map(|it| it.tag.zid).map(|(zid, _)| zid + 1).max().unwrap_or(0)
}

/// Gives a zid to each field without one that messages contain, in the text of a Go file. Existing ones stay, and new ones
/// are appended to them. Everything else, such as the layout and comments, stays as it is; fields that share a type and a
/// tag get a line each.
///
/// Returns `None` if all fields have one.
pub fn number_fields(text: &str, file: &File) -> Option<String> {
    let mut edits: Vec<Edit> = Vec::new();
    for fields in structs_of(file) {
        let mut next = free_zid(fields);
        for line in fields.chunk_by(|one, other| one.line == other.line) {
            let new: Vec<&FieldDecl> = unnumbered(line).collect();
            match (new.as_slice(), line) {
                ([], _) => {}
                ([field], [_]) => edits.extend(numbered(text, field, next)),
                _ => edits.extend(apart(text, line, next)),
            }
            next += new.len() as u32;
        }
    }
    if edits.is_empty() {
        return None;
    }
    let mut numbered = text.to_owned();
    // Lines that are set apart may contain structs with fields of their own, which are numbered the next time.
    edits.sort_by_key(|it| (std::cmp::Reverse(it.start), it.end));
    edits.into_iter().for_each(|it| numbered.replace_range(it.start..it.end, &it.text));
    Some(numbered)
}

struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// Adds a zid to the tag, or a tag behind the type.
fn numbered(text: &str, field: &FieldDecl, zid: u32) -> Option<Edit> {
    let (start, end) = (field.tag.span.start as usize, field.tag.span.end as usize);
    let tag = text.get(start..end)?;
    Some(match tag {
        "" => Edit { start, end, text: format!(" {}", tagged(tag, zid)) },
        _ => Edit { start, end, text: tagged(tag, zid) },
    })
}

/// Writes the fields of a line, which share a type and a tag, on lines of their own.
fn apart(text: &str, fields: &[FieldDecl], first: u32) -> Option<Edit> {
    let of = |span: Span| text.get(span.start as usize..span.end as usize);
    let [FieldDecl { line, ty, tag, .. }, ..] = fields else { return None };
    let (start, end) = (line.start as usize, line.end as usize);
    let before = text.get(..start)?;
    let indent = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let indent: String = indent.chars().take_while(|ch| ch.is_whitespace()).collect();
    let (ty, tag) = (of(ty.span)?, of(tag.span)?);
    let mut next = first;
    let mut lines = Vec::new();
    for field in fields {
        let tag = if field.is_left_out() { tag.to_owned() } else { tagged(tag, next) };
        next += u32::from(!field.is_left_out());
        lines.push(format!("{} {ty} {tag}", field.name.text).trim_end().to_owned());
    }
    Some(Edit { start, end, text: lines.join(&format!("\n{indent}")) })
}

/// Returns a tag with a zid.
fn tagged(tag: &str, zid: u32) -> String {
    let Some(inside) = tag.get(1..) else { return format!("`zid:\"{zid}\"`") };
    let space = if inside.len() > 1 { " " } else { "" };
    match tag.starts_with('`') {
        true => format!("`zid:\"{zid}\"{space}{inside}"),
        false => format!("\"zid:\\\"{zid}\\\"{space}{inside}"),
    }
}

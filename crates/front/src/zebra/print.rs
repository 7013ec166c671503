//! Declarations as Go source.

use super::read::SCHEMA_ID;
use super::tree::{FieldDecl, File, Tag, TypeDecl, TypeExpr, TypeKind};
use crate::output::Output;

/// Prints a file as `gofmt` lays it out.
pub fn print_go(file: &File) -> String {
    let mut out = Output::with_indent("\t");
    out.line(format!("package {}", file.package.text));
    if !file.imports.is_empty() {
        out.paragraph();
        file.imports.iter().for_each(|import| out.line(format!("import {import}")));
    }
    if let Some(id) = file.schema_id {
        out.paragraph();
        out.line(format!("const {SCHEMA_ID} int64 = {id:#x}"));
    }
    directives(&mut out, file);
    for decl in &file.types {
        out.paragraph();
        doc(&mut out, &decl.doc);
        declaration(&mut out, decl);
        constants(&mut out, file, &decl.name.text);
    }
    out.text
}

fn directives(out: &mut Output, file: &File) {
    let lists = [("ignore", &file.ignored), ("tuple", &file.tuples)];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty()).map(|(directive, names)| {
        let names: Vec<&str> = names.iter().map(|it| it.text.as_str()).collect();
        format!("//msgp:{directive} {}", names.join(" "))
    });
    let shims = file.shims.iter().map(|it| {
        let using = it.using.iter().map(|(to, from)| format!(" using:{to}/{from}"));
        let mode = if it.returns_errors { " mode:convert" } else { "" };
        format!("//msgp:shim {} as:{}{}{mode}", it.name.text, it.base.text(), using.collect::<String>())
    });
    let lines: Vec<String> = lists.chain(shims).collect();
    if !lines.is_empty() {
        out.paragraph();
        lines.iter().for_each(|line| out.line(line));
    }
}

fn doc(out: &mut Output, doc: &str) {
    let line = |line: &str| if line.is_empty() { "//".to_owned() } else { format!("// {line}") };
    doc.lines().for_each(|it| out.line(line(it)));
}

fn declaration(out: &mut Output, decl: &TypeDecl) {
    match &decl.ty.kind {
        TypeKind::Struct(fields) if !fields.is_empty() => {
            out.open(&format!("type {} struct", decl.name.text));
            members(out, fields);
            out.close();
        }
        _ => out.line(format!("type {} {}", decl.name.text, in_line(&decl.ty))),
    }
}

/// Names, types and tags stand below each other in fields that follow each other.
fn members(out: &mut Output, fields: &[FieldDecl]) {
    let mut rest = fields;
    while !rest.is_empty() {
        let ends = rest.iter().skip(1).position(|it| !it.doc.is_empty()).map_or(rest.len(), |at| at + 1);
        let (block, after) = rest.split_at(ends);
        doc(out, &block[0].doc);
        lines(block).iter().for_each(|line| out.line(line));
        rest = after;
    }
}

fn lines(fields: &[FieldDecl]) -> Vec<String> {
    let rows: Vec<[String; 3]> = fields
        .iter()
        .map(|it| match it.is_embedded {
            true => [in_line(&it.ty), String::new(), tag(&it.tag)],
            false => [it.name.text.clone(), in_line(&it.ty), tag(&it.tag)],
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (names, types) = (width(0), width(1));
    let line = |[name, ty, tag]: &[String; 3]| format!("{name:names$} {ty:types$} {tag}").trim_end().to_owned();
    rows.iter().map(line).collect()
}

/// A struct without a name is written on one line.
fn in_line(ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeKind::Struct(fields) if fields.is_empty() => "struct{}".to_owned(),
        TypeKind::Struct(fields) => {
            let field = |it: &FieldDecl| format!("{} {} {}", it.name.text, in_line(&it.ty), tag(&it.tag));
            let fields: Vec<String> = fields.iter().map(|it| field(it).trim_end().to_owned()).collect();
            format!("struct {{ {} }}", fields.join("; "))
        }
        TypeKind::Pointer(to) => format!("*{}", in_line(to)),
        TypeKind::Slice(element) => format!("[]{}", in_line(element)),
        TypeKind::Array(len, element) => format!("[{len}]{}", in_line(element)),
        TypeKind::Map(key, value) => format!("map[{}]{}", in_line(key), in_line(value)),
        TypeKind::Name(_) | TypeKind::Interface | TypeKind::Other(_) => ty.text(),
    }
}

fn tag(tag: &Tag) -> String {
    let options = [
        (tag.omits_empty, "omitempty"),
        (tag.shows_zero, "showzero"),
        (tag.is_deprecated, "deprecated"),
        (tag.is_interface, "iface"),
    ];
    let options: Vec<&str> = options.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    let name = if tag.is_skipped { "-" } else { tag.name.as_deref().unwrap_or_default() };
    let msg = [&[name][..], &options].concat().join(",");
    let zid = tag.zid.map(|(zid, _)| format!("zid:\"{zid}\""));
    let msg = (!msg.is_empty()).then(|| format!("msg:\"{msg}\""));
    let pairs: Vec<String> = zid.into_iter().chain(msg).collect();
    if pairs.is_empty() { String::new() } else { format!("`{}`", pairs.join(" ")) }
}

/// The named numbers of a type.
fn constants(out: &mut Output, file: &File, name: &str) {
    let own: Vec<_> = file.constants.iter().filter(|it| it.ty.as_deref() == Some(name)).collect();
    if own.is_empty() {
        return;
    }
    out.paragraph();
    out.line("const (");
    out.enter();
    let names = own.iter().map(|it| it.name.text.chars().count()).max().unwrap_or(0);
    for it in own {
        doc(out, &it.doc);
        out.line(format!("{:names$} {name} = {}", it.name.text, it.value));
    }
    out.leave(")");
}

//! Apache Thrift with two of its protocols.

use super::glue::Glue;
use super::installed::{Library, run, tool};
use super::schema::{Can, FILE, SCOPE, Schema, name, named};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;
use crate::work::write;
use polywire_model::{DeclId, DeclKind, Enum, Presence, Struct, Type};
use std::fmt::Write;
use std::process::Command;

/// One of its protocols.
pub(super) struct Thrift {
    format: &'static str,
    codec: &'static str,
}

pub(super) const ALL: [Thrift; 2] = [
    Thrift { format: "thrift_compact", codec: "thrift_compact_codec" },
    Thrift { format: "thrift_binary", codec: "thrift_binary_codec" },
];

const LIBRARY: Library = Library { header: "thrift/Thrift.h", package: "thrift", links: &["-lthrift"] };

const GLUE: Glue =
    Glue { template: ("fields_of", "value"), field: "THRIFT_FIELD", name: field_name, also: |_, _| String::new() };

impl Peer for Thrift {
    fn name(&self) -> &'static str {
        "libthrift"
    }

    fn format(&self) -> &'static str {
        self.format
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: true, any_enums: true, optional_texts: true, nested_lists: true };
        let schema = Schema::new(work.model, work.root, can)?;
        let text = text(&schema).map_err(Missing::Reason)?;
        let (flags, thrift) = (LIBRARY.flags(work)?, tool(work, "thrift")?);
        let file = format!("{FILE}.thrift");
        write(&work.folder.join(&file), text).map_err(Missing::Failed)?;
        run(work, Command::new(thrift).args(["--gen", "cpp:templates,no_skeleton", "-out", ".", &file]))?;
        let glue = GLUE.print(&schema, &format!("{FILE}_types.h"));
        let codec = format!("peers::{}<{}, {}>", self.codec, work.cpp_type, schema.cpp_root());
        let printed = work.folder.join(format!("{FILE}_types.cpp"));
        program(work, ("thrift.hpp", &codec), &glue, flags, vec![printed])
    }
}

/// Thrift reserves the keywords of many languages.
fn field_name(name: &str) -> String {
    format!("{name}_")
}

/// Prints the schema in Thrift's language, which requires declaration before use.
fn text(schema: &Schema) -> Result<String, String> {
    let mut out = format!("namespace cpp {SCOPE}\n");
    declare(&mut out, schema, schema.root, &mut Vec::new())?;
    Ok(out)
}

fn declare(out: &mut String, schema: &Schema, id: DeclId, declared: &mut Vec<DeclId>) -> Result<(), String> {
    if declared.contains(&id) {
        return Ok(());
    }
    declared.push(id);
    let decl = schema.model.decl(id);
    match &decl.kind {
        DeclKind::Enum(it) => enumeration(out, name(decl), it),
        DeclKind::Struct(it) => {
            if let Some(field) = it.fields.iter().find(|field| field.boxed) {
                return Err(format!("cannot represent {}.{}: its type is recursive", name(decl), field.name));
            }
            it.fields
                .iter()
                .filter_map(|field| named(&field.ty))
                .try_for_each(|id| declare(out, schema, id, declared))?;
            structure(out, schema, name(decl), it);
        }
        DeclKind::Union(_) | DeclKind::Constant(_) => {}
    }
    Ok(())
}

fn structure(out: &mut String, schema: &Schema, name: &str, it: &Struct) {
    let _ = writeln!(out, "\nstruct {name} {{");
    for (number, field) in (1..).zip(&it.fields) {
        let presence = if field.presence == Presence::Optional { "optional " } else { "" };
        let _ = writeln!(out, "  {number}: {presence}{} {};", type_text(schema, &field.ty), field_name(&field.name));
    }
    let _ = writeln!(out, "}}");
}

/// Members are named by number, since their names do not matter here.
fn enumeration(out: &mut String, name: &str, it: &Enum) {
    let mut numbers: Vec<i64> = it.members.iter().map(|it| it.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let named = |number: &i64| format!("of{} = {number}", number.to_string().replace('-', "_"));
    let members: Vec<String> = numbers.iter().map(named).collect();
    let _ = writeln!(out, "\nenum {name} {{ {} }}", members.join(", "));
}

fn type_text(schema: &Schema, ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        // Thrift has no unsigned integers.
        Type::Int { bits, .. } => format!("i{bits}"),
        Type::Float { .. } => "double".to_owned(),
        Type::Text(_) => "string".to_owned(),
        Type::Bytes | Type::FixedBytes(..) => "binary".to_owned(),
        Type::Named(id) | Type::Map(id) => schema.name(*id).to_owned(),
        Type::List(element) | Type::Array(element, _) => format!("list<{}>", type_text(schema, element)),
    }
}

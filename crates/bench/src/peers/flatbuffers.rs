//! The official C++ implementation of FlatBuffers.

use super::glue::Glue;
use super::installed::{Library, run, tool};
use super::schema::{Can, FILE, SCOPE, Schema, name};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;
use crate::work::write;
use polywire_model::{DeclKind, Enum, Field, OrderBy, Presence, Struct, Type};
use std::fmt::Write;
use std::process::Command;

pub(super) struct FlatBuffers;

const LIBRARY: Library = Library { header: "flatbuffers/flatbuffers.h", package: "", links: &[] };

const GLUE: Glue = Glue {
    template: ("table", "fields"),
    field: "FLATBUFFERS_FIELD",
    name: str::to_owned,
    also: |name| format!("  using Builder = {SCOPE}::{name}Builder;\n"),
};

impl Peer for FlatBuffers {
    fn name(&self) -> &'static str {
        "libflatbuffers"
    }

    fn format(&self) -> &'static str {
        "flatbuffers"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: true, any_enums: false, optional_texts: true, nested_lists: false };
        let schema = Schema::new(work.model, work.root, can)?;
        let (flags, flatc) = (LIBRARY.flags(work)?, tool(work, "flatc")?);
        let file = format!("{FILE}.fbs");
        write(&work.folder.join(&file), text(&schema)).map_err(Missing::Failed)?;
        run(work, Command::new(flatc).args(["--cpp", &file]))?;
        let glue = GLUE.print(&schema, &format!("{FILE}_generated.h"));
        let codec = format!("peers::flatbuffers_codec<{}, {}>", work.cpp_type, schema.cpp_root());
        program(work, ("flatbuffers.hpp", &codec), &glue, flags, Vec::new())
    }
}

/// Prints the schema in FlatBuffers' language, which requires enums before the tables that use them.
fn text(schema: &Schema) -> String {
    let mut out = format!("namespace {SCOPE};\n");
    for decl in &schema.model.decls {
        if let DeclKind::Enum(it) = &decl.kind {
            enumeration(&mut out, name(decl), it);
        }
    }
    schema.structs().for_each(|(name, it)| table(&mut out, schema, name, it));
    let _ = writeln!(out, "\nroot_type {};", schema.name(schema.root));
    out
}

fn table(out: &mut String, schema: &Schema, name: &str, it: &Struct) {
    let _ = writeln!(out, "\ntable {name} {{");
    // Slots are in the order of the table's lines; deprecated fields keep the slots of removed ones.
    let mut removed = it.attrs.removed.iter().peekable();
    for index in schema.model.fields_in_order(it, OrderBy::Lock) {
        let Field { name, ty, presence, attrs, .. } = &it.fields[index];
        while let Some(gone) = removed.next_if(|gone| attrs.order.is_some_and(|order| gone.order < order)) {
            let _ = writeln!(out, "  removed{}:ubyte (deprecated);", gone.order);
        }
        let is_scalar = matches!(ty, Type::Bool | Type::Int { .. } | Type::Float { .. });
        let is_scalar = is_scalar || matches!(ty, Type::Named(id) if schema.model.as_enum(*id).is_some());
        let absent = if is_scalar && *presence == Presence::Optional { " = null" } else { "" };
        let _ = writeln!(out, "  {name}:{}{absent};", type_text(schema, ty));
    }
    let _ = writeln!(out, "}}");
}

/// Members are named by number, since their names do not matter here.
fn enumeration(out: &mut String, name: &str, it: &Enum) {
    let members: Vec<String> = it.members.iter().map(|it| format!("of{0} = {0}", it.number)).collect();
    let _ = writeln!(out, "\nenum {name} : int{} {{ {} }}", it.bits, members.join(", "));
}

fn type_text(schema: &Schema, ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int { bits, signed, .. } => format!("{}int{bits}", if *signed { "" } else { "u" }),
        Type::Float { bits } => format!("float{bits}"),
        Type::Text(_) => "string".to_owned(),
        Type::Named(id) => schema.name(*id).to_owned(),
        Type::List(element) | Type::Array(element, _) => format!("[{}]", type_text(schema, element)),
        Type::Bytes | Type::FixedBytes(..) | Type::Map(_) => "[ubyte]".to_owned(),
    }
}

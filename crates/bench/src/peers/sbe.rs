//! The reference implementation of Simple Binary Encoding: C++ flyweights generated from an XML schema.

use super::installed::{Flags, run};
use super::schema::{Can, FILE, SCOPE, Schema};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;
use crate::work::write;
use polywire_lower::Unsupported;
use polywire_lower::sbe::layout::{Body, Field, Group, Kind, Message, layout};
use polywire_model::attr::SbeMessage;
use polywire_model::{DeclKind, Model};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

pub(super) struct Sbe;

impl Peer for Sbe {
    fn name(&self) -> &'static str {
        "sbe-tool"
    }

    fn format(&self) -> &'static str {
        "sbe"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: true, any_enums: true, optional_texts: true, nested_lists: true };
        let mut schema = Schema::new(work.model, work.root, can)?;
        let header = layout(work.model, work.root).map_err(|problems| unsupported(&problems))?.header;
        name_apart(&mut schema.model);
        identify(&mut schema, header);
        let message = layout(&schema.model, schema.root).map_err(|problems| unsupported(&problems))?;
        let (jar, version) = generator(work)?;
        let file = format!("{FILE}.xml");
        write(&work.folder.join(&file), message.xml()).map_err(Missing::Failed)?;
        let mut java = Command::new("java");
        java.args(["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Dsbe.target.language=Cpp", "-jar"]);
        run(work, java.arg(jar).arg(&file))?;
        let glue = glue(&message, &version)?;
        let codec = format!("peers::sbe_codec<{}, {SCOPE}::{}>", work.cpp_type, message.name);
        let flags = Flags { compiler: Vec::new(), linker: Vec::new() };
        program(work, ("sbe.hpp", &codec), &glue, flags, Vec::new())
    }
}

fn unsupported(problems: &[Unsupported]) -> Missing {
    let first = problems.first().map_or_else(String::new, |problem| format!("{}: {}", problem.path, problem.message));
    Missing::Reason(format!("cannot represent {first}"))
}

/// Returns the generator's archive and its release.
fn generator(work: &Work) -> Result<(PathBuf, String), Missing> {
    let lib = work.installed.join("lib");
    let entries = std::fs::read_dir(&lib).into_iter().flatten().flatten();
    let mut found = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let version = name.strip_prefix("sbe-all-")?.strip_suffix(".jar")?.to_owned();
        Some((std::path::absolute(entry.path()).ok()?, version))
    });
    found
        .next()
        .ok_or_else(|| Missing::Reason(format!("not installed: there is no sbe-all-*.jar in {}", lib.display())))
}

/// Members of flyweights that could collide with a field's name.
const MEMBERS: [&str; 8] = ["buffer", "count", "next", "offset", "position", "size", "skip", "wrap"];

/// Enumerators are named by number, since their names do not matter here.
fn name_apart(model: &mut Model) {
    for decl in &mut model.decls {
        match &mut decl.kind {
            DeclKind::Struct(it) => {
                let fields = it.fields.iter_mut().filter(|field| MEMBERS.contains(&field.name.as_str()));
                fields.for_each(|field| field.name.push_str("_field"));
            }
            DeclKind::Enum(it) => {
                it.members.iter_mut().for_each(|member| member.name = format!("of{}", member.number));
            }
            DeclKind::Union(_) | DeclKind::Constant(_) => {}
        }
    }
}

/// Gives the message the header that it has in the whole schema.
fn identify(schema: &mut Schema, header: SbeMessage) {
    if let DeclKind::Struct(it) = &mut schema.model.decls[schema.root.0 as usize].kind {
        it.attrs.sbe_message = Some(header);
    }
}

/// Prints the includes of the generated headers, and the members of each flyweight.
fn glue(message: &Message, version: &str) -> Result<String, Missing> {
    let mut out = format!("#include \"{SCOPE}/{}.h\"\n", class(&message.name));
    let root = format!("{SCOPE}::{}", class(&message.name));
    let _ = write!(out, "\nnamespace peers {{\n\ntemplate <>\ninline constexpr const char* sbe_release<{root}> = ");
    let _ = writeln!(out, "\"{version}\";");
    for composite in &message.composites {
        print(&mut out, &format!("{SCOPE}::{}", class(&composite.name)), &composite.fields, &[], "")?;
    }
    print_body(&mut out, &root, &message.body)?;
    Ok(out + "\n}  // namespace peers\n")
}

/// Inner groups come first: the templates for a body use those of its groups.
fn print_body(out: &mut String, path: &str, body: &Body) -> Result<(), Missing> {
    let groups = body.groups.iter().filter(|it| it.is_removed).map(|it| &it.name);
    let data = body.data.iter().filter(|it| it.is_removed).map(|it| &it.name);
    if let Some(name) = groups.chain(data).next() {
        return Err(Missing::Reason(format!("has no field for {name}, which was removed")));
    }
    for group in &body.groups {
        print_body(out, &format!("{path}::{}", class(&group.name)), &group.entry)?;
    }
    let data = body
        .data
        .iter()
        .map(|it| format!("\n      SBE_DATA({}, {}{}),", accessor(&it.name), class(&it.name), indices(&it.path)));
    print(out, path, &body.fields, &body.groups, &data.collect::<String>())
}

fn print(out: &mut String, path: &str, fields: &[Field], groups: &[Group], data: &str) -> Result<(), Missing> {
    let fields = fields.iter().map(field).collect::<Result<String, Missing>>()?;
    let groups = groups.iter().map(|it| format!("\n      SBE_GROUP({}{}),", accessor(&it.name), indices(&it.path)));
    let _ = writeln!(out, "\ntemplate <>\nstruct sbe_layout<{path}> {{");
    for (name, parts) in [("fields", fields.as_str()), ("groups", &groups.collect::<String>()), ("data", data)] {
        let tuple = if parts.is_empty() { "std::tuple<>" } else { "std::tuple" };
        let _ = writeln!(out, "  static constexpr {tuple} {name}{{{}}};", parts.trim_end_matches(','));
    }
    out.push_str("};\n");
    Ok(())
}

fn field(it: &Field) -> Result<String, Missing> {
    let (name, path) = (accessor(&it.name), indices(&it.path));
    match &it.kind {
        Kind::Number(_) | Kind::Limited(..) => Ok(format!("\n      SBE_NUMBER({name}{path}),")),
        Kind::Enum(ty) => Ok(format!("\n      SBE_ENUM({SCOPE}::{}, {name}{path}),", class(ty))),
        Kind::Composite(_) => Ok(format!("\n      SBE_COMPOSITE({name}{path}),")),
        Kind::Removed(_) => Err(Missing::Reason(format!("has no field for {}, which was removed", it.name))),
        Kind::Text(_) | Kind::Bytes(_) | Kind::Array(..) => {
            Err(Missing::Reason(format!("cannot hold {}: it has a fixed length", it.name)))
        }
    }
}

fn indices(path: &[u32]) -> String {
    path.iter().map(|index| format!(", {index}")).collect()
}

/// Returns the generator's name for a member of a class.
fn accessor(name: &str) -> String {
    with_first(name, char::to_lowercase)
}

/// Returns the generator's name for a class.
fn class(name: &str) -> String {
    with_first(name, char::to_uppercase)
}

fn with_first<I: Iterator<Item = char>>(name: &str, case: fn(char) -> I) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| case(first).chain(chars).collect())
}

//! The description of a method: its names, how many messages it takes and returns, and their codecs.

use super::super::case::format_name;
use super::super::defaults::string_literal;
use super::{Calls, Members};
use crate::services::{Body, Method, Service};
use polywire_ir::types::{Named, StructId};
use polywire_srcgen::Source;

/// The type arguments of a method: what it takes and returns.
pub(super) fn types(method: &Method, file: &mut Calls<'_>) -> [String; 2] {
    [method.takes, method.returns].map(|id| file.native.named(Named::Struct(id)))
}

/// Prints the description.
pub(super) fn description(
    out: &mut Source,
    (service, method): (&Service, &Method),
    variable: &str,
    file: &mut Calls<'_>,
) {
    let ([takes, returns], descriptor) = (types(method, file), file.calls("Method"));
    out.blank();
    out.block(format!("var {variable} = {descriptor}[{takes}, {returns}]{{"), "}", |out| {
        let mut members = Members::default();
        members.add("Service", &string_literal(service.path().as_bytes()));
        members.add("Name", &string_literal(method.name.as_bytes()));
        let [takes, returns] = [method.takes_many, method.returns_many].map(|many| count(many, file));
        members.add("Shape", &format!("{}{{Takes: {takes}, Returns: {returns}}}", file.calls("Shape")));
        if method.changes_nothing {
            members.add("ChangesNothing", "true");
        }
        members.finish(out);
        codec(out, "Requests", method.takes, file);
        codec(out, "Answers", method.returns, file);
    });
}

fn count(is_many: bool, file: &mut Calls<'_>) -> String {
    file.calls(if is_many { "Many" } else { "One" })
}

/// Prints the codecs of a struct, one for each format.
fn codec(out: &mut Source, member: &str, id: StructId, file: &mut Calls<'_>) {
    let (codec, ty) = (file.calls("Codec"), file.native.named(Named::Struct(id)));
    let bodies: Vec<Body> = file.services.bodies.clone();
    out.block(format!("{member}: {codec}[{ty}]{{"), "},", |out| {
        for body in bodies {
            let names: Vec<String> = body.names.iter().map(|name| string_literal(name.as_bytes())).collect();
            let [append, unmarshal] = ["Append", "Unmarshal"].map(|verb| function(verb, (id, &body.format), file));
            let names = names.join(", ");
            out.line(format!("{{Names: []string{{{names}}}, Append: {append}, Unmarshal: {unmarshal}}},"));
        }
    });
}

/// Returns the function of a codec that takes a pointer to the value first.
pub(super) fn function(verb: &str, (id, format): (StructId, &str), file: &mut Calls<'_>) -> String {
    let (name, format) = (file.native.names.record(id).name.clone(), format_name(format));
    match name.foreign() {
        Some(local) => file.native.imports.qualified(&name.codec, &format!("{verb}{local}{format}")),
        None => format!("(*{}).{verb}{format}", file.native.named(Named::Struct(id))),
    }
}

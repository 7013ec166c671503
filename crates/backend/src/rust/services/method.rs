//! The description of a method: its names, how many messages it takes and returns, and their codecs.

use super::super::entry::marker;
use super::super::scope::Scope;
use crate::services::{Method, Service, Services};
use polywire_ir::types::Named;
use polywire_srcgen::{Source, join};

/// The types of what a method takes and returns.
pub(super) fn types(method: &Method, scope: &Scope<'_>) -> [String; 2] {
    [method.takes, method.returns].map(|id| scope.path(Named::Struct(id)))
}

/// Returns how many messages a method takes and returns, as a part of names.
pub(super) fn shape(method: &Method) -> &'static str {
    match (method.takes_many, method.returns_many) {
        (false, false) => "one_to_one",
        (false, true) => "one_to_many",
        (true, false) => "many_to_one",
        (true, true) => "many_to_many",
    }
}

/// Prints the description.
pub(super) fn description(
    out: &mut Source,
    (service, method): (&Service, &Method),
    name: &str,
    (services, scope): (&Services<'_>, &Scope<'_>),
) {
    let [takes, returns] = types(method, scope);
    out.blank();
    let head = format!("static {name}: calls::Method<{takes}, {returns}> = calls::Method {{");
    out.block(head, "};", |out| {
        out.line(format!("service: {:?},", service.path()));
        out.line(format!("name: {:?},", method.name));
        out.line(format!("shape: calls::Shape::{},", shape(method).to_uppercase()));
        out.line(format!("changes_nothing: {},", method.changes_nothing));
        for member in ["requests", "answers"] {
            out.block(format!("{member}: &["), "],", |out| formats(out, services, scope));
        }
    });
}

/// Prints the codecs of a type, one for each format.
fn formats(out: &mut Source, services: &Services<'_>, scope: &Scope<'_>) {
    for body in &services.bodies {
        let format = format!("super::{}::{}", scope.names.formats, marker(&body.format));
        let names = join(body.names.iter().map(|name| format!("{name:?}")), ", ");
        out.line(format!("calls::BodyFormat::of::<{format}>(&[{names}]),"));
    }
}

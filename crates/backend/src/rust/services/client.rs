//! The client of a service.

use super::super::docs;
use super::super::layout::signature;
use super::super::scope::Scope;
use super::method;
use super::service::{ServiceNames, deprecation};
use crate::services::{Method, Service};
use polywire_srcgen::Source;

pub(super) fn print(out: &mut Source, (service, names): (&Service, &ServiceNames), scope: &Scope<'_>) {
    let client = &names.client;
    out.blank();
    out.line(format!("/// Calls methods of `{}`.", service.path()));
    out.line("#[derive(Clone, Debug)]");
    out.block(format!("pub struct {client} {{"), "}", |out| out.line("caller: calls::Caller,"));
    out.blank();
    out.block(format!("impl {client} {{"), "}", |out| {
        out.line("/// Returns a client that calls by a caller.");
        out.block("pub fn new(caller: calls::Caller) -> Self {", "}", |out| out.line("Self { caller }"));
        for (of_schema, name) in service.methods.iter().zip(&names.methods) {
            out.blank();
            called(out, (service, of_schema), name, scope);
        }
    });
}

fn called(
    out: &mut Source,
    (service, of_schema): (&Service, &Method),
    (name, described): &(String, String),
    scope: &Scope<'_>,
) {
    match of_schema.doc.as_str() {
        "" => out.line(format!("/// Calls `{}.{}`.", service.path(), of_schema.name)),
        text => docs::print(out, text),
    }
    deprecation(out, of_schema.deprecated);
    let [takes, returns] = method::types(of_schema, scope);
    let (request, argument) = match of_schema.takes_many {
        true => (None, ""),
        false => (Some(format!("request: &{takes}")), ", request"),
    };
    let result = match (of_schema.takes_many, of_schema.returns_many) {
        (false, false) => returns,
        (false, true) => format!("calls::Answers<{returns}>"),
        (true, false) => format!("calls::Requests<{takes}, {returns}>"),
        (true, true) => format!("calls::Duplex<{takes}, {returns}>"),
    };
    let parameters: Vec<String> = ["&self".to_owned()].into_iter().chain(request).collect();
    let head = signature(&format!("pub fn {name}"), &parameters, &format!("calls::Pending<{result}> {{"), 1);
    out.block(head, "}", |out| {
        out.line(format!("calls::call_{}(&self.caller, &{described}{argument})", method::shape(of_schema)));
    });
}

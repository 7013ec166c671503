//! The client of a service.

use super::super::doc;
use super::service::ServiceNames;
use super::{Calls, method};
use crate::services::{Method, Service};
use polywire_srcgen::Source;

pub(super) fn print(out: &mut Source, (service, names): (&Service, &ServiceNames), file: &mut Calls<'_>) {
    let (ServiceNames { client, new_client, .. }, path) = (names, service.path());
    let caller = file.transport("Caller");
    out.blank();
    out.line(format!("// {client} calls methods of {path}. It can be used from several goroutines at a time."));
    out.block(format!("type {client} struct {{"), "}", |out| out.line(format!("caller *{caller}")));
    out.blank();
    out.line(format!("// {new_client} returns a client that calls by a caller."));
    let head = format!("func {new_client}(caller *{caller}) *{client} {{");
    out.block(head, "}", |out| out.line(format!("return &{client}{{caller: caller}}")));
    for (method, (name, variable)) in service.methods.iter().zip(&names.methods) {
        out.blank();
        let text = match method.doc.as_str() {
            "" => format!("{name} calls {path}.{}.", method.name),
            text => text.to_owned(),
        };
        doc::declaration(out, name, &doc::member(&text, method.deprecated));
        let head = format!("func (c *{client}) {name}{} {{", signature(method, file));
        out.block(head, "}", |out| out.line(body(method, variable, file)));
    }
}

/// Returns the parameters and results of a client's method.
fn signature(method: &Method, file: &mut Calls<'_>) -> String {
    let [takes, returns] = method::types(method, file);
    match (method.takes_many, method.returns_many) {
        (false, false) => format!("(ctx context.Context, request *{takes}) (*{returns}, error)"),
        (false, true) => {
            format!("(ctx context.Context, request *{takes}) (*{}[{returns}], error)", file.transport("Answers"))
        }
        (true, false) => format!("(ctx context.Context) (*{}[{takes}, {returns}], error)", file.transport("Requests")),
        (true, true) => format!("(ctx context.Context) (*{}[{takes}, {returns}], error)", file.transport("Duplex")),
    }
}

fn body(method: &Method, variable: &str, file: &mut Calls<'_>) -> String {
    let call = file.transport(match (method.takes_many, method.returns_many) {
        (false, false) => "CallOneToOne",
        (false, true) => "CallOneToMany",
        (true, false) => "CallManyToOne",
        (true, true) => "CallManyToMany",
    });
    let request = if method.takes_many { "" } else { ", request" };
    format!("return {call}(ctx, c.caller, &{variable}{request})")
}

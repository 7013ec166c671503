//! A service: the trait of implementations, and what a server mounts.

use super::super::docs;
use super::super::layout::signature;
use super::super::names::{constant, function, type_name};
use super::super::reserved::scope;
use super::super::scope::Scope;
use super::{Claimed, client, method};
use crate::services::{Method, Service, Services};
use polywire_srcgen::Source;

/// The Rust names of a service.
pub(super) struct ServiceNames {
    pub interface: String,
    pub client: String,
    mounted: String,
    /// Those of its methods, and of the statics that describe them.
    pub methods: Vec<(String, String)>,
}

impl ServiceNames {
    fn of(service: &Service, claimed: &mut Claimed) -> Self {
        let wanted = type_name(service.name.path.last().map_or("", String::as_str));
        let interface = claimed.types.claim(&wanted);
        let client = claimed.types.claim(&format!("{interface}Client"));
        let mounted = claimed.functions.claim(&function(&format!("serve_{interface}")));
        let mut own = scope();
        own.reserve("new");
        let methods = service.methods.iter().map(|method| {
            let name = own.claim(&function(&method.name));
            let described = claimed.functions.claim(&constant(&format!("{interface}_{name}")));
            (super::super::reserved::identifier(name), described)
        });
        let methods = methods.collect();
        Self { interface, client, mounted, methods }
    }
}

/// Prints everything for a service.
pub(super) fn print(out: &mut Source, service: &Service, facts: (&Services<'_>, &Scope<'_>), claimed: &mut Claimed) {
    let names = ServiceNames::of(service, claimed);
    interface(out, (service, &names), facts.1);
    mounted(out, (service, &names));
    client::print(out, (service, &names), facts.1);
    for (method, (_, described)) in service.methods.iter().zip(&names.methods) {
        method::description(out, (service, method), described, facts);
    }
}

fn interface(out: &mut Source, (service, names): (&Service, &ServiceNames), scope: &Scope<'_>) {
    out.blank();
    match service.name.doc.as_str() {
        "" => out.line(format!("/// Servers of `{}` implement it.", service.path())),
        text => docs::print(out, text),
    }
    deprecation(out, service.deprecated);
    out.block(format!("pub trait {}: Send + Sync + 'static {{", names.interface), "}", |out| {
        for (index, (of_schema, (name, _))) in service.methods.iter().zip(&names.methods).enumerate() {
            if index > 0 {
                out.blank();
            }
            docs::print(out, &of_schema.doc);
            deprecation(out, of_schema.deprecated);
            let (parameters, result) = parts(of_schema, scope);
            let result = format!("impl Future<Output = calls::Result<{result}>> + Send;");
            out.line(signature(&format!("fn {name}"), &parameters, &result, 1));
        }
    });
}

pub(super) fn deprecation(out: &mut Source, is_deprecated: bool) {
    if is_deprecated {
        out.line("#[deprecated]");
    }
}

/// Returns the parameters of an implementation's method, and what it returns.
fn parts(of_schema: &Method, scope: &Scope<'_>) -> (Vec<String>, String) {
    let [takes, returns] = method::types(of_schema, scope);
    let request = match of_schema.takes_many {
        true => format!("requests: calls::Receiver<{takes}>"),
        false => format!("request: {takes}"),
    };
    let mut parameters = vec!["&self".to_owned(), "incoming: &calls::Incoming".to_owned(), request];
    if !of_schema.returns_many {
        return (parameters, returns);
    }
    parameters.push(format!("answers: calls::Sender<{returns}>"));
    (parameters, "()".to_owned())
}

/// Prints the function that makes an implementation something that servers mount.
fn mounted(out: &mut Source, (service, names): (&Service, &ServiceNames)) {
    let ServiceNames { interface, mounted, .. } = names;
    out.blank();
    out.line("/// Returns what a handler serves: the methods of an implementation.");
    let head = format!("pub fn {mounted}<T: {interface}>(implementation: T) -> calls::Service {{");
    out.block(head, "}", |out| {
        if service.methods.is_empty() {
            out.line("let _ = implementation;");
            return out.line("calls::Service::new()");
        }
        out.line("let of = ::std::sync::Arc::new(implementation);");
        out.line("calls::Service::new()");
        out.indented(|out| {
            for (of_schema, (name, described)) in service.methods.iter().zip(&names.methods) {
                served(out, of_schema, (name, described));
            }
        });
    });
}

fn served(out: &mut Source, of_schema: &Method, (name, described): (&str, &str)) {
    let request = if of_schema.takes_many { "requests" } else { "request" };
    let answers = if of_schema.returns_many { ", answers" } else { "" };
    let head =
        format!(".{}(&{described}, &of, |it, incoming, {request}{answers}| async move {{", method::shape(of_schema));
    out.block(head, "})", |out| {
        // As a function, because `Arc` has methods, too.
        out.line(format!("T::{name}(&it, &incoming, {request}{answers}).await"));
    });
}

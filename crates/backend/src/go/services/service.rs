//! A service: the interface of implementations, and what a server mounts.

use super::super::case::{exported, unexported};
use super::super::doc;
use super::{Calls, client, method};
use crate::outline::NameScope;
use crate::services::{Method, Service};
use polywire_srcgen::Source;

/// The Go names of a service.
pub(super) struct ServiceNames {
    pub interface: String,
    pub client: String,
    pub new_client: String,
    pub mounted: String,
    /// Those of its methods, and of the variables that describe them.
    pub methods: Vec<(String, String)>,
}

impl ServiceNames {
    fn of(service: &Service, scope: &mut NameScope) -> Self {
        let wanted = exported(service.name.path.last().map_or("", String::as_str));
        let mut own = NameScope::new(&[]);
        let interface = scope.claim(&wanted);
        let client = scope.claim(&format!("{interface}Client"));
        let methods = service.methods.iter().map(|method| {
            let name = own.claim(&exported(&method.name));
            let variable = scope.claim(&format!("{}{name}", unexported(&interface).trim_end_matches('_')));
            (name, variable)
        });
        let methods = methods.collect();
        let new_client = scope.claim(&format!("New{client}"));
        let mounted = scope.claim(&format!("Serve{interface}"));
        Self { interface, client, new_client, mounted, methods }
    }
}

/// Prints everything for a service.
pub(super) fn print(out: &mut Source, service: &Service, (file, scope): (&mut Calls<'_>, &mut NameScope)) {
    let names = ServiceNames::of(service, scope);
    interface(out, (service, &names), file);
    mounted(out, (service, &names), file);
    client::print(out, (service, &names), file);
    for (of_schema, (_, variable)) in service.methods.iter().zip(&names.methods) {
        method::description(out, (service, of_schema), variable, file);
    }
}

fn interface(out: &mut Source, (service, names): (&Service, &ServiceNames), file: &mut Calls<'_>) {
    let path = service.path();
    let text = match service.name.doc.as_str() {
        "" => format!("{} is implemented by servers of {path}.", names.interface),
        text => text.to_owned(),
    };
    out.blank();
    doc::declaration(out, &names.interface, &doc::member(&text, service.deprecated));
    out.block(format!("type {} interface {{", names.interface), "}", |out| {
        for (method, (name, _)) in service.methods.iter().zip(&names.methods) {
            doc::declaration(out, name, &doc::member(&method.doc, method.deprecated));
            out.line(format!("{name}{}", signature(method, file)));
        }
    });
}

/// Returns the parameters and results of an implementation's method.
fn signature(method: &Method, file: &mut Calls<'_>) -> String {
    let [takes, returns] = method::types(method, file);
    let mut many = |name, ty: &str| format!("*{}[{ty}]", file.transport(name));
    let request =
        if method.takes_many { format!("requests {}", many("Receiver", &takes)) } else { format!("request *{takes}") };
    if method.returns_many {
        return format!("(ctx context.Context, {request}, answers {}) error", many("Sender", &returns));
    }
    format!("(ctx context.Context, {request}) (*{returns}, error)")
}

/// Prints the function that makes an implementation something that servers mount.
fn mounted(out: &mut Source, (service, names): (&Service, &ServiceNames), file: &mut Calls<'_>) {
    let ServiceNames { interface, mounted, .. } = names;
    let (ty, new) = (file.transport("Service"), file.transport("NewService"));
    out.blank();
    out.line(format!("// {mounted} returns what a handler serves: the methods of an implementation."));
    out.block(format!("func {mounted}(implementation {interface}) *{ty} {{"), "}", |out| {
        out.block(format!("return {new}("), ")", |out| {
            for (method, (name, variable)) in service.methods.iter().zip(&names.methods) {
                let served = file.transport(match (method.takes_many, method.returns_many) {
                    (false, false) => "ServeOneToOne",
                    (false, true) => "ServeOneToMany",
                    (true, false) => "ServeManyToOne",
                    (true, true) => "ServeManyToMany",
                });
                out.line(format!("{served}(&{variable}, implementation.{name}),"));
            }
        });
    });
}

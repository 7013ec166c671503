//! Services in generated code: what back ends are told about them.
//!
//! Design: docs/decisions/0154-generated-calls.md

use super::Language;
use super::language::Feature;
use crate::calls::{Protocol, USUAL_CONTENT, USUAL_FORMAT};
use polywire_backend::services::{self, Body, Form, Services, WholeBodies};
use polywire_ir::types::{Name, StructId, Types};
use polywire_lower::{Format, format};
use polywire_model::{Decl, Effect, Method, Model, Service, ServiceId, rpc};

/// Returns the formats of the envelopes of protocols, each once; none if a library brings the protocols.
pub(super) fn formats(protocols: &[&'static Protocol], language: &Language) -> Vec<&'static Format> {
    let mut all: Vec<&'static Format> = Vec::new();
    if language.library.is_some() {
        return all;
    }
    for found in protocols.iter().flat_map(|it| it.forms()).filter_map(|form| format(form.format)) {
        if all.iter().all(|it| it.name != found.name) {
            all.push(found);
        }
    }
    all
}

/// Returns why a language has no calls by the protocols, if it does not.
pub(super) fn misfit(protocols: &[&'static Protocol], language: &Language) -> Option<String> {
    let library = language.library.as_ref()?;
    let lacking = protocols.iter().find(|it| !library.protocols.contains(&it.name))?;
    let known = library.protocols.join(", ");
    let (title, name) = (language.title, library.name);
    Some(format!("generated {title} calls by {name}, which has {known} and not {}", lacking.name))
}

/// Returns true for the types of envelopes.
pub(super) fn is_of_envelopes(decl: &Decl) -> bool {
    decl.module == [rpc::MODULE]
}

/// Returns the services of a settled model, or what stands against calling them.
pub(super) fn services<'t>(
    (model, types): (&Model, &'t Types),
    (protocols, bodies): (&[&'static Protocol], &[&Format]),
    language: &Language,
) -> Result<Services<'t>, Vec<String>> {
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for (service, id) in model.services.iter().zip((0..).map(ServiceId)) {
        match service_of((model, types), (service, id), language) {
            Ok(service) => all.push(service),
            Err(found) => problems.extend(found),
        }
    }
    if model.services.is_empty() {
        problems.push(format!("the schema has no services, so --{} has nothing to do", Feature::Rpc.option()));
    }
    // Some formats need the schema of whoever has written a message, which calls do not tell.
    let is_of_bodies = |it: &&&Format| it.built_in.is_none() && it.schema_types.is_none();
    let mut bodies: Vec<Body> = bodies.iter().filter(is_of_bodies).map(|it| body(it.name)).collect();
    if let Some(library) = &language.library {
        bodies.retain(|it| it.format == USUAL_FORMAT);
        if bodies.is_empty() {
            problems.push(format!("{} sends messages in {USUAL_FORMAT}; add it to --wire", library.name));
        }
    } else if bodies.is_empty() {
        let problem =
            "calls do not tell the writer's schema, which the formats need; name another one, such as protobuf";
        problems.push(problem.to_owned());
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let protocols = match language.library {
        Some(_) => None,
        None => Some(of_runtime((model, types), protocols)?),
    };
    Ok(Services { types, services: all, bodies, protocols })
}

fn of_runtime(
    (model, types): (&Model, &Types),
    protocols: &[&'static Protocol],
) -> Result<services::Protocols, Vec<String>> {
    let envelope = model.find(rpc::ENVELOPE).and_then(|id| types.struct_of(id));
    let envelope = envelope.ok_or_else(|| vec!["there are no envelopes of calls".to_owned()])?;
    Ok(services::Protocols { all: protocols.iter().map(|it| protocol(it)).collect(), envelope })
}

fn service_of(
    (model, types): (&Model, &Types),
    (service, id): (&Service, ServiceId),
    language: &Language,
) -> Result<services::Service, Vec<String>> {
    let (mut methods, mut problems) = (Vec::new(), Vec::new());
    for (_, method) in model.methods(id) {
        match method_of(types, method) {
            Some(method) => methods.push(method),
            None => {
                let name = format!("{}.{}", service.path(), method.name);
                problems.push(format!("`{name}` returns nothing, and the protocols have no such calls"));
            }
        }
    }
    let name = Name { module: service.module.clone(), path: vec![service.name.clone()], doc: service.doc.clone() };
    let file = (language.output)(&service.file);
    let service = services::Service { name, file, methods, deprecated: service.deprecated };
    if problems.is_empty() { Ok(service) } else { Err(problems) }
}

fn method_of(types: &Types, method: &Method) -> Option<services::Method> {
    let record = |id| -> Option<StructId> { types.struct_of(id) };
    Some(services::Method {
        name: method.name.clone(),
        doc: method.doc.clone(),
        takes: record(method.input)?,
        returns: record(method.output?)?,
        takes_many: method.streams_input,
        returns_many: method.streams_output,
        changes_nothing: method.effect == Effect::None,
        deprecated: method.deprecated,
    })
}

fn body(format: &str) -> Body {
    let names =
        if format == USUAL_FORMAT { vec![String::new(), USUAL_CONTENT.to_owned()] } else { vec![format.to_owned()] };
    Body { format: format.to_owned(), names }
}

fn protocol(protocol: &'static Protocol) -> services::Protocol {
    services::Protocol { name: protocol.name.to_owned(), form: form(protocol), unary: protocol.unary.map(form) }
}

fn form(protocol: &Protocol) -> Form {
    let whole = |it: crate::calls::Whole| WholeBodies {
        compression: it.compression.to_owned(),
        trailers: it.trailers.to_owned(),
    };
    Form {
        format: protocol.format.to_owned(),
        is_http2: protocol.is_http2,
        is_http2_if_duplex: protocol.is_http2_if_duplex,
        has_trailers: protocol.has_trailers,
        fails_in_head: protocol.fails_in_head,
        frames: (protocol.frames.before, protocol.frames.width),
        whole: protocol.whole.map(whole),
        resets: protocol.resets.known().iter().map(|(code, status)| (*code, status.0)).collect(),
    }
}

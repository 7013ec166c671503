//! Methods of services as requests, responses and rejects.

use super::name::package_of;
use super::{Printer, is_printed};
use polywire_model::attr::{FbeReject, FbeRequest};
use polywire_model::{DeclId, Effect, Method, Model};
use std::collections::BTreeMap;

/// Returns the structs that are requests, as the schema says, or as methods that take them say: those of the first one.
pub(super) fn requests(model: &Model) -> BTreeMap<DeclId, FbeRequest> {
    let mut requests: BTreeMap<DeclId, FbeRequest> = BTreeMap::new();
    for method in model.services.iter().flat_map(|it| &it.methods).filter(|it| is_request(model, it)) {
        let path = |id: DeclId| model.decl(id).path();
        let rejects = method.raises.iter().map(|id| FbeReject { name: path(*id), is_global: false });
        let request = FbeRequest { response: method.output.map(path), rejects: rejects.collect() };
        requests.entry(method.input).or_insert(request);
    }
    let stated = (0..model.decls.len() as u32).map(DeclId);
    let stated = stated.filter_map(|id| Some((id, model.as_struct(id)?.attrs.fbe.request.clone()?)));
    requests.extend(stated);
    requests
}

fn is_request(model: &Model, method: &Method) -> bool {
    method.is_unary() && method.structs().all(|id| is_printed(model.decl(id)))
}

impl Printer<'_> {
    /// Requests have no service and no name of their own.
    pub(super) fn lose_services(&mut self, home: &str) {
        let model = self.model;
        for service in &model.services {
            let is_own = |it: &&Method| package_of(model.decl(it.input)) == home;
            let methods: Vec<&Method> = service.methods.iter().filter(is_own).collect();
            let is_stated = |it: &Method| model.as_struct(it.input).is_some_and(|it| it.attrs.fbe.request.is_some());
            if !service.methods.is_empty() && methods.iter().all(|it| is_stated(it)) {
                continue;
            }
            self.lost.push(format!("the service {}: .fbe files have only requests", service.path()));
            for method in methods {
                self.lost.extend(lost_of(
                    model,
                    &self.requests,
                    &format!("{}.{}", service.path(), method.name),
                    method,
                ));
            }
        }
    }

    pub(super) fn request(&mut self, request: &FbeRequest) {
        let name = |path: &str| {
            let decl = self.model.find(path).map(|id| self.model.decl(id));
            decl.map_or_else(|| path.to_owned(), |decl| self.names.of_decl(decl))
        };
        let mut line = "[request]".to_owned();
        if let Some(response) = &request.response {
            line += &format!(" [response({})]", name(response));
        }
        let rejects: Vec<String> = request
            .rejects
            .iter()
            .map(|it| format!("{}{}", if it.is_global { "*" } else { "" }, name(&it.name)))
            .collect();
        if !rejects.is_empty() {
            line += &format!(" [reject({})]", rejects.join(", "));
        }
        self.out.line(line);
    }
}

fn lost_of(model: &Model, requests: &BTreeMap<DeclId, FbeRequest>, path: &str, method: &Method) -> Vec<String> {
    let input = model.decl(method.input).path();
    if !is_request(model, method) {
        return vec![format!("method {path}: it has a stream; declare one that takes and returns a single struct")];
    }
    let mut lost = Vec::new();
    let response = requests.get(&method.input).and_then(|it| it.response.clone());
    if response != method.output.map(|id| model.decl(id).path()) {
        lost.push(format!("method {path}: another method takes {input}; give it a struct of its own"));
    }
    if method.deprecated && !model.decl(method.input).deprecated {
        lost.push(format!("that method {path} is deprecated: deprecate {input}"));
    }
    if method.attrs.capnp_stream {
        lost.push(format!("that calls of method {path} do not wait for answers: leave out its response"));
    }
    if method.effect != Effect::Any {
        lost.push(format!("that method {path} may be repeated: say so in the comment of {input}"));
    }
    lost
}

use super::{EMPTY, Maker, Service};
use crate::proto::descriptor::{Method, Tree, Value, numbers};
use polywire_model::{Effect, Model, ServiceId};
use std::collections::HashSet;

impl Maker<'_> {
    /// Returns the services of a file. Methods are identified by name. A service repeats the methods of those that it
    /// extends.
    pub(super) fn services(&mut self, file: usize) -> Vec<Service> {
        let ids = (0..self.model.services.len()).filter(|index| self.files.of_service(*index) == file);
        let services: Vec<Service> = ids.map(|index| self.service(index)).collect();
        let mut methods = services.iter().flat_map(|it| &it.methods);
        self.needs_empty |= methods.any(|method| method.output == EMPTY);
        services
    }

    fn service(&mut self, index: usize) -> Service {
        let mut names = HashSet::new();
        let model = self.model;
        let methods = model.methods(ServiceId(index as u32)).into_iter();
        let methods = methods.filter(|(_, method)| names.insert(method.name.as_str())).map(|(_, it)| self.method(it));
        let methods = methods.collect();
        let node = self.documented.node(&model.services[index].doc);
        Service { name: self.service_names[index].clone(), methods, node, ..Service::default() }
    }

    fn method(&mut self, it: &polywire_model::Method) -> Method {
        Method {
            name: it.name.clone(),
            input: self.absolute(it.input),
            output: it.output.map_or_else(|| EMPTY.to_owned(), |output| self.absolute(output)),
            client_streaming: it.streams_input,
            server_streaming: it.streams_output,
            options: options(it),
            node: self.documented.node(&it.doc),
        }
    }
}

/// `idempotency_level`: `NO_SIDE_EFFECTS` or `IDEMPOTENT`.
fn options(it: &polywire_model::Method) -> Option<Tree> {
    let mut options = Tree::default();
    if it.deprecated {
        options.set(numbers::METHOD_DEPRECATED, Value::Varint(1));
    }
    match it.effect {
        Effect::Any => {}
        Effect::None => options.set(numbers::METHOD_IDEMPOTENCY, Value::Varint(1)),
        Effect::Idempotent => options.set(numbers::METHOD_IDEMPOTENCY, Value::Varint(2)),
    }
    Some(options).filter(|it| !it.is_empty())
}

/// Returns what services of the language cannot say.
pub(super) fn lost(model: &Model) -> Vec<String> {
    let mut lost = Vec::new();
    for (service, id) in model.services.iter().zip((0..).map(ServiceId)) {
        let path = service.path();
        let bases: Vec<String> = service.extends.iter().map(|base| model.service(*base).path()).collect();
        if !bases.is_empty() {
            lost.push(format!("that service {path} extends {}: it repeats their methods", bases.join(" and ")));
        }
        let mut names = HashSet::new();
        for (base, method) in model.methods(id) {
            if !names.insert(&method.name) {
                let base = model.service(base).path();
                lost.push(format!(
                    "method {base}.{} in service {path}, which has another one of its name",
                    method.name
                ));
            }
        }
        for method in &service.methods {
            let path = format!("{path}.{}", method.name);
            if method.output.is_none() {
                lost.push(format!("that method {path} is one-way: it returns an empty message"));
            }
            if method.attrs.capnp_stream {
                lost.push(format!("that calls of method {path} do not wait for answers: make its input a stream"));
            }
            let errors: Vec<String> = method.raises.iter().map(|id| model.decl(*id).path()).collect();
            if !errors.is_empty() {
                let errors = errors.join(" and ");
                lost.push(format!("that method {path} raises {errors}: send them as details of a status"));
            }
        }
    }
    lost
}

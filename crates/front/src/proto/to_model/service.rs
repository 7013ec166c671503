use super::Maker;
use crate::proto::descriptor::{Method, Service, Tree, numbers};
use polywire_model::attr::{MethodAttrs, ServiceAttrs};

impl Maker<'_, '_> {
    pub(super) fn service(&mut self, it: &Service) {
        let place = self.places.of(it.node);
        let service = polywire_model::Service {
            file: self.file.to_owned(),
            module: self.module.clone(),
            name: it.name.clone(),
            methods: it.methods.iter().filter_map(|method| self.method(method)).collect(),
            doc: place.doc.clone(),
            deprecated: Tree::flag(&it.options, numbers::SERVICE_DEPRECATED),
            attrs: ServiceAttrs::default(),
            span: place.name,
        };
        self.model.services.push(service);
    }

    fn method(&self, it: &Method) -> Option<polywire_model::Method> {
        let place = self.places.of(it.node);
        Some(polywire_model::Method {
            name: it.name.clone(),
            input: self.find(&it.input)?,
            output: self.find(&it.output)?,
            streams_input: it.client_streaming,
            streams_output: it.server_streaming,
            doc: place.doc.clone(),
            deprecated: Tree::flag(&it.options, numbers::METHOD_DEPRECATED),
            attrs: MethodAttrs::default(),
            span: place.name,
        })
    }
}

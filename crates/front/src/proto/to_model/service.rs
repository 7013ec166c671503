use super::Maker;
use crate::proto::descriptor::{Method, Service, Tree, numbers};
use polywire_model::Effect;
use polywire_model::attr::ServiceAttrs;

impl Maker<'_, '_> {
    pub(super) fn service(&mut self, it: &Service) {
        let place = self.places.of(it.node);
        let service = polywire_model::Service {
            file: self.file.to_owned(),
            module: self.module.clone(),
            name: it.name.clone(),
            extends: Vec::new(),
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
        let sides = (self.find(&it.input)?, self.find(&it.output)?);
        Some(polywire_model::Method {
            streams_input: it.client_streaming,
            streams_output: it.server_streaming,
            effect: effect(it),
            doc: place.doc.clone(),
            deprecated: Tree::flag(&it.options, numbers::METHOD_DEPRECATED),
            span: place.name,
            ..polywire_model::Method::new(&it.name, sides.0, Some(sides.1))
        })
    }
}

fn effect(it: &Method) -> Effect {
    let level = it.options.as_ref().and_then(|options| options.varint(numbers::METHOD_IDEMPOTENCY));
    match level {
        Some(1) => Effect::None,
        Some(2) => Effect::Idempotent,
        _ => Effect::Any,
    }
}

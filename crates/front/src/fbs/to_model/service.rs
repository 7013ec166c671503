use super::{Maker, documentation};
use crate::fbs::schema::{Method, Service};
use crate::path::below;
use polywire_model::attr::ServiceAttrs;
use polywire_model::{self as model, Effect};

impl Maker<'_> {
    pub(super) fn service(&self, it: &Service) -> model::Service {
        model::Service {
            file: below(&self.schema.files[it.home.file].path),
            module: it.home.namespace.clone(),
            name: it.head.name.clone(),
            extends: Vec::new(),
            methods: it.methods.iter().map(|method| self.method(method)).collect(),
            doc: documentation(&it.head.doc),
            deprecated: false,
            attrs: ServiceAttrs::default(),
            span: it.head.span,
        }
    }

    fn method(&self, it: &Method) -> model::Method {
        let streaming = it.head.attributes.value("streaming").unwrap_or_default();
        let is_idempotent = it.head.attributes.has("idempotent");
        model::Method {
            streams_input: matches!(streaming, "client" | "bidi"),
            streams_output: matches!(streaming, "server" | "bidi"),
            effect: if is_idempotent { Effect::Idempotent } else { Effect::Any },
            doc: documentation(&it.head.doc),
            span: it.head.span,
            ..model::Method::new(&it.head.name, self.objects[&it.request], Some(self.objects[&it.response]))
        }
    }
}

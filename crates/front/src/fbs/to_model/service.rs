use super::{Maker, documentation};
use crate::fbs::schema::{Method, Service};
use crate::path::below;
use polywire_model as model;
use polywire_model::attr::{MethodAttrs, ServiceAttrs};

impl Maker<'_> {
    pub(super) fn service(&self, it: &Service) -> model::Service {
        model::Service {
            file: below(&self.schema.files[it.home.file].path),
            module: it.home.namespace.clone(),
            name: it.head.name.clone(),
            methods: it.methods.iter().map(|method| self.method(method)).collect(),
            doc: documentation(&it.head.doc),
            deprecated: false,
            attrs: ServiceAttrs::default(),
            span: it.head.span,
        }
    }

    fn method(&self, it: &Method) -> model::Method {
        let streaming = it.head.attributes.value("streaming").unwrap_or_default();
        model::Method {
            name: it.head.name.clone(),
            input: self.objects[&it.request],
            output: self.objects[&it.response],
            streams_input: matches!(streaming, "client" | "bidi"),
            streams_output: matches!(streaming, "server" | "bidi"),
            doc: documentation(&it.head.doc),
            deprecated: false,
            attrs: MethodAttrs::default(),
            span: it.head.span,
        }
    }
}

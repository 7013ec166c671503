//! Protocols.

use super::{Maker, structure, trimmed};
use crate::avro::tree::{File, FullName, Message, Protocol, TypeExpr};
use crate::path::below;
use polywire_model::attr::AvroKind;
use polywire_model::{DeclId, DeclKind, Method, Service, pascal_case};

impl<'a> Maker<'a, '_> {
    pub(super) fn define_services(&mut self) {
        let files = &self.schema.files;
        for file in files {
            if let Some(protocol) = file.protocol.as_ref().filter(|it| !it.messages.is_empty()) {
                let methods = protocol.messages.iter().map(|it| self.method(file, protocol, it)).collect();
                self.model.services.push(Service {
                    file: below(&file.path),
                    module: super::module(&protocol.name.namespace),
                    name: protocol.name.name.clone(),
                    methods,
                    doc: protocol.doc.as_deref().map(trimmed).unwrap_or_default(),
                    span: protocol.name.span,
                    ..Service::default()
                });
            }
        }
    }

    fn method(&mut self, file: &File, protocol: &Protocol, it: &'a Message) -> Method {
        let place = FullName { span: it.name.span, ..protocol.name.clone() };
        let name = |suffix: &str| vec![protocol.name.name.clone() + &pascal_case(&it.name.text) + suffix];
        let kind = DeclKind::Struct(structure(Vec::new(), AvroKind::Record, &[]));
        let input = self.add(file, (&place, name("Request")), None, kind);
        self.define_fields(input, &it.request);
        let output = match it.one_way {
            true => None,
            false => Some(self.answer(file, (&place, name("Response")), &it.response)),
        };
        let raises = it.errors.iter().map(|ty| self.answer(file, (&place, name("Error")), ty)).collect();
        let doc = it.doc.as_deref().map(trimmed).unwrap_or_default();
        let method = Method::new(&it.name.text, input, output);
        Method { declares_input: true, raises, doc, span: it.name.span, ..method }
    }

    /// Returns the struct of an answer; a value that is no record gets one.
    fn answer(&mut self, file: &File, name: (&FullName, Vec<String>), ty: &TypeExpr) -> DeclId {
        match self.record_of(ty) {
            Some(id) => id,
            None if ty.is_null() => self.null(),
            None => self.value(file, name, ty),
        }
    }
}

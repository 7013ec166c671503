use super::attribute::Writer;
use super::{Maker, lines};
use crate::fbs::schema::{Head, Home, Method, Service};
use polywire_model as model;

impl Maker<'_> {
    pub(super) fn services(&mut self) {
        for (it, index) in self.model.services.iter().zip(0..) {
            if it.methods.is_empty() {
                self.lost.push(format!("service {}, which has no methods", it.path()));
                continue;
            }
            let head = Head { name: it.name.replace('.', "_"), doc: lines(&it.doc), span: it.span, ..Head::default() };
            let home = Home { file: self.files.of_service(index), namespace: it.module.clone() };
            let methods = it.methods.iter().map(|method| self.method(method)).collect();
            self.schema.services.push(Service { head, home, methods });
        }
    }

    fn method(&self, it: &model::Method) -> Method {
        let streaming = match (it.streams_input, it.streams_output) {
            (false, false) => None,
            (true, false) => Some("client"),
            (false, true) => Some("server"),
            (true, true) => Some("bidi"),
        };
        let mut writer = Writer::default();
        writer.text("streaming", streaming.map(str::to_owned));
        let head = Head { name: it.name.clone(), doc: lines(&it.doc), attributes: writer.attributes, span: it.span };
        Method { head, request: self.objects[&it.input], response: self.objects[&it.output] }
    }
}

use super::Builder;
use crate::fbs::ast::{self, Word};
use crate::fbs::codes;
use crate::fbs::schema::{Method, ObjectId, Service};

impl Builder<'_> {
    pub(super) fn service(&mut self, it: &ast::Service) {
        let full = self.home.full_name(&it.head.name.text);
        let same = self.schema.services.iter().find(|other| other.home.full_name(&other.head.name) == full);
        if let Some(first) = same.map(|other| other.head.span) {
            return self.duplicate("service", &it.head.name, first);
        }
        let mut service = Service { head: self.head(&it.head), home: self.home.clone(), methods: Vec::new() };
        for method in &it.methods {
            if let Some(first) = service.methods.iter().find(|other| other.head.name == method.head.name.text) {
                let first = first.head.span;
                self.duplicate("method", &method.head.name, first);
            }
            let head = self.head(&method.head);
            if let (Some(request), Some(response)) = (self.message(&method.request), self.message(&method.response)) {
                service.methods.push(Method { head, request, response });
            }
        }
        self.schema.services.push(service);
    }

    fn message(&mut self, name: &Word) -> Option<ObjectId> {
        if self.names.enumeration(&self.home, &name.text).is_some() {
            self.error(codes::METHOD, "a method takes and returns tables", name.span, "wrap the value in a table");
            return None;
        }
        Some(self.object_named(name))
    }
}

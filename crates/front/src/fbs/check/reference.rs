//! What root types and methods refer to.

use super::Checker;
use crate::fbs::codes;
use crate::fbs::schema::{ObjectId, Service};
use polywire_source::{Diagnostic, Span};

impl Checker<'_> {
    pub(super) fn roots(&mut self) {
        let schema = self.schema;
        for (root, span) in schema.files.iter().filter_map(|file| file.root) {
            self.is_table(root, span, "the root type is a table");
        }
    }

    pub(super) fn service(&mut self, it: &Service) {
        for method in &it.methods {
            for object in [method.request, method.response] {
                self.is_table(object, method.head.span, "a method takes and returns tables");
            }
        }
    }

    fn is_table(&mut self, id: ObjectId, span: Span, message: &str) {
        let object = self.schema.object(id);
        if object.is_struct {
            let wrong = Diagnostic::error(codes::TYPE, format!("{message}, and `{}` a struct", object.head.name));
            let wrong = wrong.at(span, "").related(object.head.span, "the struct");
            self.diagnostics.push(wrong.help("wrap the struct in a table"));
        }
    }
}

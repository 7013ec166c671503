//! Messages of protocols.

use super::cursor::Parser;
use crate::avro::json::Member;
use crate::avro::read::{check_duplicates, check_name};
use crate::avro::tree::{Field, Message, Primitive, TypeExpr, TypeKind, Word};

impl Parser<'_, '_> {
    /// `type name(parameters) throws Error, …;` or `void name(parameters) oneway;`.
    pub(super) fn message(
        &mut self,
        doc: Option<String>,
        annotations: Vec<Member>,
        namespace: &str,
    ) -> Option<Message> {
        let response = self.response(namespace)?;
        let name = self.name("a message")?;
        check_name("a message", &name.text, name.span, self.reader.diagnostics);
        self.expect('(')?;
        let mut request: Vec<Field> = Vec::new();
        while !self.is_closed(')', request.is_empty())? {
            request.push(self.parameter(namespace)?);
        }
        check_duplicates("parameters", request.iter().map(|it| &it.name), self.reader.diagnostics);
        self.skip_docs();
        let (mut one_way, mut errors) = (false, Vec::new());
        if self.is_keyword("oneway") {
            self.next();
            one_way = true;
        } else if self.is_keyword("throws") {
            self.next();
            errors = self.errors(namespace)?;
        }
        self.expect(';')?;
        let message = Message { name, doc, request, response, errors, one_way, properties: annotations };
        self.reader.check_one_way(&message);
        Some(message)
    }

    fn response(&mut self, namespace: &str) -> Option<TypeExpr> {
        if self.is_keyword("void") {
            let span = self.span();
            self.next();
            return Some(TypeExpr::new(TypeKind::Primitive(Primitive::Null), span));
        }
        self.ty(namespace)
    }

    fn errors(&mut self, namespace: &str) -> Option<Vec<TypeExpr>> {
        let mut errors = Vec::new();
        loop {
            let Word { text, span } = self.name("an error")?;
            errors.push(self.reader.reference(&text, namespace, span));
            if !self.accept(',') {
                return Some(errors);
            }
        }
    }
}

//! Protocols (`.avpr`; Avro 1.12 specification, "Protocol Declaration").

use super::declaration::check_duplicates;
use super::{Reader, check_name, properties};
use crate::avro::json::{Json, JsonKind, Member};
use crate::avro::tree::{Field, Message, Primitive, Protocol, TypeExpr, TypeKind, Word};

/// What a protocol says of itself.
const OWN: [&str; 6] = ["namespace", "protocol", "doc", "messages", "types", "errors"];

/// What a message says of itself.
const OWN_OF_MESSAGE: [&str; 5] = ["doc", "response", "request", "errors", "one-way"];

impl Reader<'_> {
    /// Reads a protocol; also returns the full names of its types.
    pub fn protocol(&mut self, json: &Json) -> Option<(Protocol, Vec<String>)> {
        let Some(members) = json.as_object() else {
            self.error(json.span, format!("{} is not a protocol", json.what()), "a protocol is an object");
            return None;
        };
        let name = self.name(json, "protocol", "a protocol", "")?;
        let types = match json.get("types") {
            Some(_) => self.elements(json, "types", "a protocol").unwrap_or_default(),
            None => &[],
        };
        let mut names = Vec::new();
        for ty in types {
            let read = self.ty(ty, &name.namespace);
            match read.map(|it| it.kind) {
                Some(TypeKind::Named(name)) if ty.as_object().is_some() => names.push(name),
                Some(_) => self.error(ty.span, "`types` of a protocol are declarations", ""),
                None => {}
            }
        }
        let entries = self.entries(json, "messages", "a protocol");
        let messages = entries.iter().filter_map(|it| self.message(it, &name.namespace)).collect();
        let doc = self.doc(json);
        Some((Protocol { name, doc, messages, properties: properties(members, &OWN) }, names))
    }

    fn message(&mut self, member: &Member, namespace: &str) -> Option<Message> {
        let json = &member.value;
        let name = Word { text: member.name.clone(), span: member.name_span };
        check_name("a message", &name.text, name.span, self.diagnostics);
        let Some(members) = json.as_object() else {
            self.error(json.span, format!("a message is {}, and must be an object", json.what()), "");
            return None;
        };
        let request: Vec<Field> = match self.elements(json, "request", "a message") {
            Some(fields) => fields.iter().filter_map(|it| self.field(it, namespace)).collect(),
            None => Vec::new(),
        };
        check_duplicates("parameters", request.iter().map(|it| &it.name), self.diagnostics);
        let one_way = self.one_way(json);
        let response = match json.get("response") {
            Some(it) => self.ty(it, namespace)?,
            None if one_way => TypeExpr::new(TypeKind::Primitive(Primitive::Null), name.span),
            None => {
                self.error(json.span, "a message needs `response`, the type of its answer", "");
                return None;
            }
        };
        let errors = match json.get("errors") {
            Some(_) => self.elements(json, "errors", "a message").unwrap_or_default(),
            None => &[],
        };
        let errors: Vec<TypeExpr> = errors.iter().filter_map(|it| self.ty(it, namespace)).collect();
        let doc = self.doc(json);
        let properties = properties(members, &OWN_OF_MESSAGE);
        let message = Message { name, doc, request, response, errors, one_way, properties };
        self.check_one_way(&message);
        Some(message)
    }

    fn one_way(&mut self, json: &Json) -> bool {
        match json.get("one-way").map(|it| (it.span, &it.kind)) {
            None => false,
            Some((_, JsonKind::Bool(it))) => *it,
            Some((span, _)) => {
                self.error(span, "`one-way` must be true or false", "");
                false
            }
        }
    }

    /// A message without an answer returns nothing and raises nothing.
    pub(in crate::avro) fn check_one_way(&mut self, it: &Message) {
        if it.one_way && !(it.response.is_null() && it.errors.is_empty()) {
            let message = format!("the message `{}` is one-way, so it has no answer", it.name.text);
            self.error(it.name.span, message, "make the response `null`, and leave out the errors");
        }
    }
}

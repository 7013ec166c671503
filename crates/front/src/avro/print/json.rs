//! Schemas (`.avsc`) and protocols (`.avpr`), with everything that they say, in the order in which Avro for Java prints it.

use crate::avro::check::{Types, types};
use crate::avro::json::{Json, JsonKind, Member, pretty};
use crate::avro::tree::{
    Declaration, DeclarationKind, Field, File, FullName, Message, Order, Primitive, Protocol, Schema, TypeExpr,
    TypeKind,
};
use polywire_source::Span;
use std::collections::HashSet;

/// Returns a schema as text: the type, with each declaration where its name is first used.
pub fn print_avsc(schema: &Schema, ty: &TypeExpr) -> String {
    pretty(&schema_json(schema, ty))
}

/// Returns a schema as JSON.
pub fn schema_json(schema: &Schema, ty: &TypeExpr) -> Json {
    Printer::of(schema).ty(ty, "")
}

/// Returns the protocol of a file as text; `None` if it has none.
pub fn print_avpr(schema: &Schema, file: &File) -> Option<String> {
    let protocol = file.protocol.as_ref()?;
    Some(pretty(&Printer::of(schema).protocol(protocol, &file.types)))
}

struct Printer<'s> {
    types: Types<'s>,
    /// Full names of the types that are declared in the text so far.
    known: HashSet<String>,
}

impl<'s> Printer<'s> {
    fn of(schema: &'s Schema) -> Self {
        Self { types: types(schema), known: HashSet::new() }
    }

    fn protocol(&mut self, it: &Protocol, names: &[String]) -> Json {
        let namespace = it.name.namespace.as_str();
        let mut members = vec![member("protocol", Json::text(&it.name.name))];
        if !namespace.is_empty() {
            members.push(member("namespace", Json::text(namespace)));
        }
        add_doc(&mut members, it.doc.as_deref());
        members.extend(it.properties.iter().cloned());
        let mut types = Vec::new();
        for name in names {
            if !self.known.contains(name) && self.types.contains_key(name) {
                types.push(self.ty(&TypeExpr::new(TypeKind::Named(name.clone()), Span::default()), namespace));
            }
        }
        members.push(member("types", array(types)));
        let messages = it.messages.iter().map(|it| member(&it.name.text, self.message(it, namespace))).collect();
        members.push(member("messages", Json::of(JsonKind::Object(messages))));
        Json::of(JsonKind::Object(members))
    }

    fn message(&mut self, it: &Message, namespace: &str) -> Json {
        let mut members = Vec::new();
        add_doc(&mut members, it.doc.as_deref());
        members.extend(it.properties.iter().cloned());
        members.push(member("request", self.fields(&it.request, namespace)));
        members.push(member("response", self.ty(&it.response, namespace)));
        if !it.errors.is_empty() {
            members.push(member("errors", array(it.errors.iter().map(|ty| self.ty(ty, namespace)).collect())));
        }
        if it.one_way {
            members.push(member("one-way", Json::of(JsonKind::Bool(true))));
        }
        Json::of(JsonKind::Object(members))
    }

    fn fields(&mut self, fields: &[Field], namespace: &str) -> Json {
        array(fields.iter().map(|it| self.field(it, namespace)).collect())
    }

    fn field(&mut self, it: &Field, namespace: &str) -> Json {
        let mut members = vec![member("name", Json::text(&it.name.text)), member("type", self.ty(&it.ty, namespace))];
        add_doc(&mut members, it.doc.as_deref());
        members.extend(it.default.iter().map(|default| member("default", default.clone())));
        if it.order != Order::default() {
            members.push(member("order", Json::text(it.order.word())));
        }
        if !it.aliases.is_empty() {
            members.push(member("aliases", array(it.aliases.iter().map(Json::text).collect())));
        }
        members.extend(it.properties.iter().cloned());
        Json::of(JsonKind::Object(members))
    }

    fn ty(&mut self, ty: &TypeExpr, namespace: &str) -> Json {
        let mut members = match &ty.kind {
            TypeKind::Primitive(it) if ty.properties.is_empty() => return Json::text(it.word()),
            TypeKind::Primitive(it) => vec![member("type", Json::text(it.word()))],
            TypeKind::Array(element) => {
                vec![member("type", Json::text("array")), member("items", self.ty(element, namespace))]
            }
            TypeKind::Map(value) => {
                vec![member("type", Json::text("map")), member("values", self.ty(value, namespace))]
            }
            TypeKind::Union(branches) => return array(branches.iter().map(|it| self.ty(it, namespace)).collect()),
            TypeKind::Named(name) => return self.named(name, namespace),
        };
        members.extend(ty.properties.iter().cloned());
        Json::of(JsonKind::Object(members))
    }

    fn named(&mut self, name: &str, namespace: &str) -> Json {
        match self.types.get(name).copied() {
            Some(decl) if self.known.insert(name.to_owned()) => self.declaration(decl, namespace),
            Some(decl) => Json::text(reference(&decl.name, namespace)),
            None => Json::text(name),
        }
    }

    fn declaration(&mut self, it: &Declaration, namespace: &str) -> Json {
        let (word, own) = match &it.kind {
            DeclarationKind::Record(record) if record.is_error => ("error", "fields"),
            DeclarationKind::Record(_) => ("record", "fields"),
            DeclarationKind::Enum(_) => ("enum", "symbols"),
            DeclarationKind::Fixed(_) => ("fixed", "size"),
        };
        let mut members = vec![member("type", Json::text(word)), member("name", Json::text(&it.name.name))];
        if it.name.namespace != namespace {
            members.push(member("namespace", Json::text(&it.name.namespace)));
        }
        add_doc(&mut members, it.doc.as_deref());
        let value = match &it.kind {
            DeclarationKind::Record(record) => self.fields(&record.fields, &it.name.namespace),
            DeclarationKind::Enum(it) => array(it.symbols.iter().map(|symbol| Json::text(&symbol.text)).collect()),
            DeclarationKind::Fixed(size) => Json::of(JsonKind::Number(size.to_string())),
        };
        members.push(member(own, value));
        if let DeclarationKind::Enum(it) = &it.kind {
            members.extend(it.default.iter().map(|default| member("default", Json::text(&default.text))));
        }
        members.extend(it.properties.iter().cloned());
        if !it.aliases.is_empty() {
            let aliases = it.aliases.iter().map(|alias| Json::text(relative(alias, &it.name.namespace)));
            members.push(member("aliases", array(aliases.collect())));
        }
        Json::of(JsonKind::Object(members))
    }
}

/// Returns the name by which a type is referred to in a namespace. That of a primitive has its own.
pub(super) fn reference(name: &FullName, namespace: &str) -> String {
    let is_primitive = Primitive::named(&name.name).is_some();
    if name.namespace == namespace && !is_primitive { name.name.clone() } else { name.full() }
}

/// Returns an alias as seen from a namespace.
pub(super) fn relative(alias: &str, namespace: &str) -> String {
    match alias.rsplit_once('.') {
        Some((own, name)) if own == namespace => name.to_owned(),
        _ => alias.to_owned(),
    }
}

fn member(name: &str, value: Json) -> Member {
    Member { name: name.to_owned(), name_span: Span::default(), value }
}

fn array(elements: Vec<Json>) -> Json {
    Json::of(JsonKind::Array(elements))
}

fn add_doc(members: &mut Vec<Member>, doc: Option<&str>) {
    members.extend(doc.map(|doc| member("doc", Json::text(doc))));
}

//! Interface descriptions (`.avdl`).

use super::expression::{self, Expressions};
use super::json::relative;
use crate::avro::check::{Types, types};
use crate::avro::json::{Json, Member};
use crate::avro::tree::{
    Declaration, DeclarationKind, Field, File, Message, Order, Schema, Syntax, TypeExpr, TypeKind,
};
use crate::output::Output;
use std::collections::BTreeSet;

/// A printed file.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// What the language cannot say.
    pub lost: Vec<String>,
}

/// Returns a file as an interface description, with all types that it uses.
pub fn print_avdl(schema: &Schema, file: &File) -> Printed {
    let types = types(schema);
    let wanted = wanted(schema, file, &types);
    let mut printer = Printer { expressions: Expressions::of(&types), out: Output::default(), lost: Vec::new() };
    printer.file(file, &wanted);
    Printed { text: printer.out.text, lost: printer.lost }
}

/// Returns the types of a file and all that they lead to, in the order of their declarations.
fn wanted<'s>(schema: &'s Schema, file: &File, types: &Types<'s>) -> Vec<&'s Declaration> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut waiting: Vec<String> = file.types.clone();
    let messages = file.protocol.iter().flat_map(|it| &it.messages);
    let used = messages.flat_map(|it| it.request.iter().map(|it| &it.ty).chain([&it.response]).chain(&it.errors));
    file.root.iter().chain(used).for_each(|ty| add_names(ty, &mut waiting));
    while let Some(name) = waiting.pop() {
        if let (Some(decl), true) = (types.get(&name), names.insert(name.clone())) {
            decl.fields().iter().for_each(|it| add_names(&it.ty, &mut waiting));
        }
    }
    schema.types.iter().filter(|it| names.contains(&it.name.full())).collect()
}

fn add_names(ty: &TypeExpr, names: &mut Vec<String>) {
    if let TypeKind::Named(name) = &ty.kind {
        names.push(name.clone());
    }
    ty.parts().iter().for_each(|it| add_names(it, names));
}

struct Printer<'p> {
    expressions: Expressions<'p>,
    out: Output,
    lost: Vec<String>,
}

impl Printer<'_> {
    fn file(&mut self, file: &File, types: &[&Declaration]) {
        let Some(protocol) = &file.protocol else { return self.schema(file, types) };
        let namespace = protocol.name.namespace.as_str();
        self.doc(protocol.doc.as_deref());
        if !namespace.is_empty() {
            self.out.line(expression::annotation("namespace", &Json::text(namespace)));
        }
        self.annotations(&protocol.properties);
        self.out.open(&format!("protocol {}", expression::name(&protocol.name.name)));
        types.iter().for_each(|it| self.declaration(it, namespace));
        protocol.messages.iter().for_each(|it| self.message(it, namespace));
        self.out.close();
    }

    fn schema(&mut self, file: &File, types: &[&Declaration]) {
        let root = file.root.as_ref();
        let named = root.and_then(|ty| if let TypeKind::Named(name) = &ty.kind { Some(name) } else { None });
        let main = types.iter().find(|it| Some(&it.name.full()) == named).or(types.first());
        let namespace = main.map(|it| it.name.namespace.as_str()).unwrap_or_default();
        if !namespace.is_empty() {
            self.out.line(format!("namespace {};", expression::dotted(namespace)));
        }
        if let Some(ty) = root {
            let ty = self.expressions.ty(ty, namespace);
            self.out.line(format!("schema {ty};"));
        } else if file.syntax == Syntax::Avdl && types.is_empty() {
            self.out.line("// There are no declarations.");
        }
        types.iter().for_each(|it| self.declaration(it, namespace));
    }

    fn doc(&mut self, doc: Option<&str>) {
        let Some(doc) = doc else { return };
        if doc.contains("*/") {
            self.lost.push("`*/` in a comment".to_owned());
        }
        let doc = doc.replace("*/", "* /");
        match doc.lines().collect::<Vec<_>>().as_slice() {
            [] => self.out.line("/** */"),
            [line] => self.out.line(format!("/** {} */", line.trim())),
            lines => {
                self.out.line("/**");
                lines.iter().for_each(|it| self.out.line(format!(" * {it}").trim_end()));
                self.out.line(" */");
            }
        }
    }

    fn annotations(&mut self, properties: &[Member]) {
        for it in properties {
            if expression::is_annotation(&it.name) {
                self.out.line(expression::annotation(&it.name, &it.value));
            } else {
                self.lost.push(format!("the property `{}`", it.name));
            }
        }
    }

    fn declaration(&mut self, it: &Declaration, outer: &str) {
        let namespace = it.name.namespace.as_str();
        self.out.paragraph();
        self.doc(it.doc.as_deref());
        if namespace != outer {
            self.out.line(expression::annotation("namespace", &Json::text(namespace)));
        }
        if !it.aliases.is_empty() {
            let aliases: Vec<&str> = it.aliases.iter().map(String::as_str).collect();
            let aliases: Vec<String> = aliases.into_iter().map(|it| relative(it, namespace)).collect();
            self.out.line(expression::annotation("aliases", &expression::texts(&aliases)));
        }
        self.annotations(&it.properties);
        let name = expression::name(&it.name.name);
        match &it.kind {
            DeclarationKind::Fixed(size) => self.out.line(format!("fixed {name}({size});")),
            DeclarationKind::Enum(own) => {
                self.out.open(&format!("enum {name}"));
                let last = own.symbols.len().saturating_sub(1);
                for (at, symbol) in own.symbols.iter().enumerate() {
                    let comma = if at < last { "," } else { "" };
                    self.out.line(format!("{}{comma}", expression::name(&symbol.text)));
                }
                match &own.default {
                    Some(default) => self.out.leave(&format!("}} = {};", expression::name(&default.text))),
                    None => self.out.close(),
                }
            }
            DeclarationKind::Record(record) => {
                self.out.open(&format!("{} {name}", if record.is_error { "error" } else { "record" }));
                for field in &record.fields {
                    self.doc(field.doc.as_deref());
                    let text = self.field(field, namespace);
                    self.out.line(format!("{text};"));
                }
                self.out.close();
            }
        }
    }

    /// Returns `type @annotation(…) name = default`.
    fn field(&mut self, it: &Field, namespace: &str) -> String {
        let mut parts = vec![self.expressions.field_type(it, namespace)];
        if it.order != Order::default() {
            parts.push(expression::annotation("order", &Json::text(it.order.word())));
        }
        if !it.aliases.is_empty() {
            parts.push(expression::annotation("aliases", &expression::texts(&it.aliases)));
        }
        for property in &it.properties {
            match expression::is_annotation(&property.name) {
                true => parts.push(expression::annotation(&property.name, &property.value)),
                false => self.lost.push(format!("the property `{}` of the field `{}`", property.name, it.name.text)),
            }
        }
        parts.push(expression::name(&it.name.text));
        if let Some(default) = &it.default {
            parts.push(format!("= {}", expression::value(default)));
        }
        parts.join(" ")
    }

    fn message(&mut self, it: &Message, namespace: &str) {
        self.out.paragraph();
        self.doc(it.doc.as_deref());
        self.annotations(&it.properties);
        let response =
            if it.response.is_null() { "void".to_owned() } else { self.expressions.ty(&it.response, namespace) };
        let mut parameters = Vec::new();
        for parameter in &it.request {
            let doc = parameter.doc.as_ref().filter(|doc| !doc.contains("*/")).map(|doc| format!("/** {doc} */ "));
            parameters.push(doc.unwrap_or_default() + &self.field(parameter, namespace));
        }
        let end = match (it.one_way, it.errors.as_slice()) {
            (true, _) => " oneway".to_owned(),
            (false, []) => String::new(),
            (false, errors) => self.throws(errors, namespace),
        };
        let (name, parameters) = (expression::name(&it.name.text), parameters.join(", "));
        self.out.line(format!("{response} {name}({parameters}){end};"));
    }

    fn throws(&mut self, errors: &[TypeExpr], namespace: &str) -> String {
        let mut names = Vec::new();
        for ty in errors {
            match &ty.kind {
                TypeKind::Named(_) => names.push(self.expressions.ty(ty, namespace)),
                _ => self.lost.push("an error of a message that is no declared type".to_owned()),
            }
        }
        if names.is_empty() { String::new() } else { format!(" throws {}", names.join(", ")) }
    }
}

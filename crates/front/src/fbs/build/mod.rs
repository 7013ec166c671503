//! Syntax trees to a schema: names are resolved as the official compiler does, in the order of the text.

mod attribute;
mod default;
mod enumeration;
mod float;
mod member;
mod names;
mod object;
mod service;

use super::ast::{Item, Word};
use super::codes;
use super::load::Unit;
use super::schema::{File, Home, ObjectId, Schema};
use names::Names;
use polywire_source::{Code, Diagnostic, Diagnostics, Span};

/// Builds a schema; problems go to `diagnostics`.
pub(super) fn build(units: &[Unit], diagnostics: &mut Diagnostics) -> Schema {
    let mut builder =
        Builder { schema: Schema::default(), names: Names::default(), home: Home::default(), diagnostics };
    units.iter().for_each(|unit| builder.file(unit));
    builder.report_undeclared();
    object::in_order(&mut builder.schema);
    builder.schema
}

struct Builder<'a> {
    schema: Schema,
    names: Names,
    /// The file and the namespace of the declaration at hand.
    home: Home,
    diagnostics: &'a mut Diagnostics,
}

impl Builder<'_> {
    fn file(&mut self, unit: &Unit) {
        self.home = Home { file: self.schema.files.len(), namespace: Vec::new() };
        self.schema.files.push(File {
            path: unit.path.clone(),
            includes: unit.includes.clone(),
            native_includes: unit.ast.native_includes.iter().map(|it| it.text.clone()).collect(),
            is_requested: unit.is_requested,
            ..File::default()
        });
        unit.ast.items.iter().for_each(|item| self.item(item));
        if let Some(span) = unit.ast.data {
            self.data(span);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Namespace(names) => self.home.namespace.clone_from(names),
            Item::Root(name) => self.root(name),
            Item::Identifier(identifier) => self.identifier(identifier),
            Item::Extension(extension) => self.here().extension = Some(extension.text.clone()),
            Item::Attribute(name) => {
                self.names.attributes.insert(name.text.clone());
                self.here().attributes.push(name.text.clone());
            }
            Item::Object(it) => self.object(it),
            Item::Enum(it) => self.enumeration(it),
            Item::Service(it) => self.service(it),
        }
    }

    fn here(&mut self) -> &mut File {
        &mut self.schema.files[self.home.file]
    }

    fn root(&mut self, name: &Word) {
        let full = self.home.full_name(&name.text);
        match self.names.objects.get(&name.text).or(self.names.objects.get(&full)).copied() {
            Some(root) => self.here().root = Some((root, name.span)),
            None => self.unknown(name, "root type", "declare the table before the root type, and write its full name"),
        }
    }

    fn identifier(&mut self, identifier: &Word) {
        if identifier.text.len() != 4 {
            let message = format!("a file identifier has 4 bytes, this one has {}", identifier.text.len());
            return self.error(codes::IDENTIFIER, message, identifier.span, "write four characters, such as \"MONS\"");
        }
        self.here().identifier = Some(identifier.text.clone());
    }

    /// The official compiler reads an object behind the schema as JSON.
    fn data(&mut self, span: Span) {
        if self.here().root.is_none() {
            let help = "remove the object, or state the type of it with `root_type`";
            return self.error(codes::ROOT, "there is an object, but no root type", span, help);
        }
        let ignored = Diagnostic::warning(codes::DATA, "the object behind the schema is data, and not read");
        self.diagnostics.push(ignored.at(span, "").help("move it into a file of its own"));
    }

    /// Returns the table or struct with this name; one that is not declared yet is expected further down.
    fn object_named(&mut self, name: &Word) -> ObjectId {
        let Self { schema, names, home, .. } = self;
        names.object(schema, home, name)
    }

    fn unknown(&mut self, name: &Word, what: &str, help: &str) {
        self.error(codes::UNKNOWN_NAME, format!("unknown {what} `{}`", name.text), name.span, help);
    }

    fn error(&mut self, code: Code, message: impl Into<String>, span: Span, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
    }

    fn duplicate(&mut self, what: &str, name: &Word, first: Span) {
        let twice = Diagnostic::error(codes::DUPLICATE_NAME, format!("{what} `{}` is declared twice", name.text));
        let twice = twice.at(name.span, "declared again here").related(first, "first declared here");
        self.diagnostics.push(twice.help("rename or remove one of them"));
    }
}

//! A schema as canonical text: enums before their use, structs before the structs that contain them.

mod declaration;
mod name;
mod order;
mod value;

use super::schema::{Attributes, Head, Schema};
use crate::output::Output;
use order::Item;
use value::quoted;

/// A file as text.
#[derive(Debug, Default)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The inexpressible parts.
    pub lost: Vec<String>,
}

/// Prints a file of a schema, by its index.
pub fn print_fbs(schema: &Schema, file: usize) -> Printed {
    let mut printer = Printer { schema, out: Output::default(), file, namespace: Vec::new() };
    printer.file();
    Printed { text: printer.out.text, lost: Vec::new() }
}

struct Printer<'s> {
    schema: &'s Schema,
    out: Output,
    file: usize,
    namespace: Vec<String>,
}

impl Printer<'_> {
    fn file(&mut self) {
        let file = &self.schema.files[self.file];
        for (path, _) in &file.includes {
            self.out.line(format!("include {};", quoted(path)));
        }
        for path in &file.native_includes {
            self.out.line(format!("native_include {};", quoted(path)));
        }
        self.out.paragraph();
        for name in &file.attributes {
            self.out.line(format!("attribute {};", quoted(name)));
        }
        for item in order::items(self.schema, self.file) {
            self.out.paragraph();
            self.item(item);
        }
        self.out.paragraph();
        self.messages();
        if self.out.text.is_empty() {
            // A file must not be empty.
            self.out.line("namespace;");
        }
    }

    /// What the file says about messages.
    fn messages(&mut self) {
        let file = &self.schema.files[self.file];
        if let Some((root, _)) = file.root {
            let name = self.object_name(root);
            self.out.line(format!("root_type {name};"));
        }
        for (keyword, text) in [("file_identifier", &file.identifier), ("file_extension", &file.extension)] {
            if let Some(text) = text {
                self.out.line(format!("{keyword} {};", quoted(text)));
            }
        }
    }

    fn item(&mut self, item: Item) {
        let schema = self.schema;
        match item {
            Item::Object(id) => {
                self.enter(&schema.object(id).home.namespace);
                self.object(schema.object(id));
            }
            Item::Enum(id) => {
                self.enter(&schema.enumeration(id).home.namespace);
                self.enumeration(schema.enumeration(id));
            }
            Item::Service(index) => {
                self.enter(&schema.services[index].home.namespace);
                self.service(&schema.services[index]);
            }
        }
    }

    fn enter(&mut self, namespace: &[String]) {
        if self.namespace == namespace {
            return;
        }
        let name = namespace.join(".");
        let space = if name.is_empty() { "" } else { " " };
        self.out.line(format!("namespace{space}{name};"));
        self.out.paragraph();
        self.namespace = namespace.to_vec();
    }

    fn documentation(&mut self, head: &Head) {
        for line in &head.doc {
            self.out.line(format!("///{line}"));
        }
    }
}

/// ` (name: value, …)`, if there are any.
fn attributes(attributes: &Attributes) -> String {
    let text = |it: &super::schema::Attribute| match &it.value {
        None => it.name.clone(),
        Some(value) if it.is_text => format!("{}: {}", it.name, quoted(value)),
        Some(value) => format!("{}: {value}", it.name),
    };
    let texts: Vec<String> = attributes.0.iter().map(text).collect();
    if texts.is_empty() { String::new() } else { format!(" ({})", texts.join(", ")) }
}

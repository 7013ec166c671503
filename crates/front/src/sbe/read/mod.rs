//! Elements to the declarations of a schema.

mod attributes;
mod message;
mod types;

use super::codes;
use super::schema::{Schema, Word};
use crate::xml::Element;
use attributes::Attributes;
use polywire_model::attr::ByteOrder;
use polywire_source::{Diagnostic, Diagnostics, closest};
use std::cell::RefCell;

/// Reads the root element of a schema.
pub(super) fn read(file: &str, root: &Element, diagnostics: &mut Diagnostics) -> Option<Schema> {
    if root.name != "messageSchema" {
        let message = format!("`<{}>` is not an SBE schema", root.name);
        let problem = Diagnostic::error(codes::ELEMENT, message).at(root.span, "");
        diagnostics.push(problem.help("the root element of a schema is `messageSchema`"));
        return None;
    }
    let diagnostics = RefCell::new(diagnostics);
    Some(Reader { diagnostics: &diagnostics }.schema(file, root))
}

struct Reader<'d> {
    diagnostics: &'d RefCell<&'d mut Diagnostics>,
}

impl<'d> Reader<'d> {
    fn attributes<'a>(&self, element: &'a Element) -> Attributes<'a, 'd> {
        Attributes::of(element, self.diagnostics)
    }

    fn schema(&self, file: &str, root: &Element) -> Schema {
        let it = self.attributes(root);
        let header_type = it.word("headerType");
        let mut schema = Schema {
            file: file.to_owned(),
            package: it.text("package").unwrap_or_default(),
            id: it.required_id("id").value,
            version: it.id("version").map_or(0, |it| it.value),
            semantic_version: it.text("semanticVersion"),
            description: it.text("description").unwrap_or_default(),
            byte_order: byte_order(&it),
            header_type: header_type.unwrap_or_else(|| Word { text: "messageHeader".to_owned(), span: root.span }),
            types: Vec::new(),
            messages: Vec::new(),
        };
        it.end();
        self.sections(root, &mut schema);
        schema
    }

    /// Reads types and messages. Messages may stand in `messages`, as in drafts of SBE 2.0.
    fn sections(&self, parent: &Element, schema: &mut Schema) {
        for child in &parent.children {
            match child.name.as_str() {
                "types" => self.types(child, schema),
                "message" => schema.messages.push(self.message(child)),
                "messages" => self.sections(child, schema),
                _ => self.unexpected(child, parent, &["types", "message"]),
            }
        }
    }

    fn types(&self, element: &Element, schema: &mut Schema) {
        let it = self.attributes(element);
        let package = it.text("package");
        it.end();
        for child in &element.children {
            match self.type_decl(child) {
                Some(decl) => {
                    let own = decl.package.clone();
                    schema.types.push(super::schema::TypeDecl { package: own.or_else(|| package.clone()), ..decl });
                }
                None => self.unexpected(child, element, &types::ELEMENTS),
            }
        }
    }

    fn unexpected(&self, element: &Element, parent: &Element, expected: &[&str]) {
        let message = format!("`<{}>` cannot stand in `<{}>`", element.name, parent.name);
        let problem = Diagnostic::error(codes::ELEMENT, message).at(element.span, "");
        let help = match closest(&element.name, expected.iter().copied()) {
            Some(name) => format!("do you mean `{name}`?"),
            None => format!("`<{}>` contains {}", parent.name, listing(expected)),
        };
        self.diagnostics.borrow_mut().push(problem.help(help));
    }
}

fn listing(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "no elements".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn byte_order(it: &Attributes<'_, '_>) -> ByteOrder {
    match it.word("byteOrder") {
        None => ByteOrder::Little,
        Some(word) => match word.text.as_str() {
            "littleEndian" => ByteOrder::Little,
            "bigEndian" => ByteOrder::Big,
            _ => {
                let problem = Diagnostic::error(codes::VALUE, "`byteOrder` has to be `littleEndian` or `bigEndian`");
                it.report(problem.at(word.span, ""));
                ByteOrder::Little
            }
        },
    }
}

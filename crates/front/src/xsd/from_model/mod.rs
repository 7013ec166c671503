//! Models of other schema languages as a schema file: of the documents that `xml` writes for them.
//!
//! Elements stand in the order in which they are written, although they are read in any order. Each struct is a type and an element; its
//! fields are what [`members`] says. No name is in a namespace.

mod enumeration;
mod members;
mod names;
mod structure;
mod ty;

use super::schema::XSD;
use super::writer::{Writer, attribute};
use crate::lost::lost_defaults;
use members::used_types;
use names::Names;
use polywire_model::{DeclKind, Model};

/// The text of a file, and what it cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The inexpressible parts.
    pub lost: Vec<String>,
}

/// Prints all types of a model that states nothing for XML.
pub fn derive_xsd(model: &Model) -> Printed {
    let model = &model.with_sets_as_lists();
    let mut printer = Deriver { model, names: Names::of(model), out: Writer::default(), lost: Vec::new() };
    printer.file();
    Printed { text: printer.out.text, lost: printer.lost }
}

struct Deriver<'m> {
    model: &'m Model,
    names: Names,
    out: Writer,
    lost: Vec<String>,
}

impl Deriver<'_> {
    fn file(&mut self) {
        let model = self.model;
        self.out.line(r#"<?xml version="1.0" encoding="UTF-8"?>"#);
        self.out.open("schema", &[attribute("xmlns:xs", XSD)]);
        self.documents();
        for id in used_types(model) {
            let decl = model.decl(id);
            match &decl.kind {
                DeclKind::Struct(it) => self.structure(id, decl, it),
                DeclKind::Union(it) => self.union(id, decl, it),
                DeclKind::Enum(it) => self.enumeration(id, decl, it),
                DeclKind::Constant(_) => {}
            }
        }
        self.out.close("schema");
        let constants = model.constants().map(|it| format!("the constant {}", it.path()));
        let services = model.services.iter().map(|it| format!("the service {}", it.path()));
        // The default of an element is what an empty one means.
        self.lost.extend(constants.chain(services).chain(lost_defaults(model, &|_| false)));
    }

    /// Prints the elements that are documents.
    fn documents(&mut self) {
        for (id, name) in self.names.documents(self.model, &mut self.lost) {
            let of_type = self.names.of_type(id).to_owned();
            self.out.empty("element", &[attribute("name", name), attribute("type", of_type)]);
        }
    }
}

//! Canonical `.proto` text of descriptors: names are absolute, declarations are in the order of the descriptor, and
//! protoc compiles it to an equal descriptor. Documentation, which is not part of a descriptor, stands before declarations.

mod element;
mod field;
mod message;
mod number_range;
mod option;
mod value;

use super::descriptor::{DescriptorSet, Docs, Edition, File, NodeId, Target};
use super::index::Index;
use crate::literal_text::quoted;
use crate::output::Output;

/// The text of a file, and the parts of its descriptor that the text cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The inexpressible parts: options whose declarations are not in the set.
    pub lost: Vec<String>,
}

/// Prints a file of a set.
pub fn print_proto(set: &DescriptorSet, file: &File) -> Printed {
    let index = Index::new(&set.files, Some(super::well_known::descriptor));
    let mut printer = Printer {
        index: &index,
        out: Output::default(),
        edition: file.edition,
        lost: Vec::new(),
        is_stripped: set.is_stripped,
        docs: &set.docs,
    };
    printer.file(file);
    Printed { text: printer.out.text, lost: printer.lost }
}

struct Printer<'a, 'p> {
    index: &'p Index<'a>,
    out: Output,
    edition: Edition,
    lost: Vec<String>,
    is_stripped: bool,
    docs: &'p Docs,
}

impl Printer<'_, '_> {
    /// Prints the documentation of a declaration, which follows.
    fn documentation(&mut self, node: NodeId) {
        let Some(doc) = self.docs.get(&node) else { return };
        for line in doc.lines() {
            self.out.line(format!("// {line}").trim_end());
        }
    }

    fn file(&mut self, file: &File) {
        let keyword = if file.edition.is_legacy() { "syntax" } else { "edition" };
        self.out.line(format!("{keyword} = \"{}\";", file.edition.name()));
        if !file.package.is_empty() {
            self.out.paragraph();
            self.out.line(format!("package {};", file.package));
        }
        self.imports(file);
        self.out.paragraph();
        self.option_statements(Target::File, &file.options);
        self.declarations(&file.messages, &[], &file.extensions);
        file.enums.iter().for_each(|it| self.enumeration(it));
        file.services.iter().for_each(|it| self.service(it));
    }

    fn imports(&mut self, file: &File) {
        self.out.paragraph();
        for import in &file.imports {
            let kind = match (import.public, import.weak) {
                (true, _) => "public ",
                (false, true) => "weak ",
                (false, false) => "",
            };
            self.out.line(format!("import {kind}{};", quoted(import.path.as_bytes())));
        }
        for path in &file.option_imports {
            self.out.line(format!("import option {};", quoted(path.as_bytes())));
        }
    }
}

//! Components printed as schema files: one for each namespace, in the order of declarations.

mod attribute;
mod content;
mod element;
mod ty;

use super::schema::{Reference, Schema, Target, TypeId, XML, XSD};
use super::writer::{Writer, attribute};
use polywire_model::attr::XmlName;
use std::collections::BTreeSet;

/// A printed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedFile {
    /// The name by which the other files import it.
    pub name: String,
    /// Its target namespace; empty for none.
    pub namespace: String,
    /// The text.
    pub text: String,
}

/// Prints all components: a file for each namespace, that of the first requested file first. Files import all others.
///
/// What files include and redefine stands in one file; what was redefined keeps its name with `_former` behind it.
pub fn print_xsd(schema: &Schema) -> Vec<PrintedFile> {
    let requested = schema.files.iter().skip(1).filter(|it| it.is_requested).map(|it| &it.namespace);
    let all = schema.files.iter().skip(1).map(|it| &it.namespace);
    let mut namespaces: Vec<&str> = Vec::new();
    for namespace in requested.chain(all) {
        if !namespaces.contains(&namespace.as_str()) {
            namespaces.push(namespace);
        }
    }
    let name = |at: usize| if at == 0 { "schema.xsd".to_owned() } else { format!("schema_{}.xsd", at + 1) };
    let files = namespaces.iter().enumerate().map(|(at, namespace)| {
        let others = namespaces.iter().enumerate().filter(|(other, _)| *other != at);
        let imports = others.map(|(other, namespace)| ((*namespace).to_owned(), name(other))).collect();
        let printer = Printer { schema, namespace, namespaces: &namespaces, out: Writer::default() };
        PrintedFile { name: name(at), namespace: (*namespace).to_owned(), text: printer.file(imports) }
    });
    files.collect()
}

struct Printer<'s> {
    schema: &'s Schema,
    /// The target namespace.
    namespace: &'s str,
    /// All namespaces, each with the prefix `n` and its place.
    namespaces: &'s [&'s str],
    out: Writer,
}

impl Printer<'_> {
    fn file(mut self, imports: Vec<(String, String)>) -> String {
        self.out.line(r#"<?xml version="1.0" encoding="UTF-8"?>"#);
        let mut attributes = vec![("xmlns:xs".to_owned(), XSD.to_owned())];
        if !self.namespace.is_empty() {
            attributes.push(("targetNamespace".to_owned(), self.namespace.to_owned()));
        }
        for (at, namespace) in self.namespaces.iter().enumerate().filter(|(_, it)| !it.is_empty() && **it != XML) {
            attributes.push((format!("xmlns:n{}", at + 1), (*namespace).to_owned()));
        }
        self.out.open("schema", &attributes);
        for (namespace, location) in imports {
            let stated = (!namespace.is_empty()).then(|| ("namespace".to_owned(), namespace));
            let attributes: Vec<_> = stated.into_iter().chain([("schemaLocation".to_owned(), location)]).collect();
            self.out.empty("import", &attributes);
        }
        if self.uses_xml() && !self.namespaces.contains(&XML) {
            self.out.empty("import", &[("namespace".to_owned(), XML.to_owned())]);
        }
        self.declarations();
        self.out.close("schema");
        self.out.text
    }

    /// Returns true if an attribute of the namespace of `xml` is used that no file declares.
    fn uses_xml(&self) -> bool {
        let is_xml = |it: &Reference<_>| matches!(&it.target, Target::Name(name) if name.namespace == XML);
        let types = self.schema.types.iter().filter_map(|it| match &it.kind {
            super::schema::TypeKind::Complex(it) => Some(&it.attributes),
            super::schema::TypeKind::Simple(_) => None,
        });
        let groups = self.schema.attribute_groups.iter().map(|it| &it.attributes);
        types.chain(groups).any(|it| it.uses.iter().any(|it| is_xml(&it.attribute)))
    }

    fn declarations(&mut self) {
        let schema = self.schema;
        let is_own = |name: &XmlName, file: usize, printer: &Self| {
            file != 0 && !name.local.is_empty() && name.namespace == printer.namespace
        };
        let mut printed = BTreeSet::new();
        for it in &schema.notations {
            if is_own(&it.name, it.file, self) {
                let attributes = [("name".to_owned(), it.name.local.clone()), ("public".to_owned(), String::new())];
                self.out.empty("notation", &attributes);
            }
        }
        for id in (0..schema.types.len()).map(TypeId) {
            let head = &schema.ty(id).head;
            let name = self.type_name(id);
            if is_own(&head.name, head.file, self) && printed.insert(name.clone()) {
                self.ty(id, Some(&name));
            }
        }
        for (at, it) in schema.groups.iter().enumerate() {
            if is_own(&it.head.name, it.head.file, self) {
                self.group(at);
            }
        }
        for (at, it) in schema.attribute_groups.iter().enumerate() {
            if is_own(&it.head.name, it.head.file, self) {
                self.attribute_group(at);
            }
        }
        for it in schema.attributes.iter().filter(|it| it.is_global) {
            if is_own(&it.head.name, it.head.file, self) {
                self.attribute(it, &[]);
            }
        }
        for it in schema.elements.iter().filter(|it| it.is_global) {
            if is_own(&it.head.name, it.head.file, self) {
                self.element(it, &[]);
            }
        }
    }

    /// Returns the local part of the name of a type: one that was redefined has another one.
    fn type_name(&self, id: TypeId) -> String {
        let name = &self.schema.ty(id).head.name;
        former(&name.local, self.schema.named.types.get(name) == Some(&id))
    }

    /// Returns a qualified name.
    fn name(&self, name: &XmlName) -> String {
        match name.namespace.as_str() {
            "" => name.local.clone(),
            XSD => format!("xs:{}", name.local),
            XML => format!("xml:{}", name.local),
            namespace => {
                let at = self.namespaces.iter().position(|it| *it == namespace).map_or(0, |at| at + 1);
                format!("n{at}:{}", name.local)
            }
        }
    }

    /// Returns the name of a type; `None` for one that stands inside.
    fn type_reference(&self, it: &Reference<TypeId>) -> Option<String> {
        match &it.target {
            Target::Name(name) => Some(self.name(name)),
            Target::Known(id) => {
                let name = &self.schema.ty(*id).head.name;
                let local = self.type_name(*id);
                (!name.local.is_empty()).then(|| self.name(&XmlName { local, ..name.clone() }))
            }
        }
    }
}

/// Returns the name of a component that may have been redefined.
fn former(local: &str, is_current: bool) -> String {
    if is_current || local.is_empty() { local.to_owned() } else { format!("{local}_former") }
}

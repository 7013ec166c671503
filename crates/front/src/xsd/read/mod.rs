//! Elements of schema files to components.

mod annotation;
mod attribute;
mod complex;
mod constraint;
mod element;
mod form;
mod particle;
mod redefine;
mod simple;
mod value;

use super::names::{divided, is_ncname};
use super::schema::{Derivations, Head, Reference, Schema, Target, Word};
use super::{codes, schema};
use crate::xml::Element;
use form::{Form, stage, stages};
use polywire_model::attr::XmlName;
use polywire_source::{Code, Diagnostic, Diagnostics, Span};
use std::collections::{HashMap, HashSet};

/// What a file says of all its components.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    /// The index of the file.
    pub file: usize,
    /// Its target namespace, which may be that of the including file.
    pub namespace: String,
    /// It states no target namespace, so that names without a prefix may be those of the including file.
    pub is_chameleon: bool,
    /// Another file of its namespace was imported before: where both have a component, the former one stays.
    pub is_again: bool,
    /// Local elements are in the target namespace.
    pub qualified_elements: bool,
    /// Local attributes are in the target namespace.
    pub qualified_attributes: bool,
    pub block: Derivations,
    pub is_final: Derivations,
    /// The namespaces to which it may refer.
    pub imports: HashSet<String>,
}

/// Reads the components of a file.
pub(super) struct Reader<'a> {
    schema: &'a mut Schema,
    diagnostics: &'a mut Diagnostics,
    document: Document,
    /// The values of `id`, which differ in a file.
    ids: HashMap<String, Span>,
}

impl<'a> Reader<'a> {
    pub fn new(schema: &'a mut Schema, diagnostics: &'a mut Diagnostics, document: Document) -> Self {
        Self { schema, diagnostics, document, ids: HashMap::new() }
    }

    /// Reads the attributes of the root element.
    pub fn head(mut self, root: &Element) -> Document {
        let known = &["targetNamespace", "version", "finalDefault", "blockDefault", "attributeFormDefault"];
        let form = self.form(root, &[known.as_slice(), &["elementFormDefault"]].concat());
        if let Some(word) = form.word("targetNamespace").filter(|it| it.text.is_empty()) {
            self.report(codes::VALUE, "a namespace has a name", word.span, "leave `targetNamespace` out");
        }
        self.document.qualified_elements = self.is_qualified(&form, "elementFormDefault", false);
        self.document.qualified_attributes = self.is_qualified(&form, "attributeFormDefault", false);
        self.document.block = self.derivations(&form, "blockDefault", &["extension", "restriction", "substitution"]);
        self.document.is_final =
            self.derivations(&form, "finalDefault", &["extension", "restriction", "list", "union"]);
        self.document
    }

    /// Reads the declarations of a file.
    pub fn declarations(mut self, root: &Element) {
        const FIRST: &[&str] = &["include", "import", "redefine", "annotation"];
        const THEN: &[&str] =
            &["simpleType", "complexType", "group", "attributeGroup", "element", "attribute", "notation", "annotation"];
        for child in self.children(root, &[stages(FIRST), stages(THEN)]) {
            match child.name.as_str() {
                "simpleType" => drop(self.global_simple_type(child)),
                "complexType" => drop(self.global_complex_type(child)),
                "group" => drop(self.global_group(child)),
                "attributeGroup" => drop(self.global_attribute_group(child)),
                "element" => self.global_element(child),
                "attribute" => self.global_attribute(child),
                "notation" => self.notation(child),
                "include" => self.composition(child, &["schemaLocation"], true),
                "import" => self.composition(child, &["namespace", "schemaLocation"], false),
                _ => {}
            }
        }
    }

    fn composition(&mut self, element: &Element, known: &[&'static str], needs_location: bool) {
        let form = self.form(element, known);
        if needs_location && form.word("schemaLocation").is_none() {
            self.report_missing(element, "schemaLocation");
        }
        self.children(element, &[stage(&["annotation"])]);
    }

    fn notation(&mut self, element: &Element) {
        let form = self.form(element, &["name", "public", "system"]);
        self.children(element, &[stage(&["annotation"])]);
        if let Some(head) = self.global_head(element, &form) {
            if form.word("public").is_none() && form.word("system").is_none() {
                self.report_missing(element, "public");
            }
            let id = self.schema.notations.len();
            let first = self.schema.named.notations.insert(head.name.clone(), id);
            let first = first.map(|it| self.schema.notations[it].clone());
            self.report_duplicate("notation", &head, first);
            self.schema.notations.push(head);
        }
    }

    /// Returns the name and the documentation of a global component; `None` if it has no name, which is reported.
    fn global_head(&mut self, element: &Element, form: &Form<'_>) -> Option<Head> {
        let name = self.ncname(form, "name");
        if form.word("name").is_none() {
            self.report_missing(element, "name");
        }
        let name = name?;
        let namespace = self.document.namespace.clone();
        Some(self.head_of(element, XmlName { namespace, local: name.text }, name.span))
    }

    fn head_of(&self, element: &Element, name: XmlName, span: Span) -> Head {
        Head { name, span, doc: annotation::documentation(element), file: self.document.file }
    }

    /// Returns what a component without a name says of itself.
    fn anonymous(&self, element: &Element) -> Head {
        self.head_of(element, XmlName::default(), element.span)
    }

    fn ncname(&mut self, form: &Form<'_>, attribute: &'static str) -> Option<Word> {
        let word = form.word(attribute)?;
        if is_ncname(&word.text) {
            return Some(word);
        }
        let message = format!("`{}` is not a name", word.text);
        self.report(codes::VALUE, message, word.span, "names begin with a letter or `_`, and have no `:`");
        None
    }

    /// Returns the global component that an attribute names.
    fn reference<T>(&mut self, form: &Form<'_>, attribute: &'static str) -> Option<Reference<T>> {
        let word = form.word(attribute)?;
        let name = self.qualified(form.element, &word)?;
        Some(Reference { span: word.span, target: Target::Name(name) })
    }

    /// Returns a qualified name; reports if its prefix is not declared, or its namespace not imported.
    fn qualified(&mut self, element: &Element, word: &Word) -> Option<XmlName> {
        let Some((prefix, local)) = divided(&word.text) else {
            self.report(codes::VALUE, format!("`{}` is not a name", word.text), word.span, "");
            return None;
        };
        let declared = element.prefixes.iter().find(|(it, _)| it.as_deref() == prefix).map(|(_, uri)| uri.clone());
        let namespace = match (declared, prefix) {
            (Some(namespace), _) => namespace,
            (None, Some("xml")) => schema::XML.to_owned(),
            (None, Some(prefix)) => {
                let help = format!("declare it: `xmlns:{prefix}=\"…\"`");
                self.report(codes::UNKNOWN_NAME, format!("the prefix `{prefix}` is not declared"), word.span, &help);
                return None;
            }
            (None, None) if self.document.is_chameleon => self.document.namespace.clone(),
            (None, None) => String::new(),
        };
        if !self.document.imports.contains(&namespace) {
            let message = match namespace.is_empty() {
                true => format!("`{local}` has no namespace, and this file imports nothing without one"),
                false => format!("this file does not import the namespace `{namespace}` of `{}`", word.text),
            };
            let help = match namespace.is_empty() {
                true => "use the prefix of the namespace that you mean, or add `<xs:import/>`".to_owned(),
                false => format!("add `<xs:import namespace=\"{namespace}\" schemaLocation=\"…\"/>`"),
            };
            self.report(codes::UNKNOWN_NAME, message, word.span, &help);
            return None;
        }
        Some(XmlName { namespace, local: local.to_owned() })
    }

    fn report(&mut self, code: Code, message: impl Into<String>, span: Span, help: &str) {
        let problem = Diagnostic::error(code, message).at(span, "");
        self.diagnostics.push_once(if help.is_empty() { problem } else { problem.help(help) });
    }

    fn report_missing(&mut self, element: &Element, attribute: &str) {
        let message = format!("`<{}>` needs the attribute `{attribute}` here", element.name);
        self.report(codes::ATTRIBUTE, message, element.span, "");
    }

    /// Two global components of the same kind and name.
    fn report_duplicate(&mut self, what: &str, again: &Head, first: Option<Head>) {
        let Some(first) = first else { return };
        let message = format!("there are two {what}s called `{}`", again.name.local);
        let problem = match self.document.is_again || self.schema.files[first.file].is_again {
            true => Diagnostic::warning(codes::DUPLICATE_NAME, format!("{message}, of which the first is used")),
            false => Diagnostic::error(codes::DUPLICATE_NAME, message),
        };
        let problem = problem.at(again.span, "").related(first.span, "first declared here");
        self.diagnostics.push_once(problem.help("rename or remove one of them"));
    }
}

//! Declares every name with its kind.

use super::Names;
use super::symbol::{Symbol, SymbolKind};
use crate::proto::codes;
use crate::proto::descriptor::{Element, FieldType, File, NodeId, Site, map_entry_name, walk};
use crate::proto::place::Places;
use polywire_source::{Diagnostic, Diagnostics, Span};

/// Declares the names of all files; duplicates are reported.
pub(super) fn declare(names: &mut Names, files: &[File], places: &Places, diagnostics: &mut Diagnostics) {
    let mut declarer = Declarer { names, places, diagnostics };
    for (index, file) in files.iter().enumerate() {
        declarer.package(index, file);
    }
    for (index, file) in files.iter().enumerate() {
        walk(index, file, &mut |site, element| declarer.element(site, element));
    }
}

struct Declarer<'a> {
    names: &'a mut Names,
    places: &'a Places,
    diagnostics: &'a mut Diagnostics,
}

impl Declarer<'_> {
    fn package(&mut self, index: usize, file: &File) {
        if file.package.is_empty() {
            return;
        }
        let span = self.places.of(file.node).name;
        if let Err(first) = self.names.symbols.declare_package(&file.package, index, span) {
            self.report(duplicate(&file.package, span, first).help("rename or remove one of them"));
        }
    }

    fn element(&mut self, site: &Site<'_>, element: Element<'_>) {
        match element {
            Element::Message(it) if it.is_map_entry() => self.map_entry(site, &it.name, it.node),
            Element::Message(it) => self.declare(site, &it.name, it.node, SymbolKind::Message),
            Element::Enum(it) => self.declare(site, &it.name, it.node, SymbolKind::Enum),
            Element::EnumValue(it) => self.enum_value(site, &it.name, it.node),
            Element::Oneof(it) => self.declare(site, &it.name, it.node, SymbolKind::Oneof),
            Element::Service(it) => self.declare(site, &it.name, it.node, SymbolKind::Service),
            Element::Method(it) => self.declare(site, &it.name, it.node, SymbolKind::Method),
            Element::Field(it) => {
                // A group with a lower case name, which has been reported, would clash with its own message.
                if it.ty != Some(FieldType::Group) || it.type_name.as_ref() != Some(&it.name) {
                    self.declare(site, &it.name, it.node, SymbolKind::Field);
                }
            }
            Element::File(_) | Element::ExtensionRange(_) => {}
        }
    }

    /// As in C++, enum values belong to the scope that contains the enum.
    fn enum_value(&mut self, site: &Site<'_>, name: &str, node: NodeId) {
        let Err(first) = self.try_declare(site, name, node, SymbolKind::EnumValue) else { return };
        let scope = if site.scope.is_empty() { "the file".to_owned() } else { format!("`{}`", site.scope) };
        let enums = site.message.map_or(&site.file.enums, |message| &message.enums);
        let prefix = enums.iter().find(|it| it.node == site.parent).map(|it| it.name.as_str()).unwrap_or_default();
        let help = format!(
            "the names of enum values must differ in all of {scope}, not just in the enum; prefix them, as in `{}_{name}`",
            polywire_model::screaming_snake_case(prefix),
        );
        let span = self.places.of(node).name;
        self.report(duplicate(name, span, first).help(help));
    }

    fn map_entry(&mut self, site: &Site<'_>, name: &str, node: NodeId) {
        let Err(first) = self.try_declare(site, name, node, SymbolKind::Message) else { return };
        let span = self.places.of(node).name;
        let fields = site.message.map_or(&[][..], |message| &message.fields);
        let field = fields.iter().find(|field| map_entry_name(&field.name) == name);
        let field = field.map_or(name, |field| &field.name);
        let message = format!("the entries of map `{field}` are a message `{name}`, but that name is taken");
        let clash = Diagnostic::error(codes::DUPLICATE_NAME, message)
            .at(span, "the map")
            .related(first, "first used here")
            .help("rename the field or the other declaration");
        self.report(clash);
    }

    fn declare(&mut self, site: &Site<'_>, name: &str, node: NodeId, kind: SymbolKind) {
        if let Err(first) = self.try_declare(site, name, node, kind) {
            let span = self.places.of(node).name;
            self.report(duplicate(name, span, first).help("rename or remove one of them"));
        }
    }

    fn try_declare(&mut self, site: &Site<'_>, name: &str, node: NodeId, kind: SymbolKind) -> Result<(), Span> {
        let span = self.places.of(node).name;
        self.names.symbols.declare(site.full_name(name), Symbol { kind, file: site.index, span })
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// Declarations are visited by kind, so the first one visited need not come first in the text.
fn duplicate(name: &str, span: Span, first: Span) -> Diagnostic {
    let is_swapped = span.file == first.file && span.start < first.start;
    let (span, first) = if is_swapped { (first, span) } else { (span, first) };
    Diagnostic::error(codes::DUPLICATE_NAME, format!("the name `{name}` is used twice"))
        .at(span, "used again here")
        .related(first, "first used here")
}

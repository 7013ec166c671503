//! Rules for declarations, checked once names and options are resolved: one file for each family of rules.

mod closed_enum;
mod custom_json;
mod declaration;
mod default;
mod enumeration;
mod extension;
mod feature;
mod field;
mod file;
mod json_name;
mod lifetime;
mod limits;
mod map;
mod message_set;
mod naming;
mod numbers;
mod ranges;
mod required;
mod structure;
mod support;
mod target;
mod visibility;

use super::descriptor::{
    DescriptorSet, Element, Enum, EnumValue, Field, File, Message, NodeId, Oneof, Service, Site, walk,
};
use super::features::{FeatureMap, Features};
use super::index::{BuiltIn, Index};
use super::link::Names;
use super::place::{Place, Places};
use polywire_source::{Diagnostic, Diagnostics, Severity};

/// Checks all files.
pub(super) fn check(
    set: &DescriptorSet,
    built_in: Option<BuiltIn>,
    names: &Names,
    places: &Places,
    diagnostics: &mut Diagnostics,
) -> FeatureMap {
    let files = &set.files;
    let index = Index::new(files, built_in);
    let features = FeatureMap::new(files);
    let mut checker = Checker {
        files,
        index: &index,
        features: &features,
        names,
        places,
        diagnostics,
        is_stripped: set.is_stripped,
        at: String::new(),
        is_root: false,
    };
    for (at, file) in files.iter().enumerate() {
        walk(at, file, &mut |site, element| checker.element(site, element));
    }
    checker.extension_numbers();
    drop(index);
    features
}

struct Checker<'a, 'c> {
    files: &'a [File],
    index: &'c Index<'a>,
    features: &'c FeatureMap,
    names: &'c Names,
    places: &'c Places,
    diagnostics: &'c mut Diagnostics,
    /// Options with source retention may be missing. The rules that they affect were checked before they were stripped.
    is_stripped: bool,
    /// A description of the declaration that is being checked.
    at: String,
    /// True in the last file, for which the others are imported.
    is_root: bool,
}

impl<'a> Checker<'a, '_> {
    fn element(&mut self, site: &Site<'a>, element: Element<'a>) {
        self.at = element.described(site);
        self.is_root = site.index + 1 == self.files.len();
        self.name(element);
        self.option_targets(element);
        self.required_parts(element);
        self.uninterpreted(element);
        self.option_lifetimes(site, element);
        self.feature_values(site, element);
        match element {
            Element::File(it) => self.file(site, it),
            Element::Message(it) => self.message(site, it),
            Element::Field(it) => self.field(site, it),
            Element::Oneof(it) => self.oneof(site, it),
            Element::Enum(it) => self.enumeration(site, it),
            Element::EnumValue(it) => self.enum_value(it),
            Element::Service(it) => self.service(site, it),
            Element::Method(it) => {
                self.naming_style(element, &it.name);
                self.method_visibility(site, it);
            }
            Element::ExtensionRange(_) => {}
        }
    }

    fn file(&mut self, site: &Site<'a>, it: &File) {
        self.package_size(it);
        self.file_features(it);
        self.file_imports(site, it);
        self.package_naming_style(it);
    }

    fn message(&mut self, site: &Site<'a>, it: &'a Message) {
        self.field_numbers(it);
        self.oneof_order(it);
        self.message_ranges(site, it);
        self.extension_declarations(it);
        self.json_names(it);
        self.message_set(site, it);
        if !it.is_map_entry() {
            self.naming_style(Element::Message(it), &it.name);
        }
        self.nested_visibility(site, Element::Message(it));
        self.message_limits(it);
    }

    fn field(&mut self, site: &Site<'a>, it: &'a Field) {
        self.field_syntax(site, it);
        self.field_default(site, it);
        self.field_options(it);
        self.ctype(site, it);
        self.closed_enum(site, it);
        self.field_features(site, it);
        self.feature_support(it);
        self.map_field(site, it);
        self.field_visibility(site, it);
        if it.extendee.is_some() {
            self.extension(site, it);
        }
        if !site.message.is_some_and(Message::is_map_entry) {
            self.field_naming_style(site, it);
        }
    }

    fn oneof(&mut self, site: &Site<'a>, it: &'a Oneof) {
        self.oneof_fields(site, it);
        self.oneof_naming_style(site, it);
    }

    fn enumeration(&mut self, site: &Site<'a>, it: &'a Enum) {
        self.enum_first_value(site, it);
        self.enum_aliases(it);
        self.enum_clashes(site, it);
        self.enum_ranges(it);
        self.custom_json_names(it);
        self.naming_style(Element::Enum(it), &it.name);
        self.nested_visibility(site, Element::Enum(it));
        self.enum_limits(it);
    }

    fn enum_value(&mut self, it: &'a EnumValue) {
        self.naming_style(Element::EnumValue(it), &it.name);
        self.custom_json_name(it);
        self.value_feature_support(it);
    }

    fn service(&mut self, site: &Site<'a>, it: &'a Service) {
        self.naming_style(Element::Service(it), &it.name);
        self.lite_service(site, it);
    }

    fn place(&self, node: NodeId) -> &'_ Place {
        self.places.of(node)
    }

    fn features_of(&self, node: NodeId) -> Features {
        self.features.of(node)
    }

    /// True if a file failed to parse or load, so that declarations may only seem to be missing.
    fn is_incomplete(&self) -> bool {
        self.names.is_incomplete
    }

    /// Reports a problem that protoc checks in the requested file, but not in its imports.
    fn report_in_root(&mut self, diagnostic: Diagnostic) {
        let severity = if self.is_root { diagnostic.severity } else { Severity::Warning };
        self.report(Diagnostic { severity, ..diagnostic });
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push_once(placed(diagnostic, &self.at));
    }
}

/// Without source text to point at, the message names the declaration.
fn placed(mut diagnostic: Diagnostic, at: &str) -> Diagnostic {
    if diagnostic.labels.is_empty() {
        diagnostic.message = format!("{at}: {}", diagnostic.message);
    }
    diagnostic
}

//! Descriptors to the type model. Apart from places and documentation there is no other input, so a serialized set and
//! its text give the same model.

mod default;
mod extension;
mod field;
mod message;
mod needed;
mod service;
mod well_known;

use super::Extensions;
use super::capability;
use super::descriptor::{Enum, EnumValue, File, Tree, numbers};
use super::features::FeatureMap;
use super::index::Index;
use super::place::Places;
use polywire_model::attr::EnumAttrs;
use polywire_model::{Decl, DeclId, DeclKind, Enumerator, Model};
use polywire_source::Diagnostics;
use std::collections::HashMap;

/// Makes the model of all files, which have no errors.
pub(super) fn to_model(
    files: &[File],
    (features, places, extensions): (&FeatureMap, &Places, Extensions),
    diagnostics: &mut Diagnostics,
) -> Model {
    let index = Index::new(files, None);
    let mut maker = Maker {
        index: &index,
        features,
        places,
        extensions,
        diagnostics,
        model: Model::default(),
        declared: HashMap::new(),
        file: "",
        module: Vec::new(),
    };
    let needed = needed::needed(files, &index);
    let wanted: Vec<&File> = files.iter().zip(needed).filter(|(_, needed)| *needed).map(|(file, _)| file).collect();
    wanted.iter().for_each(|file| maker.declare_file(file));
    wanted.iter().for_each(|file| maker.define_file(file));
    wanted.iter().for_each(|file| maker.extensions_of_file(file));
    let imports = |file: &&File| (file.name.clone(), needed::imports_of_types(file, (files, &index)));
    maker.model.imports = wanted.iter().map(imports).collect();
    let go_package = |file: &&File| Some((file.name.clone(), file.options.as_ref()?.text(numbers::GO_PACKAGE)?));
    maker.model.go_packages = wanted.iter().filter_map(go_package).collect();
    maker.model
}

struct Maker<'a, 'm> {
    index: &'m Index<'a>,
    features: &'m FeatureMap,
    places: &'m Places,
    extensions: Extensions,
    diagnostics: &'m mut Diagnostics,
    model: Model,
    /// Declarations by full name without a leading dot; a union has the name of its oneof.
    declared: HashMap<String, DeclId>,
    /// The name of the file that is being visited.
    file: &'a str,
    /// The parts of its package.
    module: Vec<String>,
}

/// The enclosing scopes of a declaration in its file, outermost first.
type Around<'s> = &'s [String];

impl<'a> Maker<'a, '_> {
    fn declare_file(&mut self, file: &'a File) {
        self.enter(file);
        file.messages.iter().for_each(|it| self.declare_message(&[], it));
        file.enums.iter().for_each(|it| self.enumeration(&[], it));
    }

    fn define_file(&mut self, file: &'a File) {
        self.enter(file);
        file.messages.iter().for_each(|it| self.define_message(&[], it));
        file.services.iter().for_each(|it| self.service(it));
    }

    fn enter(&mut self, file: &'a File) {
        self.file = &file.name;
        self.module = file.package.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    }

    fn enumeration(&mut self, around: Around<'_>, it: &Enum) {
        let members = it.values.iter().map(|value| self.enumerator(value)).collect();
        let open = self.features.of(it.node).open_enum;
        let names: Vec<String> = around.iter().chain([&it.name]).cloned().collect();
        let attrs = EnumAttrs { well_known: well_known::mark(&self.module, &names), ..EnumAttrs::default() };
        let kind = DeclKind::Enum(polywire_model::Enum { bits: 32, signed: true, open, flags: false, members, attrs });
        let deprecated = Tree::flag(&it.options, numbers::ENUM_DEPRECATED);
        self.declare(around, &it.name, it.node, deprecated, kind);
    }

    fn enumerator(&self, value: &EnumValue) -> Enumerator {
        let place = self.places.of(value.node);
        Enumerator {
            name: value.name.clone(),
            number: value.number.into(),
            doc: place.doc.clone(),
            deprecated: Tree::flag(&value.options, numbers::VALUE_DEPRECATED),
            span: place.name,
        }
    }

    fn declare(
        &mut self,
        around: Around<'_>,
        name: &str,
        node: super::descriptor::NodeId,
        deprecated: bool,
        kind: DeclKind,
    ) {
        let place = self.places.of(node);
        let mut names = around.to_vec();
        names.push(name.to_owned());
        let decl = Decl {
            file: self.file.to_owned(),
            module: self.module.clone(),
            name: names,
            doc: place.doc.clone(),
            deprecated,
            span: place.name,
            kind,
        };
        let path = decl.path();
        let id = self.model.add(decl);
        self.declared.insert(path, id);
    }

    /// Returns the declaration of a name, with or without a leading dot.
    fn find(&self, name: &str) -> Option<DeclId> {
        self.declared.get(name.trim_start_matches('.')).copied()
    }

    /// Returns the declaration of a name in the current scope.
    fn find_here(&self, around: Around<'_>, name: &str) -> Option<DeclId> {
        let parts = self.module.iter().chain(around).map(String::as_str).chain([name]);
        self.find(&parts.collect::<Vec<_>>().join("."))
    }

    fn missing(&mut self, feature: capability::Feature, name: &str, span: polywire_source::Span) {
        let mut diagnostic = capability::missing(feature, span);
        if diagnostic.labels.is_empty() {
            diagnostic.message = format!("field `{name}`: {}", diagnostic.message);
        }
        self.diagnostics.push_once(diagnostic);
    }
}

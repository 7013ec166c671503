//! Syntax trees to model: names are declared, looked up and checked.
//!
//! All declarations come first, then the enums, which refer to nothing, then what refers to them.

mod declare;
mod default;
mod enumeration;
mod extend;
mod field;
mod imports;
mod json_name;
mod lookup;
mod message;
mod numbers;
mod oneof;
mod options;
mod ranges;
mod service;
mod symbol;

use super::ast::{Item, NumberRange, Syntax};
use super::features::Features;
use super::load::{Unit, UnitId};
use imports::Imports;
use polywire_model::{DeclId, Model};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;
use symbol::Symbols;

/// Builds the model of all units. It is of use only if no errors were reported.
pub(super) fn resolve(units: &[Unit], diagnostics: &mut Diagnostics) -> Model {
    if units.iter().any(|unit| unit.ast.syntax == Syntax::Editions) {
        return Model::default();
    }
    let mut resolver = Resolver {
        units,
        imports: Imports::new(units),
        symbols: Symbols::default(),
        model: Model::default(),
        declared: HashMap::new(),
        extension_ranges: HashMap::new(),
        extensions: HashMap::new(),
        is_incomplete: diagnostics.has_errors(),
        diagnostics,
    };
    resolver.declare_all();
    resolver.define_enums();
    resolver.define_messages();
    resolver.check_the_rest();
    resolver.model
}

struct Resolver<'a> {
    units: &'a [Unit],
    imports: Imports,
    symbols: Symbols,
    model: Model,
    /// The declaration that was made for a name at this place.
    declared: HashMap<Span, DeclId>,
    /// Extension ranges of the messages that have some.
    extension_ranges: HashMap<DeclId, Vec<NumberRange>>,
    /// Where a number of a message was taken by an extension.
    extensions: HashMap<(DeclId, i64), Span>,
    /// Something did not parse or load, so that what seems to be missing may be there.
    is_incomplete: bool,
    diagnostics: &'a mut Diagnostics,
}

/// Where a declaration stands.
#[derive(Clone, Copy)]
struct Site<'a> {
    unit: UnitId,
    syntax: Syntax,
    features: Features,
    /// Full name of the package or message around it.
    scope: &'a str,
}

impl<'a> Resolver<'a> {
    fn define_enums(&mut self) {
        self.for_each_item(&mut |resolver, site, item| {
            if let Item::Enum(it) = item {
                resolver.define_enum(site, it);
            }
        });
    }

    fn define_messages(&mut self) {
        self.for_each_item(&mut |resolver, site, item| {
            if let Item::Message(it) = item {
                resolver.note_extension_ranges(it);
                resolver.define_message(site, it);
            }
        });
    }

    /// What leaves no trace in the model.
    fn check_the_rest(&mut self) {
        self.for_each_item(&mut |resolver, site, item| match item {
            Item::Extend(it) => resolver.check_extend(site, it),
            Item::Service(it) => resolver.check_service(site, it),
            Item::Message(_) | Item::Enum(_) => {}
        });
        self.check_files();
    }

    /// Visits every declaration of every file, those around others first.
    fn for_each_item(&mut self, visit: &mut dyn FnMut(&mut Self, Site<'_>, &'a Item)) {
        for (index, unit) in self.units.iter().enumerate() {
            let syntax = unit.ast.syntax;
            let scope = unit.ast.package.as_ref().map_or("", |package| package.text.as_str());
            let site = Site { unit: UnitId(index), syntax, features: Features::of(syntax), scope };
            self.visit_items(site, &unit.ast.items, visit);
        }
    }

    fn visit_items(&mut self, site: Site<'_>, items: &'a [Item], visit: &mut dyn FnMut(&mut Self, Site<'_>, &'a Item)) {
        for item in items {
            visit(self, site, item);
            if let Item::Message(message) = item {
                let scope = symbol::join(site.scope, &message.name.text);
                self.visit_items(Site { scope: &scope, ..site }, &message.body.items, visit);
            }
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

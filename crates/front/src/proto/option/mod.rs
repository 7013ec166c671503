//! Interprets options: untyped settings become typed values, by the messages of `descriptor.proto` and their
//! extensions.

mod normal;
mod scalar;
mod setting;
mod text_format;

use super::ast::OptionSetting;
use super::build::is_part_of_field;
use super::descriptor::{Element, File, NodeId, Site, Tree, each_options, walk};
use super::features::FeatureMap;
use super::index::{BuiltIn, Index};
use super::link::Names;
use super::place::Places;
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;

/// Interprets the options of all files. `built_in` holds declarations that the files need not import.
///
/// Extensions are interpreted in a second round, because their encoding depends on the standard options of their
/// declarations.
pub(super) fn interpret(
    files: &mut [File],
    built_in: Option<BuiltIn>,
    names: &mut Names,
    places: &Places,
    diagnostics: &mut Diagnostics,
) {
    for round in [Round::Standard, Round::Extensions] {
        let found = {
            let features = FeatureMap::new(files);
            let index = Index::new(files, built_in);
            let mut interpreter =
                Interpreter { index: &index, features: &features, names, places, diagnostics, file: 0, settings: &[] };
            interpreter.files(files, round)
        };
        apply(files, found);
    }
}

/// Options by the node that they are set on.
type Found = HashMap<NodeId, Tree>;

fn apply(files: &mut [File], mut found: Found) {
    for file in files {
        each_options(file, &mut |_, node, options| {
            if let Some(interpreted) = found.remove(node) {
                *options = Some(interpreted);
            }
        });
    }
}

/// The options to interpret in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    Standard,
    Extensions,
}

struct Interpreter<'a, 'n> {
    index: &'n Index<'a>,
    features: &'n FeatureMap,
    names: &'n mut Names,
    places: &'n Places,
    diagnostics: &'n mut Diagnostics,
    /// The file that is being processed.
    file: usize,
    /// The settings of the declaration that is being processed.
    settings: &'n [OptionSetting],
}

/// Marks that a problem has been reported.
#[derive(Debug)]
struct Reported;

type Interpreted<T> = Result<T, Reported>;

impl Interpreter<'_, '_> {
    fn files(&mut self, files: &[File], round: Round) -> Found {
        let mut found = Found::new();
        for (at, file) in files.iter().enumerate() {
            self.file = at;
            walk(at, file, &mut |site, element| {
                if let Some(options) = self.element(site, element, round) {
                    found.insert(element.node(), options);
                }
            });
        }
        found
    }

    /// Interprets the options of a declaration.
    fn element(&mut self, site: &Site<'_>, element: Element<'_>, round: Round) -> Option<Tree> {
        let places = self.places;
        self.settings = &places.of(element.node()).settings;
        let is_field = matches!(element, Element::Field(_));
        // Handled elsewhere; `map_entry` as an error.
        let is_elsewhere = |it: &OptionSetting| it.begins_with("map_entry") || (is_field && is_part_of_field(it));
        let is_wanted = |it: &&OptionSetting| round_of(it) == round && !is_elsewhere(it);
        let mut settings = self.settings.iter().filter(is_wanted).peekable();
        settings.peek()?;
        let mut options = element.options().clone().unwrap_or_default();
        // A range has no name; its options are resolved in the scope of the message.
        let scope = match element {
            Element::ExtensionRange(_) => site.scope.rsplit_once('.').map_or("", |(around, _)| around),
            _ => &site.scope,
        };
        for setting in settings {
            // An invalid setting has been reported; continue with the others.
            if self.setting(scope, element.target(), setting, &mut options).is_err() {
                self.names.bad_options.insert(element.node());
            }
        }
        self.normalize(&mut options, element.target().options_message());
        Some(options)
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push_once(diagnostic);
        Reported
    }

    fn error(&mut self, code: polywire_source::Code, message: String, span: Span, help: &str) -> Reported {
        self.report(Diagnostic::error(code, message).at(span, "").help(help))
    }
}

fn round_of(setting: &OptionSetting) -> Round {
    let is_extension = setting.name.first().is_some_and(|part| part.is_extension);
    if is_extension { Round::Extensions } else { Round::Standard }
}

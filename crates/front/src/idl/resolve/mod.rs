//! The syntax tree to the tree: names are resolved in the order of the text, constants are computed, and the rules of
//! the specification are checked.

mod aggregate;
mod annotation;
mod bits;
mod complete;
mod constant;
mod declare;
mod depth;
mod enumeration;
mod facts;
mod fixed;
mod forward;
mod identity;
mod inherit;
mod interface;
mod items;
mod lookup;
mod number;
mod operation;
mod scope;
mod types;
mod union;
mod value;

use super::ast::Item;
use super::tree::{Annotation, DefId, Specification};
use crate::preprocess::SourceFile;
use facts::Facts;
use identity::Prefixes;
use polywire_source::Diagnostics;
use scope::{Scope, ScopeId};

/// Resolves all definitions. What is wrong is reported and left out, or incomplete.
pub(super) fn resolve(items: &[Item], files: Vec<SourceFile>, diagnostics: &mut Diagnostics) -> Specification {
    let mut resolver = Resolver {
        diagnostics,
        specification: Specification { files, definitions: Vec::new() },
        facts: Vec::new(),
        scopes: scope::standard(),
        current: ScopeId::FILE,
        files: Vec::new(),
        prefixes: Prefixes::default(),
        suggestions: 0,
    };
    resolver.items(items, &mut items::Body::default());
    resolver.report_undefined();
    depth::check(&resolver.specification.definitions, resolver.diagnostics);
    resolver.specification
}

struct Resolver<'a> {
    diagnostics: &'a mut Diagnostics,
    specification: Specification,
    /// Of each definition, in the same order.
    facts: Vec<Facts>,
    /// A [`ScopeId`] is an index.
    scopes: Vec<Scope>,
    current: ScopeId,
    /// The file whose text is resolved, and those that include it, outermost first.
    files: Vec<usize>,
    prefixes: Prefixes,
    /// How many names have been suggested.
    suggestions: usize,
}

/// What stands in front of a definition.
struct Head {
    doc: String,
    annotations: Vec<Annotation>,
}

impl Resolver<'_> {
    fn facts(&self, id: DefId) -> &Facts {
        &self.facts[id.0]
    }

    fn name(&self, id: DefId) -> &str {
        &self.specification.definitions[id.0].name
    }
}

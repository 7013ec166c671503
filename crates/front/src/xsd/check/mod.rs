//! The rules for components (XML Schema Part 1, section 3).

mod attributes;
mod complex;
mod content;
mod identity;
mod model;
mod part;
mod particle;
mod places;
mod references;
mod simple;
mod substitution;
mod values;
mod xpath;

use super::codes;
use super::effective::{Members, members};
use super::schema::{GroupId, Head, Schema, TypeId};
use super::simple::Types;
use polywire_model::attr::XmlName;
use polywire_source::{Code, Diagnostic, Diagnostics, Span};
use std::cell::RefCell;
use std::collections::HashMap;

/// Reports everything that breaks a rule.
pub(super) fn check(schema: &Schema, diagnostics: &mut Diagnostics) {
    let types = Types::new(schema);
    let check = Check {
        schema,
        types: &types,
        members: members(schema),
        empty: RefCell::default(),
        diagnostics: RefCell::new(diagnostics),
    };
    check.references();
    // Types that contain themselves, or miss a part, would be reported again and again.
    if check.diagnostics.borrow().has_errors() {
        return;
    }
    check.simple_types();
    check.complex_types();
    check.substitution_groups();
    check.values();
    check.identity_constraints();
}

struct Check<'a> {
    schema: &'a Schema,
    types: &'a Types<'a>,
    /// The elements that directly name another one as the head of their substitution group.
    members: Members,
    /// Whether the content of groups can be without elements.
    empty: RefCell<HashMap<GroupId, bool>>,
    diagnostics: RefCell<&'a mut Diagnostics>,
}

impl Check<'_> {
    fn type_ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.schema.types.len()).map(TypeId)
    }

    fn report(&self, code: Code, message: impl Into<String>, span: Span, help: &str) {
        let problem = Diagnostic::error(code, message).at(span, "");
        self.push(if help.is_empty() { problem } else { problem.help(help) });
    }

    fn push(&self, problem: Diagnostic) {
        self.diagnostics.borrow_mut().push_once(problem);
    }

    /// Reports a problem together with another place.
    fn report_both(&self, code: Code, message: String, span: Span, (other, why): (Span, &str), help: &str) {
        let problem = Diagnostic::error(code, message).at(span, "").related(other, why);
        self.push(if help.is_empty() { problem } else { problem.help(help) });
    }
}

/// Returns a name as messages show it.
fn shown(name: &XmlName) -> String {
    match name.namespace.is_empty() {
        true => format!("`{}`", name.local),
        false => format!("`{}` of `{}`", name.local, name.namespace),
    }
}

/// Returns what messages call a type.
fn type_name(head: &Head) -> String {
    if head.name.local.is_empty() { "the type".to_owned() } else { format!("`{}`", head.name.local) }
}

//! What stands in the place of wildcards, where `processContents` demands that it is as the schema declares it
//! (XML Schema Part 1, sections 3.4.4 and 3.10.4).
//!
//! An element is written as a document, and read again as one of the declared type.
//!
//! Design: docs/decisions/0145-places-of-wildcards.md

use super::Constraints;
use super::declared::Declared;
use super::node::{Address, Node};
use super::problem::Problems;
use super::tree;
use polywire_model::attr::{XmlKind, XmlName, XmlProcess};
use polywire_model::xml::element_field;
use polywire_model::{AnyMember, DeclId, DeclKind, Model, Type};
use polywire_vm::{Path, Refusal, Value};
use std::collections::BTreeSet;

/// Returns the declarations that lead to wildcards whose place is checked, if a message does.
pub(super) fn leading_in(model: &Model, reached: &BTreeSet<DeclId>) -> BTreeSet<DeclId> {
    let is_owner = |id: &DeclId| model.members(*id).iter().any(|(_, it)| it.xml().process != XmlProcess::Skip);
    let owners: BTreeSet<DeclId> = reached.iter().copied().filter(is_owner).collect();
    if owners.is_empty() { owners } else { model.leading_to(owners) }
}

/// Returns true if some place is checked in the messages of a schema.
pub(super) fn are_checked(model: &Model) -> bool {
    let all = model.decls.iter().zip((0..).map(DeclId));
    let mut structured = all.filter(|(it, _)| !matches!(it.kind, DeclKind::Enum(_) | DeclKind::Constant(_)));
    structured.any(|(_, id)| model.members(id).iter().any(|(_, it)| it.xml().process != XmlProcess::Skip))
}

pub(super) fn check<'a>(constraints: &'a Constraints, root: Node<'a>, problems: &mut Problems<'a>) {
    if constraints.to_wildcards.is_empty() {
        return;
    }
    let Some(declared) = constraints.shared.declared() else { return };
    Check { constraints, declared, model: &constraints.shared.model, problems }.parts(root);
}

struct Check<'c, 'a, 'p> {
    constraints: &'c Constraints,
    declared: &'c Declared,
    model: &'a Model,
    problems: &'p mut Problems<'a>,
}

impl<'a> Check<'_, 'a, '_> {
    fn parts(&mut self, node: Node<'a>) {
        let leads = matches!(node.ty, Type::Named(id) if self.constraints.to_wildcards.contains(id));
        if !leads || self.problems.are_enough() {
            return;
        }
        node.each(self.model, &mut |_, _, part| match part.member.map(AnyMember::xml) {
            Some(it) if it.process != XmlProcess::Skip && it.kind == XmlKind::AnyAttributes => {
                self.attribute(part, it.process);
            }
            Some(it) if it.process != XmlProcess::Skip => self.element(part, it.process, &[]),
            Some(_) | None => self.parts(part),
        });
    }

    /// Checks an element; names in it may have the prefixes that are declared around it.
    fn element(&mut self, node: Node<'a>, process: XmlProcess, around: &[Value]) {
        if self.problems.are_enough() {
            return;
        }
        let (name, declarations) = (tree::name(node.value), tree::declarations(node.value, around));
        let told = tree::told_type(node.value, &declarations);
        match (self.declared.element(&name, told.as_ref()), process) {
            (Some(ty), _) => self.typed(node, &name, (ty, &declarations)),
            (None, XmlProcess::Strict) => self.problems.undeclared("element", &name, node.address()),
            // Its type is `xs:anyType`.
            (None, XmlProcess::Lax | XmlProcess::Skip) => self.content(node, &declarations),
        }
    }

    fn typed(&mut self, node: Node<'a>, name: &XmlName, (ty, declarations): (DeclId, &[Value])) {
        let place = node.address();
        match self.declared.read_element(ty, tree::declaring(node.value, declarations)) {
            Err(refusal) => self.refused(place, ("element", name), &refusal),
            Ok(value) => {
                let inner = Constraints::of_shared(&self.constraints.shared, ty);
                let found = inner.map_or_else(Vec::new, |it| it.problems_of_part(&value, self.problems.room()));
                for it in found {
                    let text = inside(&it.path, &it.text);
                    self.problems.in_wildcard(it.code, ("element", name), place, &text);
                }
            }
        }
    }

    fn content(&mut self, node: Node<'a>, declarations: &[Value]) {
        let model = self.model;
        node.each(model, &mut |member, _, part| match member.index {
            element_field::ATTRIBUTES => self.attribute(part, XmlProcess::Lax),
            element_field::CONTENT => part.each(model, &mut |_, _, it| {
                if matches!(it.value, Value::Struct(_)) && it.ty == node.ty {
                    self.element(it, XmlProcess::Lax, declarations);
                }
            }),
            _ => {}
        });
    }

    fn attribute(&mut self, node: Node<'a>, process: XmlProcess) {
        let name = tree::name(node.value);
        if self.declared.has_attribute(&name) {
            if let Err(refusal) = self.declared.read_attribute(node.value) {
                self.refused(node.address(), ("attribute", &name), &refusal);
            }
        } else if process == XmlProcess::Strict && name.namespace != tree::XSI {
            self.problems.undeclared("attribute", &name, node.address());
        }
    }

    fn refused(&mut self, place: Address, what: (&str, &XmlName), refusal: &Refusal) {
        let code = refusal.failure.code;
        self.problems.in_wildcard(code.name(), what, place, &inside(&refusal.path, code.message()));
    }
}

fn inside(path: &Path, text: &str) -> String {
    if path.steps.is_empty() { text.to_owned() } else { format!("{path}: {text}") }
}

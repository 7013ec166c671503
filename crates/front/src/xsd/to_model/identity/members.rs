//! The members of the model that paths lead over.

use super::path::{NameTest, Path};
use crate::xsd::schema::Word;
use polywire_model::attr::{XmlKind, XmlNamespaces};
use polywire_model::{AnyMember, DeclId, DeclKind, Member, MemberPath, MemberStep, Model, Type};
use std::collections::BTreeSet;

/// The most members that all paths of a schema look at together.
const MOST_MEMBERS: usize = 10_000_000;

/// The structs and unions from which a path leads.
pub(super) type Starts = BTreeSet<DeclId>;

/// What a path does not see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    /// Elements or attributes of any name.
    Wildcard,
    /// The elements themselves from which `.//` leads.
    Itself,
    /// The schema is too large for its paths.
    TooLarge,
}

impl Problem {
    pub fn text(self) -> &'static str {
        match self {
            Self::Wildcard => {
                "does not see what stands in the place of a wildcard, so not all of the constraint is checked"
            }
            Self::Itself => "names no element behind `.//`, and selects nothing",
            Self::TooLarge => "is not checked, because the paths of the schema look at more than ten million members",
        }
    }

    pub fn help(self) -> &'static str {
        match self {
            Self::Wildcard => "declare the elements or attributes that it is about",
            Self::Itself => "name the elements",
            Self::TooLarge => "use fewer paths, and none that begin with `.//`",
        }
    }
}

/// Follows paths.
pub(super) struct Finder<'m> {
    model: &'m Model,
    /// The number of members that paths looked at.
    looked_at: usize,
    /// The last paths missed something.
    missed: bool,
    /// Each path once.
    pub problems: Vec<(Word, Problem)>,
}

/// A step of a path.
struct Wanted<'p> {
    test: &'p NameTest,
    is_attribute: bool,
    descends: bool,
}

impl<'m> Finder<'m> {
    pub fn new(model: &'m Model) -> Self {
        Self { model, looked_at: 0, missed: false, problems: Vec::new() }
    }

    /// Returns the struct or union that a member holds, also as the element of a list.
    pub fn held(&self, member: Member) -> Option<DeclId> {
        let members = self.model.members(member.owner);
        self.held_by(members.get(member.index as usize)?.1)
    }

    fn held_by(&self, it: AnyMember<'_>) -> Option<DeclId> {
        let mut ty = it.ty()?;
        while let Type::List(element) | Type::Array(element, _) = ty {
            ty = element;
        }
        match ty {
            Type::Named(id) => {
                matches!(self.model.decl(*id).kind, DeclKind::Struct(_) | DeclKind::Union(_)).then_some(*id)
            }
            _ => None,
        }
    }

    /// Returns the steps of a path, and what they lead to.
    pub fn path(&mut self, starts: &Starts, path: &Path, word: &Word) -> (MemberPath, Starts) {
        self.looked_at += starts.len() + 1;
        let (mut steps, mut at) = (Vec::new(), starts.clone());
        let elements = path.elements.iter().map(|test| (test, false));
        let all = elements.chain(path.attribute.iter().map(|test| (test, true)));
        for ((test, is_attribute), number) in all.zip(0..) {
            let wanted = Wanted { test, is_attribute, descends: path.descends && number == 0 };
            let (step, ends) = self.step(&at, &wanted, word);
            steps.push(step);
            at = ends;
        }
        if path.descends && steps.is_empty() {
            self.report(word, Problem::Itself);
            (steps, at) = (vec![MemberStep::default()], Starts::new());
        }
        (MemberPath { steps }, at)
    }

    fn step(&mut self, starts: &Starts, wanted: &Wanted<'_>, word: &Word) -> (MemberStep, Starts) {
        let (mut step, mut ends) = (MemberStep::default(), Starts::new());
        if self.looked_at > MOST_MEMBERS {
            self.report(word, Problem::TooLarge);
            return (step, ends);
        }
        let mut open: Vec<DeclId> = starts.iter().copied().collect();
        let mut seen = starts.clone();
        while let Some(decl) = open.pop() {
            for (member, it) in self.model.members(decl) {
                self.looked_at += 1;
                let (goes_on, ends_here) = self.at(member, it, wanted, word);
                let held = self.held_by(it);
                if goes_on {
                    step.through.insert(member);
                    open.extend(held.filter(|held| seen.insert(*held)));
                }
                if ends_here {
                    step.to.insert(member);
                    ends.extend(held);
                }
            }
        }
        (step, ends)
    }

    /// Returns whether a step goes through a member, and whether it ends there.
    fn at(&mut self, member: Member, it: AnyMember<'_>, wanted: &Wanted<'_>, word: &Word) -> (bool, bool) {
        if self.model.is_transparent(member, it) {
            return (true, false);
        }
        let xml = it.xml();
        let (namespace, local) = match &xml.name {
            Some(name) => (name.namespace.as_str(), name.local.as_str()),
            None => ("", it.name()),
        };
        let is_selected = wanted.test.selects(namespace, local);
        match xml.kind {
            XmlKind::Element => (wanted.descends, is_selected && !wanted.is_attribute),
            XmlKind::Attribute => (false, is_selected && wanted.is_attribute),
            XmlKind::AnyElement | XmlKind::AnyAttributes => {
                let is_element = xml.kind == XmlKind::AnyElement;
                let is_met = wanted.is_attribute != is_element && stands_for(&xml.namespaces, wanted.test);
                if is_met || is_element && wanted.descends && wanted.is_attribute {
                    self.report(word, Problem::Wildcard);
                }
                (false, false)
            }
            XmlKind::Text | XmlKind::Content | XmlKind::Typed => (false, false),
        }
    }

    /// Returns the members that hold the texts of elements which may have attributes.
    pub fn content(&self, ends: &Starts) -> BTreeSet<Member> {
        let mut content = BTreeSet::new();
        let mut open: Vec<DeclId> = ends.iter().copied().collect();
        let mut seen = ends.clone();
        while let Some(decl) = open.pop() {
            let is_nullable = self.model.as_struct(decl).is_some_and(|it| it.is_nullable);
            for (member, it) in self.model.members(decl) {
                let goes_on = is_nullable || it.xml().kind == XmlKind::Typed;
                if goes_on || it.xml().kind == XmlKind::Text {
                    content.insert(member);
                }
                open.extend(self.held_by(it).filter(|held| goes_on && seen.insert(*held)));
            }
        }
        content
    }

    /// Returns true if something was missed since the last question.
    pub fn take_missed(&mut self) -> bool {
        std::mem::take(&mut self.missed)
    }

    fn report(&mut self, word: &Word, problem: Problem) {
        self.missed = true;
        let is_known = self.problems.iter().any(|(known, it)| known.span == word.span && *it == problem);
        if !is_known {
            self.problems.push((word.clone(), problem));
        }
    }
}

/// Returns true if a wildcard stands for a name that a step selects.
fn stands_for(namespaces: &XmlNamespaces, test: &NameTest) -> bool {
    test.namespace().is_none_or(|namespace| namespaces.has(namespace))
}

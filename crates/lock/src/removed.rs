//! Derives the properties of removed members from their lines and those of the types that they named.

use crate::assignments::{Entry, Section};
use crate::member::SELF;
use polywire_model::attr::{Fact, NumberKind, RemovedMember, RemovedType};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The lines of all types.
pub(crate) struct Removed<'s, 'l> {
    sections: &'s BTreeMap<&'l (Fact, String), &'l Section>,
    /// Limits the number of members visited: types that contain each other repeatedly have more members than lines.
    left: Cell<u32>,
}

/// More than any schema written by people needs.
const MOST_MEMBERS: u32 = 100_000;

impl<'s, 'l> Removed<'s, 'l> {
    pub fn new(sections: &'s BTreeMap<&'l (Fact, String), &'l Section>) -> Self {
        Self { sections, left: Cell::new(MOST_MEMBERS) }
    }

    /// Returns the removed members of a section by number. Cases count together as their union, and only if the union
    /// has none of the taken places.
    pub fn members(
        &self,
        section: &Section,
        is_removed: impl Fn(u32) -> bool,
        taken: &BTreeSet<u32>,
    ) -> Vec<RemovedMember> {
        self.chosen(section, is_removed, taken, &mut Vec::new())
    }

    fn chosen(
        &self,
        section: &Section,
        is_removed: impl Fn(u32) -> bool,
        taken: &BTreeSet<u32>,
        around: &mut Vec<String>,
    ) -> Vec<RemovedMember> {
        let mut unions = BTreeSet::new();
        let mut members = Vec::new();
        for (number, entry) in &section.entries {
            match entry.union(Fact::Order) {
                Some(union) if unions.insert(union) && !taken.contains(number) => {
                    let ty = RemovedType::Union(self.cases(section, union, |_| true, around));
                    members.push(RemovedMember { order: *number, optional: false, ty });
                }
                Some(_) => {}
                None if is_removed(*number) => members.push(self.member(*number, entry, around)),
                None => {}
            }
        }
        members
    }

    /// Returns the removed cases of a union by place.
    pub fn cases_of(&self, section: &Section, union: &str, is_removed: impl Fn(u32) -> bool) -> Vec<RemovedMember> {
        self.cases(section, union, is_removed, &mut Vec::new())
    }

    fn cases(
        &self,
        section: &Section,
        union: &str,
        is_removed: impl Fn(u32) -> bool,
        around: &mut Vec<String>,
    ) -> Vec<RemovedMember> {
        let all = section.entries.iter().filter(|(_, entry)| entry.union(Fact::Order) == Some(union));
        let removed = all.zip(0..).filter(|((number, _), _)| is_removed(**number));
        removed.map(|((_, entry), place)| self.member(place, entry, around)).collect()
    }

    fn member(&self, order: u32, entry: &Entry, around: &mut Vec<String>) -> RemovedMember {
        self.left.set(self.left.get().saturating_sub(1));
        let (text, optional) = match entry.ty.strip_suffix('?') {
            Some(text) => (text, true),
            None => (entry.ty.as_str(), false),
        };
        RemovedMember { order, optional, ty: self.ty(text, around) }
    }

    /// Parses a type. `around` are the enclosing types.
    fn ty(&self, text: &str, around: &mut Vec<String>) -> RemovedType {
        if let Some(ty) = plain(text) {
            return ty;
        }
        let inner = |word: &str| text.strip_prefix(word)?.strip_suffix(')');
        if let Some(len) = inner("bytes(").and_then(|len| len.parse().ok()) {
            return RemovedType::FixedBytes(len);
        }
        if let Some(element) = inner("list(") {
            return RemovedType::List(Box::new(self.ty(element, around)));
        }
        if let Some((element, len)) = inner("array(").and_then(|it| it.rsplit_once(", "))
            && let Ok(len) = len.parse()
        {
            return RemovedType::Array(Box::new(self.ty(element, around)), len);
        }
        if let Some((key, value)) = inner("map(").and_then(|it| it.split_once(", ")) {
            return RemovedType::Map(Box::new(self.ty(key, around)), Box::new(self.ty(value, around)));
        }
        self.named(text, around)
    }

    fn named(&self, text: &str, around: &mut Vec<String>) -> RemovedType {
        let path = text.strip_prefix("enum ").unwrap_or(text).to_owned();
        let unknown = RemovedType::Unknown(path.clone());
        let Some(section) = self.sections.get(&(Fact::Order, path.clone())) else { return unknown };
        if text.starts_with("enum ") {
            return RemovedType::Enum(numbers_of(section));
        }
        if around.contains(&path) {
            return RemovedType::Recursive;
        }
        if self.left.get() == 0 {
            return unknown;
        }
        let is_case = |entry: &Entry| entry.union(Fact::Order) == Some(SELF);
        around.push(path.clone());
        if section.entries.values().all(is_case) && !section.entries.is_empty() {
            let cases = self.cases(section, SELF, |_| true, around);
            around.pop();
            return RemovedType::Union(cases);
        }
        let members = self.chosen(section, |_| true, &BTreeSet::new(), around);
        around.pop();
        RemovedType::Struct(path, members)
    }
}

fn plain(text: &str) -> Option<RemovedType> {
    let number = |kind, bits: &str| Some(RemovedType::Number { bits: bits.parse().ok()?, kind });
    match text {
        "bool" => Some(RemovedType::Bool),
        "void" => Some(RemovedType::Nothing),
        "text" => Some(RemovedType::Text),
        "bytes" => Some(RemovedType::Bytes),
        "map" => Some(RemovedType::Unknown(text.to_owned())),
        "i8" | "i16" | "i32" | "i64" => number(NumberKind::Signed, &text[1..]),
        "u8" | "u16" | "u32" | "u64" => number(NumberKind::Unsigned, &text[1..]),
        "f32" | "f64" => number(NumberKind::Float, &text[1..]),
        _ => None,
    }
}

/// Returns all numbers of an enum, including those of removed enumerators, in order.
pub(crate) fn numbers_of(section: &Section) -> Vec<i64> {
    section.entries.values().filter_map(|entry| entry.key).collect()
}

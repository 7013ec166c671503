//! Unions with a tag. The notes of their members say which tags select them.

use super::names::member_name;
use super::record::Place;
use super::{Maker, hidden, used};
use crate::c::note::{Note, NoteKind};
use crate::c::tree::{Length, Member, RecordId, Type as CTree};
use crate::c::{codes, literal};
use polywire_model::attr::{CaseAttrs, UnionAttrs};
use polywire_model::c::{CItem, CRecord};
use polywire_model::{Case, DeclKind, Type, Union};
use polywire_source::{Diagnostic, Span};
use std::collections::{HashMap, HashSet};

/// The case without a value of a union some of whose tags select no member, if these have no names.
const NONE: &str = "none";

impl<'a> Maker<'a> {
    pub(super) fn union(&mut self, id: RecordId) {
        let Some((discriminator, _)) = self.tag_of(id) else { return };
        let record = &self.unit.records[id.0];
        let (mut cases, mut items) = (Vec::new(), Vec::new());
        for it in record.members.iter().flatten() {
            if let Some((case, item)) = self.case(it, &discriminator, cases.len() as u32) {
                cases.push(case);
                items.push(item);
            }
        }
        self.check_labels(&cases);
        if !cases.iter().any(|it| it.is_default) {
            self.add_free_tags(&discriminator, record.declared.span, &mut cases);
        }
        let c = CRecord { name: self.c_name(id), items, overlap: true, layout: record.layout, ..CRecord::default() };
        let attrs = UnionAttrs { c: Some(Box::new(c)), ..UnionAttrs::default() };
        let declared = self.records[&id];
        self.model.decls[declared.0 as usize].kind =
            DeclKind::Union(Union { cases, discriminator: Some(discriminator), attrs, ..Union::default() });
        let first = self.model.decls.len();
        self.model.keep_labels(declared);
        self.taken.extend(self.model.decls[first..].iter().map(polywire_model::Decl::path));
    }

    /// Returns the type of the tags of a union, which is the same wherever the union is used.
    fn tag_of(&mut self, id: RecordId) -> Option<(Type, Span)> {
        if self.labels.is_empty() {
            self.find_tags();
        }
        self.labels.get(&id).cloned()
    }

    fn find_tags(&mut self) {
        let unit = self.unit;
        let structs: Vec<RecordId> = self.records.keys().copied().filter(|id| !unit.records[id.0].is_union).collect();
        let mut structs = structs;
        structs.sort_unstable();
        for owner in structs {
            let members = hidden::flat(unit, owner);
            for it in members.iter().filter(|it| used::is_tagged(unit, it)) {
                let CTree::Record(id) = it.ty.plain() else { continue };
                let named = used::notes(unit, it).find_map(|note| match &note.kind {
                    NoteKind::Tag(name) => Some((name, note.span)),
                    _ => None,
                });
                let Some((name, span)) = named else { continue };
                let Some(tag) = members.iter().find(|member| member.name == *name) else { continue };
                self.add_tag(*id, tag, span);
            }
        }
    }

    fn add_tag(&mut self, id: RecordId, tag: &Member, span: Span) {
        let (ty, _) = self.value(tag, super::ty::Form::default());
        match self.labels.get(&id) {
            Some((first, place)) if *first != ty => {
                let name = self.c_name(id);
                let error = Diagnostic::error(codes::TYPE, format!("the tags of `{name}` have different types"));
                let error = error.at(span, "").related(*place, "the other one");
                self.diagnostics.push(error.help("use the same type for all its tags"));
            }
            Some(_) => {}
            None => {
                self.labels.insert(id, (ty, span));
            }
        }
    }

    fn case(&mut self, it: &Member, discriminator: &Type, order: u32) -> Option<(Case, CItem)> {
        if it.bits.is_some() {
            let help = "put it into a struct in the union";
            self.report(codes::UNSUPPORTED, "a bit-field in a union with a tag".to_owned(), it.span, help);
            return None;
        }
        if matches!(it.ty.plain(), CTree::Array(_, Length::Fixed(0) | Length::Flexible)) {
            let help = "give the array a length";
            self.report(codes::UNSUPPORTED, "an array without elements in a union".to_owned(), it.span, help);
            return None;
        }
        let name = member_name(self.unit, it);
        if it.name.is_empty() && !used::notes(self.unit, it).any(|note| matches!(note.kind, NoteKind::Name(_))) {
            let help = "give it a name, or write `/* polywire: name(point) */`";
            self.report(codes::UNSUPPORTED, "a member of a union with a tag needs a name".to_owned(), it.span, help);
            return None;
        }
        let (labels, is_default) = self.labels(it, discriminator)?;
        let (field, member) = self.member(it, name.clone(), Place::Case);
        let case = Case {
            name,
            ty: Some(field.ty),
            labels,
            is_default,
            default: None,
            boxed: false,
            doc: field.doc,
            deprecated: field.deprecated,
            span: it.span,
            attrs: CaseAttrs { order: Some(order), ..CaseAttrs::default() },
        };
        Some((case, CItem::Member(member)))
    }

    /// Returns the tags of a member, and whether all other ones are its, too.
    fn labels(&mut self, it: &Member, discriminator: &Type) -> Option<(Vec<i128>, bool)> {
        let found = used::notes(self.unit, it).find_map(|note| match &note.kind {
            NoteKind::Case(list) => Some((list, note)),
            _ => None,
        });
        let Some((list, note)) = found else {
            let message = format!("no note says with which tags `{}` is set", member_name(self.unit, it));
            let help = "write `/* polywire: case(1) */` behind it, with numbers or enumerators";
            self.report(codes::NOTE, message, it.span, help);
            return None;
        };
        let mut labels = Vec::new();
        for text in list.iter().filter(|text| *text != "default") {
            match self.label(text, note, discriminator) {
                Some(label) => labels.push(label),
                None => return None,
            }
        }
        Some((labels, list.iter().any(|text| text == "default")))
    }

    fn label(&mut self, text: &str, note: &Note, discriminator: &Type) -> Option<i128> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let number = literal::integer(digits).or_else(|| literal::character(digits)).map(|it| sign * it.number);
        let named = || self.numbers.get(text).map(|number| i128::from(*number));
        let truth = || ["false", "true"].iter().position(|it| *it == text).map(|it| it as i128);
        let Some(label) = number.or_else(named).or_else(truth) else {
            let help = "write a number, a character, an enumerator or `default`";
            self.report(codes::UNKNOWN_NAME, format!("`{text}` is no tag"), note.span, help);
            return None;
        };
        if !self.can_be(discriminator, label) {
            let message = format!("the tag cannot be {text}");
            self.report(codes::VALUE, message, note.span, "write a value of the type of the tag");
            return None;
        }
        Some(label)
    }

    fn can_be(&self, discriminator: &Type, label: i128) -> bool {
        match discriminator {
            Type::Bool => (0..2).contains(&label),
            Type::Int { bits, signed: false, .. } => (0..1 << bits).contains(&label),
            Type::Int { bits, .. } => (-(1 << (bits - 1))..1 << (bits - 1)).contains(&label),
            Type::Named(id) => self
                .model
                .as_enum(*id)
                .is_none_or(|it| it.open || it.members.iter().any(|member| i128::from(member.number) == label)),
            _ => false,
        }
    }

    fn check_labels(&mut self, cases: &[Case]) {
        let mut places: HashMap<i128, Span> = HashMap::new();
        let mut default: Option<Span> = None;
        for case in cases {
            let clashes = case.labels.iter().filter_map(|label| places.insert(*label, case.span));
            let second = default.filter(|_| case.is_default);
            for first in clashes.chain(second).collect::<Vec<_>>() {
                let error = Diagnostic::error(codes::DUPLICATE_NAME, "a tag selects two members".to_owned());
                let error = error.at(case.span, "").related(first, "selected by it as well");
                self.diagnostics.push(error.help("change the note `case` of one of them"));
            }
            default = default.or(case.is_default.then_some(case.span));
        }
    }

    /// Enumerators and booleans that select no member are cases without a value. Other tags without a member are errors in messages.
    fn add_free_tags(&self, discriminator: &Type, span: Span, cases: &mut Vec<Case>) {
        let tags: Vec<(String, i128)> = match discriminator {
            Type::Bool => [(NONE.to_owned(), 0), (NONE.to_owned(), 1)].into(),
            Type::Named(id) => {
                let members = self.model.as_enum(*id).map(|it| it.members.as_slice()).unwrap_or_default();
                members.iter().map(|it| (it.name.clone(), it.number.into())).collect()
            }
            _ => Vec::new(),
        };
        let mut taken: HashSet<i128> = cases.iter().flat_map(|it| it.labels.iter().copied()).collect();
        for (name, label) in tags {
            if taken.insert(label) {
                let case = without_value(name, label, span, cases);
                cases.push(case);
            }
        }
    }
}

fn without_value(mut name: String, label: i128, span: Span, others: &[Case]) -> Case {
    while others.iter().any(|it| it.name.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    Case {
        name,
        ty: None,
        labels: vec![label],
        is_default: false,
        default: None,
        boxed: false,
        doc: "No member is set.".to_owned(),
        deprecated: false,
        span,
        attrs: CaseAttrs { order: Some(others.len() as u32), ..CaseAttrs::default() },
    }
}

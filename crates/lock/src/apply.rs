//! The facts of a lock, as attributes of a model.

use crate::assignments::{Entry, Lock, Section};
use crate::index::Index;
use crate::member::{Owner, Place, numbered};
use crate::type_text::need;
use polywire_model::attr::{CapnpRemoved, Fact, FieldAttrs, ProtobufField, ProtobufInt};
use polywire_model::{DeclId, DeclKind, Model, Service, Struct};
use std::collections::{BTreeMap, BTreeSet};

/// A type or a service, its lines, and the numbers of its members.
type Found<'l> = (Owner, &'l Section, Vec<(Place, u32)>);

/// Puts the facts into the types. The locks are up to date with them.
pub fn apply(locks: &[Lock], model: &mut Model) {
    let sections: BTreeMap<&(Fact, String), &Section> = locks.iter().flat_map(|lock| &lock.sections).collect();
    let facts: BTreeSet<Fact> = sections.keys().map(|(fact, _)| *fact).collect();
    for fact in facts {
        let types: Vec<Found<'_>> = numbered(model, fact)
            .into_iter()
            .filter_map(|it| {
                let section: &Section = sections.get(&(fact, it.path))?;
                let index = Index::of(section);
                let places = it.members.iter().filter_map(|member| Some((member.place, index.find(member)?)));
                Some((it.owner, section, places.collect()))
            })
            .collect();
        for (owner, section, places) in types {
            let used: BTreeSet<u32> = places.iter().map(|(_, number)| *number).collect();
            let unused = section.entries.iter().filter(|(number, _)| !used.contains(number));
            let id = match owner {
                Owner::Decl(id) => id,
                Owner::Service(index) => {
                    let removed = unused.map(|(number, _)| *number as u16).collect();
                    set_methods(&mut model.services[index], &places, removed);
                    continue;
                }
            };
            places.iter().for_each(|(place, number)| set(model, id, (fact, *place), *number));
            match (&mut model.decls[id.0 as usize].kind, fact) {
                (DeclKind::Struct(it), Fact::CapnpOrdinal) => it.attrs.capnp_removed = unused.map(removed).collect(),
                (DeclKind::Struct(it), Fact::ProtobufNumber) => {
                    it.attrs.protobuf_removed = unused.map(|(number, _)| *number).collect();
                }
                (DeclKind::Enum(it), _) => it.attrs.capnp_ordinals = ordinals(section),
                (DeclKind::Union(_), _) => {}
            }
        }
    }
}

fn set_methods(it: &mut Service, places: &[(Place, u32)], removed: Vec<u16>) {
    it.attrs.capnp_removed = removed;
    for (place, ordinal) in places {
        if let Place::Method(index) = place {
            it.methods[*index].attrs.capnp_ordinal = Some(*ordinal as u16);
        }
    }
}

fn attrs_of_field(it: &mut DeclKind, index: usize) -> Option<&mut FieldAttrs> {
    match it {
        DeclKind::Struct(Struct { fields, .. }) => fields.get_mut(index).map(|field| &mut field.attrs),
        DeclKind::Enum(_) | DeclKind::Union(_) => None,
    }
}

fn set(model: &mut Model, id: DeclId, (fact, place): (Fact, Place), number: u32) {
    let ordinal = Some(number as u16);
    let protobuf = Some(ProtobufField { number, encoding: ProtobufInt::Varint, packed: true, group: false });
    let owner = &mut model.decls[id.0 as usize].kind;
    match (place, fact) {
        (Place::Field(index), fact) => {
            let Some(attrs) = attrs_of_field(owner, index) else { return };
            match fact {
                Fact::CapnpOrdinal => attrs.capnp_ordinal = ordinal,
                Fact::ProtobufNumber => attrs.protobuf = protobuf,
            }
        }
        (Place::Absence(index), _) => {
            if let Some(attrs) = attrs_of_field(owner, index) {
                attrs.capnp_absence = ordinal;
            }
        }
        (Place::Case(union, index), fact) => {
            let DeclKind::Union(union) = &mut model.decls[union.0 as usize].kind else { return };
            match fact {
                Fact::CapnpOrdinal => union.cases[index].attrs.capnp_ordinal = ordinal,
                Fact::ProtobufNumber => union.cases[index].attrs.protobuf = protobuf,
            }
        }
        (Place::Enumerator(_) | Place::Method(_), _) => {}
    }
}

/// A scalar that could be absent was a union of its own, to which nothing else may be added.
fn removed((ordinal, entry): (&u32, &Entry)) -> CapnpRemoved {
    let of_scalar = entry.is_absence() || entry.ty.ends_with('?');
    let union = entry.union().map(|name| match entry.key {
        Some(key) if of_scalar => format!("{name} {key}"),
        _ => name.to_owned(),
    });
    CapnpRemoved { ordinal: *ordinal as u16, need: need(&entry.ty), union }
}

/// The numbers of an enum by their ordinals, if these are not the same.
fn ordinals(section: &Section) -> Vec<i64> {
    let count = section.next(0);
    let number = |ordinal: u32| section.entries.get(&ordinal).and_then(|entry| entry.key).unwrap_or(UNNAMED);
    let numbers: Vec<i64> = (0..count).map(number).collect();
    if numbers.iter().zip(0..).all(|(number, ordinal)| *number == ordinal) { Vec::new() } else { numbers }
}

/// The number of an ordinal without a line, which no enum has.
const UNNAMED: i64 = i64::MIN;

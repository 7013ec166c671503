//! Copies the facts of a lock into the attributes of a model.

use crate::assignments::{Entry, Lock, Section};
use crate::index::Index;
use crate::member::{Owner, Place, numbered};
use crate::removed::{Removed, numbers_of};
use crate::type_text::need;
use polywire_model::attr::{CapnpRemoved, Fact, FieldAttrs, ProtobufField, ProtobufInt, SbeMessage};
use polywire_model::{Decl, DeclId, DeclKind, Model, Service, Struct};
use std::collections::{BTreeMap, BTreeSet};

/// A type or a service, its lines, and the numbers of its members.
type Found<'l> = (Owner, &'l Section, Vec<(Place, u32)>);

/// Sets the facts of the types. The locks must be up to date with the model.
pub fn apply(locks: &[Lock], model: &mut Model) {
    let sections: BTreeMap<&(Fact, String), &Section> = locks.iter().flat_map(|lock| &lock.sections).collect();
    let removed_members = Removed::new(&sections);
    let facts: BTreeSet<Fact> = sections.keys().map(|(fact, _)| *fact).collect();
    let found = |fact: Fact| -> (Fact, Vec<Found<'_>>) {
        let types = numbered(model, fact).into_iter().filter_map(|it| {
            let section: &Section = sections.get(&(fact, it.path))?;
            let index = Index::of(section);
            let places = it.members.iter().filter_map(|member| Some((member.place, index.find(member)?)));
            Some((it.owner, section, places.collect()))
        });
        (fact, types.collect())
    };
    // Members are found by the schema's own numbers, so before any other number is set.
    let found: Vec<(Fact, Vec<Found<'_>>)> = facts.into_iter().map(found).collect();
    for (fact, types) in found {
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
            match fact {
                Fact::Order => {
                    set_order(&mut model.decls, id, section, &places, &removed_members);
                    continue;
                }
                Fact::SbeTemplate => {
                    set_template(model, id, section);
                    continue;
                }
                Fact::CapnpOrdinal | Fact::ProtobufNumber => {}
            }
            places.iter().for_each(|(place, number)| set(model, id, (fact, *place), *number));
            match (&mut model.decls[id.0 as usize].kind, fact) {
                (DeclKind::Struct(it), Fact::CapnpOrdinal) => it.attrs.capnp_removed = unused.map(removed).collect(),
                (DeclKind::Struct(it), Fact::ProtobufNumber) => {
                    it.attrs.protobuf_removed = unused.map(|(number, _)| *number).collect();
                }
                (DeclKind::Struct(_), Fact::Order | Fact::SbeTemplate) => {}
                (DeclKind::Enum(it), _) => it.attrs.capnp_ordinals = ordinals(section),
                (DeclKind::Union(it), Fact::CapnpOrdinal) => it.attrs.capnp_removed = unused.map(removed).collect(),
                (DeclKind::Union(it), Fact::ProtobufNumber) => {
                    it.attrs.protobuf_removed = unused.map(|(number, _)| *number).collect();
                }
                (DeclKind::Union(_), Fact::Order | Fact::SbeTemplate) | (DeclKind::Constant(_), _) => {}
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
        DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
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
                Fact::Order | Fact::SbeTemplate => {}
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
                Fact::Order | Fact::SbeTemplate => {}
            }
        }
        (Place::OwnAbsence | Place::Enumerator(_) | Place::Method(_) | Place::Template, _) => {}
    }
}

/// A union takes the place of its first case, existing or removed; its cases are numbered separately.
fn set_order(decls: &mut [Decl], id: DeclId, section: &Section, places: &[(Place, u32)], removed: &Removed<'_, '_>) {
    let union_of = |number: u32| section.entries.get(&number).and_then(|entry| entry.union(Fact::Order));
    let cases = |union: &str| -> Vec<u32> {
        section.entries.iter().filter(|(_, it)| it.union(Fact::Order) == Some(union)).map(|(it, _)| *it).collect()
    };
    let used: BTreeSet<u32> = places.iter().map(|(_, number)| *number).collect();
    for (place, number) in places {
        let Place::Case(union, index) = place else { continue };
        let place = union_of(*number).and_then(|union| cases(union).binary_search(number).ok());
        if let DeclKind::Union(union) = &mut decls[union.0 as usize].kind {
            union.cases[*index].attrs.order = place.map(|place| place as u32);
            if let Some(name) = union_of(*number) {
                union.removed = removed.cases_of(section, name, |number| !used.contains(&number));
            }
        }
    }
    match &mut decls[id.0 as usize].kind {
        DeclKind::Struct(it) => {
            for (place, number) in places {
                if let Place::Field(index) = place {
                    it.fields[*index].attrs.order = Some(*number);
                }
            }
            for field in &mut it.fields {
                let first = cases(&field.name).first().copied();
                field.attrs.order = first.or(field.attrs.order);
            }
            let taken: BTreeSet<u32> = it.fields.iter().filter_map(|field| field.attrs.order).collect();
            it.attrs.removed = removed.members(section, |number| !used.contains(&number), &taken);
        }
        DeclKind::Enum(it) => it.attrs.order = numbers_of(section),
        DeclKind::Union(_) | DeclKind::Constant(_) => {}
    }
}

/// Each member added after those of the first version starts a new version.
fn set_template(model: &mut Model, id: DeclId, section: &Section) {
    let Some((number, entry)) = section.entries.iter().find(|(_, entry)| !entry.removed) else { return };
    let first = entry.ty.strip_prefix("members(").and_then(|it| it.strip_suffix(')')).and_then(|it| it.parse().ok());
    let stated = model.decls.iter().find_map(|decl| match &decl.kind {
        DeclKind::Struct(it) if it.attrs.sbe_added_from.is_none() => it.attrs.sbe_message,
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    });
    let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind else { return };
    let first: u32 = first.unwrap_or(u32::MAX);
    let orders =
        it.fields.iter().filter_map(|field| field.attrs.order).chain(it.attrs.removed.iter().map(|it| it.order));
    let version = orders.max().map_or(0, |last| (last + 1).saturating_sub(first));
    it.attrs.sbe_message = Some(SbeMessage {
        template_id: *number as u16,
        schema_id: stated.map_or(1, |it| it.schema_id),
        version: version.min(65_534) as u16,
    });
    it.attrs.sbe_added_from = Some(first);
}

/// An optional scalar was a union of its own, which cannot get other members.
fn removed((ordinal, entry): (&u32, &Entry)) -> CapnpRemoved {
    let of_scalar = entry.is_absence() || entry.ty.ends_with('?');
    let union = entry.union(Fact::CapnpOrdinal).map(|name| match entry.key {
        Some(key) if of_scalar => format!("{name} {key}"),
        _ => name.to_owned(),
    });
    CapnpRemoved { ordinal: *ordinal as u16, need: need(&entry.ty), union }
}

/// Returns the numbers of an enum by ordinal; empty if they are the ordinals.
fn ordinals(section: &Section) -> Vec<i64> {
    let count = section.next(0);
    let number = |ordinal: u32| section.entries.get(&ordinal).and_then(|entry| entry.key).unwrap_or(UNNAMED);
    let numbers: Vec<i64> = (0..count).map(number).collect();
    if numbers.iter().zip(0..).all(|(number, ordinal)| *number == ordinal) { Vec::new() } else { numbers }
}

/// The number for an ordinal without a line; no enum uses it.
const UNNAMED: i64 = i64::MIN;

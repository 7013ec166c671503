//! Places of members derived from the order of ordinals.

use super::record::{Case, CasePlace, Field, Optional, Plain, Record, Union, need, union_of};
use polywire_ir::types::Types;
use polywire_model::capnp_layout::{Layout, Need, Scope, Slot, UnionId};
use polywire_model::{self as model, Model, OrderBy, Presence};
use std::collections::BTreeMap;

/// A member, in the order in which members are placed.
struct PlacedMember {
    ordinal: u32,
    need: Need,
    /// The union to which the case belongs.
    union: Option<String>,
    what: What,
}

/// The kinds of members.
enum What {
    /// The field of this index.
    Field(usize),
    /// The value of an optional field.
    Value(usize),
    /// A case of the union in a field.
    Case(usize, usize),
    /// The case for absence.
    Absence,
    /// A removed member.
    Removed,
}

/// Lays a struct out.
pub(super) fn record(model: &Model, types: &Types, it: &model::Struct) -> Record {
    let mut members: Vec<PlacedMember> = it.attrs.capnp_removed.iter().map(removed).collect();
    for index in model.fields_in_order(it, OrderBy::Ordinals) {
        add_members(model, types, (index, &it.fields[index]), &mut members);
    }
    members.sort_by_key(|member| member.ordinal);
    Placer { layout: Layout::default(), unions: BTreeMap::new() }.place(model, it, &members)
}

fn removed(it: &model::attr::CapnpRemoved) -> PlacedMember {
    PlacedMember { ordinal: it.ordinal.into(), need: it.need, union: it.union.clone(), what: What::Removed }
}

/// Fields without an ordinal follow in the order of the schema's own numbers; cases without one are ordered by their
/// union.
fn add_members(model: &Model, types: &Types, (index, field): (usize, &model::Field), members: &mut Vec<PlacedMember>) {
    let ordinal = |own: Option<u16>| own.or(field.attrs.capnp_ordinal).map_or(u32::MAX, u32::from);
    let in_union = Some(field.name.clone());
    // The ordinal may be that of an edited field, if versions are compared edit by edit.
    let can_be_absent = field.presence == Presence::Optional || union_of(model, &field.ty).is_some();
    let absence = field.attrs.capnp_absence.filter(|_| can_be_absent);
    if let Some(absence) = absence {
        let (ordinal, union) = (absence.into(), in_union.clone());
        members.push(PlacedMember { ordinal, need: Need::Nothing, union, what: What::Absence });
    }
    let Some(union) = union_of(model, &field.ty) else {
        let need = need(types, &types.of(&field.ty));
        let (union, what) = match absence {
            Some(_) => (in_union, What::Value(index)),
            None => (None, What::Field(index)),
        };
        return members.push(PlacedMember { ordinal: ordinal(None), need, union, what });
    };
    let mut cases: Vec<(usize, &model::Case)> = union.cases.iter().enumerate().collect();
    cases.sort_by_key(|(_, case)| model.number_of_case(case));
    for (number, case) in cases {
        let need = case.ty.as_ref().map_or(Need::Nothing, |ty| need(types, &types.of(ty)));
        let ordinal = ordinal(case.attrs.capnp_ordinal);
        members.push(PlacedMember { ordinal, need, union: in_union.clone(), what: What::Case(index, number) });
    }
}

struct Placer {
    layout: Layout,
    /// By name: the union, and the number of its cases so far.
    unions: BTreeMap<String, (UnionId, u16)>,
}

impl Placer {
    /// Places each member; the cases of a union are numbered in order.
    fn place(mut self, model: &Model, it: &model::Struct, members: &[PlacedMember]) -> Record {
        let mut fields: Vec<Field> = it.fields.iter().map(|field| unplaced(model, field)).collect();
        for member in members {
            let (slot, number) = self.add(member);
            match member.what {
                What::Field(field) => fields[field] = Field::Plain(Plain::new(slot)),
                What::Value(field) => fields[field] = Field::Optional(Optional { tag: 0, slot, number }),
                What::Case(field, case) => {
                    if let Field::Union(union) = &mut fields[field] {
                        union.cases[case] = Case { number, place: CasePlace::Slot(slot), default: None, opaque: None };
                    }
                }
                What::Absence | What::Removed => {}
            }
        }
        for (placed, field) in fields.iter_mut().zip(&it.fields) {
            let tag = self.unions.get(&field.name).and_then(|(id, _)| self.layout.discriminant(*id));
            match placed {
                Field::Union(union) => union.tag = tag.map(|offset| offset << 4),
                Field::Optional(optional) => optional.tag = tag.unwrap_or_default() << 4,
                Field::Plain(_) | Field::Group(_) => {}
            }
        }
        let (data_words, pointers) = (self.layout.data_words(), self.layout.pointers());
        Record { data_words, pointers, fields }
    }

    /// Returns the place of a member and its number in its union.
    fn add(&mut self, member: &PlacedMember) -> (Slot, u16) {
        let Some(name) = &member.union else { return (self.layout.add(Scope::Struct, member.need), 0) };
        let union = self.unions.entry(name.clone()).or_insert_with(|| (self.layout.union(Scope::Struct), 0));
        let number = union.1;
        union.1 += 1;
        let group = self.layout.group(union.0);
        (self.layout.add(group, member.need), number)
    }
}

fn unplaced(model: &Model, field: &model::Field) -> Field {
    let nowhere = Case { number: 0, place: CasePlace::Slot(Slot::Nothing), default: None, opaque: None };
    match union_of(model, &field.ty) {
        Some(union) => Field::Union(Union { tag: None, cases: vec![nowhere; union.cases.len()] }),
        None => Field::Plain(Plain::new(Slot::Nothing)),
    }
}

//! Places of members that follow from the order of ordinals.

use super::record::{Case, CasePlace, Field, Plain, Record, Union, need, union_of};
use polywire_ir::types::Types;
use polywire_model::capnp_layout::{Layout, Need, Scope, Slot, UnionId};
use polywire_model::{self as model, Model};

/// A member in the order in which members get their places.
struct Member {
    ordinal: u32,
    field: usize,
    case: Option<usize>,
    need: Need,
}

/// Lays a struct out.
pub(super) fn record(model: &Model, types: &Types, it: &model::Struct) -> Record {
    let mut members = Vec::new();
    for field in it.fields.iter().enumerate() {
        add_members(model, types, field, &mut members);
    }
    members.sort_by_key(|member| member.ordinal);
    place(model, it, &members)
}

/// Fields without an ordinal follow in declaration order; cases without one take the place of their union.
fn add_members(model: &Model, types: &Types, (index, field): (usize, &model::Field), members: &mut Vec<Member>) {
    let ordinal = |own: Option<u16>| own.or(field.attrs.capnp_ordinal).map_or(u32::MAX, u32::from);
    let Some(union) = union_of(model, &field.ty) else {
        let need = need(types, &types.of(&field.ty));
        return members.push(Member { ordinal: ordinal(None), field: index, case: None, need });
    };
    for (number, case) in union.cases.iter().enumerate() {
        let need = case.ty.as_ref().map_or(Need::Nothing, |ty| need(types, &types.of(ty)));
        let ordinal = ordinal(case.attrs.capnp_ordinal);
        members.push(Member { ordinal, field: index, case: Some(number), need });
    }
}

/// Gives each member its place; a union's cases are numbered as they come.
fn place(model: &Model, it: &model::Struct, members: &[Member]) -> Record {
    let mut layout = Layout::default();
    let unions: Vec<UnionId> = it.fields.iter().map(|_| layout.union(Scope::Struct)).collect();
    let mut placed: Vec<u16> = vec![0; it.fields.len()];
    let mut fields: Vec<Field> = it.fields.iter().map(|field| unplaced(model, field)).collect();
    for member in members {
        match (&mut fields[member.field], member.case) {
            (Field::Union(union), Some(case)) => {
                let group = layout.group(unions[member.field]);
                let slot = layout.add(group, member.need);
                let place = CasePlace::Slot(slot);
                union.cases[case] = Case { number: placed[member.field], place, default: None };
                placed[member.field] += 1;
            }
            (field, _) => *field = Field::Plain(Plain::new(layout.add(Scope::Struct, member.need))),
        }
    }
    for (field, id) in fields.iter_mut().zip(unions) {
        if let Field::Union(union) = field {
            union.tag = layout.discriminant(id).map(|offset| offset << 4);
        }
    }
    Record { data_words: layout.data_words(), pointers: layout.pointers(), opaque: Vec::new(), fields }
}

fn unplaced(model: &Model, field: &model::Field) -> Field {
    let nowhere = Case { number: 0, place: CasePlace::Slot(Slot::Nothing), default: None };
    match union_of(model, &field.ty) {
        Some(union) => Field::Union(Union { tag: None, cases: vec![nowhere; union.cases.len()] }),
        None => Field::Plain(Plain::new(Slot::Nothing)),
    }
}

//! Edits that change all types of a schema.

use polywire::Model;
use polywire_model::attr::{ProtobufField, ProtobufInt};
use polywire_model::{Case, DeclKind, Enumerator, Field, Presence, Struct, Type};
use std::collections::BTreeSet;

/// Changes a model.
pub type Edit = fn(&mut Model);

/// The edits, which are applied one after the other.
pub const EDITS: [(Edit, &str); 3] = [(insert, "insert"), (remove, "remove"), (reorder, "reorder")];

/// The numbers that the schema itself assigns to members of a struct.
#[derive(Default)]
struct Used {
    numbers: BTreeSet<u32>,
    ordinals: BTreeSet<u16>,
}

impl Used {
    fn of(model: &Model, it: &Struct) -> Self {
        let mut used = Self::default();
        used.add(model, it);
        used
    }

    /// Members of groups share the ordinals of the enclosing struct.
    fn add(&mut self, model: &Model, it: &Struct) {
        for field in &it.fields {
            self.numbers.extend(field.attrs.protobuf.map(|it| it.number));
            self.ordinals.extend(field.attrs.capnp_ordinal);
            let Type::Named(id) = field.ty else { continue };
            for case in model.as_union(id).map(|union| union.cases.as_slice()).unwrap_or_default() {
                self.numbers.extend(case.attrs.protobuf.map(|it| it.number));
                self.ordinals.extend(case.attrs.capnp_ordinal);
                self.add_group(model, case.ty.as_ref());
            }
            self.add_group(model, Some(&field.ty));
        }
    }

    fn add_group(&mut self, model: &Model, ty: Option<&Type>) {
        let Some(Type::Named(id)) = ty else { return };
        let group = model.as_struct(*id).filter(|it| it.attrs.capnp.as_ref().is_some_and(|it| it.is_group));
        group.into_iter().for_each(|group| self.add(model, group));
    }

    /// Returns the first free field number, so that it lies among existing ones rather than after them.
    fn number(&mut self) -> ProtobufField {
        let number = (1..).find(|number| self.numbers.insert(*number)).expect("a number");
        ProtobufField { number, encoding: ProtobufInt::Varint, packed: false, group: false }
    }

    fn ordinal(&mut self) -> u16 {
        let ordinal = self.ordinals.last().map_or(0, |last| last + 1);
        self.ordinals.insert(ordinal);
        ordinal
    }
}

/// Adds a number, an optional and a text before each struct's fields, a case to each union, and a member to each enum.
fn insert(model: &mut Model) {
    let before = model.clone();
    for (decl, old) in model.decls.iter_mut().zip(&before.decls) {
        match (&mut decl.kind, &old.kind) {
            (DeclKind::Struct(it), DeclKind::Struct(old)) if is_edited(it) => {
                let mut used = Used::of(&before, old);
                let presence = [Presence::Implicit, Presence::Optional, Presence::Implicit];
                let types = [Type::int(64, true), Type::Bool, Type::Text(polywire_model::Text::default())];
                let is_capnp = it.attrs.capnp.is_some();
                for (index, (ty, presence)) in types.into_iter().zip(presence).enumerate() {
                    let mut field = Field::new(&format!("added{index}"), ty);
                    if is_capnp {
                        field.attrs.capnp_ordinal = Some(used.ordinal());
                    } else {
                        (field.presence, field.attrs.protobuf) = (presence, Some(used.number()));
                    }
                    it.fields.insert(0, field);
                }
            }
            (DeclKind::Enum(it), _) if it.members.len() > 1 => {
                let number = it.members.iter().map(|member| member.number).max().unwrap_or_default() + 1;
                let last = it.members[it.members.len() - 1].clone();
                // Last, so that messages do not use it: closed enums refuse unknown values.
                if number <= i64::from(i32::MAX) {
                    it.members.push(Enumerator { name: "added".to_owned(), number, ..last });
                }
            }
            _ => {}
        }
    }
    insert_cases(model, &before);
}

fn insert_cases(model: &mut Model, before: &Model) {
    for index in 0..model.decls.len() {
        let DeclKind::Struct(it) = &model.decls[index].kind else { continue };
        if it.attrs.capnp.is_some() {
            continue;
        }
        let mut used = Used::of(model, it);
        let unions = it.fields.iter().filter_map(|field| match field.ty {
            Type::Named(id) if before.as_union(id).is_some() => Some(id),
            _ => None,
        });
        for id in unions.collect::<Vec<_>>() {
            let protobuf = Some(used.number());
            if let DeclKind::Union(union) = &mut model.decls[id.0 as usize].kind {
                let mut case: Case = union.cases[0].clone();
                (case.name, case.ty, case.default) = ("added".to_owned(), Some(Type::Bool), None);
                (case.boxed, case.attrs.protobuf) = (false, protobuf);
                union.cases.insert(0, case);
            }
        }
    }
}

/// Removes the third field of each struct that has one, the last case of each union, and the last member of each enum.
fn remove(model: &mut Model) {
    for decl in &mut model.decls {
        match &mut decl.kind {
            DeclKind::Struct(it) if is_edited(it) && it.fields.len() > 4 => drop(it.fields.remove(3)),
            DeclKind::Union(it) if it.cases.len() > 2 => drop(it.cases.pop()),
            DeclKind::Enum(it) if it.members.len() > 3 => drop(it.members.pop()),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
}

/// Reverses everything except the first member of each enum, which is the default, and the last one.
fn reorder(model: &mut Model) {
    for decl in &mut model.decls {
        match &mut decl.kind {
            DeclKind::Struct(it) if is_edited(it) => it.fields.reverse(),
            DeclKind::Struct(_) | DeclKind::Constant(_) => {}
            DeclKind::Union(it) => it.cases.reverse(),
            DeclKind::Enum(it) => {
                let end = it.members.len().saturating_sub(1);
                it.members.get_mut(1..end).unwrap_or_default().reverse();
            }
        }
    }
}

fn is_edited(it: &Struct) -> bool {
    let is_group = it.attrs.capnp.as_ref().is_some_and(|it| it.is_group);
    it.is_declared() && !it.attrs.message_set && !is_group
}

/// Changes the type of the first plain number to bytes; returns its name.
pub fn change_a_type(model: &mut Model) -> Option<String> {
    for decl in &mut model.decls {
        let path = decl.path();
        let DeclKind::Struct(it) = &mut decl.kind else { continue };
        let is_number = |field: &&mut Field| matches!(field.ty, Type::Int { .. }) && field.attrs.extension.is_none();
        if let Some(field) = it.fields.iter_mut().filter(|_| !it.is_entry).find(is_number) {
            (field.ty, field.default) = (Type::Bytes, None);
            return Some(format!("{path}.{}", field.name));
        }
    }
    None
}

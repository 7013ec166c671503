//! The old version of a schema with one edit made: it shows what the edit breaks by itself.

mod enums;
mod members;

use super::edits::{Edit, Subject};
use super::focus;
use super::pair::Pairs;
use super::rule::Rule;
use super::side::{Attrs, Member, Side};
use polywire_model::{Case, DeclId, DeclKind, Field, Meaning, Model, Struct, Type};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Returns the old model after an edit; `None` if the edit is not about messages. Moves into and out of the unions of a struct
/// are made together, because two members that are set at once meet in one union.
pub(super) fn with_edit(pairs: &Pairs<'_>, edits: &[Edit], edit: &Edit) -> Option<Model> {
    let mut edited = Edited::new(pairs);
    match edit.subject {
        Subject::Struct(old, new) if edit.rule == Rule::MessageSameLayout => edited.layout(old, new),
        Subject::Member { owner, .. } if edit.rule == Rule::FieldSameOneof => {
            let is_move = |it: &&Edit| {
                it.rule == Rule::FieldSameOneof
                    && matches!(it.subject, Subject::Member { owner: it, .. } if it == owner)
            };
            edits.iter().filter(is_move).for_each(|it| edited.member(it));
            edited.places(owner.0, owner.1);
        }
        Subject::Member { owner, .. } => {
            edited.member(edit);
            edited.places(owner.0, owner.1);
        }
        Subject::Enum(old, new) | Subject::Enumerator { owner: (old, new), .. } => {
            edited.enumeration(edit, old, new)?
        }
        Subject::Struct(..) | Subject::Other => return None,
    }
    edited.share_sections();
    edited.model.cut_cycles();
    let is_valid = focus::owner(edit.subject).is_some_and(|(old, _)| is_valid(&edited.model, old));
    is_valid.then_some(edited.model)
}

/// Returns false if members of a type share a name, a number or a place: then one edit is possible only with another one.
fn is_valid(model: &Model, id: DeclId) -> bool {
    if let Some(it) = model.as_enum(id) {
        return are_unique(it.members.iter().map(|it| &it.name));
    }
    let members = Side::new(model).members(id);
    let places = |members: &[Member<'_>]| -> Vec<(Option<u32>, Option<u16>)> {
        members.iter().flat_map(Member::places).collect()
    };
    let mut unions: Vec<usize> = members.iter().filter(|it| it.union.is_some()).map(|it| it.place.field).collect();
    unions.dedup();
    let cases = |union: usize| -> Vec<u32> {
        let cases = members.iter().filter(|it| it.place.field == union);
        cases.filter_map(|it| if let Attrs::Case(attrs) = it.attrs { attrs.order } else { None }).collect()
    };
    let fields = model.as_struct(id).into_iter().flat_map(|it| &it.fields);
    are_unique(members.iter().map(|it| it.name))
        && are_unique(members.iter().filter_map(Member::json_name))
        && are_unique(members.iter().filter_map(|it| it.protobuf()).map(|it| it.number))
        && are_unique(places(&members).into_iter().filter_map(|(_, ordinal)| ordinal))
        && are_unique(fields.clone().filter_map(|field| field.attrs.order))
        && are_unique(fields.filter_map(|field| field.attrs.flatbuffers.slot))
        && are_unique(members.iter().filter_map(|it| Some((it.union?, it.slot?))))
        && unions.into_iter().all(|union| are_unique(cases(union).into_iter()))
}

fn are_unique<T: Eq + Hash>(mut items: impl Iterator<Item = T>) -> bool {
    let mut met = HashSet::new();
    items.all(|item| met.insert(item))
}

/// A model between two versions.
struct Edited<'p, 'm> {
    pairs: &'p Pairs<'m>,
    model: Model,
    /// Declarations of the new version, by their ids there.
    ids: HashMap<DeclId, DeclId>,
}

impl<'p, 'm> Edited<'p, 'm> {
    fn new(pairs: &'p Pairs<'m>) -> Self {
        let ids = pairs.decls.iter().map(|(old, new)| (*new, *old)).collect();
        Self { pairs, model: pairs.old.model.clone(), ids }
    }

    fn new_model(&self) -> &'m Model {
        self.pairs.new.model
    }

    fn struct_mut(&mut self, id: DeclId) -> Option<&mut Struct> {
        match &mut self.model.decls[id.0 as usize].kind {
            DeclKind::Struct(it) => Some(it),
            DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
        }
    }

    /// Returns a type of the new version with the declarations of the old one, as far as it has them.
    fn ty(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Named(id) => Type::Named(self.decl(*id)),
            Type::Map(id) => Type::Map(self.decl(*id)),
            Type::Int { bits, signed, meaning: Meaning::Flags(id) } => {
                Type::Int { bits: *bits, signed: *signed, meaning: Meaning::Flags(self.decl(*id)) }
            }
            Type::List(element) => Type::list(self.ty(element)),
            Type::Array(element, len) => Type::Array(Box::new(self.ty(element)), *len),
            other => other.clone(),
        }
    }

    fn decl(&mut self, new: DeclId) -> DeclId {
        if let Some(id) = self.ids.get(&new) {
            return *id;
        }
        let decl = self.new_model().decl(new).clone();
        let id = self.model.add(decl.clone());
        self.ids.insert(new, id);
        let kind = match decl.kind {
            DeclKind::Struct(it) => {
                let fields = it.fields.iter().map(|field| self.field(field)).collect();
                DeclKind::Struct(Struct { fields, ..it })
            }
            DeclKind::Union(it) => {
                let cases = it.cases.iter().map(|case| self.case(case)).collect();
                let discriminator = it.discriminator.as_ref().map(|ty| self.ty(ty));
                DeclKind::Union(polywire_model::Union { cases, discriminator, ..it })
            }
            DeclKind::Constant(it) => DeclKind::Constant(polywire_model::NamedConstant { ty: self.ty(&it.ty), ..it }),
            DeclKind::Enum(it) => DeclKind::Enum(it),
        };
        self.model.decls[id.0 as usize].kind = kind;
        id
    }

    fn field(&mut self, field: &Field) -> Field {
        Field { ty: self.ty(&field.ty), ..field.clone() }
    }

    fn case(&mut self, case: &Case) -> Case {
        Case { ty: case.ty.as_ref().map(|ty| self.ty(ty)), ..case.clone() }
    }

    /// Takes the sizes and ids of a struct.
    fn layout(&mut self, old: DeclId, new: DeclId) {
        let Some(attrs) = self.new_model().as_struct(new).map(|it| it.attrs.clone()) else { return };
        let Some(it) = self.struct_mut(old) else { return };
        it.attrs.capnp = attrs.capnp;
        it.attrs.sbe_message = attrs.sbe_message;
        it.attrs.message_set = attrs.message_set;
        it.attrs.well_known = attrs.well_known;
    }

    /// Keeps the places of removed members, and those for added ones.
    fn places(&mut self, old: DeclId, new: DeclId) {
        let Some(attrs) = self.new_model().as_struct(new).map(|it| it.attrs.clone()) else { return };
        let members = Side::new(&self.model).members(old).into_iter().flat_map(|member| member.places());
        let (orders, ordinals): (Vec<_>, Vec<_>) = members.unzip();
        let Some(it) = self.struct_mut(old) else { return };
        let fields = it.fields.iter().filter_map(|field| field.attrs.order).collect::<Vec<_>>();
        let is_free = |order: u32| !orders.contains(&Some(order)) && !fields.contains(&order);
        it.attrs.removed = attrs.removed.into_iter().filter(|it| is_free(it.order)).collect();
        let removed = attrs.capnp_removed.into_iter().filter(|it| !ordinals.contains(&Some(it.ordinal)));
        it.attrs.capnp_removed = removed.collect();
        it.attrs.sbe_added_from = attrs.sbe_added_from;
        if let (Some(one), Some(other)) = (&mut it.attrs.sbe_message, attrs.sbe_message) {
            one.version = other.version;
        }
        if let (Some(one), Some(other)) = (&mut it.attrs.capnp, attrs.capnp) {
            one.data_words = one.data_words.max(other.data_words);
            one.pointers = one.pointers.max(other.pointers);
        }
    }

    /// Makes the sections of a struct and of its groups, which are the same, as large as the largest.
    fn share_sections(&mut self) {
        let groups = self.groups();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for pair in &groups {
                let sizes = pair.iter().filter_map(|id| self.model.as_struct(*id)?.attrs.capnp.as_ref());
                let largest =
                    sizes.fold((0, 0), |(words, pointers), it| (it.data_words.max(words), it.pointers.max(pointers)));
                for id in pair {
                    let Some(it) = self.struct_mut(*id).and_then(|it| it.attrs.capnp.as_mut()) else { continue };
                    is_changed |= (it.data_words, it.pointers) != largest;
                    (it.data_words, it.pointers) = largest;
                }
            }
        }
    }

    /// Returns structs with a group among their members or cases, and the group.
    fn groups(&self) -> Vec<[DeclId; 2]> {
        let model = &self.model;
        let is_group =
            |id: &DeclId| model.as_struct(*id).and_then(|it| it.attrs.capnp.as_ref()).is_some_and(|it| it.is_group);
        let mut groups = Vec::new();
        for id in (0..model.decls.len() as u32).map(DeclId).filter(|id| model.as_struct(*id).is_some()) {
            let held = model.decl(id).held();
            let cases = held.iter().filter(|it| model.as_union(**it).is_some()).flat_map(|it| model.decl(*it).held());
            groups.extend(held.iter().copied().chain(cases).filter(is_group).map(|group| [id, group]));
        }
        groups
    }
}

//! Edits of members.

use super::Edited;
use crate::breaking::edits::{Edit, Subject};
use crate::breaking::rule::Rule;
use crate::breaking::side::Place;
use polywire_model::attr::{CaseAttrs, FieldAttrs, ProtobufField};
use polywire_model::{Case, Decl, DeclId, DeclKind, Field, Type, Union};

impl Edited<'_, '_> {
    /// Makes an edit of a member.
    pub fn member(&mut self, edit: &Edit) {
        let Subject::Member { owner: (old, new), old: was, new: is } = edit.subject else { return };
        match (was, is) {
            (Some(was), None) => self.remove(old, &self.names(old, was)),
            (None, Some(is)) => self.add(old, (new, is)),
            (Some(was), Some(is)) if edit.rule == Rule::FieldSameOneof => {
                let names = self.names(old, was);
                self.remove(old, &names);
                self.add(old, (new, is));
            }
            (Some(was), Some(is)) => self.change(edit.rule, (old, was), (new, is)),
            (None, None) => {}
        }
    }

    /// Returns the name of a member's field, and of its case. Earlier edits may have moved both.
    fn names(&self, old: DeclId, place: Place) -> (String, Option<String>) {
        let model = self.pairs.old.model;
        let field = model.as_struct(old).and_then(|it| it.fields.get(place.field));
        let Some(field) = field else { return (String::new(), None) };
        let case = place.case.and_then(|case| match field.ty {
            Type::Named(id) => model.as_union(id)?.cases.get(case),
            _ => None,
        });
        (field.name.clone(), case.map(|case| case.name.clone()))
    }

    fn remove(&mut self, old: DeclId, (field, case): &(String, Option<String>)) {
        let union = self.union(old, field);
        let is_empty = match (case, union) {
            (Some(case), Some(union)) => {
                union.cases.retain(|it| it.name != *case);
                union.cases.is_empty()
            }
            _ => true,
        };
        if let Some(it) = self.struct_mut(old).filter(|_| is_empty) {
            it.fields.retain(|it| it.name != *field);
        }
    }

    fn add(&mut self, old: DeclId, (new, place): (DeclId, Place)) {
        let Some(field) = self.new_model().as_struct(new).and_then(|it| it.fields.get(place.field)) else { return };
        let Some(at) = place.case else {
            let field = self.field(field);
            return self.push(old, field);
        };
        let Type::Named(id) = field.ty else { return };
        let Some(case) = self.new_model().as_union(id).and_then(|it| it.cases.get(at)) else { return };
        let case = self.case(case);
        if let Some(union) = self.union(old, &field.name) {
            return union.cases.push(case);
        }
        let decl = Decl {
            kind: DeclKind::Union(Union { cases: vec![case], ..Union::default() }),
            ..self.new_model().decl(id).clone()
        };
        let id = self.model.add(decl);
        self.push(old, Field { ty: Type::Named(id), ..field.clone() });
    }

    fn push(&mut self, old: DeclId, field: Field) {
        if let Some(it) = self.struct_mut(old) {
            it.fields.push(field);
        }
    }

    fn union(&mut self, old: DeclId, field: &str) -> Option<&mut Union> {
        let field = self.struct_mut(old)?.fields.iter().find(|it| it.name == field)?;
        let Type::Named(id) = field.ty else { return None };
        match &mut self.model.decls[id.0 as usize].kind {
            DeclKind::Union(union) => Some(union),
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        }
    }

    fn change(&mut self, rule: Rule, (old, was): (DeclId, Place), (new, is): (DeclId, Place)) {
        let Some(field) = self.new_model().as_struct(new).and_then(|it| it.fields.get(is.field)) else { return };
        match (was.case, is.case) {
            (None, None) => {
                let to = self.field(field);
                if let Some(from) = self.struct_mut(old).and_then(|it| it.fields.get_mut(was.field)) {
                    change_field(rule, from, to);
                }
            }
            (Some(was_case), Some(is_case)) => {
                let Type::Named(id) = field.ty else { return };
                let Some(case) = self.new_model().as_union(id).and_then(|it| it.cases.get(is_case)) else { return };
                let (to, (name, _)) = (self.case(case), self.names(old, was));
                if let Some(from) = self.union(old, &name).and_then(|it| it.cases.get_mut(was_case)) {
                    change_case(rule, from, to);
                }
            }
            // What else differs is part of the move.
            (None, Some(_)) | (Some(_), None) => {
                let names = self.names(old, was);
                self.remove(old, &names);
                self.add(old, (new, is));
            }
        }
    }
}

fn change_field(rule: Rule, from: &mut Field, to: Field) {
    match rule {
        Rule::FieldSameName => {
            from.name = to.name;
            from.attrs.json_name = to.attrs.json_name;
        }
        Rule::FieldSameJsonName => from.attrs.json_name = to.attrs.json_name,
        Rule::FieldSameDefault => {
            from.default = to.default;
            from.default_elements = to.default_elements;
            from.attrs.capnp_default = to.attrs.capnp_default;
        }
        Rule::FieldSameEncoding => from.attrs.protobuf = framed(from.attrs.protobuf, to.attrs.protobuf),
        Rule::FieldSameNumber => {
            from.attrs.protobuf = numbered(from.attrs.protobuf, to.attrs.protobuf);
            from.attrs = placed(&from.attrs, &to.attrs);
        }
        Rule::FieldSameLayout => from.attrs = placed(&from.attrs, &to.attrs),
        _ => {
            // The number, the names and the packing are edits of their own.
            let protobuf = numbered(to.attrs.protobuf, from.attrs.protobuf);
            let json_name = from.attrs.json_name.take();
            let (order, capnp_ordinal) = (from.attrs.order, from.attrs.capnp_ordinal);
            from.attrs = FieldAttrs { protobuf, json_name, order, capnp_ordinal, ..to.attrs };
            if rule == Rule::FieldSameCardinality || from.ty != to.ty {
                from.default = to.default;
                from.default_elements = to.default_elements;
            }
            from.ty = to.ty;
            from.presence = if rule == Rule::FieldSameCardinality { to.presence } else { from.presence };
        }
    }
}

fn change_case(rule: Rule, from: &mut Case, to: Case) {
    match rule {
        Rule::FieldSameName => {
            from.name = to.name;
            from.attrs.json_name = to.attrs.json_name;
        }
        Rule::FieldSameJsonName => from.attrs.json_name = to.attrs.json_name,
        Rule::FieldSameDefault => from.default = to.default,
        Rule::FieldSameEncoding => from.attrs.protobuf = framed(from.attrs.protobuf, to.attrs.protobuf),
        Rule::FieldSameNumber | Rule::FieldSameLayout => {
            let json_name = from.attrs.json_name.take();
            let protobuf = match rule {
                Rule::FieldSameNumber => numbered(from.attrs.protobuf, to.attrs.protobuf),
                _ => from.attrs.protobuf,
            };
            from.attrs = CaseAttrs { protobuf, json_name, ..to.attrs };
        }
        _ => {
            let protobuf = numbered(to.attrs.protobuf, from.attrs.protobuf);
            let (json_name, order, capnp_ordinal) =
                (from.attrs.json_name.take(), from.attrs.order, from.attrs.capnp_ordinal);
            from.attrs = CaseAttrs { protobuf, json_name, order, capnp_ordinal, ..to.attrs };
            (from.ty, from.default) = (to.ty, to.default);
        }
    }
}

/// Returns the facts of one field with the number of another.
fn numbered(it: Option<ProtobufField>, number: Option<ProtobufField>) -> Option<ProtobufField> {
    Some(ProtobufField { number: number?.number, ..it? })
}

/// Returns the facts of one field with the packing and delimiting of another.
fn framed(it: Option<ProtobufField>, framing: Option<ProtobufField>) -> Option<ProtobufField> {
    let framing = framing?;
    Some(ProtobufField { packed: framing.packed, group: framing.group, ..it? })
}

/// Returns the facts of one field with the places of another.
fn placed(it: &FieldAttrs, place: &FieldAttrs) -> FieldAttrs {
    FieldAttrs {
        protobuf: it.protobuf,
        json_name: it.json_name.clone(),
        extension: it.extension.clone(),
        ..place.clone()
    }
}

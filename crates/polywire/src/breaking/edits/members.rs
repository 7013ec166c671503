//! Edits of the members of a struct.

use super::{Edit, Subject, wording};
use crate::breaking::pair::{Paired, Pairs};
use crate::breaking::rule::{Rule, WithoutMessages};
use crate::breaking::side::{Attrs, Member, Side};
use polywire_model::{DeclId, Type};

/// Compares the members of two versions of a struct.
pub(super) fn edits(pairs: &Pairs<'_>, owner: (DeclId, DeclId), found: &mut Vec<Edit>) {
    let members = pairs.members(owner.0, owner.1);
    let path = pairs.new.model.decl(owner.1).path();
    for (old, new) in &members.both {
        let comparison = Comparison { pairs, owner, path: &path, old: &members.old[*old], new: &members.new[*new] };
        comparison.edits(found);
    }
    for member in members.only_old.iter().map(|at| &members.old[*at]) {
        let rule = if member.is_required() { Rule::MessageSameRequiredFields } else { Rule::FieldNoDelete };
        let subject = Subject::Member { owner, old: Some(member.place), new: None };
        let message = format!("`{path}.{}` is removed", member.name);
        let place = pairs.new.model.decl(owner.1).span;
        let edit = Edit::new(rule, path.clone(), subject, message).of_member(member.name);
        found.push(Edit { without_messages: WithoutMessages::Code, ..edit.at(Some(member.span), Some(place)) });
    }
    for member in members.only_new.iter().map(|at| &members.new[*at]) {
        let rule = if member.is_required() { Rule::MessageSameRequiredFields } else { Rule::FieldNoAdd };
        let subject = Subject::Member { owner, old: None, new: Some(member.place) };
        let message = format!("`{path}.{}` is added", member.name);
        found.push(Edit::new(rule, path.clone(), subject, message).of_member(member.name).at(None, Some(member.span)));
    }
    found.extend(removed_unions(pairs, &members, owner, &path));
}

/// Returns the unions of which no field is left.
fn removed_unions(pairs: &Pairs<'_>, members: &Paired<'_>, owner: (DeclId, DeclId), path: &str) -> Vec<Edit> {
    let mut unions: Vec<&str> = members.old.iter().filter_map(|it| it.union).collect();
    unions.dedup();
    unions.retain(|union| members.new.iter().all(|it| it.union != Some(union)));
    let place = |union: &str| {
        let it = pairs.old.model.as_struct(owner.0)?;
        it.fields.iter().find(|field| field.name == union).map(|field| field.span)
    };
    let edit = |union: &str| {
        let message = format!("the union `{path}.{union}` is removed");
        let decl = pairs.new.model.decl(owner.1);
        Edit::new(Rule::OneofNoDelete, path.to_owned(), Subject::Other, message)
            .of_member(union)
            .at(place(union), Some(decl.span))
    };
    unions.into_iter().map(edit).collect()
}

/// A member in both versions.
struct Comparison<'a, 'm> {
    pairs: &'a Pairs<'m>,
    owner: (DeclId, DeclId),
    path: &'a str,
    old: &'a Member<'m>,
    new: &'a Member<'m>,
}

impl Comparison<'_, '_> {
    fn edits(&self, found: &mut Vec<Edit>) {
        let (old, new) = (self.old, self.new);
        let mut add = |rule, what: String| found.push(self.edit(rule, &what));
        if old.name != new.name {
            add(Rule::FieldSameName, format!("was called `{}`", old.name));
        } else if old.json_name() != new.json_name() {
            let name = |it: &Member<'_>| it.json_name().unwrap_or(it.name).to_owned();
            add(Rule::FieldSameJsonName, format!("was `{}` in JSON and is `{}`", name(old), name(new)));
        }
        if old.number != new.number {
            let number = |it: &Member<'_>| it.number.map_or_else(|| "no number".to_owned(), |it| it.to_string());
            add(Rule::FieldSameNumber, format!("had the number {} and has {}", number(old), number(new)));
        }
        if old.union != new.union {
            let place = |it: &Member<'_>| match it.union {
                Some(union) => format!("in the union `{union}`"),
                None => "in no union".to_owned(),
            };
            add(Rule::FieldSameOneof, format!("was {} and is {}", place(old), place(new)));
        }
        if old.default != new.default {
            let texts = (wording::default(old.default), wording::default(new.default));
            add(Rule::FieldSameDefault, format!("had the default {} and has {}", texts.0, texts.1));
        }
        self.types(found);
        self.layouts(found);
    }

    fn types(&self, found: &mut Vec<Edit>) {
        let (old, new) = (self.old, self.new);
        let is_same = self.pairs.is_same_type(old.ty, new.ty);
        let cardinality = (wording::cardinality(old), wording::cardinality(new));
        let elements = (single(old.ty), single(new.ty));
        if cardinality.0 != cardinality.1 && old.union == new.union {
            let what = format!("was {} and is {}", cardinality.0, cardinality.1);
            found.push(self.edit(Rule::FieldSameCardinality, &what));
        }
        let is_same_element = is_same || self.pairs.is_same_type(elements.0, elements.1);
        let same_encoding = encodings(&self.pairs.old, old) == encodings(&self.pairs.new, new);
        if !is_same_element || !same_encoding {
            let with_encoding = is_same_element;
            let was = wording::type_of(&self.pairs.old, old, with_encoding);
            let is = wording::type_of(&self.pairs.new, new, with_encoding);
            let edit = self.edit(Rule::FieldSameType, &format!("was {was} and is {is}"));
            let in_code = if is_same_element { WithoutMessages::Nothing } else { WithoutMessages::Code };
            found.push(Edit { without_messages: in_code, ..edit });
        }
        if let (Type::Text(one), Type::Text(other)) = elements
            && one != other
        {
            let rule =
                if one.unverified == other.unverified { Rule::FieldSameType } else { Rule::FieldSameUtf8Validation };
            let limit = |it: &polywire_model::Text| {
                let limit =
                    it.max_len.map_or_else(|| "of any length".to_owned(), |len| format!("of at most {len} bytes"));
                if it.unverified { format!("{limit}, not checked for UTF-8") } else { limit }
            };
            found.push(self.edit(rule, &format!("was a text {} and is one {}", limit(one), limit(other))));
        }
    }

    fn layouts(&self, found: &mut Vec<Edit>) {
        let framing = |member: &Member<'_>| member.protobuf().map(|it| (it.packed, it.group));
        if framing(self.old) != framing(self.new) {
            found.push(self.edit(Rule::FieldSameEncoding, "is packed or delimited in another way"));
        }
        let is_same = match (self.old.attrs, self.new.attrs) {
            (Attrs::Field(one), Attrs::Field(other)) => {
                let places = |it: &polywire_model::attr::FieldAttrs| {
                    (it.order, it.capnp_ordinal, it.capnp_absence, it.capnp_slot, it.capnp_opaque)
                };
                let forms = |it: &polywire_model::attr::FieldAttrs| {
                    (it.capnp_default.clone(), it.sbe_length, it.flatbuffers.clone(), it.cdr_encapsulated)
                };
                places(one) == places(other) && forms(one) == forms(other) && self.old.slot == self.new.slot
            }
            (Attrs::Case(one), Attrs::Case(other)) => {
                let places =
                    |it: &polywire_model::attr::CaseAttrs| (it.order, it.capnp_ordinal, it.capnp, it.capnp_opaque);
                let is_same = places(one) == places(other) && one.capnp_default == other.capnp_default;
                is_same && self.old.slot == self.new.slot
            }
            // The edit is that it moved.
            (Attrs::Field(_), Attrs::Case(_)) | (Attrs::Case(_), Attrs::Field(_)) => true,
        };
        // A member with another number is a new one for the lock.
        if !is_same && self.old.number == self.new.number {
            found.push(self.edit(Rule::FieldSameLayout, "has another place in messages, by the lock or the schema"));
        }
    }

    fn edit(&self, rule: Rule, what: &str) -> Edit {
        let subject = Subject::Member { owner: self.owner, old: Some(self.old.place), new: Some(self.new.place) };
        let message = format!("`{}.{}` {what}", self.path, self.new.name);
        Edit::new(rule, self.path.to_owned(), subject, message)
            .of_member(self.new.name)
            .at(Some(self.old.span), Some(self.new.span))
    }
}

fn single(ty: &Type) -> &Type {
    match ty {
        Type::List(element) => element,
        other => other,
    }
}

/// Returns the encodings of a member's integers, those of a map's entries included.
fn encodings(side: &Side<'_>, member: &Member<'_>) -> Vec<Option<polywire_model::attr::ProtobufInt>> {
    let of_map = match member.ty {
        Type::Map(entry) => side.entry(*entry).map(|(key, value)| [key, value]),
        _ => None,
    };
    let inner = of_map.into_iter().flatten().map(|field| field.attrs.protobuf.map(|it| it.encoding));
    std::iter::once(wording::encoding(member)).chain(inner).collect()
}

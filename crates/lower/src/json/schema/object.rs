//! Structs and unions: objects.

use super::Schema;
use super::text::Json;
use crate::json::plan::Named;
use crate::plan::{Member, Slot};
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_model::Presence;

/// What is said of a property in addition to its type.
struct Notes {
    doc: String,
    deprecated: bool,
}

impl Schema<'_> {
    pub(super) fn object(&mut self, id: StructId) -> Json {
        let groups = std::mem::take(&mut self.structs[id.0 as usize].groups);
        let mut properties = Vec::new();
        let mut required = Vec::new();
        let mut choices = Vec::new();
        for named in groups.iter().flatten() {
            let notes = self.notes(id, &named.member);
            properties.push((name(named), self.property(&named.member, notes)));
            if matches!(named.member.slot, Slot::Field(_, Presence::Required)) {
                required.push(Json::Text(name(named)));
            }
        }
        for group in &groups {
            if group.len() > 1 && matches!(group[0].member.slot, Slot::Case { .. }) {
                choices.push(at_most_one(group));
            }
        }
        self.structs[id.0 as usize].groups = groups;
        let mut object = described(&self.types.record(id).name.doc)
            .and("type", Json::text("object"))
            .and("properties", Json::Object(properties));
        if !required.is_empty() {
            object = object.and("required", Json::List(required));
        }
        if !choices.is_empty() {
            object = object.and("allOf", Json::List(choices));
        }
        object.and("additionalProperties", Json::Bool(false))
    }

    /// An object with one of the cases, or none.
    pub(super) fn union(&mut self, id: UnionId) -> Json {
        let groups = std::mem::take(&mut self.unions[id.0 as usize].groups);
        let mut properties = Vec::new();
        for (named, index) in groups.iter().flatten().zip(0..) {
            let doc = self.types.union(id).cases.get(index).map(|case| case.doc.clone()).unwrap_or_default();
            properties.push((name(named), self.property(&named.member, Notes { doc, deprecated: false })));
        }
        self.unions[id.0 as usize].groups = groups;
        Json::object([
            ("type", Json::text("object")),
            ("properties", Json::Object(properties)),
            ("maxProperties", Json::number(1)),
            ("additionalProperties", Json::Bool(false)),
        ])
    }

    fn property(&mut self, member: &Member, notes: Notes) -> Json {
        let mut property = match member.mark {
            true => Json::object([("const", Json::Bool(true))]),
            false => self.ty(&member.ty),
        };
        if !notes.doc.is_empty() {
            property = property.and("description", Json::Text(notes.doc));
        }
        if notes.deprecated {
            property = property.and("deprecated", Json::Bool(true));
        }
        property
    }

    fn notes(&self, id: StructId, member: &Member) -> Notes {
        let fields = &self.types.record(id).fields;
        match member.slot {
            Slot::Field(index, _) => {
                let field = &fields[index as usize];
                Notes { doc: field.doc.clone(), deprecated: field.deprecated }
            }
            Slot::Case { field, case } => {
                let union = field.and_then(|index| match fields[index as usize].ty {
                    Type::Union(id) => Some(id),
                    _ => None,
                });
                let doc = union.map(|id| self.types.union(id).cases[case as usize].doc.clone());
                Notes { doc: doc.unwrap_or_default(), deprecated: false }
            }
        }
    }
}

fn described(doc: &str) -> Json {
    match doc.is_empty() {
        true => Json::object([]),
        false => Json::object([("description", Json::text(doc))]),
    }
}

fn name(named: &Named) -> String {
    named.keys.first().cloned().unwrap_or_default()
}

/// One of the cases of a union, or none.
fn at_most_one(group: &[Named]) -> Json {
    let has = |named: &Named| Json::object([("required", Json::List(vec![Json::Text(name(named))]))]);
    let none = Json::object([("not", Json::object([("anyOf", Json::List(group.iter().map(has).collect()))]))]);
    Json::object([("oneOf", Json::List(group.iter().map(has).chain([none]).collect()))])
}

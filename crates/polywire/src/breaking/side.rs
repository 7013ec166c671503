//! One version of a schema, and the members of its structs.

use polywire_ir::types::Types;
use polywire_model::attr::{CaseAttrs, FieldAttrs, ProtobufField};
use polywire_model::{Case, DeclId, Field, Literal, Meaning, Model, Presence, Type};
use polywire_source::Span;
use polywire_vm::{Held, Record, Value};

/// One version of a schema.
pub(super) struct Side<'m> {
    pub model: &'m Model,
    pub types: Types,
}

/// A field of a struct, or a case of one of its unions, which is a member by itself.
pub(super) struct Member<'m> {
    pub name: &'m str,
    /// The number that identifies it in the schema.
    pub number: Option<i64>,
    /// The place that a schema of FlatBuffers states: the entry of a field, the position in a struct, the number of a case.
    pub slot: Option<i64>,
    /// The field that holds the union.
    pub union: Option<&'m str>,
    pub ty: &'m Type,
    pub presence: Presence,
    pub default: Option<&'m Literal>,
    pub span: Span,
    pub place: Place,
    pub attrs: Attrs<'m>,
}

/// Facts on a member.
#[derive(Clone, Copy)]
pub(super) enum Attrs<'m> {
    Field(&'m FieldAttrs),
    Case(&'m CaseAttrs),
}

/// The place of a member in values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    pub field: usize,
    pub case: Option<usize>,
}

/// The type of a case without a value.
static NOTHING: Type = Type::fixed_bytes(0);

impl<'m> Side<'m> {
    pub fn new(model: &'m Model) -> Self {
        Self { model, types: Types::of_model(model) }
    }

    /// Returns the members of a struct; none for another type.
    pub fn members(&self, id: DeclId) -> Vec<Member<'m>> {
        let Some(it) = self.model.as_struct(id) else { return Vec::new() };
        let mut members = Vec::new();
        for (index, field) in it.fields.iter().enumerate() {
            match self.union_of(&field.ty) {
                Some(union) => {
                    let cases = self.model.as_union(union).map_or(&[][..], |union| &union.cases).iter().enumerate();
                    members.extend(cases.map(|(at, case)| self.case(field, case, (index, at))));
                }
                None => members.push(Member {
                    name: &field.name,
                    number: self.model.number_of_field(it, field),
                    slot: match it.is_inline && it.attrs.flatbuffers.is_some() {
                        true => Some(index as i64),
                        false => field.attrs.flatbuffers.slot.map(i64::from),
                    },
                    union: None,
                    ty: &field.ty,
                    presence: field.presence,
                    default: field.default.as_ref(),
                    span: field.span,
                    place: Place { field: index, case: None },
                    attrs: Attrs::Field(&field.attrs),
                }),
            }
        }
        members
    }

    fn case(&self, field: &'m Field, case: &'m Case, (index, at): (usize, usize)) -> Member<'m> {
        Member {
            name: &case.name,
            number: self.model.number_of_case(case),
            slot: case.labels.first().map(|label| *label as i64),
            union: Some(&field.name),
            ty: case.ty.as_ref().unwrap_or(&NOTHING),
            presence: Presence::Optional,
            default: case.default.as_ref(),
            span: case.span,
            place: Place { field: index, case: Some(at) },
            attrs: Attrs::Case(&case.attrs),
        }
    }

    fn union_of(&self, ty: &Type) -> Option<DeclId> {
        match ty {
            Type::Named(id) => self.model.as_union(*id).map(|_| *id),
            _ => None,
        }
    }

    /// Returns the value that stands for the absence of a member: its default.
    pub fn default_of(&self, member: &Member<'_>) -> Value {
        Value::new_or(&self.types, &self.types.of(member.ty), member.default)
    }

    /// Returns true if a type is a number, a boolean, an enum, a text or bytes.
    pub fn is_scalar(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => {
                true
            }
            Type::Named(id) => self.model.as_enum(*id).is_some(),
            Type::List(_) | Type::Array(..) | Type::Map(_) => false,
        }
    }

    /// Returns the declarations that a type names, those of map entries included.
    pub fn named_in(&self, ty: &Type) -> Vec<DeclId> {
        match ty {
            Type::Named(id) | Type::Int { meaning: Meaning::Flags(id), .. } => vec![*id],
            Type::List(element) | Type::Array(element, _) => self.named_in(element),
            Type::Map(entry) => self.entry(*entry).map_or_else(Vec::new, |(_, value)| self.named_in(&value.ty)),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => {
                Vec::new()
            }
        }
    }

    /// Returns the key and the value of a map's entry.
    pub fn entry(&self, id: DeclId) -> Option<(&'m Field, &'m Field)> {
        match self.model.as_struct(id)?.fields.as_slice() {
            [key, value] => Some((key, value)),
            _ => None,
        }
    }
}

impl<'m> Member<'m> {
    /// Returns its name in JSON, if that differs from its name.
    pub fn json_name(&self) -> Option<&'m str> {
        match self.attrs {
            Attrs::Field(attrs) => attrs.json_name.as_deref(),
            Attrs::Case(attrs) => attrs.json_name.as_deref(),
        }
    }

    /// Returns how Protocol Buffers write it.
    pub fn protobuf(&self) -> Option<ProtobufField> {
        match self.attrs {
            Attrs::Field(attrs) => attrs.protobuf,
            Attrs::Case(attrs) => attrs.protobuf,
        }
    }

    /// Returns true if values tell absence from the default.
    pub fn has_presence(&self) -> bool {
        self.presence != Presence::Implicit
    }

    /// Returns its places among the members and among the ordinals.
    pub fn places(&self) -> Vec<(Option<u32>, Option<u16>)> {
        match self.attrs {
            Attrs::Field(attrs) => vec![(attrs.order, attrs.capnp_ordinal), (None, attrs.capnp_absence)],
            Attrs::Case(attrs) => vec![(None, attrs.capnp_ordinal)],
        }
    }

    /// Returns true if messages must have it.
    pub fn is_required(&self) -> bool {
        self.presence == Presence::Required
    }
}

impl Place {
    /// Returns the value of a member; absent if its union holds another case.
    pub fn get(self, record: &Record) -> &Value {
        match (record.fields.get(self.field), self.case) {
            (Some(value), None) => value,
            (Some(Value::Union(Some(held))), Some(case)) if held.case as usize == case => &held.value,
            _ => &Value::Absent,
        }
    }

    /// Sets the value of a member; a case replaces another one.
    pub fn set(self, record: &mut Record, value: Value) {
        let value = match self.case {
            None => value,
            Some(_) if value == Value::Absent => Value::Union(None),
            Some(case) => Value::Union(Some(Box::new(Held { case: case as u32, value }))),
        };
        if let Some(field) = record.fields.get_mut(self.field) {
            *field = value;
        }
    }
}

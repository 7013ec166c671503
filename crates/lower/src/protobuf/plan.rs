//! Field plans: the encoding of each field or case of a message.

use super::scalar::Scalar;
use super::unsupported;
use super::value::Value;
use crate::Unsupported;
use crate::plan::{StructDecl, Wrapped, field_path, union_decl};
use crate::unsupported::UnsupportedFeature;
use polywire_ir::Place;
use polywire_ir::types::{EnumId, Literal, Type, Types, UnionId};
use polywire_model::attr::{ProtobufField, ProtobufInt};
use polywire_model::{Case, Decl, Field, Presence};
use polywire_source::Span;

/// Field numbers are below this.
pub(super) const FIELD_NUMBERS: u32 = 1 << 29;

/// A field of a message, or a case of one of its unions.
pub(crate) struct Member {
    /// Name of the field or case.
    pub name: String,
    /// Field number.
    pub number: u32,
    /// Index of the struct's field.
    pub field: u32,
    /// Its cardinality, and the meaning of its absence.
    pub rule: Rule,
    /// The form of the value, or of each element of a repeated field.
    pub value: Value,
    /// Its native type.
    pub ty: Type,
    /// The default value.
    pub default: Option<Literal>,
}

/// The cardinality of a member, and the meaning of its absence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Absence means the default, which is not written.
    Implicit,
    /// Absence means the default, which is written: key and value of a map entry.
    Always,
    /// May be absent.
    Optional,
    /// Must be there.
    Required,
    /// Any number.
    Repeated {
        /// Written as one length-delimited record.
        packed: bool,
    },
    /// Exactly this many, in adjacent records.
    Array {
        /// Written as one length-delimited record.
        packed: bool,
        /// The number of elements.
        len: u32,
    },
    /// A case of the union in the field.
    Case(u32),
}

impl Rule {
    /// Returns the rule without packing, if the elements cannot be packed.
    fn allowed_by(self, value: Value) -> Self {
        match self {
            Self::Repeated { packed } => Self::Repeated { packed: packed && value.packable() },
            Self::Array { packed, len } => Self::Array { packed: packed && value.packable(), len },
            Self::Implicit | Self::Always | Self::Optional | Self::Required | Self::Case(_) => self,
        }
    }

    /// Returns whether elements are written as one length-delimited record; `None` if there is a single value.
    pub fn packing(self) -> Option<bool> {
        match self {
            Self::Repeated { packed } | Self::Array { packed, .. } => Some(packed),
            Self::Implicit | Self::Always | Self::Optional | Self::Required | Self::Case(_) => None,
        }
    }
}

impl Member {
    /// Returns the place of the member's value, list or union in a struct.
    pub fn place(&self, owner: &Place) -> Place {
        owner.field(self.field)
    }

    /// Returns the place of the value itself, once present or set; setting it makes it so.
    pub fn value_place(&self, owner: &Place) -> Place {
        let place = self.place(owner);
        match self.rule {
            Rule::Implicit | Rule::Always | Rule::Repeated { .. } | Rule::Array { .. } => place,
            Rule::Optional | Rule::Required => place.some(),
            Rule::Case(case) => place.case(case),
        }
    }

    /// Returns the key of a record of this wire type.
    pub fn key(&self, wire_type: u32) -> u64 {
        u64::from(self.number) << 3 | u64::from(wire_type)
    }

    /// Returns the wire type of its records in encoded form.
    pub fn written_as(&self) -> u32 {
        if self.rule.packing() == Some(true) { 2 } else { self.value.wire_type() }
    }

    /// Returns the bytes of the key of a record of this wire type.
    pub fn tag(&self, wire_type: u32) -> Vec<u8> {
        varint(self.key(wire_type))
    }
}

/// The shortest varint.
pub(super) fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Returns the members of a struct in the order of their numbers, which is the encoding order.
pub(crate) fn members(
    wrapped: &Wrapped,
    types: &Types,
    owner: &StructDecl<'_>,
    problems: &mut Vec<Unsupported>,
) -> Vec<Member> {
    let always = if owner.it.is_entry { Rule::Always } else { Rule::Implicit };
    let is_message_set = owner.it.attrs.message_set;
    let (members, next) = (Vec::new(), 1);
    let mut plan = Plan { wrapped, types, decl: owner.decl, always, is_message_set, members, next, problems };
    for (field, index) in owner.it.fields.iter().zip(0..) {
        match types.of(&field.ty) {
            Type::Union(id) => plan.add_union(id, index),
            ty => plan.add_field(field, index, ty),
        }
    }
    plan.sorted()
}

struct Plan<'p> {
    wrapped: &'p Wrapped,
    types: &'p Types,
    decl: &'p Decl,
    /// The rule for fields that always have a value.
    always: Rule,
    /// Uses type ids, which are wider, instead of field numbers.
    is_message_set: bool,
    members: Vec<Member>,
    /// The number of the next member without one: one more than that of the previous member.
    next: u32,
    problems: &'p mut Vec<Unsupported>,
}

impl Plan<'_> {
    fn problem(&mut self, feature: UnsupportedFeature, name: &str, span: Span) {
        self.problems.push(feature.at(span, field_path(self.decl, name)));
    }

    fn add_field(&mut self, field: &Field, index: u32, ty: Type) {
        let facts = self.facts(field.attrs.protobuf);
        let (rule, ty) = match (ty, field.presence) {
            (Type::List(element), _) => (Rule::Repeated { packed: facts.packed }, *element),
            // The entries of a map are messages (Protocol Buffers Encoding, "Maps").
            (Type::Map(entry), _) => (Rule::Repeated { packed: false }, Type::Struct(entry)),
            (Type::Array(element, len), _) => (Rule::Array { packed: facts.packed, len }, *element),
            (ty, Presence::Implicit) => (self.always, ty),
            (ty, Presence::Optional) => (Rule::Optional, ty),
            (ty, Presence::Required) => (Rule::Required, ty),
        };
        match self.value(&ty, facts) {
            Ok(value) => self.add(facts.number, &field.name, field.span, |number| {
                let (default, rule) = (field.default.clone(), rule.allowed_by(value));
                let name = field.name.clone();
                Member { name, number, field: index, rule, value, ty, default }
            }),
            Err(feature) => self.problem(feature, &field.name, field.span),
        }
    }

    fn add_union(&mut self, id: UnionId, index: u32) {
        for (case, case_index) in union_decl(&self.wrapped.model, id).1.cases.iter().zip(0..) {
            let native = self.types.union(id).cases[case_index as usize].value_type();
            self.add_case(case, (index, case_index), native);
        }
    }

    fn add_case(&mut self, case: &Case, (field, index): (u32, u32), ty: Type) {
        let facts = self.facts(case.attrs.protobuf);
        let value = match (&case.ty, &ty) {
            (None, _) => Ok(Value::Mark),
            (Some(_), ty) => self.value(ty, facts),
        };
        match value {
            Ok(value) => self.add(facts.number, &case.name, case.span, |number| Member {
                name: case.name.clone(),
                number,
                field,
                rule: Rule::Case(index),
                value,
                ty,
                default: case.default.clone(),
            }),
            Err(feature) => self.problem(feature, &case.name, case.span),
        }
    }

    /// Returns the schema's attributes, or defaults for other schema languages: the next number, packed where possible.
    fn facts(&mut self, stated: Option<ProtobufField>) -> ProtobufField {
        let facts = stated.unwrap_or(ProtobufField {
            number: self.next,
            encoding: ProtobufInt::Varint,
            packed: true,
            group: false,
        });
        self.next = facts.number.saturating_add(1);
        facts
    }

    fn add(&mut self, number: u32, name: &str, span: Span, member: impl FnOnce(u32) -> Member) {
        let beyond = if self.is_message_set { 1 << 31 } else { FIELD_NUMBERS };
        if !(1..beyond).contains(&number) {
            return self.problem(unsupported::NUMBER_RANGE, name, span);
        }
        if self.members.iter().any(|other| other.number == number) {
            return self.problem(unsupported::NUMBER_TWICE, name, span);
        }
        self.members.push(member(number));
    }

    fn value(&self, ty: &Type, facts: ProtobufField) -> Result<Value, UnsupportedFeature> {
        Ok(match ty {
            Type::Bool => Value::Scalar(Scalar::Bool),
            Type::Int { bits, signed, .. } => Value::Scalar(Scalar::int(*bits, *signed, facts.encoding)),
            Type::Float { bits } => Value::Scalar(Scalar::Float { bits: *bits }),
            Type::Enum(id) => self.enum_value(*id)?,
            Type::Text { .. } | Type::Bytes => Value::Bytes,
            Type::FixedBytes(len, _) => Value::FixedBytes(*len),
            Type::Struct(id) if facts.group && *id < self.wrapped.first => Value::Group(*id),
            Type::Struct(id) => Value::Message(*id),
            Type::Union(_) | Type::List(_) | Type::Map(_) | Type::Array(..) => unreachable!("such a value is wrapped"),
        })
    }

    fn enum_value(&self, id: EnumId) -> Result<Value, UnsupportedFeature> {
        let fits = |number: i64| i32::try_from(number).is_ok();
        let all = self.types.enumeration(id).members.iter().all(|member| fits(member.number));
        if all { Ok(Value::Enum(id)) } else { Err(unsupported::WIDE_ENUM) }
    }

    fn sorted(mut self) -> Vec<Member> {
        self.members.sort_by_key(|member| member.number);
        self.members
    }
}

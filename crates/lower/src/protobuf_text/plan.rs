//! The fields of a message: their names for encoding and decoding, and which of them must not repeat.

use crate::Unsupported;
use crate::plan::{PresenceBits, Projection, StructDecl, Wrapped, struct_decls};
use crate::protobuf::plan::{Member, Rule, members};
use crate::protobuf::value::Value;
use polywire_ir::types::{StructId, Types};
use polywire_model::{Model, Presence};
use std::collections::HashMap;

/// A message.
pub(super) struct Message {
    /// Its fields in the order of their numbers.
    pub fields: Vec<TextField>,
    /// Reserved names: fields with these names are skipped.
    pub reserved: Vec<String>,
    pub required: usize,
    others: usize,
}

/// A field, or a case of a oneof.
pub(super) struct TextField {
    /// Its kind.
    pub member: Member,
    /// Its encoded name: an extension's in brackets, that of a group or a MessageSet's item by its type.
    pub name: String,
    /// An alternative name accepted by decoders.
    pub other_name: Option<String>,
    /// True if decoders set it.
    pub selected: bool,
    /// Its bit among the fields that must not repeat; the cases of a oneof share one.
    pub bit: Option<usize>,
}

impl Message {
    /// The message of a struct.
    pub fn of(
        wrapped: &Wrapped,
        (types, projection): (&Types, &Projection),
        owner: &StructDecl<'_>,
        problems: &mut Vec<Unsupported>,
    ) -> Self {
        let members = members(wrapped, types, owner, problems);
        let is_selected = |member: &Member| projection.field(owner.id, member.field);
        let demands = |member: &Member| is_selected(member) && is_required(&wrapped.model, projection, member);
        let required = members.iter().filter(|member| demands(member)).count();
        let mut bits = Bits { required: 0, next: required, oneofs: HashMap::new() };
        let fields = members.into_iter().map(|member| {
            let selected = is_selected(&member);
            let bit = if selected { bits.of(&member, demands(&member)) } else { None };
            let (name, other_name) = names(types, owner, &member);
            TextField { member, name, other_name, selected, bit }
        });
        let fields = fields.collect();
        let reserved = owner.it.attrs.reserved_names.clone();
        Self { fields, reserved, required, others: bits.next - required }
    }

    /// Returns the presence bits that a decoder carries.
    pub fn presence_bits(&self) -> PresenceBits {
        PresenceBits::new(self.required + self.others)
    }
}

impl TextField {
    /// Returns the names accepted by decoders.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.other_name.as_deref())
    }

    /// Returns true if its value is a message, which needs no colon before it.
    pub fn is_message(&self) -> bool {
        match self.member.value {
            Value::Message(_) | Value::Group(_) | Value::Mark => true,
            Value::Scalar(_) | Value::Enum(_) | Value::Bytes | Value::FixedBytes(_) => false,
        }
    }
}

/// Returns true if a message without this member is incomplete. A new value of a map entry is complete unless it has
/// required fields itself.
fn is_required(model: &Model, projection: &Projection, member: &Member) -> bool {
    let demands = |id: StructId| {
        let decls = struct_decls(model);
        let mut fields = decls[id.0 as usize].it.fields.iter().zip(0..);
        fields.any(|(field, index)| field.presence == Presence::Required && projection.field(id, index))
    };
    match (member.rule, member.value) {
        (Rule::Required, _) => true,
        (Rule::Always, Value::Message(id)) => demands(id),
        (
            Rule::Always | Rule::Implicit | Rule::Optional | Rule::Repeated { .. } | Rule::Array { .. } | Rule::Case(_),
            _,
        ) => false,
    }
}

/// Allocates bits: the first ones for required fields.
struct Bits {
    required: usize,
    next: usize,
    /// By the index of the struct's field.
    oneofs: HashMap<u32, usize>,
}

impl Bits {
    fn of(&mut self, member: &Member, required: bool) -> Option<usize> {
        match member.rule {
            Rule::Repeated { .. } => None,
            _ if required => Some(take(&mut self.required)),
            Rule::Required | Rule::Always | Rule::Implicit | Rule::Optional | Rule::Array { .. } => {
                Some(take(&mut self.next))
            }
            Rule::Case(_) => Some(*self.oneofs.entry(member.field).or_insert_with(|| take(&mut self.next))),
        }
    }
}

fn take(next: &mut usize) -> usize {
    std::mem::replace(next, *next + 1)
}

/// Returns the encoded name, and an alternative for decoding. A MessageSet's item declared in its type has the name of
/// the type; a group declared beside its field has the name of its type.
fn names(types: &Types, owner: &StructDecl<'_>, member: &Member) -> (String, Option<String>) {
    if let Some(full) = &owner.it.fields[member.field as usize].attrs.extension {
        let name = format!("[{full}]");
        return match item_type(types, owner, member, full) {
            Some(of_type) => (format!("[{of_type}]"), Some(name)),
            None => (name, None),
        };
    }
    let own = member.name.clone();
    match member.value {
        Value::Group(id) if is_declared_inside(types, owner.id, id) => match types.record(id).name.path.last() {
            Some(of_type) if of_type.to_ascii_lowercase() == own => (of_type.clone(), Some(own)),
            Some(_) | None => (own, None),
        },
        Value::Group(_)
        | Value::Scalar(_)
        | Value::Enum(_)
        | Value::Bytes
        | Value::FixedBytes(_)
        | Value::Message(_)
        | Value::Mark => (own, None),
    }
}

/// Returns the name of the type of a MessageSet's item, if the item is declared in it; only for the first such item.
fn item_type(types: &Types, owner: &StructDecl<'_>, member: &Member, full: &str) -> Option<String> {
    let Value::Message(id) = member.value else { return None };
    let name = types.record(id).name.dotted();
    let is_inside = |full: &str| full.rsplit_once('.').is_some_and(|(scope, _)| scope == name);
    let mut items = owner.it.fields.iter().filter_map(|field| field.attrs.extension.as_deref());
    let is_item = owner.it.attrs.message_set && member.rule == Rule::Optional;
    (is_item && items.find(|other| is_inside(other)) == Some(full)).then_some(name)
}

fn is_declared_inside(types: &Types, owner: StructId, inner: StructId) -> bool {
    let (owner, inner) = (&types.record(owner).name, &types.record(inner).name);
    owner.module == inner.module && inner.path.split_last().is_some_and(|(_, outer)| outer == owner.path)
}

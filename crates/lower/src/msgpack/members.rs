//! Members of structs, in the order and with the keys that the options state.

use super::Members;
use super::dialect::Keys;
use super::head::{Heads, uint_constant};
use crate::plan::{Group, Member, Slot, StructDecl, field_path};
use crate::unsupported::{Unsupported, unsupported_features};
use polywire_model::attr::MsgpackOptions;

unsupported_features! {
    NO_NUMBER: "a struct is a map with field numbers, and this member has none",
        "leave out the option `msgpack.structs=numbers`, or use a schema of Protocol Buffers, which has field numbers";
}

/// Returns the members of a struct in encoding order, the cases of a union together; those that are sorted by name apart.
pub(super) fn ordered(groups: Vec<Group>, options: MsgpackOptions) -> Members {
    let mut members: Members = groups.into_iter().map(Group::into_members).collect();
    if options.sorts_names {
        members = members.into_iter().flatten().map(|member| vec![member]).collect();
        members.sort_by(|one, other| key_name(&one[0]).cmp(key_name(&other[0])));
    }
    members
}

/// Returns the members of a struct that lack the number that their keys need.
pub(super) fn without_number(owner: &StructDecl<'_>, members: &Members, keys: Keys) -> Vec<Unsupported> {
    let lacks = |member: &&Member| keys == Keys::Numbers && member.number.is_none();
    let report = |member: &Member| NO_NUMBER.at(member.span, field_path(owner.decl, &member.name));
    members.iter().flatten().filter(lacks).map(report).collect()
}

/// Returns the name of a member in maps.
pub(super) fn key_name(member: &Member) -> &str {
    member.msgpack.name.as_deref().unwrap_or(&member.name)
}

/// Returns the encoded key of a member.
pub(super) fn key(heads: &Heads, keys: Keys, member: &Member) -> Vec<u8> {
    match (keys, member.number) {
        (Keys::Numbers | Keys::Zids, Some(number)) => uint_constant(number),
        (Keys::Names | Keys::Numbers | Keys::Zids, _) => {
            let name = key_name(member);
            [heads.text_constant(name.len() as u64), name.into()].concat()
        }
    }
}

/// Returns the number of a union's case; 0 means no case.
pub(super) fn case_number(member: &Member) -> u64 {
    match member.slot {
        Slot::Case { case, .. } => u64::from(case) + 1,
        Slot::Field(..) => 0,
    }
}

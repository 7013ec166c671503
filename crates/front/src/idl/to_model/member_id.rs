//! Ids of members (DDS-XTypes 1.3, clause 7.3.1.2.1.1).

use super::annotation::{find, is_set, parameter};
use crate::idl::tree::{Annotation, Member, Value};
use md5::{Digest, Md5};
use polywire_model::attr::XcdrMember;

/// Ids have this many bits.
const MASK: u32 = (1 << 28) - 1;

/// Returns the facts of members, in order. Each comes with the annotations of its type. If all ids are those of the places from
/// `first` on, they are left out.
pub(super) fn member_facts(members: &[(&[Annotation], &Member)], first: u32) -> Vec<XcdrMember> {
    let ids = ids(members, first);
    let are_places = ids.iter().copied().eq((first..).take(ids.len()));
    let facts = members.iter().zip(ids).map(|((_, member), id)| {
        let annotations = &member.annotations;
        XcdrMember {
            id: (!are_places).then_some(id),
            must_understand: is_set(annotations, "must_understand"),
            is_key: is_set(annotations, "key"),
        }
    });
    facts.collect()
}

/// An id without an annotation is one more than that of the member before.
fn ids(members: &[(&[Annotation], &Member)], first: u32) -> Vec<u32> {
    let mut next = first;
    let ids = members.iter().map(|(of_type, member)| {
        let id = stated_id(of_type, member).unwrap_or(next) & MASK;
        next = id.wrapping_add(1);
        id
    });
    ids.collect()
}

fn stated_id(of_type: &[Annotation], member: &Member) -> Option<u32> {
    let own = &member.annotations;
    if let Some(Value::Integer(id)) = find(own, "id").and_then(|it| parameter(it, "value")) {
        return u32::try_from(*id).ok();
    }
    if let Some(hashed) = find(own, "hashid") {
        return Some(match parameter(hashed, "value") {
            Some(Value::String(name)) if !name.is_empty() => hash(name),
            _ => hash(member.name.as_bytes()),
        });
    }
    is_hashed(of_type).then(|| hash(member.name.as_bytes()))
}

/// `@autoid` without a value means HASH.
fn is_hashed(of_type: &[Annotation]) -> bool {
    find(of_type, "autoid").is_some_and(|it| match parameter(it, "value") {
        Some(Value::String(name)) => name.eq_ignore_ascii_case(b"HASH"),
        _ => true,
    })
}

/// The first four octets of the MD5 of the name, little-endian.
fn hash(name: &[u8]) -> u32 {
    let digest = Md5::digest(name);
    u32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]]) & MASK
}

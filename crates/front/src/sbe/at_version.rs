//! A schema as it was in an earlier version.

use super::schema::{GroupDecl, Head, Member, MemberKind, Schema, TypeDecl, TypeKind};

/// Returns what a schema had in a version: everything with a later `sinceVersion` is left out, and what was deprecated later is not yet
/// deprecated. Stated lengths of blocks are kept, since nothing tells the earlier ones.
#[must_use]
pub fn at_version(schema: &Schema, version: u16) -> Schema {
    let mut reduced = schema.clone();
    reduced.version = version;
    reduce_types(&mut reduced.types, version);
    reduce(&mut reduced.messages, version, |it| &mut it.head);
    reduced.messages.iter_mut().for_each(|message| reduce_members(&mut message.members, version));
    reduced
}

fn reduce_types(types: &mut Vec<TypeDecl>, version: u16) {
    reduce(types, version, |it| &mut it.head);
    for decl in types {
        match &mut decl.kind {
            TypeKind::Composite(members) => reduce_types(members, version),
            TypeKind::Enum(it) => reduce(&mut it.values, version, |it| &mut it.head),
            TypeKind::Set(it) => reduce(&mut it.choices, version, |it| &mut it.head),
            TypeKind::Simple(_) | TypeKind::Ref(_) => {}
        }
    }
}

fn reduce_members(members: &mut Vec<Member>, version: u16) {
    reduce(members, version, |it| &mut it.head);
    for member in members {
        match &mut member.kind {
            MemberKind::Group(GroupDecl { members, .. }) => reduce_members(members, version),
            MemberKind::Field(_) | MemberKind::Data(_) => {}
        }
    }
}

fn reduce<T>(items: &mut Vec<T>, version: u16, head: impl Fn(&mut T) -> &mut Head) {
    items.retain_mut(|it| head(it).since <= version);
    for item in items {
        let head = head(item);
        head.deprecated = head.deprecated.filter(|it| *it <= version);
    }
}

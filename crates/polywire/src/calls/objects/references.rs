//! References to objects in messages.

use polywire_model::attr::CapnpOpaque;
use polywire_model::{DeclId, Model, Type};
use std::collections::BTreeSet;

/// Returns true if messages of a type can hold references of Cap'n Proto to objects.
pub fn has_references(model: &Model, of: DeclId) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([of]), vec![of]);
    let mut found = false;
    while let Some(id) = open.pop() {
        let mut visit = |ty: &Type, is_reference: bool| {
            found |= is_reference;
            if let Some(inside) = decl(ty).filter(|inside| seen.insert(*inside)) {
                open.push(inside);
            }
        };
        let fields = model.as_struct(id).map_or(&[][..], |it| it.fields.as_slice());
        for field in fields {
            visit(&field.ty, matches!(field.attrs.capnp_opaque, Some(CapnpOpaque::Capability(_))));
        }
        let cases = model.as_union(id).map_or(&[][..], |it| it.cases.as_slice());
        for case in cases {
            let is_reference = matches!(case.attrs.capnp_opaque, Some(CapnpOpaque::Capability(_)));
            case.ty.iter().for_each(|ty| visit(ty, is_reference));
        }
    }
    found
}

fn decl(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => decl(element),
        _ => None,
    }
}

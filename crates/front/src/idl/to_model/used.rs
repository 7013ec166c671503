//! The definitions that the model is made of: all of the user's, and those of built-in files that they name.

use crate::idl::tree::{DefId, Definition, Export, ExportKind, Kind, Member, Operation, Specification, Type};
use std::collections::HashSet;

pub(super) fn used(it: &Specification) -> HashSet<DefId> {
    let ids = (0..).map(DefId).zip(&it.definitions);
    let own = ids.filter(|(_, definition)| !it.files[definition.file].is_built_in);
    let mut waiting: Vec<DefId> = own.map(|(id, _)| id).collect();
    let mut found: HashSet<DefId> = waiting.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        let new = named(&it.definitions[id.0]).into_iter().filter(|id| found.insert(*id));
        waiting.extend(new);
    }
    found
}

/// Returns the definitions that one names.
fn named(it: &Definition) -> Vec<DefId> {
    let mut found = Vec::new();
    match &it.kind {
        Kind::Struct(it) => {
            found.extend(it.base);
            of_members(&it.members, &mut found);
        }
        Kind::Exception(members) => of_members(members, &mut found),
        Kind::Union(it) => {
            of_type(&it.discriminator, &mut found);
            it.cases.iter().for_each(|case| of_type(&case.member.ty, &mut found));
        }
        Kind::Typedef(ty) | Kind::Constant(ty, _) | Kind::ValueBox(ty) => of_type(ty, &mut found),
        Kind::Interface(it) => {
            found.extend(&it.bases);
            it.exports.iter().for_each(|export| of_export(export, &mut found));
        }
        Kind::ValueType(it) => {
            found.extend(it.bases.iter().chain(&it.supports));
            it.members.iter().for_each(|it| of_type(&it.member.ty, &mut found));
            it.exports.iter().for_each(|export| of_export(export, &mut found));
        }
        Kind::Bitset(it) => found.extend(it.base),
        Kind::Enum(_) | Kind::Bitmask(_) | Kind::Native | Kind::Undefined(_) => {}
    }
    found
}

fn of_members(members: &[Member], found: &mut Vec<DefId>) {
    members.iter().for_each(|it| of_type(&it.ty, found));
}

fn of_export(it: &Export, found: &mut Vec<DefId>) {
    match &it.kind {
        ExportKind::Operation(Operation { result, parameters, raises, .. }) => {
            result.iter().for_each(|ty| of_type(ty, found));
            parameters.iter().for_each(|it| of_type(&it.member.ty, found));
            found.extend(raises);
        }
        ExportKind::Attribute(it) => {
            of_type(&it.ty, found);
            found.extend(it.get_raises.iter().chain(&it.set_raises));
        }
    }
}

fn of_type(ty: &Type, found: &mut Vec<DefId>) {
    match ty {
        Type::Named(id) => found.push(*id),
        Type::Sequence(element, _) | Type::Array(element, _) => of_type(element, found),
        Type::Map(key, value, _) => {
            of_type(key, found);
            of_type(value, found);
        }
        Type::Boolean
        | Type::Octet
        | Type::Char
        | Type::WChar
        | Type::Int { .. }
        | Type::Float(_)
        | Type::Fixed { .. }
        | Type::AnyFixed
        | Type::String { .. }
        | Type::Any
        | Type::Object
        | Type::ValueBase
        | Type::TypeCode => {}
    }
}

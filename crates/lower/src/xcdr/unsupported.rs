//! Models that the data representations of DDS do not support.

use super::plan::{members_of_struct, members_of_union};
use crate::Unsupported;
use crate::cdr::unsupported::{Member, has_wide_enum, members};
use crate::plan::field_path;
use crate::unsupported::{UnsupportedFeature, unsupported_features};
use polywire_model::attr::CorbaKind;
use polywire_model::{Decl, DeclKind, Model, Type};
use std::collections::HashSet;

unsupported_features! {
    /// An enum.
    WIDE_ENUM: "the data representations of DDS do not support enums of more than 32 bits",
        "declare the enum with at most 32 bits, or use an integer";
    /// A type of CORBA only.
    CORBA_ONLY: "DDS does not have this type of CORBA", "use a struct, a union or a number";
    /// Two members of a type.
    SAME_ID: "two members have the same id", "give one of them another id by `@id`";
}

/// Returns what is not supported in a model.
pub(super) fn of_model(model: &Model) -> Vec<Unsupported> {
    let mut problems = Vec::new();
    for decl in &model.decls {
        for member in members(decl) {
            let refuse = |feature: UnsupportedFeature| feature.at(member.span, field_path(decl, member.name));
            problems.extend(of_member(model, &member).map(refuse));
        }
        if repeats_id(model, decl) {
            problems.push(SAME_ID.at(decl.span, decl.path()));
        }
    }
    problems
}

fn of_member(model: &Model, member: &Member<'_>) -> Option<UnsupportedFeature> {
    if has_wide_enum(model, member.ty) {
        return Some(WIDE_ENUM);
    }
    let is_boxed = member.corba.fixed.is_some() || member.corba.boxed.is_some();
    (is_boxed || is_of_corba(model, member.ty)).then_some(CORBA_ONLY)
}

fn is_of_corba(model: &Model, ty: &Type) -> bool {
    let Type::Named(id) = ty else { return false };
    match model.decl(*id).corba_kind() {
        Some(
            CorbaKind::Any
            | CorbaKind::TypeCode
            | CorbaKind::Object
            | CorbaKind::Encapsulation
            | CorbaKind::Value
            | CorbaKind::AnyOfValue
            | CorbaKind::Native,
        ) => true,
        Some(CorbaKind::Plain | CorbaKind::Exception | CorbaKind::Parameters) | None => false,
    }
}

fn repeats_id(model: &Model, decl: &Decl) -> bool {
    let members = match &decl.kind {
        DeclKind::Struct(it) => members_of_struct(model, it),
        DeclKind::Union(it) => members_of_union(model, it),
        DeclKind::Enum(_) | DeclKind::Constant(_) => return false,
    };
    let mut seen = HashSet::new();
    !members.iter().all(|it| seen.insert(it.id))
}

//! What members are in documents.

use super::plan::{Shape, name_of};
use super::tokens::is_ncname;
use super::unsupported::{CONTENT, NILLABLE, NO_NAME, NO_TEXT, TYPED, WILDCARD};
use super::wildcards::is_tree;
use crate::plan::{Member, Slot};
use crate::unsupported::UnsupportedFeature;
use polywire_ir::types::{StructId, Type, Types};
use polywire_model::Presence;
use polywire_model::attr::XmlKind;

/// A list whose absence means the same as no elements is one element for each of its own.
pub(super) fn shape_of(member: &Member) -> Shape {
    match (&member.ty, member.slot) {
        (Type::List(_), _) if member.xml.is_token_list => Shape::Tokens,
        (Type::List(_) | Type::Map(_), Slot::Field(_, Presence::Implicit)) if member.default_elements.is_empty() => {
            Shape::Repeated
        }
        _ => Shape::Single,
    }
}

/// Returns why a member is not supported.
pub(super) fn problem_of(types: &Types, member: &Member, is_owners: bool) -> Option<UnsupportedFeature> {
    let is_case = matches!(member.slot, Slot::Case { .. });
    let is_optional = matches!(member.slot, Slot::Field(_, Presence::Optional));
    match member.xml.kind {
        _ if member.xml.nillable && !is_optional && nullable(types, member).is_none() => Some(NILLABLE),
        kind @ (XmlKind::AnyElement | XmlKind::AnyAttributes) => {
            (!is_tree(types, kind, &member.ty)).then_some(WILDCARD)
        }
        XmlKind::Typed => Some(TYPED),
        // A union that is a part of its struct anyway.
        XmlKind::Content => Some(CONTENT),
        XmlKind::Text if is_case && is_owners => Some(NO_TEXT),
        XmlKind::Attribute if is_case => Some(NO_TEXT),
        XmlKind::Attribute | XmlKind::Text if !is_text(member) => Some(NO_TEXT),
        XmlKind::Element if member.xml.is_token_list && !is_text(member) => Some(NO_TEXT),
        XmlKind::Element | XmlKind::Attribute if !is_ncname(&name_of(member).local) => Some(NO_NAME),
        XmlKind::Element | XmlKind::Attribute | XmlKind::Text => None,
    }
}

/// Returns the struct of a value that may be null, of a member or of the elements of its list.
pub(super) fn nullable(types: &Types, member: &Member) -> Option<StructId> {
    let ty = match &member.ty {
        Type::List(element) => element,
        ty => ty,
    };
    match ty {
        Type::Struct(id) => types.nullable(ty).map(|_| *id),
        _ => None,
    }
}

/// Returns true if a member's value is one text.
fn is_text(member: &Member) -> bool {
    match &member.ty {
        Type::List(element) => member.xml.is_token_list && is_leaf(element),
        ty => is_leaf(ty),
    }
}

/// Returns true if a value is a text.
pub(super) fn is_leaf(ty: &Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_))
}

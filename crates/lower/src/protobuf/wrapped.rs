//! Values that only a message of their own can hold.

use crate::plan::{Position, Wrapped, wrap};
use crate::wraps::WrapRule;
use polywire_model::{DeclKind, Model, Presence, Type};

/// For people.
pub(crate) const WRAPS: &[WrapRule] = &[WrapRule { message: "in a message of its own", applies: needs_message }];

/// Wraps them. The field of a list's message has the name that derived `.proto` schemas give it.
pub(crate) fn wrapped(model: &Model) -> Wrapped {
    let mut wrapped = wrap(model, &|position, ty| needs_message(model, position, ty));
    for decl in &mut wrapped.model.decls[model.decls.len()..] {
        let DeclKind::Struct(it) = &mut decl.kind else { continue };
        it.fields.iter_mut().filter(|field| is_repeated(&field.ty)).for_each(|field| field.name = "values".to_owned());
    }
    wrapped
}

/// Returns true if a value at a position must be in a message of its own.
pub(crate) fn needs_message(model: &Model, position: Position, ty: &Type) -> bool {
    let is_union = matches!(ty, Type::Named(id) if model.as_union(*id).is_some());
    match position {
        // A oneof belongs to one message.
        Position::Field(Presence::Implicit) => is_union && model.member_union(ty).is_none(),
        Position::Field(Presence::Optional | Presence::Required) => is_union || is_repeated(ty),
        // The numbers of the cases could be those of the key and the value.
        Position::EntryPart => is_union,
        Position::Element | Position::Case => is_union || is_repeated(ty),
    }
}

fn is_repeated(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Array(..) | Type::Map(_))
}

//! What a format wraps because it cannot hold it by itself, for people.

use crate::loss::Loss;
use crate::plan::Position;
use polywire_model::{DeclId, DeclKind, Field, Model, Type};

/// A kind of values that a format wraps.
pub(crate) struct WrapRule {
    /// What becomes of them.
    pub message: &'static str,
    /// Returns true for a type at a position.
    pub applies: fn(&Model, Position, &Type) -> bool,
}

/// Returns the values that rules apply to. Elements have the path of their list and `[]`.
pub(crate) fn wrapped(model: &Model, rules: &'static [WrapRule]) -> Vec<Loss> {
    let mut found = Vec::new();
    for (decl, owner) in model.decls.iter().zip((0..).map(DeclId)) {
        let mut each = |path: String, position: Position, ty: &Type| {
            each_position(model, (path, position, ty), &mut |path, position, ty| {
                let rules = rules.iter().filter(|rule| (rule.applies)(model, position, ty));
                found.extend(rules.map(|rule| Loss { owner, path: path.to_owned(), message: rule.message }));
            });
        };
        match &decl.kind {
            DeclKind::Struct(it) if it.is_entry => {}
            DeclKind::Struct(it) => {
                let position = |field: &Field| Position::Field(field.presence);
                it.fields.iter().for_each(|it| each(format!("{}.{}", decl.path(), it.name), position(it), &it.ty));
            }
            DeclKind::Union(it) => {
                let cases = it.cases.iter().filter_map(|case| Some((case, case.ty.as_ref()?)));
                cases.for_each(|(case, ty)| each(format!("{}.{}", decl.path(), case.name), Position::Case, ty));
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    found
}

fn each_position(
    model: &Model,
    (path, position, ty): (String, Position, &Type),
    each: &mut dyn FnMut(&str, Position, &Type),
) {
    each(&path, position, ty);
    let path = format!("{path}[]");
    match ty {
        Type::List(element) | Type::Array(element, _) => each_position(model, (path, Position::Element, element), each),
        Type::Map(entry) => {
            let fields = model.as_struct(*entry).map(|entry| entry.fields.as_slice()).unwrap_or_default();
            for field in fields {
                each_position(model, (path.clone(), Position::EntryPart, &field.ty), each);
            }
        }
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Named(_) => {}
    }
}

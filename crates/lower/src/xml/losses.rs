//! Values that XML does not preserve.

use crate::loss::{HeldValue, Loss, of_parts};
use polywire_model::{Case, DeclId, DeclKind, Field, Model, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let mut losses = of_parts(model, |part: &HeldValue<'_>| match part.ty {
        Type::Float { .. } => Some("every NaN becomes the same NaN"),
        Type::Text(text) if text.unverified => {
            Some("texts that are not UTF-8, or have characters that XML does not have, are rejected")
        }
        Type::Text(_) => Some("texts with control characters that XML does not have are rejected"),
        _ => None,
    });
    losses.extend(partly_checked(model));
    losses
}

const PARTLY_CHECKED: &str = "texts are partly checked: the automaton of a pattern, a range or a union would be large";

fn partly_checked(model: &Model) -> impl Iterator<Item = Loss> {
    model.decls.iter().zip((0..).map(DeclId)).flat_map(|(decl, owner)| {
        let (fields, cases): (&[Field], &[Case]) = match &decl.kind {
            DeclKind::Struct(it) => (&it.fields, &[]),
            DeclKind::Union(it) => (&[], &it.cases),
            DeclKind::Enum(_) | DeclKind::Constant(_) => (&[], &[]),
        };
        let fields = fields.iter().map(|it| (&it.name, &it.attrs.xml));
        let all = fields.chain(cases.iter().map(|it| (&it.name, &it.attrs.xml)));
        all.filter(|(_, xml)| xml.text.is_partly_checked).map(move |(name, _)| Loss {
            owner,
            path: format!("{}.{name}", decl.path()),
            message: PARTLY_CHECKED,
        })
    })
}

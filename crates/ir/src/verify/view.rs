//! Rules of views.

use super::module::violation;
use super::{Rule, Violation};
use crate::types::Type;
use crate::view::Signature;
use crate::{Access, Effects, Function, Module, ParamKind, StructView, ValueType};

/// Checks the signatures of the functions of views.
pub(super) fn check(module: &Module, effects: &[Effects]) -> Vec<Violation> {
    let signatures = module.views.signatures(&module.types);
    let functions = signatures.into_iter().filter_map(|signature| function(module, effects, &signature));
    let structs = module.views.structs.iter().filter(|view| !has_all(module, view));
    let structs = structs.map(|_| violation(Rule::View, "", "a view lacks a field, or a case of a union".to_owned()));
    let lists = module.views.lists.iter().filter(|view| !view.place.first().is_some_and(|it| it.ty == ValueType::U64));
    let lists = lists.map(|_| violation(Rule::View, "", "the place of a list does not begin with a count".to_owned()));
    functions.chain(structs).chain(lists).collect()
}

fn function(module: &Module, effects: &[Effects], signature: &Signature) -> Option<Violation> {
    let index = signature.id.0 as usize;
    let Some((found, effects)) = module.functions.get(index).zip(effects.get(index)) else {
        return Some(violation(Rule::View, "", format!("{} does not exist", signature.what)));
    };
    let alone = !effects.writes && !effects.section && !effects.memo;
    let fits = alone && signature.results.as_ref() == Some(&found.results) && takes(found, &signature.params);
    let message = format!("{} takes or yields something else, or writes", signature.what);
    (!fits).then(|| violation(Rule::View, &found.name, message))
}

fn takes(function: &Function, params: &[ValueType]) -> bool {
    let ty = |var: crate::VarId| function.vars.get(var.0 as usize).map(|var| &var.ty);
    function.params.len() == params.len()
        && function
            .params
            .iter()
            .zip(params)
            .all(|(it, expected)| it.kind == ParamKind::Value && ty(it.var) == Some(expected))
}

/// Returns true if a view can access each field, or each case with a value.
fn has_all(module: &Module, view: &StructView) -> bool {
    let Some(record) = module.types.structs.get(view.record.0 as usize) else { return false };
    let fits = |ty: &Type, access: &Access| match (ty, access) {
        (Type::Union(id), Access::Union { cases, .. }) => {
            let union = module.types.unions.get(id.0 as usize);
            union.is_some_and(|union| {
                union.cases.len() == cases.len()
                    && union.cases.iter().zip(cases).all(|(case, get)| case.ty.is_some() || get.is_none())
            })
        }
        (_, Access::Union { .. }) | (Type::Union(_), Access::Value(_)) => false,
        (_, Access::Value(_) | Access::None) => true,
    };
    record.fields.len() == view.fields.len()
        && record.fields.iter().zip(&view.fields).all(|(field, access)| fits(&field.ty, access))
}

//! Rules of views.

use super::module::violation;
use super::{Rule, Violation};
use crate::types::{Type, UnionId};
use crate::view::Signature;
use crate::{Access, Effects, Function, Getter, ListView, Module, ParamKind, StructView, ValueType};

/// Checks the signatures of the functions of views.
pub(super) fn check(module: &Module, effects: &[Effects]) -> Vec<Violation> {
    let signatures = module.views.signatures(&module.types);
    let functions = signatures.into_iter().filter_map(|signature| function(module, effects, &signature));
    let structs = module.views.structs.iter().filter(|view| !has_all(module, view));
    let structs = structs.map(|_| violation(Rule::View, "", "a view lacks a field, or a case of a union".to_owned()));
    let unions = module.views.lists.iter().filter(|view| !has_cases(module, view));
    let unions = unions.map(|_| violation(Rule::View, "", "the view of a list lacks a case of a union".to_owned()));
    let keys = module.views.lists.iter().filter(|view| !is_key(module, &view.element, &view.key));
    let keys =
        keys.map(|_| violation(Rule::View, "", "the key of a list is not a scalar or text in its elements".to_owned()));
    let lists = module.views.lists.iter().filter(|view| !view.place.first().is_some_and(|it| it.ty == ValueType::U64));
    let lists = lists.map(|_| violation(Rule::View, "", "the place of a list does not begin with a count".to_owned()));
    functions.chain(structs).chain(unions).chain(keys).chain(lists).collect()
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
        (Type::Union(id), Access::Union { cases, .. }) => are_all_cases(module, *id, cases),
        (_, Access::Union { .. }) | (Type::Union(_), Access::Value(_)) => false,
        (_, Access::Value(_) | Access::None) => true,
    };
    record.fields.len() == view.fields.len()
        && record.fields.iter().zip(&view.fields).all(|(field, access)| fits(&field.ty, access))
}

fn has_cases(module: &Module, view: &ListView) -> bool {
    match view.element {
        Type::Union(id) => are_all_cases(module, id, &view.cases),
        _ => view.cases.is_empty(),
    }
}

fn are_all_cases(module: &Module, id: UnionId, cases: &[Option<Getter>]) -> bool {
    let union = module.types.unions.get(id.0 as usize);
    union.is_some_and(|union| {
        union.cases.len() == cases.len()
            && union.cases.iter().zip(cases).all(|(case, get)| case.ty.is_some() || get.is_none())
    })
}

/// Returns true if fields lead from an element to a scalar or text.
fn is_key(module: &Module, element: &Type, key: &[u32]) -> bool {
    let step = |ty: &Type, index: u32| match ty {
        Type::Struct(id) => {
            let record = module.types.structs.get(id.0 as usize)?;
            record.fields.get(index as usize).map(|field| field.ty.clone())
        }
        _ => None,
    };
    let found = key.iter().try_fold(element.clone(), |ty, index| step(&ty, *index));
    key.is_empty()
        || matches!(found, Some(Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Text { .. }))
}

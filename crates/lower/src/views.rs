//! What views have in common, whatever the format: the results of accessors of leaves, and members that are left out: sets, because a list in a message may contain an element twice, and
//! values that may be null, because the structs that hold them are no types of a language.

use polywire_ir::types::{Type, Types, UnionId};
use polywire_ir::{Access, Getter, Module, ValueType};

/// The results of an accessor, with their names.
pub(crate) type Results = Vec<(&'static str, ValueType)>;

/// Returns the results of an accessor of a value without parts; none for other values, which each format finds in its own way.
pub(crate) fn leaf_results(ty: &Type) -> Results {
    match ty {
        Type::Bool => vec![("value", ValueType::Bool)],
        Type::Int { signed: true, .. } | Type::Enum(_) => vec![("value", ValueType::I64)],
        Type::Int { signed: false, .. } | Type::Float { .. } => vec![("value", ValueType::U64)],
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => vec![("bytes", ValueType::Bytes)],
        Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => Vec::new(),
    }
}

/// Hides the members.
pub(crate) fn hide(module: &mut Module) {
    let types = module.types.clone();
    let views = &mut module.views;
    views.structs.retain(|view| is_shown(&types, &Type::Struct(view.record)));
    views.lists.retain(|view| is_shown(&types, &view.element));
    for view in &mut views.lists {
        if let Type::Union(id) = view.element {
            hide_cases(&types, id, &mut view.cases);
        }
    }
    for view in &mut views.structs {
        let fields = types.record(view.record).fields.iter().zip(&mut view.fields);
        fields.for_each(|(field, access)| hide_member(&types, &field.ty, access));
    }
}

fn hide_member(types: &Types, ty: &Type, access: &mut Access) {
    match (ty, access) {
        (Type::Union(id), Access::Union { cases, .. }) => hide_cases(types, *id, cases),
        (ty, access) if !is_shown(types, ty) => *access = Access::None,
        (_, Access::None | Access::Value(_) | Access::Union { .. }) => {}
    }
}

fn hide_cases(types: &Types, id: UnionId, cases: &mut [Option<Getter>]) {
    let cases = types.union(id).cases.iter().zip(cases);
    let hidden = cases.filter(|(case, _)| case.ty.as_ref().is_some_and(|ty| !is_shown(types, ty)));
    hidden.for_each(|(_, getter)| *getter = None);
}

fn is_shown(types: &Types, ty: &Type) -> bool {
    match ty {
        Type::Map(entry) => is_shown(types, &Type::Struct(*entry)),
        Type::Struct(id) => {
            let record = types.record(*id);
            let of_map = || !record.is_set_entry() && record.fields.iter().all(|part| is_shown(types, &part.ty));
            !record.is_nullable && (!record.is_entry || of_map())
        }
        Type::List(element) | Type::Array(element, _) => is_shown(types, element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_)
        | Type::Union(_) => true,
    }
}

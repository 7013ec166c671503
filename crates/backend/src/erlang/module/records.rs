//! The module's description of its records, for `polywire_records` of the runtime, so that those of an older schema can
//! be encoded.

use crate::erlang::emit::Shared;
use crate::erlang::names::escaped;
use crate::erlang::print::atom;
use polywire_ir::types::{StructId, Type};
use polywire_srcgen::{Source, join};
use std::collections::BTreeSet;

/// Prints the function that describes the records that encoders use.
pub fn records(source: &mut Source, shared: &Shared) {
    let roots = shared.module.entries.iter().filter(|entry| entry.encode.is_some()).map(|entry| entry.record);
    let reached = reached(shared, roots.collect());
    if reached.is_empty() {
        return;
    }
    source.blank();
    source.comment(
        "%%",
        "New records, how many of their last fields the schema does not declare, and which fields hold records.",
    );
    source.line("-spec records() -> polywire_records:records().");
    source.line("records() ->");
    let lines = reached.into_iter().map(|id| record(shared, id));
    let lines = join(lines, ",\n    ");
    source.indented(|source| source.line(format!("#{{{lines}}}.")));
}

fn record(shared: &Shared, id: StructId) -> String {
    let it = shared.types().record(id);
    let name = atom(shared.names.record(id));
    let held = it.fields.iter().zip(2..).filter_map(|(field, position)| {
        let ty = holder(shared, &field.ty)?;
        Some(format!("{{{position}, {ty}}}"))
    });
    format!("{name} => {{#{name}{{}}, {}, [{}]}}", u8::from(it.keeps_unknown), join(held, ", "))
}

/// Returns the description of records in a value; `None` if it contains none.
fn holder(shared: &Shared, ty: &Type) -> Option<String> {
    match ty {
        Type::Struct(id) if shared.types().record(*id).is_nullable => holder(shared, &shared.types().nullable(ty)?.ty),
        Type::Struct(id) => Some(format!("{{record, {}}}", atom(shared.names.record(*id)))),
        Type::List(element) | Type::Array(element, _) => {
            holder(shared, element).map(|element| format!("{{list, {element}}}"))
        }
        Type::Map(entry) => {
            let (_, value) = shared.types().entry(*entry);
            holder(shared, value).map(|value| format!("{{map, {value}}}"))
        }
        Type::Union(id) => {
            let cases = shared.types().union(*id).cases.iter().filter_map(|case| {
                let ty = holder(shared, case.ty.as_ref()?)?;
                Some(format!("{} => {ty}", atom(&escaped(&case.name))))
            });
            let cases = join(cases, ", ");
            (!cases.is_empty()).then(|| format!("{{union, #{{{cases}}}}}"))
        }
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_) => None,
    }
}

/// Returns the structs reachable from some, including these.
fn reached(shared: &Shared, mut open: Vec<StructId>) -> BTreeSet<StructId> {
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            shared.types().record(id).fields.iter().for_each(|field| add_held(shared, &field.ty, &mut open));
        }
    }
    found
}

fn add_held(shared: &Shared, ty: &Type, open: &mut Vec<StructId>) {
    match ty {
        Type::Struct(id) => match shared.types().nullable(ty) {
            Some(field) => add_held(shared, &field.ty, open),
            None => open.push(*id),
        },
        Type::List(element) | Type::Array(element, _) => add_held(shared, element, open),
        Type::Map(entry) => add_held(shared, shared.types().entry(*entry).1, open),
        Type::Union(id) => {
            let cases = shared.types().union(*id).cases.iter().filter_map(|case| case.ty.as_ref());
            cases.for_each(|ty| add_held(shared, ty, open));
        }
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_) => {}
    }
}

//! Functions that open and close continued records.

use crate::erlang::ast::Merge;
use crate::erlang::emit::Shared;
use crate::erlang::names::{escaped, merge_function, open_tag};
use crate::erlang::print::atom;
use polywire_ir::types::{Named, StructId, Type, UnionId};
use polywire_srcgen::{Source, join};
use std::collections::HashSet;

/// Prints the functions that are used, and those that they use.
pub fn functions(source: &mut Source, shared: &Shared, used: Vec<Merge>) {
    let (mut all, mut seen): (Vec<Merge>, HashSet<Merge>) = (vec![], HashSet::new());
    let mut open = used;
    open.reverse();
    while let Some(merge) = open.pop() {
        if seen.insert(merge.clone()) {
            open.extend(parts(shared, &merge).into_iter().rev());
            all.push(merge);
        }
    }
    for merge in &all {
        source.blank();
        match merge.named {
            Named::Struct(id) => record(source, shared, id, merge),
            Named::Union(id) => union(source, shared, id, merge),
            Named::Enum(_) | Named::Constant(_) => {}
        }
    }
}

/// The conversions of its parts.
fn parts(shared: &Shared, merge: &Merge) -> Vec<Merge> {
    match merge.named {
        Named::Struct(id) => (0..shared.types().record(id).fields.len())
            .filter_map(|index| part(shared, (id, index as u32), merge.opens))
            .collect(),
        Named::Union(id) => {
            let cases = shared.types().union(id).cases.iter().filter_map(|case| case.ty.as_ref());
            cases.filter(|ty| shared.reopened.is_type(ty)).filter_map(|ty| of(shared, ty, merge.opens)).collect()
        }
        Named::Enum(_) | Named::Constant(_) => vec![],
    }
}

/// Returns the conversion of a field: in both directions for one that is always present, else only back.
fn part(shared: &Shared, (id, index): (StructId, u32), opens: bool) -> Option<Merge> {
    let field = &shared.types().record(id).fields[index as usize];
    let always = !field.optional && shared.reopened.is_type(&field.ty);
    (always || !opens && shared.reopened.is_field(id, index)).then(|| of(shared, &field.ty, opens)).flatten()
}

fn of(shared: &Shared, ty: &Type, opens: bool) -> Option<Merge> {
    let named = match ty {
        Type::Struct(id) => Named::Struct(*id),
        Type::Union(id) => Named::Union(*id),
        _ => return None,
    };
    Some(Merge { named, name: shared.names.named(named).to_owned(), opens })
}

fn record(source: &mut Source, shared: &Shared, id: StructId, merge: &Merge) {
    let (function, name) = (atom(&merge_function(merge)), atom(shared.names.record(id)));
    let names = shared.field_names(id);
    let vars: Vec<String> = (1..=names.len()).map(|number| format!("Field{number}")).collect();
    let fields = &shared.types().record(id).fields;
    let value = |index: usize| {
        let var = &vars[index];
        let list = fields.get(index).is_some_and(|field| !field.optional && matches!(field.ty, Type::List(_)));
        let part = fields.get(index).and_then(|_| part(shared, (id, index as u32), merge.opens));
        match part {
            _ if list => format!("lists:reverse({var})"),
            Some(part) => format!("{}({var})", atom(&merge_function(&part))),
            None => var.clone(),
        }
    };
    let values: Vec<String> = (0..names.len()).map(value).collect();
    let closed = |values: &[String]| {
        let set = names.iter().zip(values).map(|(name, value)| format!("{} = {value}", atom(name)));
        format!("#{name}{{{}}}", join(set, ", "))
    };
    let tag = atom(&open_tag(shared.names.record(id)));
    let opened = |values: &[String]| format!("{{{tag}, {}}}", join(values.to_vec(), ", "));
    let (from, to) = if merge.opens { (closed(&vars), opened(&values)) } else { (opened(&vars), closed(&values)) };
    source.line(format!("{function}({from}) ->"));
    source.indented(|source| source.line(format!("{to};")));
    source.line(format!("{function}(Value) ->"));
    source.indented(|source| source.line("Value."));
}

fn union(source: &mut Source, shared: &Shared, id: UnionId, merge: &Merge) {
    let function = atom(&merge_function(merge));
    for case in &shared.types().union(id).cases {
        let Some(part) = case.ty.as_ref().filter(|ty| shared.reopened.is_type(ty)) else { continue };
        let Some(part) = of(shared, part, merge.opens) else { continue };
        let (tag, part) = (atom(&escaped(&case.name)), atom(&merge_function(&part)));
        source.line(format!("{function}({{{tag}, Value}}) -> {{{tag}, {part}(Value)}};"));
    }
    source.line(format!("{function}(Value) -> Value."));
}

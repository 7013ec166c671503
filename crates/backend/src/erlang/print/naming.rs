use crate::erlang::ast::{Clause, Ex, Var};
use crate::outline::NameScope;
use std::collections::BTreeMap;

/// Names the variables of a function in order of appearance: by hint, with the first free number appended if that is
/// taken.
pub(super) fn name_variables(clauses: &[Clause], hints: &[String]) -> BTreeMap<Var, String> {
    let (mut names, mut taken) = (BTreeMap::new(), NameScope::new(&[]));
    for clause in clauses {
        clause.parts(&mut |part| {
            part.walk(&mut |ex| match ex {
                Ex::Var(var) => name(*var, hints, &mut names, &mut taken),
                Ex::Fail(_, vars) => vars.iter().for_each(|var| name(*var, hints, &mut names, &mut taken)),
                _ => {}
            });
        });
    }
    names
}

fn name(var: Var, hints: &[String], names: &mut BTreeMap<Var, String>, taken: &mut NameScope) {
    names.entry(var).or_insert_with(|| taken.number(variable(&hints[var.0 as usize])));
}

/// `wire_type` → `WireType`.
fn variable(hint: &str) -> String {
    let words = hint.split(|ch: char| !ch.is_ascii_alphanumeric());
    let name: String = words.map(capitalised).collect();
    if name.starts_with(|ch: char| ch.is_ascii_uppercase()) { name } else { format!("V{name}") }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

//! Types that have other names in the lock.

use crate::assignments::{Lock, Section};
use crate::member::{Member, Numbered};
use crate::type_text::is_declared;
use polywire_model::attr::Fact;
use std::collections::{BTreeMap, HashSet};

/// Returns for each fact the old names of renamed types, by their new names. A renamed type has all members, by number
/// and name, of a type that disappeared. If several match, the one with the same last name component is chosen,
/// otherwise none.
pub(crate) fn renamed_types(
    lock: &Lock,
    numbered: &[(Fact, Vec<Numbered<'_>>)],
    text: &dyn Fn(&Member<'_>) -> String,
) -> BTreeMap<String, String> {
    let mut renamed = BTreeMap::new();
    // All templates look alike.
    for (fact, types) in numbered.iter().filter(|(fact, _)| *fact != Fact::SbeTemplate) {
        let here: HashSet<&str> = types.iter().map(|it| it.path.as_str()).collect();
        let of_fact = lock.sections.iter().filter(|((of, path), _)| of == fact && !here.contains(path.as_str()));
        let gone: Vec<(&str, &Section)> = of_fact.map(|((_, path), section)| (path.as_str(), section)).collect();
        let added = types.iter().filter(|it| !lock.sections.contains_key(&(*fact, it.path.clone())));
        let added: Vec<&Numbered<'_>> = added.collect();
        for (old, section) in &gone {
            let matching = added.iter().filter(|it| has_members(it, section, text)).map(|it| it.path.as_str());
            if let Some(new) = chosen(old, matching.collect()) {
                renamed.insert(new.to_owned(), (*old).to_owned());
            }
        }
    }
    renamed
}

fn has_members(it: &Numbered<'_>, section: &Section, text: &dyn Fn(&Member<'_>) -> String) -> bool {
    let mut live = section.entries.values().filter(|entry| !entry.removed && !entry.is_extension()).peekable();
    live.peek().is_some()
        && live.all(|entry| {
            it.members.iter().any(|member| {
                let ty = text(member);
                (member.key, &member.name) == (entry.key, &entry.name)
                    && (ty == entry.ty || is_declared(&ty) && is_declared(&entry.ty))
            })
        })
}

fn chosen<'p>(old: &str, paths: Vec<&'p str>) -> Option<&'p str> {
    let last = |path: &str| path.rsplit('.').next().map(str::to_owned);
    let alike: Vec<&str> = paths.iter().copied().filter(|path| last(path) == last(old)).collect();
    match (paths.as_slice(), alike.as_slice()) {
        ([path], _) | (_, [path]) => Some(path),
        _ => None,
    }
}

//! The locks of several files, whose types refer to each other.

use crate::assignments::Lock;
use crate::update::updated_lock;
use polywire_model::Model;
use polywire_model::attr::Fact;
use polywire_source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A lock and the schema files that it is for.
#[derive(Clone, Debug, Default)]
pub struct FileLock<'f> {
    /// The lock, empty where there is none.
    pub lock: Lock,
    /// The names that declarations have the files by.
    pub files: Vec<&'f str>,
}

/// Brings the locks of all files of a model up to date, for these kinds of facts and those that each has lines of; or
/// reports which edits of the schema would change the meaning of existing messages. A type that has moved to another
/// file takes its lines along.
pub fn update(locks: &[FileLock<'_>], model: &Model, facts: &[Fact]) -> Result<Vec<Lock>, Vec<Diagnostic>> {
    let mut all = Lock::default();
    let mut origins = BTreeMap::new();
    for (index, file) in locks.iter().enumerate() {
        for (key, section) in &file.lock.sections {
            all.sections.entry(key.clone()).or_insert_with(|| section.clone());
            origins.entry(key.clone()).or_insert(index);
        }
    }
    let present: BTreeSet<(usize, Fact)> = origins.iter().map(|((fact, _), index)| (*index, *fact)).collect();
    let wanted: BTreeSet<Fact> = present.iter().map(|(_, fact)| *fact).chain(facts.iter().copied()).collect();
    let homes = homes(locks, model);
    let mut updated = vec![Lock::default(); locks.len()];
    for (key, section) in updated_lock(all, model, &wanted)?.sections {
        let home = homes.get(key.1.as_str()).or(origins.get(&key)).copied();
        let Some(home) = home else { continue };
        if facts.contains(&key.0) || present.contains(&(home, key.0)) || origins.contains_key(&key) {
            updated[home].sections.insert(key, section);
        }
    }
    Ok(updated)
}

/// For each type and service the lock of its file.
fn homes(locks: &[FileLock<'_>], model: &Model) -> HashMap<String, usize> {
    let files: HashMap<&str, usize> =
        locks.iter().enumerate().flat_map(|(index, it)| it.files.iter().map(move |file| (*file, index))).collect();
    let types = model.decls.iter().map(|decl| (decl.path(), decl.file.as_str()));
    let services = model.services.iter().map(|it| (it.path(), it.file.as_str()));
    types.chain(services).filter_map(|(path, file)| Some((path, *files.get(file)?))).collect()
}

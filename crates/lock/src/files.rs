//! The locks of several files whose types refer to each other.

use crate::assignments::Lock;
use crate::update::updated_lock;
use polywire_model::attr::Fact;
use polywire_model::{Change, Model};
use polywire_source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A lock and its schema files.
#[derive(Clone, Debug, Default)]
pub struct FileLock<'f> {
    /// The lock; empty if the file does not exist.
    pub lock: Lock,
    /// The names of the files in declarations.
    pub files: Vec<&'f str>,
}

/// The result of updating locks.
#[derive(Clone, Debug, Default)]
pub struct Updated {
    /// The locks, in the given order.
    pub locks: Vec<Lock>,
    /// The edits of types that already had lines, if members' places matter to formats.
    pub changes: Vec<Change>,
}

/// Updates the locks of all files of a model, for the given kinds of facts and those already in each lock; reports
/// edits of the schema that would change the meaning of existing messages. If a type has moved to another file, its
/// lines move too.
pub fn update(locks: &[FileLock<'_>], model: &Model, facts: &[Fact]) -> Result<Updated, Vec<Diagnostic>> {
    let (updated, problems) = update_anyway(locks, model, facts);
    if problems.is_empty() { Ok(updated) } else { Err(problems) }
}

/// Like [`update`], but also makes the edits that change the meaning of existing messages, so that their effect can be
/// seen: a member keeps its number and gets its new type.
pub fn update_anyway(locks: &[FileLock<'_>], model: &Model, facts: &[Fact]) -> (Updated, Vec<Diagnostic>) {
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
    let (lock, changes, problems) = updated_lock(all, model, &wanted);
    for (key, section) in lock.sections {
        let home = homes.get(key.1.as_str()).or(origins.get(&key)).copied();
        let Some(home) = home else { continue };
        if facts.contains(&key.0) || present.contains(&(home, key.0)) || origins.contains_key(&key) {
            updated[home].sections.insert(key, section);
        }
    }
    (Updated { locks: updated, changes }, problems)
}

/// Returns the lock for the file of each type and service.
fn homes(locks: &[FileLock<'_>], model: &Model) -> HashMap<String, usize> {
    let files: HashMap<&str, usize> =
        locks.iter().enumerate().flat_map(|(index, it)| it.files.iter().map(move |file| (*file, index))).collect();
    let types = model.decls.iter().map(|decl| (decl.path(), decl.file.as_str()));
    let services = model.services.iter().map(|it| (it.path(), it.file.as_str()));
    types.chain(services).filter_map(|(path, file)| Some((path, *files.get(file)?))).collect()
}

//! The facts that formats need in both versions of a schema.

use crate::lock_update::{self, Found, Settlement};
use crate::problem::Problem;
use polywire_lock::Lock;
use polywire_lower::Format;
use polywire_model::Model;
use polywire_source::SourceMap;
use std::collections::BTreeMap;

/// A version of a schema.
pub struct Version<'a> {
    /// Its declarations.
    pub model: &'a Model,
    /// Its texts.
    pub sources: &'a SourceMap,
    /// Returns the lock beside a schema file; `None` for a built-in file.
    pub find: &'a dyn Fn(&str) -> Result<Option<Found>, Problem>,
}

/// The name of the old locks in messages, where the new version has none of its own.
const OLD: &str = "the old lock";

/// Returns both models with the facts that formats need. A new version without locks continues those of the old one, as it
/// would if the old files were edited. Edits that `polywire lock` refuses are made, too: the point is to see their effect.
pub fn settle(old: &Version<'_>, new: &Version<'_>, formats: &[&Format]) -> Result<(Model, Model), Problem> {
    let mut facts = lock_update::needed(old.model, formats);
    facts.extend(lock_update::needed(new.model, formats));
    facts.sort_unstable();
    facts.dedup();
    let before = lock_update::settle_anyway(old.model, &facts, old.sources, &mut |file| (old.find)(file))?;
    let continued = merged(&before, new)?;
    let mut find = |file: &str| match (new.find)(file)? {
        Some(Found { text: None, .. }) => Ok(Some(Found { path: OLD.to_owned(), text: continued.clone() })),
        found => Ok(found),
    };
    let after = lock_update::settle_anyway(new.model, &facts, new.sources, &mut find)?;
    Ok((before.model, after.model))
}

/// Returns the old locks as one text, without the types that locks of the new version have.
fn merged(before: &Settlement, new: &Version<'_>) -> Result<Option<Vec<u8>>, Problem> {
    let mut sections = BTreeMap::new();
    for lock in &before.locks {
        sections.append(&mut parsed(&lock.path, lock.text.as_bytes())?.sections);
    }
    for file in new.model.decls.iter().map(|decl| &decl.file).collect::<std::collections::BTreeSet<_>>() {
        if let Some(Found { path, text: Some(text) }) = (new.find)(file)? {
            let own = parsed(&path, &text)?.sections;
            sections.retain(|key, _| !own.contains_key(key));
        }
    }
    let lock = Lock { sections };
    Ok((!lock.sections.is_empty()).then(|| lock.to_string().into_bytes()))
}

fn parsed(path: &str, text: &[u8]) -> Result<Lock, Problem> {
    let mut sources = SourceMap::default();
    lock_update::read(Some(path), Some(text), &mut sources)
}

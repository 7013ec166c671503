//! Locks: facts that wire formats need and a schema lacks, kept in a file beside the schema.

use crate::problem::Problem;
use polywire_lock::{FileLock, Lock, Updated, apply, lacking, parse, update_anyway};
use polywire_lower::{Break, Format};
use polywire_model::attr::Fact;
use polywire_model::{Change, Edit, Model, Part};
use polywire_source::{Code, Diagnostic, SourceMap};
use std::collections::{BTreeMap, BTreeSet};

/// The suffix of a lock's file name, after that of its schema.
pub const SUFFIX: &str = ".polywire.lock";

/// A lock as it was found.
pub struct Found {
    /// Its path.
    pub path: String,
    /// Its contents; `None` if there is no such file.
    pub text: Option<Vec<u8>>,
}

/// A lock as it should be.
pub struct Settled {
    /// Its path.
    pub path: String,
    /// Its contents.
    pub text: String,
    /// The state of its file.
    pub state: State,
}

/// A model with all facts that formats need.
pub struct Settlement {
    /// The model.
    pub model: Model,
    /// The updated locks.
    pub locks: Vec<Settled>,
    /// The changes since the locks were written.
    pub changes: Vec<Change>,
}

/// The state of a lock's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Up to date.
    Current,
    /// Incomplete.
    Stale,
    /// Does not exist.
    Missing,
}

/// Returns the facts that formats need and a model lacks.
pub fn needed(model: &Model, formats: &[&Format]) -> Vec<Fact> {
    let lacking_formats = formats.iter().filter(|format| !(format.states_all)(model));
    let wanted: Vec<Fact> = lacking_formats.flat_map(|format| format.facts).copied().collect();
    if wanted.is_empty() { wanted } else { lacking(model).into_iter().filter(|fact| wanted.contains(fact)).collect() }
}

/// Returns the model with these facts and those in its locks, and the updated locks. `find` returns the lock of a
/// schema file; if it has none, the facts are assigned as in a new lock.
pub fn settle(
    model: &Model,
    facts: &[Fact],
    sources: &SourceMap,
    find: &mut dyn FnMut(&str) -> Result<Option<Found>, Problem>,
) -> Result<Settlement, Problem> {
    match settled(model, facts, sources, find)? {
        (settlement, problems, _) if problems.is_empty() => Ok(settlement),
        (_, problems, sources) => Err(Problem::diagnostics(problems, sources)),
    }
}

/// Like [`settle`], but makes edits that break existing messages, too.
#[cfg(feature = "command")]
pub(crate) fn settle_anyway(
    model: &Model,
    facts: &[Fact],
    sources: &SourceMap,
    find: &mut dyn FnMut(&str) -> Result<Option<Found>, Problem>,
) -> Result<Settlement, Problem> {
    settled(model, facts, sources, find).map(|(settlement, ..)| settlement)
}

/// Returns the edits that break messages as well, with the texts that they refer to.
fn settled(
    model: &Model,
    facts: &[Fact],
    sources: &SourceMap,
    find: &mut dyn FnMut(&str) -> Result<Option<Found>, Problem>,
) -> Result<(Settlement, Vec<Diagnostic>, SourceMap), Problem> {
    let files: BTreeSet<&str> = model.decls.iter().map(|decl| decl.file.as_str()).collect();
    // By the path of the lock: its contents, and its schema files.
    let mut found: BTreeMap<_, (Option<Vec<u8>>, Vec<&str>)> = BTreeMap::new();
    for file in files {
        let (path, text) = find(file)?.map(|found| (found.path, found.text)).unzip();
        found.entry(path).or_insert_with(|| (text.flatten(), Vec::new())).1.push(file);
    }
    let mut sources = sources.clone();
    let (mut paths, mut locks) = (Vec::new(), Vec::new());
    for (path, (text, files)) in found {
        locks.push(FileLock { lock: read(path.as_deref(), text.as_deref(), &mut sources)?, files });
        paths.push((path, text.is_some()));
    }
    let (Updated { locks: updated, changes }, problems) = update_anyway(&locks, model, facts);
    let mut settled = model.clone();
    apply(&updated, &mut settled);
    let results = paths
        .into_iter()
        .zip(locks)
        .zip(&updated)
        .filter_map(|(((path, is_there), old), lock)| result(path?, lock, is_there.then(|| old.lock.to_string())));
    Ok((Settlement { model: settled, locks: results.collect(), changes }, problems, sources))
}

/// Returns the model with the facts that formats need, for a program that writes no locks: existing locks must be up to
/// date, and missing ones are replaced by new ones in memory.
pub(crate) fn settle_for(
    model: &Model,
    formats: &[&Format],
    sources: &SourceMap,
    read_file: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Model, Problem> {
    let mut find = |file: &str| {
        let path = format!("{file}{SUFFIX}");
        Ok(read_file(&path).map(|text| Found { path, text: Some(text) }))
    };
    let Settlement { model, locks, .. } = settle(model, &needed(model, formats), sources, &mut find)?;
    match locks.iter().find(|lock| lock.state == State::Stale) {
        Some(lock) => Err(Problem::Input(stale(&lock.path))),
        None => Ok(model),
    }
}

/// Returns the message about an incomplete lock.
pub fn stale(path: &str) -> String {
    format!("{path} is incomplete; `polywire lock` brings it up to date")
}

/// Returns a warning for each edit of a schema that breaks older messages, and each kind of breakage. Formats that do
/// not support the schema are ignored.
pub fn breaks(model: &Model, changes: &[Change], formats: &[&Format]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (change, broken) in broken(model, changes, formats) {
        let mut by_break: Vec<(Break, Vec<&str>)> = Vec::new();
        for (name, found) in broken {
            match by_break.iter_mut().find(|(other, _)| *other == found) {
                Some((_, names)) => names.push(name),
                None => by_break.push((found, vec![name])),
            }
        }
        warnings.extend(by_break.into_iter().map(|(found, names)| warning(model, change, found, &names)));
    }
    warnings
}

/// The same as one warning, for formats that may not be in use.
pub fn breaks_in_summary(model: &Model, changes: &[Change], formats: &[&Format]) -> Option<Diagnostic> {
    let broken = broken(model, changes, formats);
    let is_broken = |format: &&&Format| broken.iter().any(|(_, names)| names.iter().any(|(it, _)| *it == format.name));
    let names: Vec<&str> = formats.iter().filter(is_broken).map(|format| format.name).collect();
    let edits = broken.iter().map(|(change, _)| edit(model, change));
    let mut edits: Vec<String> = edits.take(MOST_EDITS).collect();
    if broken.len() > edits.len() {
        edits.push(format!("and {} more", broken.len() - edits.len()));
    }
    let message = match edits.as_slice() {
        [] => return None,
        [edit] => format!("{edit}, which breaks compatibility in {}", quoted(&names)),
        _ => format!("{} edits break compatibility in {}: {}", broken.len(), quoted(&names), edits.join(", ")),
    };
    let spans = broken.iter().take(MOST_EDITS).map(|(change, _)| change.span);
    let warning = spans.fold(Diagnostic::warning(BREAKS, message), |warning, span| warning.at(span, ""));
    Some(
        warning.help(
            "if you use one of these formats, restore the lock and give the format with `--wire`: the warnings then say what to do",
        ),
    )
}

/// Edits that a summary names.
const MOST_EDITS: usize = 5;

const BREAKS: Code = Code("breaks-messages");

/// The edits that break messages, each with the names of the formats.
fn broken<'c, 'f>(
    model: &Model,
    changes: &'c [Change],
    formats: &[&'f Format],
) -> Vec<(&'c Change, Vec<(&'f str, Break)>)> {
    let is_broken = |format: &&&Format| changes.iter().any(|change| format.breaks(model, change).is_some());
    let formats: Vec<&&Format> =
        formats.iter().filter(is_broken).filter(|format| format.lower(model).is_ok()).collect();
    let of_change = |change| -> Vec<(&'f str, Break)> {
        formats.iter().filter_map(|format| Some((format.name, format.breaks(model, change)?))).collect()
    };
    changes.iter().map(|change| (change, of_change(change))).filter(|(_, broken)| !broken.is_empty()).collect()
}

fn warning(model: &Model, change: &Change, found: Break, formats: &[&str]) -> Diagnostic {
    let edit = edit(model, change);
    let message = format!("{edit}, which breaks compatibility in {}: {}", quoted(formats), found.message);
    Diagnostic::warning(BREAKS, message).at(change.span, "").help(found.help)
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// An edit, as in "`trade.Order.price` is added".
fn edit(model: &Model, change: &Change) -> String {
    let (part, edit) = match (change.part, change.edit) {
        (_, Edit::PresenceChanged) => ("", "became optional, or is no longer optional"),
        (Part::Field, Edit::Added) => ("", "is added"),
        (Part::Case, Edit::Added) => ("the case ", "is added"),
        (Part::Enumerator, Edit::Added) => ("the enumerator ", "is added"),
        (Part::Field, Edit::Restored) => ("", "is there again"),
        (Part::Case, Edit::Restored) => ("the case ", "is there again"),
        (Part::Enumerator, Edit::Restored) => ("the enumerator ", "is there again"),
        (Part::Field, Edit::Removed) => ("", "is removed"),
        (Part::Case, Edit::Removed) => ("the case ", "is removed"),
        (Part::Enumerator, Edit::Removed) => ("the enumerator ", "is removed"),
    };
    format!("{part}`{}.{}` {edit}", model.decl(change.owner).path(), change.member)
}

pub(crate) fn read(path: Option<&str>, text: Option<&[u8]>, sources: &mut SourceMap) -> Result<Lock, Problem> {
    let (Some(path), Some(bytes)) = (path, text) else { return Ok(Lock::default()) };
    let wrong = |error: &str| Problem::Input(format!("{path}: {error}"));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("the file is not UTF-8"))?;
    let file = sources.add(path, bytes.to_vec()).map_err(|error| wrong(&error.to_string()))?;
    parse(text, file).map_err(|problems| Problem::diagnostics(problems, sources.clone()))
}

/// Returns the result for a lock; `None` if there is none and none is needed. Line endings and formatting are ignored.
fn result(path: String, lock: &Lock, old: Option<String>) -> Option<Settled> {
    let text = lock.to_string();
    let state = match old {
        None if lock.sections.values().all(|section| section.entries.is_empty()) => return None,
        None => State::Missing,
        Some(old) if old == text => State::Current,
        Some(_) => State::Stale,
    };
    Some(Settled { path, text, state })
}

//! Functions that headers share: a header includes those of imported schema files, and uses their functions instead of
//! printing the same ones.
//!
//! Design: docs/decisions/0035-codec-headers.md

use super::function::{Key, Printed};
use super::header_kind::HeaderKind;
use super::ownership::Ownership;
use crate::outline::Calls;
use polywire_srcgen::Source;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

/// The functions of generated headers that headers of importing schema files can use.
#[derive(Clone, Debug, Default)]
pub struct Exports(Vec<Exported>);

impl Exports {
    /// Adds those of other headers.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn add(&mut self, exported: Exported) {
        self.0.push(exported);
    }

    pub(super) fn of(&self, group: &Group) -> impl Iterator<Item = &Exported> {
        self.0.iter().filter(move |it| it.group == *group)
    }
}

/// Headers that can use each other's functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub format: String,
    pub kind: HeaderKind,
    pub ownership: Ownership,
}

/// The functions of a header.
#[derive(Clone, Debug)]
pub(super) struct Exported {
    pub group: Group,
    /// Its path.
    pub header: String,
    /// The full name of their namespace.
    pub namespace: String,
    /// They are defined in a source file; the header declares functions that call them.
    pub in_source: bool,
    pub functions: HashMap<String, Export>,
}

/// The properties of a function that decide whether another header can use it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Export {
    fingerprint: u64,
    is_inlined: bool,
    /// There is also a function that calls it and is not inlined.
    has_call: bool,
}

/// The namespace of functions that call inlined functions, or those of a source file, for importers.
pub(super) const CALLS: &str = "calls";

impl Exported {
    /// Returns the full name of a function that does the same as this one, if there is one. It is inlined like this one,
    /// unless it is in a source file.
    fn substitute(&self, printed: &Printed, fingerprint: u64) -> Option<String> {
        let export = self.functions.get(&printed.name).filter(|export| export.fingerprint == fingerprint)?;
        let name = &printed.name;
        match self.in_source || export.is_inlined && !printed.is_inlined() {
            true => export.has_call.then(|| format!("{}::{CALLS}::{name}", self.namespace)),
            false => Some(format!("{}::{name}", self.namespace)),
        }
    }
}

/// Printed functions.
#[derive(Default)]
pub(super) struct Functions {
    pub printed: BTreeMap<Key, Printed>,
    /// Callees before callers.
    pub order: Vec<Key>,
    /// Those that are called from elsewhere.
    pub roots: BTreeSet<Key>,
    pub fingerprints: BTreeMap<Key, u64>,
}

impl Functions {
    /// Computes the fingerprints. `known` contains those of functions of other headers of the same schema file.
    pub fn identify(&mut self, calls: &Calls, known: &BTreeMap<Key, u64>) {
        let mut keys: BTreeMap<_, Vec<Key>> = BTreeMap::new();
        self.printed.keys().for_each(|key| keys.entry(key.0).or_default().push(*key));
        self.fingerprints.clone_from(known);
        for component in calls.components() {
            let members: Vec<Key> = component.iter().filter_map(|id| keys.get(id)).flatten().copied().collect();
            let own = members.iter().map(|key| self.own_fingerprint(*key));
            let own: Vec<u64> = own.collect();
            let all = combined(own.iter().copied());
            self.fingerprints.extend(members.into_iter().zip(own).map(|(key, own)| (key, combined([own, all]))));
        }
    }

    /// Returns the fingerprint of a function's text, and of the functions that it calls if they are known.
    fn own_fingerprint(&self, key: Key) -> u64 {
        let printed = &self.printed[&key];
        let mut hasher = DefaultHasher::new();
        (printed.head(), printed.body()).hash(&mut hasher);
        combined(printed.called.iter().filter_map(|callee| self.fingerprints.get(callee).copied())).hash(&mut hasher);
        hasher.finish()
    }

    /// Drops the functions that are not needed because an imported header has the same ones. Returns the positions of these
    /// headers and the full names of the functions.
    pub fn link(&mut self, imported: &[&Exported]) -> BTreeSet<(usize, String)> {
        let (mut open, mut seen) = (self.roots.iter().copied().collect::<Vec<Key>>(), BTreeSet::new());
        let (mut kept, mut used) = (BTreeSet::new(), BTreeSet::new());
        while let Some(key) = open.pop() {
            let Some(printed) = self.printed.get(&key).filter(|_| seen.insert(key)) else { continue };
            let fingerprint = self.fingerprints[&key];
            let mut found = imported.iter().enumerate();
            match found.find_map(|(at, it)| Some((at, it.substitute(printed, fingerprint)?))) {
                Some(substitute) => drop(used.insert(substitute)),
                None => {
                    kept.insert(key);
                    open.extend(&printed.called);
                }
            }
        }
        self.printed.retain(|key, _| kept.contains(key));
        self.order.retain(|key| kept.contains(key));
        used
    }

    /// Returns what importers need to know of the functions.
    pub fn exports(&self, has_call: impl Fn(Key) -> bool) -> impl Iterator<Item = (String, Export)> {
        self.printed.iter().map(move |(key, printed)| {
            let fingerprint = self.fingerprints[key];
            (printed.name.clone(), Export { fingerprint, is_inlined: printed.is_inlined(), has_call: has_call(*key) })
        })
    }

    /// Prints some functions, after declarations of recursive ones.
    pub fn print(&self, out: &mut Source, calls: &Calls, wanted: impl Fn(&Key) -> bool) {
        for (index, key) in self.order.iter().filter(|(id, _)| calls.is_recursive(*id)).enumerate() {
            if index == 0 {
                out.blank();
            }
            out.line(self.printed[key].declaration());
        }
        self.print_definitions(out, wanted);
    }

    /// Prints some functions.
    pub fn print_definitions(&self, out: &mut Source, wanted: impl Fn(&Key) -> bool) {
        for key in self.order.iter().filter(|key| wanted(key)) {
            out.blank();
            self.printed[key].print(out);
        }
    }
}

/// Combines fingerprints in any order.
fn combined(fingerprints: impl IntoIterator<Item = u64>) -> u64 {
    let mut sorted: Vec<u64> = fingerprints.into_iter().collect();
    sorted.sort_unstable();
    let mut hasher = DefaultHasher::new();
    sorted.hash(&mut hasher);
    hasher.finish()
}

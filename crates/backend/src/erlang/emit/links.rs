//! Functions in modules of other schema files, and functions that choose among them.

use super::Shared;
use crate::outline::{Calls, Units};
use polywire_ir::types::{Named, StructId};
use polywire_ir::{Effects, FuncId, Linkage, Module};
use std::collections::{HashMap, HashSet};

/// The option with the module that chooses.
pub const ANY: &str = "any";

/// Names of modules.
#[derive(Default)]
pub struct Links {
    /// The module being printed, which chooses if the caller names none.
    pub own: String,
    members: HashMap<StructId, String>,
    /// Functions that the module `own` has, as seen from another one.
    pub elsewhere: HashSet<(FuncId, bool)>,
}

impl Links {
    /// Returns the modules of a format.
    pub fn of(module: &Module, units: &Units, own: String, name: impl Fn(&str) -> String) -> Self {
        let members = module.functions.iter().filter_map(|function| {
            let id = function.linkage.member_of()?;
            Some((id, name(units.name(units.declares(Named::Struct(id))?))))
        });
        Self { own, members: members.collect(), elsewhere: HashSet::new() }
    }

    /// Returns the module with the members of a struct.
    pub fn members(&self, id: StructId) -> String {
        self.members.get(&id).cloned().unwrap_or_default()
    }
}

impl Shared<'_> {
    /// Returns the linkage of a function.
    pub fn linkage(&self, func: FuncId) -> Linkage {
        self.module.function(func).linkage
    }

    /// Returns the choosing functions that functions reach by calls in the same module.
    pub fn choosers(&self, roots: impl IntoIterator<Item = FuncId>) -> Vec<FuncId> {
        let (mut open, mut seen, mut found) = (Vec::from_iter(roots), vec![false; self.effects.len()], vec![]);
        while let Some(func) = open.pop() {
            if std::mem::replace(&mut seen[func.0 as usize], true) {
                continue;
            }
            match self.linkage(func) {
                Linkage::Internal => open.extend(self.calls.callees(func)),
                Linkage::Chooser => found.push(func),
                Linkage::Member(_) | Linkage::Exported(_) => {}
            }
        }
        found.sort();
        found
    }
}

/// Adds the parameters that functions of other modules may need, so that callers need not know which ones do.
pub fn with_links(module: &Module, calls: &Calls, mut effects: Vec<Effects>) -> Vec<Effects> {
    let is_linked = |id: &FuncId| module.function(*id).linkage != Linkage::Internal;
    let mut open: Vec<FuncId> = (0..module.functions.len() as u32).map(FuncId).filter(is_linked).collect();
    for func in &open {
        let it = &mut effects[func.0 as usize];
        (it.fails, it.out_positions) = (true, it.writes);
    }
    let mut seen = vec![false; module.functions.len()];
    while let Some(func) = open.pop() {
        if !std::mem::replace(&mut seen[func.0 as usize], true) {
            let it = &mut effects[func.0 as usize];
            (it.nests, it.charges, it.settings) = (true, true, true);
            open.extend(calls.callers(func));
        }
    }
    effects
}

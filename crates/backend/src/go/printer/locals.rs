//! The local variables of a function. All are declared at its start, so that `goto` can pass them. Those of blocks that do not
//! contain each other share names, which keeps wide functions readable.
//!
//! Design: docs/decisions/0096-short-forms-and-names.md

use std::collections::{HashMap, HashSet};

/// Local variables, and the blocks that they are used in.
#[derive(Clone, Debug, Default)]
pub(super) struct Locals {
    all: Vec<Local>,
    /// The block around each block; the function's own is not in the list.
    around: Vec<Option<usize>>,
    /// The block being printed.
    block: Option<usize>,
}

#[derive(Clone, Debug)]
struct Local {
    name: String,
    ty: String,
    /// The name without a number.
    wanted: String,
    block: Option<usize>,
}

/// A declared variable, and the blocks that use it.
struct Shared<'l> {
    name: &'l str,
    blocks: Vec<Option<usize>>,
}

impl Locals {
    /// Adds a variable of the current block.
    pub fn add(&mut self, name: &str, wanted: &str, ty: &str) {
        let [name, wanted, ty] = [name, wanted, ty].map(str::to_owned);
        self.all.push(Local { name, ty, wanted, block: self.block });
    }

    /// Starts a block; returns the one around it.
    pub fn enter(&mut self) -> Option<usize> {
        self.around.push(self.block);
        self.block.replace(self.around.len() - 1)
    }

    /// Ends a block, given the one around it.
    pub fn leave(&mut self, around: Option<usize>) {
        self.block = around;
    }

    /// Returns the names of all variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|local| local.name.as_str())
    }

    /// Returns the variables to declare, with their types, and the shared names of others. Some variables are not used.
    pub fn shared<'l>(&'l self, unused: &HashSet<&str>) -> (Vec<(&'l str, &'l str)>, HashMap<&'l str, &'l str>) {
        let mut holders: HashMap<(&str, &str), Vec<Shared<'_>>> = HashMap::new();
        let (mut declared, mut renamed) = (Vec::new(), HashMap::new());
        for local in self.all.iter().filter(|local| !unused.contains(local.name.as_str())) {
            let names = holders.entry((&local.wanted, &local.ty)).or_default();
            let is_free = |blocks: &[Option<usize>]| blocks.iter().all(|block| !self.meet(*block, local.block));
            match names.iter_mut().find(|shared| is_free(&shared.blocks)) {
                Some(shared) => {
                    shared.blocks.push(local.block);
                    renamed.insert(local.name.as_str(), shared.name);
                }
                None => {
                    names.push(Shared { name: &local.name, blocks: vec![local.block] });
                    declared.push((local.name.as_str(), local.ty.as_str()));
                }
            }
        }
        (declared, renamed)
    }

    /// Returns true if one of two blocks contains the other one.
    fn meet(&self, one: Option<usize>, other: Option<usize>) -> bool {
        self.contains(one, other) || self.contains(other, one)
    }

    fn contains(&self, outer: Option<usize>, mut inner: Option<usize>) -> bool {
        // A block has a greater number than those around it.
        while inner > outer {
            inner = inner.and_then(|block| self.around[block]);
        }
        inner == outer
    }
}

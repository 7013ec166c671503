use polywire_ir::{Arg, FuncId, Function, Module, ParamKind, VarId};
use std::collections::{BTreeMap, VecDeque};

/// Copies of functions that build nothing at some of their parameters, which they lack.
pub(super) struct Copies {
    originals: Vec<Function>,
    /// The copies by their original and its parameters that they lack.
    made: BTreeMap<(FuncId, Vec<VarId>), FuncId>,
    /// What is asked for but not yet made, in the order of the copies' ids.
    open: VecDeque<(FuncId, Vec<VarId>)>,
}

impl Copies {
    /// None yet.
    pub fn of(module: &Module) -> Self {
        Self { originals: module.functions.clone(), made: BTreeMap::new(), open: VecDeque::new() }
    }

    /// The next copy to be made.
    pub fn next(&mut self) -> Option<(FuncId, Vec<VarId>)> {
        self.open.pop_front()
    }

    /// A function under the name of its copy, without the parameters.
    pub fn copy(&self, original: FuncId, lacking: &[VarId]) -> Function {
        let mut copy = self.originals[original.0 as usize].clone();
        copy.params.retain(|param| !lacking.contains(&param.var));
        // Of a function with several places there can be several copies.
        let is_only = copy.params.iter().all(|param| param.kind != ParamKind::Build);
        let which: Vec<String> = lacking.iter().filter(|_| !is_only).map(|var| format!("{}_", var.0)).collect();
        copy.name = format!("drop_{}{}", which.concat(), copy.name);
        copy
    }

    /// What to call instead of a function where some of its arguments are places that are dropped: the copy, and the
    /// arguments left. `dropped` tells for each argument whether it is.
    pub fn instead(&mut self, func: FuncId, args: Vec<Arg>, dropped: &[bool]) -> (FuncId, Vec<Arg>) {
        if !dropped.contains(&true) {
            return (func, args);
        }
        let params = self.originals[func.0 as usize].params.iter().zip(dropped);
        let lacking = params.filter(|(_, dropped)| **dropped).map(|(param, _)| param.var).collect();
        let left = args.into_iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(arg, _)| arg).collect();
        (self.id(func, lacking), left)
    }

    fn id(&mut self, original: FuncId, lacking: Vec<VarId>) -> FuncId {
        let next = FuncId((self.originals.len() + self.made.len()) as u32);
        let key = (original, lacking);
        *self.made.entry(key).or_insert_with_key(|key| {
            self.open.push_back(key.clone());
            next
        })
    }
}

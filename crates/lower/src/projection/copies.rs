use polywire_ir::{Arg, FuncId, Function, Module, Op, ParamKind, VarId};
use std::collections::{BTreeMap, VecDeque};

/// Copies of functions that build less than the selection, or everything.
pub(super) struct Copies {
    originals: Vec<Function>,
    made: BTreeMap<(FuncId, Copy), FuncId>,
    /// Copies that are requested but not yet made, in the order of their ids.
    open: VecDeque<(FuncId, Copy)>,
}

/// How a copy differs from its original.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Copy {
    /// Lacks these parameters and does not build their values.
    Lacking(Vec<VarId>),
    /// Builds everything, selected or not.
    Whole,
}

impl Copies {
    /// Starts without copies.
    pub fn of(module: &Module) -> Self {
        Self { originals: module.functions.clone(), made: BTreeMap::new(), open: VecDeque::new() }
    }

    /// Returns the next copy to make.
    pub fn next(&mut self) -> Option<(FuncId, Copy)> {
        self.open.pop_front()
    }

    /// Returns a function with the name of its copy, without the parameters.
    pub fn lacking(&self, original: FuncId, lacking: &[VarId]) -> Function {
        let mut copy = self.originals[original.0 as usize].clone();
        copy.params.retain(|param| !lacking.contains(&param.var));
        // A function with several places can have several copies.
        let is_only = copy.params.iter().all(|param| param.kind != ParamKind::Build);
        let which: Vec<String> = lacking.iter().filter(|_| !is_only).map(|var| format!("{}_", var.0)).collect();
        copy.name = format!("drop_{}{}", which.concat(), copy.name);
        copy
    }

    /// Returns a function with the name of its copy, which calls copies of its kind.
    pub fn whole(&mut self, original: FuncId) -> Function {
        let mut copy = self.originals[original.0 as usize].clone();
        copy.name = format!("whole_{}", copy.name);
        copy.visit_blocks_mut(&mut |block| {
            for op in &mut block.ops {
                if let Op::Call { func, .. } = op {
                    *func = self.instead_for_all(*func);
                }
            }
        });
        copy
    }

    /// Returns the function to call instead of one that builds a value, if the whole value is needed.
    pub fn instead_for_all(&mut self, func: FuncId) -> FuncId {
        let builds = self.originals[func.0 as usize].params.iter().any(|param| param.kind == ParamKind::Build);
        if builds { self.id(func, Copy::Whole) } else { func }
    }

    /// Returns the function to call instead of one whose arguments include dropped places, and the remaining arguments.
    /// `dropped` marks the dropped arguments.
    pub fn instead(&mut self, func: FuncId, args: Vec<Arg>, dropped: &[bool]) -> (FuncId, Vec<Arg>) {
        if !dropped.contains(&true) {
            return (func, args);
        }
        let params = self.originals[func.0 as usize].params.iter().zip(dropped);
        let lacking = params.filter(|(_, dropped)| **dropped).map(|(param, _)| param.var).collect();
        let left = args.into_iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(arg, _)| arg).collect();
        (self.id(func, Copy::Lacking(lacking)), left)
    }

    fn id(&mut self, original: FuncId, copy: Copy) -> FuncId {
        let next = FuncId((self.originals.len() + self.made.len()) as u32);
        *self.made.entry((original, copy)).or_insert_with_key(|key| {
            self.open.push_back(key.clone());
            next
        })
    }
}

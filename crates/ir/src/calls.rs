use crate::{Block, FuncId, Module, Op};
use polywire_model::graph::components;

/// The call graph of a module.
#[derive(Clone, Debug)]
pub struct Calls {
    callees: Vec<Vec<FuncId>>,
    callers: Vec<Vec<FuncId>>,
    recursive: Vec<bool>,
    /// Groups of functions that call each other, callees before callers.
    components: Vec<Vec<FuncId>>,
}

impl Calls {
    /// Returns the call graph of a module.
    pub fn of(module: &Module) -> Self {
        let callees: Vec<Vec<FuncId>> = module.functions.iter().map(|function| callees(&function.body)).collect();
        let mut callers = vec![Vec::new(); callees.len()];
        for (caller, called) in (0..).map(FuncId).zip(&callees) {
            called.iter().for_each(|callee| callers[callee.0 as usize].push(caller));
        }
        let edges: Vec<Vec<u32>> =
            callees.iter().map(|called| called.iter().map(|callee| callee.0).collect()).collect();
        let mut recursive = vec![false; callees.len()];
        let components = components(&edges).into_iter().map(|component| component.into_iter().map(FuncId).collect());
        let components: Vec<Vec<FuncId>> = components.collect();
        for component in &components {
            let is_cycle = component.len() > 1 || component.iter().any(|id| callees[id.0 as usize].contains(id));
            component.iter().for_each(|id| recursive[id.0 as usize] = is_cycle);
        }
        Self { callees, callers, recursive, components }
    }

    /// Returns true if the function calls itself, directly or not.
    pub fn is_recursive(&self, id: FuncId) -> bool {
        self.recursive[id.0 as usize]
    }

    /// Returns the groups of functions that call each other, callees before callers. Most groups have one function.
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// Returns the number of call sites of the function.
    pub fn sites(&self, id: FuncId) -> usize {
        self.callers(id).len()
    }

    /// Returns the callees of the function, one for each call site.
    pub fn callees(&self, id: FuncId) -> &[FuncId] {
        &self.callees[id.0 as usize]
    }

    /// Returns the callers of the function, one for each call site, in their order.
    pub fn callers(&self, id: FuncId) -> &[FuncId] {
        &self.callers[id.0 as usize]
    }

    /// Returns these functions and all that they call, directly or not: callees before callers unless they are recursive.
    pub fn reachable(&self, roots: impl IntoIterator<Item = FuncId>) -> Vec<FuncId> {
        let (mut seen, mut order) = (vec![false; self.callees.len()], Vec::new());
        for root in roots {
            self.visit(root, &mut seen, &mut order);
        }
        order
    }

    /// Solves an analysis in which the result of a function depends on those of its callees. `step` updates one function
    /// and returns true if its result has changed. Only functions that call each other are visited more than once.
    pub fn solve(&self, mut step: impl FnMut(FuncId) -> bool) {
        for component in &self.components {
            let repeats = self.is_recursive(component[0]);
            loop {
                let changed = component.iter().filter(|id| step(**id)).count() > 0;
                if !(changed && repeats) {
                    break;
                }
            }
        }
    }

    fn visit(&self, id: FuncId, seen: &mut [bool], order: &mut Vec<FuncId>) {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            return;
        }
        for callee in self.callees(id) {
            self.visit(*callee, seen, order);
        }
        order.push(id);
    }
}

fn callees(block: &Block) -> Vec<FuncId> {
    let mut found = Vec::new();
    add_callees(block, &mut found);
    found
}

fn add_callees(block: &Block, found: &mut Vec<FuncId>) {
    for op in &block.ops {
        if let Op::Call { func, .. } = op {
            found.push(*func);
        }
        op.blocks().into_iter().for_each(|block| add_callees(block, found));
    }
}

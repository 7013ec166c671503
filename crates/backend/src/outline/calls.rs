use polywire_ir::{Block, FuncId, Module, Op};

/// The call graph of a module.
#[derive(Clone, Debug)]
pub struct Calls {
    callees: Vec<Vec<FuncId>>,
    recursive: Vec<bool>,
}

impl Calls {
    /// The calls of a module.
    pub fn of(module: &Module) -> Self {
        let callees: Vec<Vec<FuncId>> = module.functions.iter().map(|function| callees(&function.body)).collect();
        let recursive = (0..callees.len()).map(|index| reaches_itself(&callees, index)).collect();
        Self { callees, recursive }
    }

    /// Returns true if the function is recursive, directly or indirectly.
    pub fn is_recursive(&self, id: FuncId) -> bool {
        self.recursive[id.0 as usize]
    }

    /// The number of call sites of the function.
    pub fn sites(&self, id: FuncId) -> usize {
        self.callees.iter().flatten().filter(|callee| **callee == id).count()
    }

    /// Returns the functions that the function calls, one per call site.
    pub fn callees(&self, id: FuncId) -> &[FuncId] {
        &self.callees[id.0 as usize]
    }

    /// Returns the functions reachable from these, including them: callees before callers, except in recursion.
    pub fn reachable(&self, roots: impl IntoIterator<Item = FuncId>) -> Vec<FuncId> {
        let (mut seen, mut order) = (vec![false; self.callees.len()], Vec::new());
        for root in roots {
            self.visit(root, &mut seen, &mut order);
        }
        order
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
    for op in &block.ops {
        if let Op::Call { func, .. } = op {
            found.push(*func);
        }
        found.extend(op.blocks().into_iter().flat_map(callees));
    }
    found
}

fn reaches_itself(callees: &[Vec<FuncId>], start: usize) -> bool {
    let mut seen = vec![false; callees.len()];
    let mut open: Vec<FuncId> = callees[start].clone();
    while let Some(id) = open.pop() {
        if id.0 as usize == start {
            return true;
        }
        if !std::mem::replace(&mut seen[id.0 as usize], true) {
            open.extend(&callees[id.0 as usize]);
        }
    }
    false
}

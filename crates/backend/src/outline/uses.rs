use polywire_ir::{Block, Function, VarId};
use std::collections::HashMap;

/// The number of uses of each variable of a function.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    counts: HashMap<VarId, usize>,
}

impl Uses {
    /// The number of uses of the variable.
    pub fn of(&self, var: VarId) -> usize {
        self.counts.get(&var).copied().unwrap_or_default()
    }
}

/// The uses of a function's variables.
pub fn uses(function: &Function) -> Uses {
    uses_in(&function.body)
}

/// The uses of variables in a block.
pub fn uses_in(block: &Block) -> Uses {
    let mut uses = Uses::default();
    uses.add_block(block);
    uses
}

impl Uses {
    fn add(&mut self, var: VarId) {
        *self.counts.entry(var).or_default() += 1;
    }

    fn add_block(&mut self, block: &Block) {
        for op in &block.ops {
            op.visit_uses(&mut |var| self.add(var));
            op.blocks().into_iter().for_each(|block| self.add_block(block));
        }
        block.yields.iter().for_each(|value| value.visit_uses(&mut |var| self.add(var)));
    }
}

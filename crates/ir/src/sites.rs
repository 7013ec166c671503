use crate::{Block, FuncId, Miss, Module, Op, SiteId};

/// The numbers by which all engines name what can fail in a module: each op has one of its own, and so has each function.
#[derive(Clone, Debug)]
pub struct Sites {
    /// By function, its number. Those of its ops follow.
    functions: Vec<u32>,
}

impl Sites {
    /// Those of a module.
    pub fn of(module: &Module) -> Self {
        let numbers = module.functions.iter().scan(0, |next, function| {
            let number = *next;
            *next += 1 + count(&function.body);
            Some(number)
        });
        Self { functions: numbers.collect() }
    }

    /// The number of an op, or of the function itself.
    pub fn number(&self, func: FuncId, site: SiteId) -> u32 {
        let first = self.functions[func.0 as usize];
        if site == SiteId::OF_FUNCTION { first } else { first + 1 + site.0 }
    }
}

/// How many sites a block may use: one more than its largest.
fn count(block: &Block) -> u32 {
    let of = |op: &Op| op.blocks().into_iter().map(count).chain(own(op).map(|site| site.0 + 1)).max();
    block.ops.iter().filter_map(of).max().unwrap_or(0)
}

fn own(op: &Op) -> Option<SiteId> {
    match op {
        Op::Check { site, .. }
        | Op::Charge { site, .. }
        | Op::Read { site, .. }
        | Op::Match { miss: Miss::Fail { site, .. }, .. }
        | Op::Window { site, .. }
        | Op::At { site, .. }
        | Op::Section { site, .. }
        | Op::Set { site, .. }
        | Op::Measured { site, .. } => Some(*site),
        _ => None,
    }
}

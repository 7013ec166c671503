use crate::{Block, FuncId, Miss, Module, Op, SiteId};

/// The site numbers of a module, by which generated code identifies a check: each op that can fail has a number of its
/// own, and so has each function.
#[derive(Clone, Debug)]
pub struct Sites {
    /// The number of each function. Those of its ops follow it.
    functions: Vec<u32>,
}

impl Sites {
    /// Numbers the sites of a module.
    pub fn of(module: &Module) -> Self {
        let numbers = module.functions.iter().scan(0, |next, function| {
            let number = *next;
            *next += 1 + function.body.sites();
            Some(number)
        });
        Self { functions: numbers.collect() }
    }

    /// Returns the number of an op, or of the function itself.
    pub fn number(&self, func: FuncId, site: SiteId) -> u32 {
        let first = self.functions[func.0 as usize];
        if site == SiteId::OF_FUNCTION { first } else { first + 1 + site.0 }
    }
}

impl Op {
    /// Returns the site of the op itself, if it can fail.
    pub fn site(&self) -> Option<SiteId> {
        match self {
            Self::Check { site, .. }
            | Self::Charge { site, .. }
            | Self::Read { site, .. }
            | Self::Match { miss: Miss::Fail { site, .. }, .. }
            | Self::Window { site, .. }
            | Self::At { site, .. }
            | Self::Section { site, .. }
            | Self::Set { site, .. }
            | Self::Measured { site, .. } => Some(*site),
            _ => None,
        }
    }
}

impl Block {
    /// Returns a number larger than all site numbers in the block.
    pub fn sites(&self) -> u32 {
        let of = |op: &Op| {
            let inside = op.blocks().into_iter().map(Self::sites).max().unwrap_or(0);
            op.site().map_or(0, |site| site.0 + 1).max(inside)
        };
        self.ops.iter().map(of).max().unwrap_or(0)
    }
}

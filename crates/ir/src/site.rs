//! The sites of a function.

use crate::{Block, Miss, Op, SiteId};

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

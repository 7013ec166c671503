use crate::{Block, FuncId, Function, Miss, Module, Op, SiteId};
use std::collections::BTreeMap;

/// The site numbers of a module, by which generated code identifies a check: each op that can fail has a number of its
/// own, and so has each function.
///
/// The numbers of a function follow from its name, so that they are usually the same in every module that contains it.
#[derive(Clone, Debug)]
pub struct Sites {
    /// The number of each function. Those of its ops follow it.
    functions: Vec<u32>,
}

impl Sites {
    /// Numbers the sites of a module. A function whose numbers are taken gets the next free ones.
    pub fn of(module: &Module) -> Self {
        let mut taken = BTreeMap::new();
        let number = |function: &Function| claim(&mut taken, hash(&function.name), 1 + function.body.sites());
        Self { functions: module.functions.iter().map(number).collect() }
    }

    /// Returns the number of an op, or of the function itself.
    pub fn number(&self, func: FuncId, site: SiteId) -> u32 {
        let first = self.functions[func.0 as usize];
        if site == SiteId::OF_FUNCTION { first } else { first + 1 + site.0 }
    }
}

/// Takes this many numbers from `wanted` on, or behind those that are taken; returns the first. `taken` contains the ends
/// of taken ranges by their starts.
fn claim(taken: &mut BTreeMap<u32, u32>, wanted: u32, count: u32) -> u32 {
    let mut first = wanted;
    loop {
        let Some(end) = first.checked_add(count) else {
            first = 1;
            continue;
        };
        match taken.range(..end).next_back() {
            Some((_, taken_end)) if *taken_end > first => first = *taken_end,
            _ => {
                taken.insert(first, end);
                return first;
            }
        }
    }
}

/// FNV-1a, which is never 0: that stands for no site.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)).max(1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_do_not_overlap() {
        let mut taken = BTreeMap::new();
        assert_eq!(claim(&mut taken, 100, 10), 100);
        assert_eq!(claim(&mut taken, 95, 5), 95);
        assert_eq!(claim(&mut taken, 91, 5), 110, "behind both");
        assert_eq!(claim(&mut taken, u32::MAX - 3, 10), 1, "numbers start anew");
        assert_eq!(claim(&mut taken, 105, 1), 115);
    }
}

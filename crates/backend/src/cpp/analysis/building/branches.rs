//! Branches: what holds after all of them, and what one of them has to make up for.

use super::address;
use super::facts::Facts;
use super::plan::Delegate;
use super::walk::Walk;
use polywire_ir::Block;
use std::collections::BTreeSet;

/// What every way makes new.
struct Made {
    assigned: BTreeSet<Vec<u32>>,
    unknown: bool,
}

impl Walk<'_> {
    /// Afterwards holds what holds after every branch that goes on.
    pub(super) fn branches(&self, blocks: &[&Block], facts: &mut Facts, always: bool) {
        let before = facts.clone();
        let mut delegates: BTreeSet<Delegate> = BTreeSet::new();
        let mut ways: Vec<(usize, Facts)> = Vec::new();
        for block in blocks {
            let mut inside = Facts { ends: false, ..before.clone() };
            self.block(block, &mut inside, always);
            facts.read.extend(inside.read.iter().copied());
            facts.touched.extend(inside.touched.iter().copied());
            facts.filled.extend(inside.filled.iter().copied());
            facts.left_fields.extend(inside.left_fields.iter().copied());
            facts.left_unknown.extend(inside.left_unknown.iter().copied());
            facts.all_read |= inside.all_read;
            facts.sinks.extend(inside.sinks.iter().cloned());
            facts.firsts.extend(inside.firsts.iter().copied());
            delegates.extend(&inside.delegates - &before.delegates);
            if !inside.ends {
                ways.push((address(block), inside));
            }
        }
        self.sink(&mut ways, &before, facts);
        let made = |way: &Facts| Made { assigned: way.assigned.clone(), unknown: way.unknown_assigned };
        let both = |so_far: Made, way: Made| Made {
            assigned: &so_far.assigned & &way.assigned,
            unknown: so_far.unknown && way.unknown,
        };
        let Some(mut common) = ways.iter().map(|(_, way)| made(way)).reduce(both) else {
            facts.ends = true;
            return;
        };
        self.hand_on(delegates, &mut common, facts);
        facts.assigned.extend(common.assigned);
        facts.unknown_assigned |= common.unknown;
    }

    /// Notes the delegates of branches where all of them make new what the delegate does.
    fn hand_on(&self, delegates: BTreeSet<Delegate>, common: &mut Made, facts: &mut Facts) {
        for delegate in delegates {
            let parts = self.parts(&delegate);
            if parts.paths.iter().all(|path| common.assigned.contains(path)) && (common.unknown || !parts.unknown) {
                facts.delegates.insert(delegate);
                continue;
            }
            // What only some branches hand on is not made new by the others.
            common.assigned.retain(|path| !parts.paths.contains(path));
            common.unknown &= !parts.unknown;
            facts.read.extend(parts.paths.iter().filter_map(|path| path.first()));
        }
    }

    /// Where some ways make a field new and the others do not, these reset it or have a local variable for it.
    fn sink(&self, ways: &mut [(usize, Facts)], before: &Facts, facts: &mut Facts) {
        let all: BTreeSet<Vec<u32>> = ways.iter().flat_map(|(_, way)| way.assigned.iter().cloned()).collect();
        for path in all.into_iter().filter(|path| path.len() == 1 && !facts.assigned.contains(path)) {
            let kept = |way: &Facts| !way.all_read && !way.read.contains(&path[0]);
            let idle = |way: &Facts| kept(way) && (!way.touched.contains(&path[0]) || self.track(path[0]).is_some());
            let fits = ways.iter().all(|(_, way)| way.assigned.contains(&path) || idle(way));
            if before.touched.contains(&path[0]) || before.read.contains(&path[0]) || !fits {
                continue;
            }
            for (block, way) in ways.iter_mut().filter(|(_, way)| !way.assigned.contains(&path)) {
                let track = self.track(path[0]).filter(|_| way.touched.contains(&path[0]));
                facts.sinks.insert((*block, path[0], track));
                way.assigned.insert(path.clone());
            }
        }
    }
}

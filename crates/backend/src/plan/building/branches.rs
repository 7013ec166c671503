//! Branches: facts that hold after all of them, and resets that some of them must add.

use super::facts::Facts;
use super::plan::CalleeReset;
use super::walk::Walk;
use crate::plan::BlockId;
use polywire_ir::Block;
use std::collections::BTreeSet;

/// Fields that are reset on every path.
struct Made {
    assigned: BTreeSet<Vec<u32>>,
    unknown: bool,
}

impl Walk<'_> {
    /// Afterwards, the facts of every branch that continues hold.
    pub(super) fn branches(&self, blocks: &[&Block], facts: &mut Facts, always: bool) {
        let before = facts.clone();
        let mut callee_resets: BTreeSet<CalleeReset> = BTreeSet::new();
        let mut outcomes: Vec<(BlockId, Facts)> = Vec::new();
        for block in blocks {
            let mut inside = Facts { ends: false, ..before.clone() };
            self.block(block, &mut inside, always);
            facts.read.extend(inside.read.iter().copied());
            facts.touched.extend(inside.touched.iter().copied());
            facts.filled.extend(inside.filled.iter().copied());
            facts.left_fields.extend(inside.left_fields.iter().copied());
            facts.left_unknown.extend(inside.left_unknown.iter().copied());
            facts.all_read |= inside.all_read;
            facts.branch_resets.extend(inside.branch_resets.iter().cloned());
            facts.self_resetting.extend(inside.self_resetting.iter().copied());
            callee_resets.extend(&inside.callee_resets - &before.callee_resets);
            if !inside.ends {
                outcomes.push((self.known.numbering.block(block), inside));
            }
        }
        self.add_branch_resets(&mut outcomes, &before, facts);
        let made = |outcome: &Facts| Made { assigned: outcome.assigned.clone(), unknown: outcome.unknown_assigned };
        let both = |so_far: Made, outcome: Made| Made {
            assigned: &so_far.assigned & &outcome.assigned,
            unknown: so_far.unknown && outcome.unknown,
        };
        let Some(mut common) = outcomes.iter().map(|(_, outcome)| made(outcome)).reduce(both) else {
            facts.ends = true;
            return;
        };
        self.hand_on(callee_resets, &mut common, facts);
        facts.assigned.extend(common.assigned);
        facts.unknown_assigned |= common.unknown;
    }

    /// Records the callee resets of branches if all branches reset the same parts.
    fn hand_on(&self, callee_resets: BTreeSet<CalleeReset>, common: &mut Made, facts: &mut Facts) {
        for callee_reset in callee_resets {
            let parts = self.parts(&callee_reset);
            if parts.paths.iter().all(|path| common.assigned.contains(path)) && (common.unknown || !parts.unknown) {
                facts.callee_resets.insert(callee_reset);
                continue;
            }
            // Fields that only some branches pass to callees are not reset by the others.
            common.assigned.retain(|path| !parts.paths.contains(path));
            common.unknown &= !parts.unknown;
            facts.read.extend(parts.paths.iter().filter_map(|path| path.first()));
        }
    }

    /// If some branches reset a field and others do not, the latter reset it or track it in a local variable.
    fn add_branch_resets(&self, outcomes: &mut [(BlockId, Facts)], before: &Facts, facts: &mut Facts) {
        let all: BTreeSet<Vec<u32>> =
            outcomes.iter().flat_map(|(_, outcome)| outcome.assigned.iter().cloned()).collect();
        for path in all.into_iter().filter(|path| path.len() == 1 && !facts.assigned.contains(path)) {
            let kept = |outcome: &Facts| !outcome.all_read && !outcome.read.contains(&path[0]);
            let idle = |outcome: &Facts| {
                kept(outcome) && (!outcome.touched.contains(&path[0]) || self.track(path[0]).is_some())
            };
            let fits = outcomes.iter().all(|(_, outcome)| outcome.assigned.contains(&path) || idle(outcome));
            if before.touched.contains(&path[0]) || before.read.contains(&path[0]) || !fits {
                continue;
            }
            for (block, outcome) in outcomes.iter_mut().filter(|(_, outcome)| !outcome.assigned.contains(&path)) {
                let track = self.track(path[0]).filter(|_| outcome.touched.contains(&path[0]));
                facts.branch_resets.insert((*block, path[0], track));
                outcome.assigned.insert(path.clone());
            }
        }
    }
}

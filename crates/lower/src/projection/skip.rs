use polywire_ir::{Function, Op, ReadWhat, VarId};
use std::collections::BTreeSet;

/// Skips values that are read but not used, and removes unused variables.
pub(super) fn skip_unused(function: &mut Function) {
    let mut changed = true;
    while changed {
        let used = used(function);
        changed = false;
        function.visit_blocks_mut(&mut |block| {
            let before = block.ops.len();
            block.ops.retain(|op| !matches!(op, Op::Let { var, .. } if !used.contains(var)));
            changed |= block.ops.len() < before;
            block.ops.iter_mut().for_each(|op| skip(op, &used));
        });
    }
}

fn used(function: &mut Function) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    function.body.visit_uses_mut(&mut |var| {
        used.insert(*var);
    });
    used
}

/// Skipping an integer or a span fails in the same cases as reading it, and with the same code.
fn skip(op: &mut Op, used: &BTreeSet<VarId>) {
    let Op::Read { what, results, .. } = op else { return };
    if results.iter().any(|var| used.contains(var)) {
        return;
    }
    let len = match what {
        ReadWhat::Int { width, .. } => u64::from(*width).into(),
        ReadWhat::Span(len) => len.clone(),
        ReadWhat::Peek | ReadWhat::Skip(_) | ReadWhat::SkipWhile(_) | ReadWhat::Align { .. } | ReadWhat::Leaf(_) => {
            return;
        }
    };
    *what = ReadWhat::Skip(len);
    results.clear();
}

use polywire_ir::{Block, Const, Effects, Expr, Module, Op};

/// Returns for each function the size of the section that its callers pass, if it is the same constant for all of them.
pub(super) fn section_sizes(module: &Module, effects: &[Effects]) -> Vec<Option<u32>> {
    let mut found = vec![Found::None; module.functions.len()];
    // Sizes propagate from callers to callees, so each round adds one level of calls.
    for _ in 0..=module.functions.len() {
        let before = found.clone();
        for (function, own) in module.functions.iter().zip(&before) {
            note(&function.body, *own, effects, &mut found);
        }
        if found == before {
            break;
        }
    }
    let size = |found| match found {
        Found::One(size) => Some(size),
        Found::None | Found::Many => None,
    };
    found.into_iter().map(size).collect()
}

/// The section sizes that callers pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// None found so far.
    None,
    /// All have this size.
    One(u32),
    /// Sizes that differ or are not constant.
    Many,
}

/// Records the sizes that a block's calls pass.
fn note(block: &Block, outer: Found, effects: &[Effects], found: &mut [Found]) {
    let puts_into = |op: &&Op| super::body::puts_here(op, effects);
    // A function must cover its whole section, so it must be the only one that puts into it.
    let alone = block.ops.iter().filter(puts_into).count() == 1;
    let outer = if alone { outer } else { Found::Many };
    for op in &block.ops {
        let inner = match op {
            Op::Call { func, .. } if effects[func.0 as usize].section => {
                let noted = &mut found[func.0 as usize];
                *noted = joined(*noted, outer);
                continue;
            }
            Op::Block { size: Expr::Const(Const::U64(size)), .. } => {
                u32::try_from(*size).map_or(Found::Many, Found::One)
            }
            Op::Each { stride: Some(stride), .. } => Found::One(*stride),
            _ => Found::Many,
        };
        op.blocks().into_iter().for_each(|block| note(block, inner, effects, found));
    }
}

fn joined(noted: Found, outer: Found) -> Found {
    match (noted, outer) {
        (noted, Found::None) => noted,
        (Found::None, outer) => outer,
        (Found::One(one), Found::One(other)) if one == other => noted,
        (Found::One(_) | Found::Many, Found::One(_) | Found::Many) => Found::Many,
    }
}

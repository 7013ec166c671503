use super::{Unit, Units};
use polywire_ir::types::Named;
use polywire_ir::{Linkage, Module, Op};

/// Restricts choosing functions to the structs of a file and of those that it imports, so that the output for it does
/// not depend on other files.
pub fn keep_seen(module: &mut Module, units: &Units, unit: Unit) {
    let seen = units.seen(unit);
    let linkages: Vec<Linkage> = module.functions.iter().map(|function| function.linkage).collect();
    let is_kept = |op: &Op| match op {
        Op::Call { func, .. } => match linkages[func.0 as usize] {
            Linkage::Member(id) => units.declares(Named::Struct(id)).is_none_or(|unit| seen.contains(&unit)),
            Linkage::Internal | Linkage::Chooser => true,
        },
        _ => true,
    };
    for function in module.functions.iter_mut().filter(|function| function.linkage == Linkage::Chooser) {
        function.visit_blocks_mut(&mut |block| {
            for op in &mut block.ops {
                if let Op::Switch { arms, .. } = op {
                    arms.retain(|arm| arm.body.ops.iter().all(is_kept));
                }
            }
        });
    }
}

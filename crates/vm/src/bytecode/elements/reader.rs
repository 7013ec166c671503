//! Lists whose elements can be removed as soon as they are built.

use super::walk::{all_ops, free_vars, places_looked_at};
use super::{Root, is_list_of_structs};
use polywire_ir::types::StructId;
use polywire_ir::{FuncId, Function, Module, Op, Step, ValueType};
use std::collections::{BTreeSet, HashMap};

/// Returns the lists that the functions only push to and reset, with bodies that build nothing but their element.
pub fn lists(module: &Module, record: StructId, roots: &HashMap<FuncId, Root>) -> BTreeSet<u32> {
    let (mut pushed, mut others) = (BTreeSet::new(), BTreeSet::new());
    for (&id, &root) in roots {
        let function = module.function(id);
        places_looked_at(&function.body, &mut |place| {
            if let (true, Some(Step::Field(index))) = (place.root == root.var, place.steps.first()) {
                others.insert(*index);
            }
        });
        all_ops(&function.body, &mut |op| {
            op.visit_places(&mut |place| {
                let Some(Step::Field(index)) = place.steps.first().filter(|_| place.root == root.var) else { return };
                match op {
                    Op::Reset { .. } if place.steps.len() == 1 => false,
                    Op::Push { .. } if place.steps.len() == 1 && builds_only_its_element(function, op, root) => {
                        pushed.insert(*index)
                    }
                    _ => others.insert(*index),
                };
            });
        });
    }
    pushed.retain(|&field| !others.contains(&field) && is_list_of_structs(module, record, field));
    pushed
}

/// Returns true if a push neither modifies the message around the element nor passes on bytes, which are freed with the
/// element.
fn builds_only_its_element(function: &Function, push: &Op, root: Root) -> bool {
    let Op::Push { body, results, .. } = push else { return false };
    let lasts = |ty: &ValueType| matches!(ty, ValueType::Bool | ValueType::U64 | ValueType::I64);
    results.iter().all(|&var| lasts(&function.var(var).ty)) && !free_vars(body).contains(&root.var)
}

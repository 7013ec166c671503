//! Functions that encode elements.

use super::walk::{free_vars, places_looked_at};
use super::{ElementWriter, Root, field_of, is_list_of_structs};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Block, Expr, FuncId, Function, Linkage, Module, Op, Param, ParamKind, Place, Step};
use std::collections::{BTreeMap, HashMap};

/// Moves the bodies of loops over lists of the message to separate functions, if nothing around them affects their
/// output. The effects of the module show that positions do not.
pub fn outline(module: &mut Module, record: StructId, roots: &HashMap<FuncId, Root>) -> BTreeMap<u32, ElementWriter> {
    let mut loops = Loops::default();
    let is_root = |func: &FuncId| roots.contains_key(func);
    for (&id, &root) in roots {
        let function = module.function(id);
        places_looked_at(&function.body, &mut |place| loops.look(root, place));
        loops.block((id, root), &function.body, true);
        loops.is_nested |= nested_calls(&function.body, true).iter().any(is_root);
    }
    if loops.is_nested {
        return BTreeMap::new();
    }
    let fits = |field: &u32| is_list_of_structs(module, record, *field);
    let found = loops.found.into_iter().filter(|(field, at)| at.len() == 1 && fits(field));
    let found: Vec<(u32, FuncId)> =
        found.filter(|(field, _)| !loops.others.contains(field)).map(|(field, at)| (field, at[0])).collect();
    found.into_iter().map(|(field, id)| (field, outline_in(module, (id, roots[&id]), field))).collect()
}

/// Loops over lists of the message.
#[derive(Default)]
struct Loops {
    /// The functions that contain them, by field.
    found: BTreeMap<u32, Vec<FuncId>>,
    /// Fields with other uses.
    others: Vec<u32>,
    /// True if the encoder of a message is also called where its output is not final.
    is_nested: bool,
}

impl Loops {
    /// At the end, only the number of elements is known.
    fn look(&mut self, root: Root, place: &Place) {
        if let [Step::Field(index), _, ..] = place.steps.as_slice()
            && place.root == root.var
        {
            self.others.push(*index);
        }
    }

    /// `plain`: output is appended to the message, exactly once.
    fn block(&mut self, (id, root): (FuncId, Root), block: &Block, plain: bool) {
        for op in &block.ops {
            op.visit_places(&mut |place| match (field_of(root.var, place), op) {
                (Some(field), Op::Each { .. }) if plain && stands_alone(op) => {
                    self.found.entry(field).or_default().push(id);
                }
                (Some(field), _) => self.others.push(field),
                (None, _) => self.look(root, place),
            });
            let plain = plain && is_choice(op);
            op.blocks().into_iter().for_each(|block| self.block((id, root), block, plain));
        }
    }
}

fn is_choice(op: &Op) -> bool {
    matches!(op, Op::If { .. } | Op::Switch { .. })
}

/// Returns the functions called by code whose output is not appended to the message exactly once.
fn nested_calls(block: &Block, plain: bool) -> Vec<FuncId> {
    let calls = |op: &Op| match op {
        Op::Call { func, .. } if !plain => vec![*func],
        _ => op.blocks().into_iter().flat_map(|block| nested_calls(block, plain && is_choice(op))).collect(),
    };
    block.ops.iter().flat_map(calls).collect()
}

/// Returns true if a loop's body uses only its element and the index.
fn stands_alone(op: &Op) -> bool {
    let Op::Each { item, index, stride: None, ordered: None, carried, body, .. } = op else { return false };
    carried.is_empty() && free_vars(body).iter().all(|var| var == item || var == index)
}

/// Replaces the body of a function's loop over a list by a call.
fn outline_in(module: &mut Module, (id, root): (FuncId, Root), field: u32) -> ElementWriter {
    let func = FuncId(module.functions.len() as u32);
    let function = &mut module.functions[id.0 as usize];
    let mut outlined = None;
    let (vars, name) = (function.vars.clone(), format!("{}_element_{field}", function.name));
    each_over(&mut function.body, (root, field), &mut |op| {
        let Op::Each { item, index, body, .. } = op else { return };
        let args = vec![Arg::Place(Place { root: *item, steps: Vec::new() }), Arg::Value(Expr::Var(*index))];
        let call = Op::Call { func, args, results: Vec::new() };
        let params =
            [(*item, ParamKind::Read), (*index, ParamKind::Value)].map(|(var, kind)| Param { var, kind }).to_vec();
        outlined = Some((params, std::mem::replace(body, Block { ops: vec![call], yields: Vec::new() })));
    });
    if let Some((params, body)) = outlined {
        let (results, nests, rare, trusting) = (Vec::new(), false, false, false);
        module.functions.push(Function {
            name,
            params,
            results,
            vars,
            body,
            nests,
            rare,
            trusting,
            linkage: Linkage::Internal,
        });
    }
    ElementWriter { func, depth: root.depth }
}

fn each_over(block: &mut Block, (root, field): (Root, u32), f: &mut dyn FnMut(&mut Op)) {
    for op in &mut block.ops {
        if matches!(op, Op::Each { place, .. } if field_of(root.var, place) == Some(field)) {
            f(op);
        } else {
            op.blocks_mut().into_iter().for_each(|block| each_over(block, (root, field), f));
        }
    }
}

//! Prediction expressed in ops: a keyed loop's head first tries the labels of its arms.

use polywire_ir::{Block, Const, Expr, Function, KeyedArm, Miss, Module, Op, Separation, ValueType, Var, VarId};

/// Rewrites every keyed loop that predicts.
pub fn predict_in_ops(module: &mut Module) {
    for function in &mut module.functions {
        let mut body = std::mem::take(&mut function.body);
        body.visit_blocks_mut(&mut |block| {
            for op in &mut block.ops {
                if let Op::Keyed { index, count, head, key, arms, separation, predict: true, .. } = op {
                    let ty = function.var(*key).ty.clone();
                    let expected = count.clone().map(|count| Expr::Var(*index).below(count));
                    *head = predicting(function, (*index, expected), std::mem::take(head), (arms, separation), &ty);
                }
            }
        });
        function.body = body;
    }
}

fn fresh(function: &mut Function, ty: ValueType) -> VarId {
    function.vars.push(Var { name: "predicted".to_owned(), ty });
    VarId(function.vars.len() as u32 - 1)
}

/// Returns `head`, preceded by attempts to match the labels of the arms.
fn predicting(
    function: &mut Function,
    (index, expected): (VarId, Option<Expr>),
    head: Block,
    (arms, separation): (&[KeyedArm], &Separation),
    ty: &ValueType,
) -> Block {
    let hit_and_key = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
    let more_and_key = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
    let tries = Op::If {
        cond: Expr::Var(index).is(0_u64),
        then: try_labels(function, arms, &[], ty),
        other: try_labels(function, arms, &separation.separator, ty),
        results: hit_and_key.to_vec(),
    };
    let (tries, hit_and_key) = match expected {
        None => (tries, hit_and_key),
        Some(expected) => {
            let results = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
            let then = Block { ops: vec![tries], yields: hit_and_key.map(Expr::Var).to_vec() };
            let other = try_labels(function, &[], &[], ty);
            (Op::If { cond: expected, then, other, results: results.to_vec() }, results)
        }
    };
    let [hit, key] = hit_and_key.map(Expr::Var);
    let then = Block { ops: vec![], yields: vec![true.into(), key] };
    let general = Op::If { cond: hit, then, other: head, results: more_and_key.to_vec() };
    Block { ops: vec![tries, general], yields: more_and_key.map(Expr::Var).to_vec() }
}

/// Yields whether a label follows the separator, and the first key of its arm.
fn try_labels(function: &mut Function, arms: &[KeyedArm], separator: &[u8], ty: &ValueType) -> Block {
    let Some((arm, rest)) = arms.split_first() else {
        let none = match ty {
            ValueType::I64 => Const::I64(0),
            ValueType::Bytes | ValueType::Section(_) => Const::Bytes(vec![]),
            ValueType::Bool | ValueType::U64 | ValueType::Ref(_) => Const::U64(0),
        };
        return Block { ops: vec![], yields: vec![false.into(), Expr::Const(none)] };
    };
    let other = try_labels(function, rest, separator, ty);
    if arm.label.is_empty() {
        return other;
    }
    let hit = fresh(function, ValueType::Bool);
    let results = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
    let then = Block { ops: vec![], yields: vec![true.into(), Expr::Const(arm.keys[0].clone())] };
    let ops = vec![
        Op::Match { bytes: [separator, &arm.label].concat(), miss: Miss::Yield(hit) },
        Op::If { cond: hit.into(), then, other, results: results.to_vec() },
    ];
    Block { ops, yields: results.map(Expr::Var).to_vec() }
}

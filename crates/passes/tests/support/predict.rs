//! Prediction spelled out: a keyed loop's head first tries the literals of its arms.

use polywire_ir::{Block, Const, Expr, Function, KeyedArm, Miss, Module, Op, ValueType, Var, VarId};

/// Rewrites every keyed loop that predicts.
pub fn predict_in_ops(module: &mut Module) {
    for function in &mut module.functions {
        let mut body = std::mem::take(&mut function.body);
        body.visit_blocks_mut(&mut |block| {
            for op in &mut block.ops {
                if let Op::Keyed { index, head, key, arms, predict: true, .. } = op {
                    let ty = function.var(*key).ty.clone();
                    *head = predicting(function, *index, std::mem::take(head), arms, &ty);
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

/// `head`, but for what the literals of the arms lead to.
fn predicting(function: &mut Function, index: VarId, head: Block, arms: &[KeyedArm], ty: &ValueType) -> Block {
    let first = arms.iter().map(|arm| (arm, &arm.first)).collect::<Vec<_>>();
    let later = arms.iter().map(|arm| (arm, &arm.later)).collect::<Vec<_>>();
    let hit_and_key = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
    let more_and_key = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
    let tries = Op::If {
        cond: Expr::Var(index).is(0_u64),
        then: try_literals(function, &first, ty),
        other: try_literals(function, &later, ty),
        results: hit_and_key.to_vec(),
    };
    let [hit, key] = hit_and_key.map(Expr::Var);
    let then = Block { ops: vec![], yields: vec![true.into(), key] };
    let general = Op::If { cond: hit, then, other: head, results: more_and_key.to_vec() };
    Block { ops: vec![tries, general], yields: more_and_key.map(Expr::Var).to_vec() }
}

/// Yields whether a literal was there, and its arm's first key.
fn try_literals(function: &mut Function, arms: &[(&KeyedArm, &Vec<u8>)], ty: &ValueType) -> Block {
    let Some(((arm, literal), rest)) = arms.split_first() else {
        let none = match ty {
            ValueType::I64 => Const::I64(0),
            ValueType::Bytes | ValueType::Section(_) => Const::Bytes(vec![]),
            ValueType::Bool | ValueType::U64 | ValueType::Ref(_) => Const::U64(0),
        };
        return Block { ops: vec![], yields: vec![false.into(), Expr::Const(none)] };
    };
    let other = try_literals(function, rest, ty);
    if literal.is_empty() {
        return other;
    }
    let hit = fresh(function, ValueType::Bool);
    let results = [ValueType::Bool, ty.clone()].map(|ty| fresh(function, ty));
    let then = Block { ops: vec![], yields: vec![true.into(), Expr::Const(arm.keys[0].clone())] };
    let ops = vec![
        Op::Match { bytes: (*literal).clone(), miss: Miss::Yield(hit) },
        Op::If { cond: hit.into(), then, other, results: results.to_vec() },
    ];
    Block { ops, yields: results.map(Expr::Var).to_vec() }
}

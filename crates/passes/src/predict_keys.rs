//! Predicts the next key.
//!
//! Design: docs/decisions/0015-prediction-from-the-encoder.md

use crate::{Options, Pass};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Block, Expr, Function, KeyedArm, Module, Op, ParamKind, Place, Step, ValueType, VarId};
use std::collections::HashMap;

pub(crate) const PASS: Pass = Pass {
    name: "predict_keys",
    doc: "Orders the arms of keyed loops as the encoder writes their members, and lets readers try each arm's label in that order.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    let written = written_orders(module);
    let orders: Vec<HashMap<FieldOrCase, usize>> =
        module.functions.iter().map(|decoder| written_order(&written, decoder)).collect();
    for (function, order) in module.functions.iter_mut().zip(&orders) {
        let root = function.params.iter().find(|param| param.kind == ParamKind::Build).map(|param| param.var);
        function.visit_blocks_mut(&mut |block| {
            for op in &mut block.ops {
                if let Op::Keyed { arms, predict, .. } = op {
                    let first = |arm: &KeyedArm| root.and_then(|root| members(&arm.body, root).into_iter().next());
                    let rank =
                        |arm: &KeyedArm| first(arm).and_then(|it| order.get(&it).copied()).unwrap_or(order.len());
                    // What precedes all members, such as a name, stays in front of them.
                    let leading = arms.iter().take_while(|arm| first(arm).is_none()).count();
                    arms[leading..].sort_by_cached_key(rank);
                    *predict = arms.iter().any(|arm| !arm.label.is_empty());
                }
            }
        });
    }
}

/// A field, and the case if it is a union's.
type FieldOrCase = (u32, Option<u32>);

/// Returns the positions of the members of the struct that a function builds, in the order in which an encoder of the
/// struct writes them.
fn written_order(written: &HashMap<StructId, Vec<FieldOrCase>>, decoder: &Function) -> HashMap<FieldOrCase, usize> {
    let order = struct_of(decoder, ParamKind::Build).and_then(|(_, built)| written.get(&built));
    order.into_iter().flatten().copied().zip(0..).collect()
}

/// By struct the order in which the encoder writes its members that mentions most of them.
fn written_orders(module: &Module) -> HashMap<StructId, Vec<FieldOrCase>> {
    let mut orders: HashMap<StructId, Vec<FieldOrCase>> = HashMap::new();
    for encoder in &module.functions {
        if let Some((var, id)) = struct_of(encoder, ParamKind::Read) {
            let (order, known) = (members(&encoder.body, var), orders.entry(id).or_default());
            if order.len() >= known.len() {
                *known = order;
            }
        }
    }
    orders
}

/// The first parameter of a kind, if it is a struct.
fn struct_of(function: &Function, kind: ParamKind) -> Option<(VarId, StructId)> {
    let var = function.params.iter().find(|param| param.kind == kind)?.var;
    match function.var(var).ty {
        ValueType::Ref(Type::Struct(id)) => Some((var, id)),
        _ => None,
    }
}

/// Returns the members of a variable's value that a block uses, in the order in which their values are first used. A test,
/// such as one that counts the members that are present, is no use of a value, if there is another one.
fn members(block: &Block, root: VarId) -> Vec<FieldOrCase> {
    let mut uses = Uses::default();
    visit_places(block, &mut |place, is_value| {
        let member = match place.steps.as_slice() {
            [Step::Field(field), Step::Case(case), ..] => Some((*field, Some(*case))),
            [Step::Field(field), ..] => Some((*field, None)),
            _ => None,
        };
        if let Some(member) = member.filter(|_| place.root == root) {
            uses.note(member, is_value);
        }
    });
    uses.in_order()
}

/// For each member, the first use of its value, else the first test.
#[derive(Default)]
struct Uses {
    noted: usize,
    first: HashMap<FieldOrCase, (bool, usize)>,
}

impl Uses {
    fn note(&mut self, member: FieldOrCase, is_value: bool) {
        self.noted += 1;
        let first = self.first.entry(member).or_insert((is_value, self.noted));
        if is_value && !first.0 {
            *first = (true, self.noted);
        }
    }

    fn in_order(self) -> Vec<FieldOrCase> {
        let mut members: Vec<_> = self.first.into_iter().collect();
        members.sort_by_key(|(_, (_, at))| *at);
        members.into_iter().map(|(member, _)| member).collect()
    }
}

/// Calls `f` with each place, and a flag for one whose value is used.
fn visit_places(block: &Block, f: &mut impl FnMut(&Place, bool)) {
    for op in &block.ops {
        match op {
            // The case is a part of the opened value.
            Op::Open { place, case: Some(case), .. } => f(&place.case(*case), true),
            _ => op.place().into_iter().for_each(|place| f(place, true)),
        }
        if let Op::Call { args, .. } = op {
            args.iter().for_each(|arg| {
                if let Arg::Place(place) = arg {
                    f(place, true)
                }
            });
        }
        op.visit_exprs(&mut |expr| visit_expr(expr, true, f));
        op.blocks().into_iter().for_each(|block| visit_places(block, f));
    }
    block.yields.iter().for_each(|expr| visit_expr(expr, true, f));
}

fn visit_expr(expr: &Expr, is_value: bool, f: &mut impl FnMut(&Place, bool)) {
    match expr {
        Expr::Get(place) | Expr::Len(place) => f(place, is_value),
        Expr::Present(place) | Expr::Case(place) => f(place, false),
        // Flags are counted.
        Expr::OfBool(flag) => visit_expr(flag, false, f),
        _ => expr.visit_children(&mut |child| visit_expr(child, is_value, f)),
    }
}

//! Removes tests whose outcome is known, and computations that change nothing.
//!
//! Design: docs/decisions/0064-value-ranges.md

use crate::fold::simplify_function;
use crate::{Options, Pass};
use polywire_ir::ranges::{Equal, Known, Visitor, visit};
use polywire_ir::{Expr, Module, Op};

pub(crate) const PASS: Pass = Pass {
    name: "ranges",
    doc: "Removes tests whose outcome is known from the ranges of values, the lengths of bytes and earlier tests, branches that are never taken, masks without effect, and the bytes of sections beyond those that are used.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    visit(module, &mut Simplify);
    let types = module.types.clone();
    module.functions.iter_mut().for_each(|function| simplify_function(&types, function));
}

struct Simplify;

impl Visitor for Simplify {
    fn op(&mut self, known: &mut Known, op: &mut Op) {
        match op {
            Op::Section { region, pos, len, code, fill, .. } => {
                if code.is_some() && known.is_inside(region, pos, len) {
                    *code = None;
                }
                let is_whole = known.range(len).is_some_and(|it| it.min() >= fill.len() as i128);
                if code.is_none() && is_whole {
                    *len = (fill.len() as u64).into();
                }
            }
            Op::Switch { on, arms, .. } => {
                if let Some(range) = known.range(on) {
                    arms.retain(|arm| arm.keys.iter().any(|key| range.contains(key)));
                }
            }
            _ => {}
        }
    }

    fn expr(&mut self, expr: &mut Expr, equal: Equal) {
        equal.replace(expr);
    }
}

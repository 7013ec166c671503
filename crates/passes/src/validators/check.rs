//! Removes from a function the ops that build its caller's value.

use crate::pure::{fresh, may_be_invalid};
use polywire_ir::{
    Arg, Block, Carried, ErrorCode, Expr, FuncId, Function, Module, Op, Param, ParamKind, Place, PureLeaf, SiteId,
    ValueType, VarId, ops_of,
};
use std::collections::{BTreeMap, HashSet};

/// A function without the value that it built.
pub(super) struct Stripped {
    pub function: Function,
    /// True if its verdict on a message is unchanged.
    pub same: bool,
}

/// Removes the value from a function, and calls the validators of functions that do not need it.
pub(super) fn strip(module: &Module, validators: &BTreeMap<FuncId, FuncId>, id: FuncId) -> Stripped {
    let mut function = module.function(id).clone();
    let is_built = |param: &&Param| param.kind == ParamKind::Build;
    let gone = function.params.iter().filter(is_built).map(|param| param.var).collect();
    function.params.retain(|param| !is_built(&param));
    let body = std::mem::take(&mut function.body);
    let mut stripper = Stripper { module, validators, function, gone, unknown: HashSet::new(), needed: false };
    let body = stripper.block(body);
    let Stripper { mut function, unknown, needed, .. } = stripper;
    function.body = body;
    let mut same = !needed;
    function.body.visit_uses_mut(&mut |var| same &= !unknown.contains(var));
    Stripped { function, same }
}

struct Stripper<'m> {
    module: &'m Module,
    validators: &'m BTreeMap<FuncId, FuncId>,
    /// The function whose body is being rewritten.
    function: Function,
    /// Removed places.
    gone: HashSet<VarId>,
    /// Variables for previous presence that is no longer known.
    unknown: HashSet<VarId>,
    /// True if a removed place would be needed.
    needed: bool,
}

impl Stripper<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut ops = Vec::with_capacity(block.ops.len());
        block.ops.into_iter().for_each(|op| self.op(op, &mut ops));
        Block { ops, yields: block.yields }
    }

    fn op(&mut self, mut op: Op, out: &mut Vec<Op>) {
        if op.place().is_some_and(|place| self.gone.contains(&place.root)) {
            return self.building(op, out);
        }
        if let Op::Call { func, args, .. } = &mut op {
            self.call(func, args);
        }
        for block in op.blocks_mut() {
            *block = self.block(std::mem::take(block));
        }
        if !is_nothing(&op) {
            out.push(op);
        }
    }

    /// Rewrites an op on a removed place.
    fn building(&mut self, op: Op, out: &mut Vec<Op>) {
        match op {
            Op::Set { place, value, trusted, site } => {
                if !trusted && may_be_invalid(&self.module.types, &self.function, &place) {
                    out.push(utf8_check(value, site));
                }
            }
            Op::Reset { .. } | Op::Retain { .. } | Op::ReportUnknown { .. } => {}
            Op::Open { bind, created, body, results, .. } => {
                self.unknown.insert(created);
                self.inline(bind, body, results, out);
            }
            Op::Push { bind, body, results, .. } => self.inline(bind, body, results, out),
            Op::Fill { .. } => self.count(op, out),
            // A place under construction is not visited, and a made value has no such place.
            Op::Make { .. } | ops_of!(control | reading | writing) => self.needed = true,
        }
    }

    /// Replaces an op that binds a place by its body.
    fn inline(&mut self, bind: VarId, body: Block, results: Vec<VarId>, out: &mut Vec<Op>) {
        self.gone.insert(bind);
        let body = self.block(body);
        out.extend(body.ops);
        out.extend(results.into_iter().zip(body.yields).map(|(var, value)| Op::Let { var, value }));
    }

    /// Turns filling into a loop that counts.
    fn count(&mut self, op: Op, out: &mut Vec<Op>) {
        let Op::Fill { count, bind, index, body, mut carried, results, .. } = op else { return };
        self.gone.insert(bind);
        let mut body = self.block(body);
        if body.ops.is_empty() && carried.is_empty() {
            return;
        }
        let [most, last] = ["count", "last"].map(|name| fresh(&mut self.function, name, ValueType::U64));
        out.push(Op::Let { var: most, value: count });
        carried.insert(0, Carried { var: index, init: 0_u64.into() });
        body.yields.insert(0, index + 1_u64);
        let results = std::iter::once(last).chain(results).collect();
        out.push(Op::Loop { carried, cond: index.below(most), body, results });
    }

    /// Calls the validator if all built arguments are removed.
    fn call(&mut self, func: &mut FuncId, args: &mut Vec<Arg>) {
        let params = &self.module.function(*func).params;
        let is_built = |position: usize| params.get(position).is_some_and(|it| it.kind == ParamKind::Build);
        let is_gone = |arg: &Arg| matches!(arg, Arg::Place(Place { root, .. }) if self.gone.contains(root));
        if !args.iter().any(is_gone) {
            return;
        }
        let all_gone = args.iter().enumerate().all(|(position, arg)| !is_built(position) || is_gone(arg));
        match self.validators.get(func).filter(|_| all_gone) {
            Some(validator) => {
                let mut position = 0..;
                args.retain(|_| !is_built(position.next().unwrap_or_default()));
                *func = *validator;
            }
            None => self.needed = true,
        }
    }
}

fn utf8_check(value: Expr, site: SiteId) -> Op {
    Op::Check { cond: Expr::Leaf(PureLeaf::Utf8Valid, vec![value]), code: ErrorCode::InvalidUtf8, site }
}

/// Returns true if a branch is empty now.
fn is_nothing(op: &Op) -> bool {
    let (Op::If { results, .. } | Op::Switch { results, .. }) = op else { return false };
    results.is_empty() && op.blocks().into_iter().all(|block| block.ops.is_empty())
}

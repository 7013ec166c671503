use super::copies::Copies;
use super::skip::skip_unused;
use crate::plan::Projection;
use polywire_ir::types::{Type, Types};
use polywire_ir::{Arg, Block, Carried, Expr, Function, Op, ParamKind, Place, PlaceType, ValueType, Var, VarId};
use std::collections::BTreeSet;

/// Returns a function that builds nothing in unselected fields or at the given variables.
pub(super) fn projected(
    types: &Types,
    projection: &Projection,
    copies: &mut Copies,
    mut function: Function,
    dropped: &[VarId],
) -> Function {
    let built = function.params.iter().filter(|param| param.kind == ParamKind::Build).map(|param| param.var);
    let mut rewriter = Rewriter {
        types,
        projection,
        copies,
        built: built.collect(),
        made: BTreeSet::new(),
        dropped: dropped.iter().copied().collect(),
        vars: std::mem::take(&mut function.vars),
    };
    rewriter.block(&mut function.body);
    function.vars = rewriter.vars;
    skip_unused(&mut function);
    function
}

struct Rewriter<'r> {
    types: &'r Types,
    projection: &'r Projection,
    copies: &'r mut Copies,
    /// Variables of values that are built for the caller.
    built: BTreeSet<VarId>,
    /// Variables of temporary values, which are always complete.
    made: BTreeSet<VarId>,
    /// Variables of values that are not built.
    dropped: BTreeSet<VarId>,
    vars: Vec<Var>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: &mut Block) {
        for op in std::mem::take(&mut block.ops) {
            self.op(op, &mut block.ops);
        }
    }

    /// Appends the replacement of an op.
    fn op(&mut self, op: Op, to: &mut Vec<Op>) {
        match op {
            Op::Set { ref place, .. } | Op::Reset { ref place } if self.is_dropped(place) => {}
            Op::Retain { ref place, .. } | Op::ReportUnknown { ref place, .. }
                if self.is_dropped(place) || self.is_partial(place) => {}
            Op::Open { place, bind, created, body, results, .. } if self.is_dropped(&place) => {
                to.push(Op::Let { var: created, value: true.into() });
                self.inline(bind, body, results, to);
            }
            Op::Push { place, bind, body, results } if self.is_dropped(&place) => self.inline(bind, body, results, to),
            Op::Fill { place, count, bind, index, body, carried, results } if self.is_dropped(&place) => {
                self.dropped.insert(bind);
                self.repeat((count, index), body, (carried, results), to);
            }
            Op::Call { func, args, results } if args.iter().any(|arg| self.is_made(arg)) => {
                to.push(Op::Call { func: self.copies.instead_for_all(func), args, results });
            }
            Op::Call { func, args, results } => {
                let dropped: Vec<bool> = args.iter().map(|arg| self.is_dropped_argument(arg)).collect();
                let (func, args) = self.copies.instead(func, args, &dropped);
                to.push(Op::Call { func, args, results });
            }
            mut op => {
                self.know_bound(&op);
                op.blocks_mut().into_iter().for_each(|block| self.block(block));
                to.push(op);
            }
        }
    }

    /// Runs the body once, without building a value.
    fn inline(&mut self, bind: VarId, mut body: Block, results: Vec<VarId>, to: &mut Vec<Op>) {
        self.dropped.insert(bind);
        self.block(&mut body);
        to.extend(body.ops);
        let lets = results.into_iter().zip(body.yields);
        to.extend(lets.map(|(var, value)| Op::Let { var, value }));
    }

    /// Runs the body `count` times, without building values.
    fn repeat(
        &mut self,
        (count, index): (Expr, VarId),
        mut body: Block,
        (mut carried, mut results): (Vec<Carried>, Vec<VarId>),
        to: &mut Vec<Op>,
    ) {
        self.block(&mut body);
        let times = self.fresh("count");
        to.push(Op::Let { var: times, value: count });
        carried.push(Carried { var: index, init: 0u64.into() });
        body.yields.push(index + 1u64);
        results.push(self.fresh("last"));
        to.push(Op::Loop { carried, cond: index.below(times), body, results });
    }

    fn fresh(&mut self, name: &str) -> VarId {
        self.vars.push(Var { name: name.to_owned(), ty: ValueType::U64 });
        VarId(self.vars.len() as u32 - 1)
    }

    /// A variable bound to a part of a built or temporary value is of the same kind.
    fn know_bound(&mut self, op: &Op) {
        match op {
            Op::Make { var, .. } => drop(self.made.insert(*var)),
            Op::Open { place, bind, .. } | Op::Push { place, bind, .. } | Op::Fill { place, bind, .. } => {
                for known in [&mut self.built, &mut self.made] {
                    if known.contains(&place.root) {
                        known.insert(*bind);
                    }
                }
            }
            _ => {}
        }
    }

    fn is_made(&self, arg: &Arg) -> bool {
        matches!(arg, Arg::Place(place) if self.made.contains(&place.root))
    }

    fn is_dropped_argument(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Place(place) => self.is_dropped(place),
            Arg::Value(_) => false,
        }
    }

    fn is_dropped(&self, place: &Place) -> bool {
        let is_dropped = |root| self.built.contains(&place.root) && !self.projection.place(self.types, root, place);
        self.dropped.contains(&place.root) || self.root_type(place).is_some_and(is_dropped)
    }

    /// Returns true if a built struct is only partly selected.
    fn is_partial(&self, place: &Place) -> bool {
        let Some(root) = self.root_type(place).filter(|_| self.built.contains(&place.root)) else { return false };
        match self.types.walk(root, &place.steps) {
            Some(PlaceType::Value(Type::Struct(id))) => self.projection.is_partial(*id),
            Some(PlaceType::Value(_) | PlaceType::Optional(_) | PlaceType::Mark) | None => false,
        }
    }

    fn root_type(&self, place: &Place) -> Option<&Type> {
        match &self.vars[place.root.0 as usize].ty {
            ValueType::Ref(ty) => Some(ty),
            ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
        }
    }
}

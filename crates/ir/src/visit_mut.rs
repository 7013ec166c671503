//! Changing functions: the expressions and variables of an op, as in `visit`, to be rewritten.

use crate::{Arg, Block, Carried, Datum, Expr, Function, Miss, Op, Order, Place, Prefix, ReadWhat, Step, VarId};

impl Function {
    /// Calls `f` with every block, inner ones first.
    pub fn visit_blocks_mut(&mut self, f: &mut dyn FnMut(&mut Block)) {
        self.body.visit_blocks_mut(f);
    }

    /// Calls `f` with every variable at every binding and use.
    pub fn visit_vars_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        self.params.iter_mut().for_each(|param| f(&mut param.var));
        self.body.visit_bindings_mut(f);
        self.body.visit_uses_mut(f);
    }
}

impl Block {
    /// Calls `f` with this block and all inside it, inner ones first.
    pub fn visit_blocks_mut(&mut self, f: &mut dyn FnMut(&mut Block)) {
        for op in &mut self.ops {
            op.blocks_mut().into_iter().for_each(|block| block.visit_blocks_mut(f));
        }
        f(self);
    }

    /// Calls `f` with the outermost expressions of the ops, those of inner blocks included, and of the yields.
    pub fn visit_exprs_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        for op in &mut self.ops {
            op.visit_exprs_mut(f);
            op.blocks_mut().into_iter().for_each(|block| block.visit_exprs_mut(f));
        }
        self.yields.iter_mut().for_each(f);
    }

    /// Calls `f` with every variable at every binding.
    pub fn visit_bindings_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        for op in &mut self.ops {
            op.visit_bindings_mut(f);
            op.blocks_mut().into_iter().for_each(|block| block.visit_bindings_mut(f));
        }
    }

    /// Calls `f` with every variable at every use.
    pub fn visit_uses_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        for op in &mut self.ops {
            op.visit_places_mut(&mut |place| f(&mut place.root));
            op.visit_orders_mut(&mut |order| visit_order(order, f));
            op.visit_exprs_mut(&mut |expr| expr.visit_vars_mut(f));
            op.blocks_mut().into_iter().for_each(|block| block.visit_uses_mut(f));
        }
        self.yields.iter_mut().for_each(|expr| expr.visit_vars_mut(f));
    }
}

fn visit_order(order: &mut Order, f: &mut dyn FnMut(&mut VarId)) {
    if let Order::LittleIf(var) = order {
        f(var);
    }
}

impl Op {
    /// Calls `f` with each of the op's own outermost expressions: not those inside its blocks, and of a place the indices.
    pub fn visit_exprs_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.visit_places_mut(&mut |place| place.visit_indices_mut(f));
        match self {
            Self::Let { value, .. } => f(value),
            Self::If { cond, .. } | Self::Check { cond, .. } => f(cond),
            Self::Switch { on, .. } => f(on),
            Self::Loop { carried, cond, .. } => {
                visit_carried(carried, f);
                f(cond);
            }
            Self::Call { args, .. } => args.iter_mut().for_each(|arg| match arg {
                Arg::Value(value) => f(value),
                Arg::Place(_) => {}
            }),
            Self::Charge { cost, .. } => f(cost),
            Self::Read { what, .. } => match what {
                ReadWhat::Span(len) | ReadWhat::Skip(len) => f(len),
                ReadWhat::Align { to, from } => {
                    f(to);
                    f(from);
                }
                ReadWhat::Int { .. } | ReadWhat::Peek | ReadWhat::Leaf(_) => {}
            },
            Self::Window { len, .. } => f(len),
            Self::At { region, pos, .. } => {
                f(region);
                f(pos);
            }
            Self::Section { region, pos, len, .. } => [region, pos, len].into_iter().for_each(f),
            Self::Keyed { carried, .. } | Self::Each { carried, .. } => visit_carried(carried, f),
            Self::Set { value, .. } | Self::Retain { value, .. } => f(value),
            Self::Fill { count, carried, .. } => {
                f(count);
                visit_carried(carried, f);
            }
            Self::Write { what } | Self::Put { what, .. } => what.visit_exprs_mut(f),
            Self::Block { size, .. } => f(size),
            Self::Memo { key, .. } => f(key),
            Self::Match { .. }
            | Self::Reset { .. }
            | Self::Open { .. }
            | Self::Push { .. }
            | Self::Measured { .. }
            | Self::Sub { .. }
            | Self::Tail { .. }
            | Self::Scratch { .. } => {}
        }
    }

    /// Calls `f` with each place of the op itself, apart from those in expressions.
    fn visit_places_mut(&mut self, f: &mut dyn FnMut(&mut Place)) {
        match self {
            Self::Set { place, .. }
            | Self::Reset { place }
            | Self::Open { place, .. }
            | Self::Push { place, .. }
            | Self::Fill { place, .. }
            | Self::Retain { place, .. }
            | Self::Each { place, .. } => f(place),
            Self::Call { args, .. } => args.iter_mut().for_each(|arg| match arg {
                Arg::Place(place) => f(place),
                Arg::Value(_) => {}
            }),
            _ => {}
        }
    }

    /// Calls `f` with each byte order of the op itself.
    fn visit_orders_mut(&mut self, f: &mut dyn FnMut(&mut Order)) {
        match self {
            Self::Read { what: ReadWhat::Int { order, .. }, .. }
            | Self::Write { what: Datum::Int { order, .. } }
            | Self::Put { what: Datum::Int { order, .. }, .. }
            | Self::Measured { prefix: Prefix::Int { order, .. }, .. } => f(order),
            _ => {}
        }
    }

    /// Calls `f` with each variable that the op binds.
    fn visit_bindings_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        match self {
            Self::Let { var, .. } | Self::Section { var, .. } | Self::Scratch { var, .. } => f(var),
            Self::Memo { result, .. } => f(result),
            Self::If { results, .. }
            | Self::Switch { results, .. }
            | Self::Call { results, .. }
            | Self::Read { results, .. }
            | Self::Window { results, .. }
            | Self::At { results, .. }
            | Self::Measured { results, .. }
            | Self::Block { results, .. }
            | Self::Sub { results, .. }
            | Self::Tail { results, .. } => results.iter_mut().for_each(f),
            Self::Loop { carried, results, .. } => {
                carried_and_results(carried, results, f);
            }
            Self::Keyed { index, key, carried, results, .. } => {
                [index, key].into_iter().for_each(&mut *f);
                carried_and_results(carried, results, f);
            }
            Self::Open { bind, created, results, .. } => {
                [bind, created].into_iter().chain(results).for_each(f);
            }
            Self::Push { bind, results, .. } => [bind].into_iter().chain(results).for_each(f),
            Self::Fill { bind: item, index, carried, results, .. }
            | Self::Each { item, index, carried, results, .. } => {
                [item, index].into_iter().for_each(&mut *f);
                carried_and_results(carried, results, f);
            }
            Self::Match { miss: Miss::Yield(var), .. } => f(var),
            Self::Match { miss: Miss::Fail { .. }, .. }
            | Self::Check { .. }
            | Self::Charge { .. }
            | Self::Set { .. }
            | Self::Reset { .. }
            | Self::Retain { .. }
            | Self::Write { .. }
            | Self::Put { .. } => {}
        }
    }
}

fn visit_carried(carried: &mut [Carried], f: &mut dyn FnMut(&mut Expr)) {
    carried.iter_mut().for_each(|carried| f(&mut carried.init));
}

fn carried_and_results(carried: &mut [Carried], results: &mut [VarId], f: &mut dyn FnMut(&mut VarId)) {
    carried.iter_mut().for_each(|carried| f(&mut carried.var));
    results.iter_mut().for_each(f);
}

impl Datum {
    /// Calls `f` with each outermost expression.
    pub fn visit_exprs_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        match self {
            Self::Int { value, .. } | Self::Span(value) | Self::Zeros(value) => f(value),
            Self::Align { from, .. } => f(from),
            Self::Leaf(_, args) => args.iter_mut().for_each(f),
            Self::Bytes(_) => {}
        }
    }
}

impl Place {
    /// Calls `f` with each index along the path.
    fn visit_indices_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        for step in &mut self.steps {
            if let Step::At(index) = step {
                f(index);
            }
        }
    }
}

impl Expr {
    /// Calls `f` with all inside this expression and then with itself.
    pub fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.visit_children_mut(&mut |child| child.visit_mut(f));
        f(self);
    }

    fn visit_children_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        match self {
            Self::Unary(_, value)
            | Self::Wrap { value, .. }
            | Self::OfBool(value)
            | Self::IsMember(_, value)
            | Self::BytesLen(value)
            | Self::Since(value) => f(value),
            Self::Binary(_, left, right) => {
                f(left);
                f(right);
            }
            Self::Select(cond, then, other) => [cond, then, other].into_iter().for_each(|value| f(value)),
            Self::Leaf(_, args) => args.iter_mut().for_each(f),
            Self::Get(place)
            | Self::Len(place)
            | Self::Present(place)
            | Self::Case(place)
            | Self::Unknown { place, .. } => place.visit_indices_mut(f),
            Self::Const(_)
            | Self::Var(_)
            | Self::Load { .. }
            | Self::Slice { .. }
            | Self::Pos
            | Self::Left
            | Self::Input
            | Self::Base
            | Self::Tail => {}
        }
    }

    /// Calls `f` with each variable used in this expression.
    pub fn visit_vars_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        self.visit_mut(&mut |expr| match expr {
            Self::Var(var) => f(var),
            Self::Load { section, order, .. } => {
                f(section);
                visit_order(order, f);
            }
            Self::Slice { section, .. } => f(section),
            Self::Get(place)
            | Self::Len(place)
            | Self::Present(place)
            | Self::Case(place)
            | Self::Unknown { place, .. } => f(&mut place.root),
            _ => {}
        });
    }
}

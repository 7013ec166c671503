use polywire_ir::{Arg, Block, Datum, Expr, Function, Op, Order, ReadWhat, VarId};
use std::collections::HashMap;

/// How often each variable of a function is used.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    counts: HashMap<VarId, usize>,
}

impl Uses {
    /// How often the variable is used.
    pub fn of(&self, var: VarId) -> usize {
        self.counts.get(&var).copied().unwrap_or_default()
    }
}

/// The uses of a function's variables.
pub fn uses(function: &Function) -> Uses {
    let mut uses = Uses::default();
    uses.add_block(&function.body);
    uses
}

impl Uses {
    fn add(&mut self, var: VarId) {
        *self.counts.entry(var).or_default() += 1;
    }

    fn add_block(&mut self, block: &Block) {
        block.ops.iter().for_each(|op| self.add_op(op));
        block.yields.iter().for_each(|value| self.add_expr(value));
    }

    fn add_op(&mut self, op: &Op) {
        op.visit_exprs(&mut |expr| self.add_expr(expr));
        if let Some(place) = op.place() {
            self.add(place.root);
        }
        if let Op::Call { args, .. } = op {
            args.iter().for_each(|arg| self.add_arg(arg));
        }
        match op {
            Op::Read { what: ReadWhat::Int { order, .. }, .. }
            | Op::Write { what: Datum::Int { order, .. } }
            | Op::Put { what: Datum::Int { order, .. }, .. } => self.add_order(*order),
            _ => {}
        }
        op.blocks().into_iter().for_each(|block| self.add_block(block));
    }

    fn add_arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Place(place) => self.add(place.root),
            Arg::Value(_) => {}
        }
    }

    fn add_order(&mut self, order: Order) {
        if let Order::LittleIf(var) = order {
            self.add(var);
        }
    }

    fn add_expr(&mut self, expr: &Expr) {
        expr.visit(&mut |expr| match expr {
            Expr::Var(var) => self.add(*var),
            Expr::Load { section, order, .. } => {
                self.add(*section);
                self.add_order(*order);
            }
            Expr::Slice { section, .. } => self.add(*section),
            Expr::Get(place)
            | Expr::Len(place)
            | Expr::Present(place)
            | Expr::Case(place)
            | Expr::Unknown { place, .. } => self.add(place.root),
            _ => {}
        });
    }
}

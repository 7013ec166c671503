//! Calls.

use super::Builder;
use crate::low::{Arg, Call, Stmt};
use crate::plan::Track;
use polywire_ir::{Arg as IrArg, Expr, FuncId, Op, Place, VarId};

impl<'m> Builder<'m> {
    pub(super) fn call(&mut self, op: &Op, func: FuncId, args: &[IrArg], results: &[VarId]) {
        let args = args.iter().enumerate().map(|(position, arg)| self.argument(func, position, arg)).collect();
        let lends_budget = self.cx.module.function(func).rare && self.cx.conventions[func.0 as usize].effects.charges;
        self.emit(Stmt::Call(Call {
            func,
            mode: self.cx.callee_mode(func, self.mode),
            args,
            results: results.to_vec(),
            room_after: self.room_after(op),
            lends_budget,
        }));
    }

    fn argument(&mut self, func: FuncId, position: usize, arg: &IrArg) -> Arg {
        match arg {
            IrArg::Value(value) => Arg::Value(value.clone()),
            IrArg::Place(place) => {
                let begun = self.begin_struct(place);
                let wants = self.cx.building.plan(func, position).is_some();
                let is_new = wants.then(|| begun.unwrap_or_else(|| self.take_pending(place, func)));
                Arg::Place { place: place.clone(), is_new }
            }
        }
    }

    /// Returns the condition for making a tracked struct new, which it is from then on.
    fn begin_struct(&mut self, place: &Place) -> Option<Expr> {
        let (_, begun) = self.tracked_as(place).filter(|(kind, _)| *kind == Track::Struct)?;
        let created = self.condition("created", !Expr::Var(begun));
        self.emit(Stmt::Assign(vec![(begun, true.into())]));
        Some(created)
    }
}

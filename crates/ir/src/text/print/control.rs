use super::expr::constants;
use super::function::{Printer, site};
use crate::{Arg, Arm, Block, Expr, Op, VarId, ops_of};

impl Printer<'_> {
    pub(super) fn control(&mut self, op: &Op) {
        match op {
            Op::Let { var, value } => {
                let (var, value) = (self.bind(*var), self.expr(value));
                self.line(format!("let {var} = {value}"));
            }
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, results } => self.switch(on, arms, default, results),
            Op::Loop { carried, cond, body, results } => {
                let carry = self.carry(carried, results);
                let head = format!("loop{carry} while {}", self.expr(cond));
                self.braced(head, body, &[], "");
            }
            Op::Call { func, args, results } => {
                let args: Vec<String> = args.iter().map(|arg| self.arg(arg)).collect();
                let results = self.results(results);
                self.line(format!("call {}({}){results}", self.names.function(*func), args.join(", ")));
            }
            Op::Check { cond, code, site: at } => {
                self.line(format!("check {} else {}{}", self.expr(cond), code.name(), site(*at)));
            }
            Op::Charge { cost, site: at } => self.line(format!("charge {}{}", self.expr(cost), site(*at))),
            Op::Credit { amount } => self.line(format!("credit {}", self.expr(amount))),
            ops_of!(reading | building | writing) => {}
        }
    }

    fn if_(&mut self, cond: &Expr, then: &Block, other: &Block, results: &[VarId]) {
        let cond = self.expr(cond);
        self.line(format!("if {cond} {{"));
        self.block(then);
        if *other != Block::default() {
            self.line("} else {".to_owned());
            self.block(other);
        }
        let results = self.results(results);
        self.line(format!("}}{results}"));
    }

    fn switch(&mut self, on: &Expr, arms: &[Arm], default: &Block, results: &[VarId]) {
        let on = self.expr(on);
        self.line(format!("switch {on} {{"));
        self.out.depth += 1;
        for Arm { keys, body } in arms {
            self.braced(format!("case {}", constants(keys)), body, &[], "");
        }
        self.braced("else".to_owned(), default, &[], "");
        self.out.depth -= 1;
        let results = self.results(results);
        self.line(format!("}}{results}"));
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Value(value) => self.expr(value),
            Arg::Place(place) => format!("&{}", self.place(place)),
        }
    }
}

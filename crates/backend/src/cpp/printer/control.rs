//! Control ops.

use super::Printer;
use super::operator::negated;
use super::types::value_type;
use polywire_ir::types::Type;
use polywire_ir::{Arm, BinaryOp, Block, Carried, Const, Expr as Ir, Op, SiteId, ValueType, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn let_(&mut self, var: VarId, value: &Ir) {
        if self.uses.of(var) == 0 {
            return self.know(var, Expr::atom("unused"));
        }
        self.bind_value(var, value);
    }

    /// Binds a variable, even an unused one.
    pub(super) fn bind_value(&mut self, var: VarId, value: &Ir) {
        if let Ir::Get(place) = value
            && matches!(self.place_type(place), Some(Type::Text { .. }))
        {
            let object = self.place(place);
            let name = self.bind(var);
            let ty = if self.bound_place(place).is_some() { "auto" } else { self.unit.names.ownership.text() };
            self.out.line(format!("const {ty}& {name} = {object};"));
            self.set_info(var, |info| info.is_text = true);
            return;
        }
        let readable_end = self.readable_end_of(value);
        let text = match self.var_type(var) {
            ValueType::Section(_) => self.section_pointer(value),
            ValueType::Bytes => self.bytes(value),
            _ => self.expr(value),
        };
        let name = self.bind(var);
        self.out
            .line(format!("const {} {name} = {text};", value_type(self.var_type(var)).trim_start_matches("const ")));
        self.set_info(var, |info| info.readable_end = readable_end);
    }

    pub(super) fn set_info(&mut self, var: VarId, change: impl FnOnce(&mut super::VarInfo)) {
        if let Some(info) = self.vars.get_mut(&var) {
            change(info);
        }
    }

    /// Returns the readable end of a Bytes value, if known.
    pub(super) fn readable_end_of(&self, value: &Ir) -> Option<String> {
        match value {
            Ir::Var(var) => self.info(*var).readable_end,
            Ir::Slice { section, .. } => self.info(*section).readable_end,
            Ir::Since(_) | Ir::Input => Some(self.cursor.readable_end.clone()),
            _ => None,
        }
    }

    /// Returns the address of a section.
    pub(super) fn section_pointer(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Slice { section, offset, .. } => super::operator::at_offset(&self.info(*section).text, *offset),
            _ => self.expr(value),
        }
    }

    pub(super) fn if_(&mut self, cond: &Ir, then: &'m Block, other: &'m Block, results: &[VarId]) {
        let plain = self.is_idle(then) && self.is_idle(other) && results.len() == 1;
        if plain && !matches!(self.var_type(results[0]), ValueType::Ref(_)) {
            let value = cond.clone().choose(then.yields[0].clone(), other.yields[0].clone());
            return self.let_(results[0], &value);
        }
        let results = self.declare_results(results);
        if self.is_idle(then) && results.is_empty() {
            let cond = self.negation(cond);
            let hint = self.hint(other);
            return self.nested(&format!("if ({cond}){hint} {{"), "}", |printer| printer.block(other, &results));
        }
        let cond = self.expr(cond);
        let before = self.pending.clone();
        let alone = self.is_idle(other) && results.is_empty();
        let close = if alone { "}".to_owned() } else { format!("}} else{} {{", self.hint(other)) };
        let hint = self.hint(then);
        self.nested(&format!("if ({cond}){hint} {{"), &close, |printer| printer.block(then, &results));
        if !alone {
            self.pending = before;
            // The last line was the opening one.
            self.reopened(|printer| printer.block(other, &results));
        }
    }

    /// Returns an attribute that marks a block as rarely run.
    fn hint(&self, block: &Block) -> &'static str {
        let rare = |op: &Op| matches!(op, Op::Call { func, .. } if self.unit.module.function(*func).rare);
        if block.ops.iter().any(rare) { " [[unlikely]]" } else { "" }
    }

    /// Prints lines one level deeper after an existing opening line, and the closing one.
    pub(super) fn reopened(&mut self, inside: impl FnOnce(&mut Self)) {
        let inner = self.captured(inside);
        self.out.indented(|out| out.lines(&inner));
        self.out.line("}");
    }

    pub(super) fn switch(&mut self, on: &Ir, arms: &'m [Arm], default: &'m Block, results: &[VarId]) {
        let results = self.declare_results(results);
        if matches!(self.type_of(on), ValueType::Bytes | ValueType::Section(_)) {
            return self.switch_bytes(on, arms, default, &results);
        }
        let on = self.expr(on);
        let before = self.pending.clone();
        self.nested(&format!("switch ({on}) {{"), "}", |printer| {
            for arm in arms {
                let keys: Vec<String> =
                    arm.keys.iter().map(|key| format!("case {}:", super::literal::constant(key))).collect();
                keys[..keys.len() - 1].iter().for_each(|key| printer.out.line(key));
                printer.pending = before.clone();
                printer.arm(&keys[keys.len() - 1], &arm.body, &results);
            }
            printer.pending = before.clone();
            printer.arm("default:", default, &results);
        });
    }

    fn arm(&mut self, label: &str, body: &'m Block, results: &[String]) {
        self.nested(&format!("{label} {{"), "}", |printer| {
            printer.block(body, results);
            if !super::block::ends(&body.ops) {
                printer.out.line("break;");
            }
        });
    }

    fn switch_bytes(&mut self, on: &Ir, arms: &'m [Arm], default: &'m Block, results: &[String]) {
        let value = self.bytes(on);
        let key = self.name("key");
        self.out.line(format!("const bytes {key} = {value};"));
        let before = self.pending.clone();
        let mut chain = String::new();
        for arm in arms {
            let tests: Vec<String> =
                arm.keys.iter().map(|test| format!("same({key}, {})", super::literal::constant(test))).collect();
            self.pending = before.clone();
            let body = self.captured(|printer| printer.block(&arm.body, results));
            self.chained(&mut chain, &format!("if ({}) {{", tests.join(" || ")), &body);
        }
        self.pending = before;
        let body = self.captured(|printer| printer.block(default, results));
        self.chained(&mut chain, "{", &body);
        self.out.line("}");
    }

    /// Appends one part of a chain of `if` and `else`, without its closing brace.
    fn chained(&mut self, chain: &mut String, open: &str, body: &str) {
        self.out.line(format!("{chain}{open}"));
        self.out.indented(|out| out.lines(body));
        "} else ".clone_into(chain);
    }

    /// Declares carried variables with their first values.
    pub(super) fn declare_carried(&mut self, carried: &[Carried]) -> Vec<String> {
        let firsts: Vec<(String, Option<String>)> =
            carried.iter().map(|it| (self.bytes(&it.init).text, self.readable_end_of(&it.init))).collect();
        let mut names = Vec::new();
        for (it, (first, _)) in carried.iter().zip(firsts) {
            let name = self.bind(it.var);
            self.out.line(format!("{} {name} = {first};", value_type(self.var_type(it.var))));
            names.push(name);
        }
        names
    }

    /// The results of a loop are its carried variables.
    pub(super) fn know_results(&mut self, results: &[VarId], carried: &[String]) {
        for (result, name) in results.iter().zip(carried) {
            self.know(*result, Expr::atom(name.clone()));
        }
    }

    pub(super) fn loop_(&mut self, carried: &[Carried], cond: &Ir, body: &'m Block, results: &[VarId]) {
        let names = self.declare_carried(carried);
        let cond = self.expr(cond);
        self.nested(&format!("while ({cond}) {{"), "}", |printer| printer.block(body, &names));
        self.know_results(results, &names);
    }

    pub(super) fn check(&mut self, cond: &Ir, code: &str, site: SiteId) {
        if *cond == Ir::Const(Const::Bool(false)) {
            let statement = self.fail(code, site, &self.position());
            return self.out.line(statement);
        }
        if is_true(cond) {
            return;
        }
        let condition = self.negation(cond);
        self.require(&condition.text, code, site);
    }

    /// Returns the negation of a condition.
    pub(super) fn negation(&mut self, cond: &Ir) -> Expr {
        match cond {
            Ir::Unary(polywire_ir::UnaryOp::Not, inner) => self.expr(inner),
            Ir::Binary(op, left, right) => {
                let opposite = self.opposite(*op, left, right);
                opposite.unwrap_or_else(|| negated(&self.expr(cond)))
            }
            _ => negated(&self.expr(cond)),
        }
    }

    /// Returns the negation of a comparison of integers.
    fn opposite(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Option<Expr> {
        let (text, left, right) = match op {
            BinaryOp::Eq => ("!=", left, right),
            BinaryOp::Ne => ("==", left, right),
            BinaryOp::Lt => ("<=", right, left),
            BinaryOp::Le => ("<", right, left),
            _ => return None,
        };
        matches!(self.type_of(left), ValueType::U64 | ValueType::I64).then(|| self.comparison(text, left, right))
    }

    pub(super) fn charge(&mut self, cost: &Ir, site: SiteId) {
        let cost = match cost {
            Ir::Const(_) | Ir::Var(_) => self.expr(cost).text,
            _ => {
                let value = self.expr(cost);
                let name = self.name("cost");
                self.out.line(format!("const ::std::uint64_t {name} = {value};"));
                name
            }
        };
        self.require(&format!("{cost} > budget"), "budget_exceeded", site);
        self.out.line(format!("budget -= {cost};"));
    }

    /// Adds to the budget; the sum is limited to the largest number.
    pub(super) fn credit(&mut self, amount: &Ir) {
        let amount = self.expr(amount);
        self.out.line(format!("::polywire::credit(budget, {amount});"));
    }
}

/// Returns true if a condition is constantly true.
fn is_true(cond: &Ir) -> bool {
    match cond {
        Ir::Const(Const::Bool(value)) => *value,
        Ir::Binary(BinaryOp::Le, left, _) => **left == Ir::from(0u64),
        _ => false,
    }
}

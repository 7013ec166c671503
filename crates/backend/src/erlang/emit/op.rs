//! The dispatch by op, with one line for each.

use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::Num;
use super::sections::Fixed;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Ex, Failure};
use crate::erlang::helpers::Helper;
use polywire_ir::{ErrorCode, Expr, Op, PlaceType, SiteId, VarId};

impl Emit<'_> {
    /// An op without blocks.
    pub fn simple(&mut self, env: &mut Env, op: &Op) {
        match op {
            Op::Let { var, value } => self.let_(env, *var, value),
            Op::Check { cond, code, site } => self.check(env, cond, *code, *site),
            Op::Charge { cost, site } => self.charge(env, cost, *site),
            Op::Credit { amount } => self.credit(env, amount),
            Op::Read { what, results, site } => self.read(env, what, results, *site),
            Op::Match { bytes, miss } => self.match_bytes(env, bytes, miss),
            Op::Section { var, region, pos, len, fill, code, site } => {
                self.fixed_section(env, &Fixed { var: *var, region, pos, len, fill, code: *code, site: *site });
            }
            Op::Set { place, value, trusted, site } => self.set(env, place, value, (*trusted, *site)),
            Op::Reset { place } => self.reset(env, place),
            Op::Retain { place, format, value } => self.retain(env, place, format, value),
            Op::ReportUnknown { .. } => {}
            Op::Write { what } => {
                let piece = self.datum(env, what);
                self.emit(env, piece);
            }
            Op::Put { offset, what } => {
                let piece = self.datum(env, what);
                self.put(env, *offset, piece);
            }
            _ => {}
        }
    }

    /// Prints an op with blocks, or a call, followed by the code after it.
    pub fn structured(&mut self, env: Env, op: &Op, then: Then) -> Vec<Ex> {
        match op {
            Op::If { cond, then: yes, other, results } => self.if_(env, cond, (yes, other), results, then),
            Op::Switch { on, arms, default, results } => self.switch(env, on, (arms, default), results, then),
            Op::Loop { carried, cond, body, results } => self.loop_(env, (carried, cond, body), results, then),
            Op::Call { func, args, results } => self.call(env, *func, args, results, then),
            Op::Window { len, body, rest, results, site } => {
                self.window(env, (len, body), (*rest, *site), results, then)
            }
            Op::At { region, pos, body, results, site } => self.at(env, (region, pos, body), *site, results, then),
            Op::Keyed { .. } => self.keyed(env, op, then),
            Op::Open { .. } => self.open(env, op, then),
            Op::Push { place, bind, body, results } => self.push(env, place, *bind, (body, results), then),
            Op::Fill { .. } => self.fill(env, op, then),
            Op::Make { var, body, results } => self.make(env, *var, (body, results), then),
            Op::Measured { .. } => self.measured(env, op, then),
            Op::Block { size, body, results } => self.block(env, size, (body, results), then),
            Op::Sub { offset, body, results } => self.sub(env, *offset, (body, results), then),
            Op::Tail { body, results } => self.tail(env, (body, results), then),
            Op::Each { .. } => self.each(env, op, then),
            Op::Memo { key, body, result } => self.memo(env, key, body, *result, then),
            Op::Scratch { var, body } => self.scratch(env, *var, body, then),
            _ => then(self, env),
        }
    }

    fn let_(&mut self, env: &mut Env, var: VarId, value: &Expr) {
        let value = self.value(env, value);
        if let Value::Section(view) = value {
            let ty = self.shared.module.function(env.frame.func).var(var).ty.clone();
            let whole = self.bind(env, self.hint(env, var), view.whole);
            let value = self.received(env, env.key(var), whole, &ty);
            return env.set(var, value);
        }
        let value = self.bound(env, self.hint(env, var), value);
        env.set(var, value);
    }

    /// Returns the value in a variable, unless it is cheap.
    pub fn bound(&mut self, env: &mut Env, hint: &str, value: Value) -> Value {
        match value {
            Value::Num(num) => Value::Num(Num { ex: self.bind(env, hint, num.ex.clone()), ..num }),
            Value::Bool(ex) => Value::Bool(self.bind(env, hint, ex)),
            Value::Bytes(ex) => Value::Bytes(self.bind(env, hint, ex)),
            Value::Pos(num, rest, window) => {
                Value::Pos(Num { ex: self.bind(env, hint, num.ex.clone()), ..num }, rest, window)
            }
            value @ (Value::Float(..) | Value::Signed(..) | Value::Section(_)) => value,
        }
    }

    fn check(&mut self, env: &mut Env, cond: &Expr, code: ErrorCode, site: SiteId) {
        let holds = self.boolean(env, cond);
        let fail = self.fail(env, code.name(), site);
        match &holds {
            Ex::Atom(name) if name == "true" => {}
            Ex::Atom(_) => {
                env.code.push(fail);
                env.dead = true;
            }
            _ => {
                env.code.push(Ex::binary("orelse", holds, fail));
                self.learn(env, cond);
            }
        }
    }

    /// Narrows the range of a variable after a successful check.
    pub fn learn(&self, env: &mut Env, cond: &Expr) {
        use polywire_ir::BinaryOp;
        let Expr::Binary(op @ (BinaryOp::Le | BinaryOp::Lt), left, right) = cond else { return };
        let (Expr::Var(var), Some(bound)) = (&**left, super::expr::constant(right)) else { return };
        if let Some(Value::Num(num)) = env.values.get_mut(&(env.frame.id, *var)) {
            num.hi = num.hi.min(if *op == BinaryOp::Lt { bound - 1 } else { bound });
        }
    }

    fn charge(&mut self, env: &mut Env, cost: &Expr, site: SiteId) {
        let cost = self.num(env, cost, EXACT);
        let Some(budget) = env.budget.clone() else { return };
        let left = self.fresh("budget");
        env.code.push(Ex::bind(left, Ex::binary("-", budget, cost.ex)));
        let fail = self.fail(env, ErrorCode::BudgetExceeded.name(), site);
        env.code.push(Ex::binary("orelse", Ex::binary(">=", left, Ex::Int(0)), fail));
        env.budget = Some(left.into());
    }

    /// Erlang's integers are unbounded, so the sum is not limited to 64 bits.
    fn credit(&mut self, env: &mut Env, amount: &Expr) {
        let amount = self.num(env, amount, EXACT);
        let Some(budget) = env.budget.clone() else { return };
        let more = self.fresh("budget");
        env.code.push(Ex::bind(more, Ex::binary("+", budget, amount.ex)));
        env.budget = Some(more.into());
    }

    fn set(&mut self, env: &mut Env, place: &polywire_ir::Place, value: &Expr, (trusted, site): (bool, SiteId)) {
        use polywire_ir::types::Type;
        let function = self.shared.module.function(env.frame.func);
        let ty = match self.shared.types().at(function, place) {
            Some(PlaceType::Value(ty) | PlaceType::Optional(ty)) => ty.clone(),
            Some(PlaceType::Mark) | None => Type::Bytes,
        };
        let value = self.value(env, value);
        let native = self.native(env, &ty, value);
        let native = self.bind(env, "value", native);
        if ty == (Type::Text { verified: true }) && !trusted && !matches!(native, Ex::Bytes(_)) {
            let valid = Ex::Call(Callee::Helper(Helper::IsUtf8), vec![native.clone()]);
            let fail = self.fail(env, ErrorCode::InvalidUtf8.name(), site);
            env.code.push(Ex::binary("orelse", valid, fail));
        }
        self.set_place(env, place, native);
    }

    fn reset(&mut self, env: &mut Env, place: &polywire_ir::Place) {
        let key = env.key(place.root);
        let (fields, rest) = super::slot::split(&place.steps);
        let ty = self.slot_type(env, key, &fields);
        let new = match &ty {
            super::place::NodeType::Value(ty) if rest.is_empty() => self.new_slot(ty),
            _ => super::slot::Slot::Whole(Ex::atom("undefined")),
        };
        if rest.is_empty() {
            if let Some(slot) = self.slot(env, key, &fields) {
                *slot = new;
            }
            return;
        }
        let function = self.shared.module.function(env.frame.func);
        let value = match self.shared.types().at(function, place) {
            Some(PlaceType::Value(ty)) => self.shared.default_of(ty),
            _ => Ex::atom("undefined"),
        };
        self.set_place(env, place, value);
    }

    fn retain(&mut self, env: &mut Env, place: &polywire_ir::Place, format: &str, value: &Expr) {
        let key = env.key(place.root);
        let bytes = self.bytes(env, value);
        let (fields, rest) = super::slot::split(&place.steps);
        if !rest.is_empty() {
            return self.unsupported(env, "unknown bytes are kept behind an optional or a case");
        }
        let Some(slot) = self.unknown_slot(env, key, &fields).cloned() else { return };
        let old = self.whole(slot);
        let kept = Ex::pure("polywire_value", "retain", vec![Ex::atom(format), bytes, old]);
        let kept = self.bind(env, "unknown", kept);
        if let Some(slot) = self.unknown_slot(env, key, &fields) {
            *slot = super::slot::Slot::Whole(kept);
        }
    }

    /// Makes the code of a body that certainly fails bind these variables, for the compiler.
    pub fn bind_in_failure(code: &mut [Ex], vars: &[crate::erlang::ast::Var]) {
        match code.last_mut() {
            Some(Ex::Fail(Failure::Code(..) | Failure::Call(_), bound)) => bound.extend(vars),
            Some(Ex::Case(_, clauses)) => clauses.iter_mut().for_each(|it| Self::bind_in_failure(&mut it.body, vars)),
            Some(Ex::If(branches)) => branches.iter_mut().for_each(|(_, body)| Self::bind_in_failure(body, vars)),
            _ => {}
        }
    }
}

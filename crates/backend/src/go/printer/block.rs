//! Bodies: statements in order.

use super::Printer;
use crate::low::{Body, Stmt};
use polywire_ir::{Expr as Ir, VarId};

impl Printer<'_, '_> {
    pub(super) fn body(&mut self, body: &Body) {
        let mut stmts = body.stmts.as_slice();
        while let Some((stmt, following)) = stmts.split_first() {
            stmts = following;
            match self.branch_on_next(stmt, following) {
                Some(printed) => stmts = &following[printed..],
                None => self.stmt(stmt),
            }
        }
    }

    /// Prints a body whose variables are not used behind it.
    pub(super) fn block(&mut self, body: &Body) {
        let around = self.locals.enter();
        self.body(body);
        self.locals.leave(around);
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { var, value } => self.let_(*var, value),
            Stmt::Declare(var) => drop(self.bind(*var)),
            Stmt::Var { var, first } => {
                let first = self.expr(first);
                let name = self.bind(*var);
                self.line(format!("{name} = {first}"));
            }
            Stmt::Alias { var, of } => {
                let info = self.info(*of);
                self.vars.insert(*var, info);
            }
            Stmt::Assign(values) => self.assign(values),
            Stmt::Count(var) => {
                let name = self.info(*var).text;
                self.line(format!("{name}++"));
            }
            Stmt::If { cond, then, other, .. } => self.if_(cond, then, other),
            Stmt::Switch { on, arms, default } => self.switch(on, arms, default),
            Stmt::While { cond, body } => self.while_(cond, body),
            Stmt::Members(members) => self.members(members),
            Stmt::Scope(body) => self.block(body),
            Stmt::Part(part) => self.part(part),
            Stmt::About { place, body } => self.about(place.as_ref(), body),
            Stmt::Return(values) => self.return_(values),
            Stmt::Fail { code, site } => {
                let at = self.position();
                let statement = self.fail(*code, *site, &at);
                self.line(statement);
            }
            Stmt::Require { cond, code, site } => {
                let condition = self.negation(cond);
                self.require(&condition.text, *code, *site);
            }
            Stmt::RequireDepth => {
                self.require("depth == 0", polywire_ir::ErrorCode::TooDeep, polywire_ir::SiteId::OF_FUNCTION);
            }
            Stmt::Charge { cost, site } => {
                let cost = self.text(cost);
                self.require(&format!("!c.Charge({cost})"), polywire_ir::ErrorCode::BudgetExceeded, *site);
            }
            Stmt::Credit { amount } => {
                let amount = self.text(amount);
                self.line(format!("c.Credit({amount})"));
            }
            Stmt::Ensure { .. }
            | Stmt::Load { .. }
            | Stmt::Span { .. }
            | Stmt::Advance { .. }
            | Stmt::Padding { .. }
            | Stmt::Peek(_)
            | Stmt::SkipWhile(_)
            | Stmt::ReadLeaf { .. }
            | Stmt::Match { .. }
            | Stmt::MatchIf { .. } => self.read(stmt),
            Stmt::Window { len, body, rest } => self.window(len, body, *rest),
            Stmt::At { region, pos, check, errors, body } => self.at((region, pos), (*check, *errors), body),
            Stmt::RequirePart { region, pos, len, code, site } => self.require_part((region, pos, len), *code, *site),
            Stmt::Section { var, region, pos, len, fill } => self.section((region, pos), *var, len.as_ref(), fill),
            Stmt::Unused(_) => {}
            Stmt::SetScalar { .. }
            | Stmt::SetText { .. }
            | Stmt::SetBytes { .. }
            | Stmt::SetCase(_)
            | Stmt::SetDefault { .. }
            | Stmt::Retain { .. } => self.set(stmt),
            Stmt::Reset(place) => self.reset(place),
            Stmt::ResetUnknown(place) => self.reset_unknown(place),
            Stmt::Track { tracks, .. } => tracks.iter().for_each(|tracked| self.track(tracked)),
            Stmt::Settle(tracked) => self.settle(tracked),
            Stmt::RestartEntries { place, .. } => {
                let map = self.path(place).object();
                self.line(format!("clear({map})"));
            }
            Stmt::Present { bind, place, is_reset } => self.present(*bind, place, *is_reset),
            Stmt::Hold { bind, place } => self.hold(*bind, place),
            Stmt::Push { place, bind, size, ahead, body } => self.push((place, *bind), *size, ahead.as_ref(), body),
            Stmt::Fill { .. } => self.fill(stmt),
            Stmt::Entry { place, bind, body, .. } => {
                let map = self.path(place);
                self.entry(&map, *bind, body);
            }
            Stmt::Entries { .. } => self.entries(stmt),
            Stmt::Make { var, body } => self.make(*var, body),
            _ => self.output(stmt),
        }
    }

    fn let_(&mut self, var: VarId, value: &Ir) {
        let (text, is_text) = match self.chars(value) {
            (text, true) if !matches!(value, Ir::Const(_)) => (text, true),
            _ => (self.text(value), false),
        };
        let name = if is_text {
            let wanted = self.low.vars[var.0 as usize].name.clone();
            let name = self.local(&wanted, "string");
            self.know(var, &name);
            self.vars.entry(var).and_modify(|info| info.is_text = true);
            name
        } else {
            self.bind(var)
        };
        self.line(format!("{name} = {text}"));
    }

    /// Assigns several variables at once, because a value may refer to another variable's old value.
    fn assign(&mut self, values: &[(VarId, Ir)]) {
        let names: Vec<String> = values.iter().map(|(var, _)| self.info(*var).text).collect();
        let values: Vec<String> = values.iter().map(|(_, value)| self.text(value)).collect();
        let pairs: Vec<(String, String)> =
            names.into_iter().zip(values).filter(|(name, value)| name != value).collect();
        let (names, values): (Vec<String>, Vec<String>) = pairs.into_iter().unzip();
        if !names.is_empty() {
            self.line(format!("{} = {}", names.join(", "), values.join(", ")));
        }
    }
}

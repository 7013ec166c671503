//! Bodies: statements in order.

use super::Printer;
use crate::low::{Body, Stmt};
use polywire_ir::{Expr, VarId};

impl<'m> Printer<'m> {
    /// Prints the statements of a body.
    pub fn body(&mut self, body: &'m Body) {
        body.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    pub(super) fn stmt(&mut self, stmt: &'m Stmt) {
        match stmt {
            Stmt::Let { var, value } => self.let_(*var, value),
            Stmt::Declare(var) => drop(self.declare(*var)),
            Stmt::Var { var, first } => self.declare_with(*var, first),
            Stmt::Alias { var, of } => self.know(*var, self.info(*of).text),
            Stmt::Assign(values) => self.assign(values),
            Stmt::Count(var) => {
                let name = self.info(*var).text;
                self.out.line(format!("++{name};"));
            }
            Stmt::If { cond, then, other, rare } => self.if_(cond, (then, other), *rare),
            Stmt::Switch { on, arms, default } => self.switch(on, arms, default),
            Stmt::While { cond, body } => self.while_(cond, body),
            Stmt::Members(members) => self.members(members),
            Stmt::Scope(body) => self.braced(|printer| printer.body(body)),
            Stmt::Part(part) => self.body(&part.body),
            Stmt::About { place, body } => self.about(place.as_ref(), body),
            Stmt::Return(values) => self.return_(values),
            Stmt::Fail { code, site } => {
                let statement = self.fail(code.name(), *site, &self.position());
                self.out.line(statement);
            }
            Stmt::Require { cond, code, site } => {
                let condition = self.negation(cond);
                self.require(&condition.text, code.name(), *site);
            }
            Stmt::RequireDepth => self.require_depth(),
            Stmt::Charge { cost, site } => self.charge(cost, *site),
            Stmt::Credit { amount } => self.credit(amount),
            Stmt::Ensure { len, site } => self.ensure_left(len, *site),
            Stmt::Load { var, offset, width, order } => self.load_ahead(*var, *offset, *width, *order),
            Stmt::Span { var, offset, len } => self.span_ahead(*var, *offset, len),
            Stmt::Advance { len } => self.advance(len),
            Stmt::Padding { var, to, from } => self.padding(*var, to, from),
            Stmt::Peek(var) => self.peek(*var),
            Stmt::SkipWhile(set) => self.skip_while(*set),
            Stmt::ReadLeaf { leaf, into, site } => self.read_leaf(*leaf, into, *site),
            Stmt::Match { bytes, is_left, code, site } => self.match_(bytes, *is_left, (code.name(), *site)),
            Stmt::MatchIf { var, bytes } => self.match_if(*var, bytes),
            Stmt::Window { len, body, rest } => self.window(len, body, *rest),
            Stmt::At { region, pos, check, errors, body } => self.at((region, pos), *check, *errors, body),
            Stmt::RequirePart { region, pos, len, code, site } => self.require_part((region, pos, len), *code, *site),
            Stmt::Section { var, region, pos, len, fill } => self.section((region, pos), *var, len.as_ref(), fill),
            Stmt::Unused(values) => self.unused(values),
            Stmt::SetScalar { place, value } => self.set_scalar(place, value),
            Stmt::SetText { place, value, verify, site } => self.set_text(place, value, *verify, *site),
            Stmt::SetBytes { place, value } => self.set_bytes(place, value),
            Stmt::SetCase(place) => self.set_case(place),
            Stmt::Reset(place) => self.reset(place),
            Stmt::ResetUnknown(place) => self.reset_unknown(place),
            Stmt::Track { tracks, in_memory } => self.track(tracks, *in_memory),
            Stmt::Settle(tracked) => self.settle(tracked),
            Stmt::RestartEntries { place, old } => self.restart_entries(place, *old),
            Stmt::Present { bind, place, is_reset } => self.present(*bind, place, *is_reset),
            Stmt::Hold { bind, place } => self.hold(*bind, place),
            Stmt::SetDefault { bind, place, cond } => self.set_default(*bind, place, cond),
            Stmt::Push { place, bind, size, ahead, body } => self.push((place, *bind), *size, ahead.as_ref(), body),
            Stmt::Fill { .. } => self.fill(stmt),
            Stmt::Entry { place, bind, old, body } => self.entry(place, *bind, *old, body),
            Stmt::Entries { .. } => self.entries(stmt),
            Stmt::Make { var, body } => self.make(*var, body),
            Stmt::Retain { place, format, value } => self.retain(place, format, value),
            Stmt::RequireRoom { bound } => self.require_room(bound),
            Stmt::RequireRoomForEach { place, of_one, after } => self.require_room_for_each(place, *of_one, *after),
            Stmt::Grow { bound } => self.grow(bound),
            Stmt::Write(what) => self.write(what),
            Stmt::IfUnknown { place, body } => self.if_unknown(place, body),
            Stmt::Measured { .. } => self.measured(stmt),
            Stmt::Block { size, zeros, body } => self.section_block(size, zeros, body),
            Stmt::Put { offset, what, as_block } => self.put(*offset, what, *as_block),
            Stmt::Sub { offset, body, is_used } => self.sub(*offset, body, *is_used),
            Stmt::Each { .. } => self.each(stmt),
            Stmt::Memo { key, var, body } => self.memo(key, *var, body),
            Stmt::Scratch { var, body } => self.scratch(*var, body),
            Stmt::Call(call) => self.call(call),
        }
    }

    /// Assigns several variables at once, because a value may refer to another variable's old value.
    pub(super) fn assign(&mut self, values: &[(VarId, Expr)]) {
        let names: Vec<String> = values.iter().map(|(var, _)| self.info(*var).text.text).collect();
        let mut refers = false;
        for (_, value) in values {
            value.visit_uses(&mut |var| refers |= names.contains(&self.info(var).text.text));
        }
        let values: Vec<String> = values.iter().map(|(_, value)| self.expr(value).text).collect();
        if values.len() == 1 || !refers {
            return names.iter().zip(&values).for_each(|(name, value)| self.out.line(format!("{name} = {value};")));
        }
        let next: Vec<String> = names.iter().map(|name| self.name(&format!("next_{name}"))).collect();
        next.iter().zip(&values).for_each(|(next, value)| self.out.line(format!("const auto {next} = {value};")));
        names.iter().zip(&next).for_each(|(name, next)| self.out.line(format!("{name} = {next};")));
    }
}

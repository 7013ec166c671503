//! Variables, branches, loops and failures.

use super::{Printer, at};
use crate::low::{Members, Prediction, Stmt};
use polywire_ir::VarId;

impl Printer<'_> {
    pub(super) fn variables(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::Let { var, value } => format!("let {} = {}", self.var(*var), self.expr(value)),
            Stmt::Declare(var) => format!("declare {}", self.var(*var)),
            Stmt::Var { var, first } => format!("var {} = {}", self.var(*var), self.expr(first)),
            Stmt::Alias { var, of } => format!("alias {} of {}", self.var(*var), self.var(*of)),
            Stmt::Assign(values) => {
                let vars: Vec<String> = values.iter().map(|(var, _)| self.var(*var)).collect();
                format!("{} = {}", vars.join(", "), self.exprs(values.iter().map(|(_, value)| value)))
            }
            Stmt::Count(var) => format!("count {}", self.var(*var)),
            _ => return,
        };
        self.line(&line);
    }

    pub(super) fn control(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If { cond, then, other, rare } => {
                let mark = |rare: bool| if rare { " rare" } else { "" };
                self.line(&format!("if {}{} {{", self.expr(cond), mark(rare[0])));
                self.body(then);
                if !other.stmts.is_empty() {
                    self.line(&format!("}} else{} {{", mark(rare[1])));
                    self.body(other);
                }
                self.line("}");
            }
            Stmt::Switch { on, arms, default } => {
                self.line(&format!("switch {} {{", self.expr(on)));
                for arm in arms {
                    self.braced(&format!("case {}", self.constants(&arm.keys)), &arm.body);
                }
                self.braced("else", default);
                self.line("}");
            }
            Stmt::While { cond, body } => self.braced(&format!("while {}", self.expr(cond)), body),
            Stmt::Members(members) => self.members(members),
            Stmt::Scope(body) => self.braced("scope", body),
            Stmt::Part(part) => {
                let vars = |vars: &[VarId]| vars.iter().map(|var| self.var(*var)).collect::<Vec<_>>().join(", ");
                let head = format!("part {}({}) changes {}", part.name, vars(&part.takes), vars(&part.changes));
                self.braced(head.trim_end_matches(" changes "), &part.body);
            }
            Stmt::About { place, body } => {
                let place = place.as_ref().map_or_else(|| "nothing".to_owned(), |place| self.place(place));
                self.braced(&format!("about {place}"), body);
            }
            Stmt::Return(values) => self.line(format!("return {}", self.exprs(values)).trim_end()),
            Stmt::Fail { code, site } => self.line(&format!("fail {}{}", code.name(), at(*site))),
            Stmt::Require { cond, code, site } => {
                self.line(&format!("require {} else {}{}", self.expr(cond), code.name(), at(*site)));
            }
            Stmt::RequireDepth => self.line("require depth"),
            Stmt::Charge { cost, site } => self.line(&format!("charge {}{}", self.expr(cost), at(*site))),
            Stmt::Credit { amount } => self.line(&format!("credit {}", self.expr(amount))),
            _ => {}
        }
    }

    fn members(&mut self, members: &Members) {
        let prediction = match members.prediction {
            Prediction::None => String::new(),
            Prediction::InTurn { stride: 0 } => " in turn".to_owned(),
            Prediction::InTurn { stride } => format!(" in turn, end tested every {stride}"),
            Prediction::ByLabel { space } => format!(" by label, space {}", space.name()),
        };
        let separator = &members.separation.separator;
        let separator =
            if separator.is_empty() { String::new() } else { format!(" separator {}", self.bytes(separator)) };
        let expected = members.expected.as_ref().map(|expected| format!(" if {}", self.expr(expected)));
        self.line(&format!("members{prediction}{separator}{} {{", expected.unwrap_or_default()));
        self.depth += 1;
        self.braced("head", &members.head);
        self.line(&format!("while {}", self.expr(&members.more)));
        self.body(&members.to_key);
        self.line(&format!("key {} = {}", self.var(members.key), self.expr(&members.key_value)));
        for arm in &members.arms {
            let label = if arm.label.is_empty() { String::new() } else { format!(" label {}", self.bytes(&arm.label)) };
            let repeats = if arm.repeats { " repeats" } else { "" };
            let first = arm.first.map_or_else(String::new, |first| format!(" first {}", first.len));
            self.braced(&format!("{}: case {}{label}{repeats}{first}", arm.name, self.constants(&arm.keys)), &arm.body);
        }
        self.braced("else", &members.default);
        self.depth -= 1;
        self.line("}");
    }
}

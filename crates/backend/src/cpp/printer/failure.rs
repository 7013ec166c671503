//! Failing: the returned value, with site and position.

use super::Printer;
use crate::cpp::analysis::Shape;
use polywire_ir::SiteId;

impl Printer<'_> {
    /// The value of a failing expression's function: what `return` gives.
    pub(super) fn fail(&mut self, code: &str, site: SiteId, at: &str) -> String {
        let at = if at.is_empty() { String::new() } else { format!(", {at}") };
        let failure = format!("message.fail(error_code::{code}, {}{at})", self.site(site));
        format!("return {};", self.about(failure))
    }

    /// The number of an error's site.
    pub(super) fn site(&self, site: SiteId) -> u32 {
        self.unit.sites.number(self.id, site)
    }

    /// The position in the input, for errors.
    pub(super) fn position(&self) -> String {
        if self.unit.convention(self.id).effects.reads || self.cursor.p != "p" {
            self.cursor.p.clone()
        } else {
            String::new()
        }
    }

    /// `if (condition) statement`, where the statement fails. No hint: that errors are made in cold functions is one.
    pub(super) fn unlikely(&mut self, condition: &str, statement: &str) {
        if self.function.trusting {
            return self.out.line(format!("static_cast<void>({condition});"));
        }
        self.out.line(format!("if ({condition}) {statement}"));
    }

    /// Fails unless the condition holds; trusted input is not checked.
    pub(super) fn require(&mut self, negated: &str, code: &str, site: SiteId) {
        if self.function.trusting {
            return;
        }
        let statement = self.fail(code, site, &self.position());
        self.unlikely(negated, &statement);
    }

    /// Hands on a failure of a callee, which has said why.
    pub(super) fn propagate(&mut self, condition: &str) {
        let value = if self.unit.traced || self.cursor.left.is_some() {
            self.about("::polywire::failed()".into())
        } else if self.unit.convention(self.id).shape() == Shape::Fails {
            "false".into()
        } else {
            "nullptr".into()
        };
        self.unlikely(condition, &format!("return {value};"));
    }
}

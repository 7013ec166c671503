//! Failures: the returned value, with site and position.

use super::Printer;
use crate::plan::Shape;
use polywire_ir::{FuncId, SiteId};

impl Printer<'_> {
    /// Returns the value that a failing function returns.
    pub(super) fn fail(&mut self, code: &str, site: SiteId, at: &str) -> String {
        self.fail_as(self.id, code, site, at)
    }

    /// The same for the error of another function.
    pub(super) fn fail_as(&mut self, of: FuncId, code: &str, site: SiteId, at: &str) -> String {
        let at = if at.is_empty() { String::new() } else { format!(", {at}") };
        let failure = format!("message.fail(error_code::{code}, {}{at})", self.unit.sites.number(of, site));
        format!("return {};", self.failing(failure))
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

    /// Prints `if (condition) statement` for a failing statement. It needs no branch hint, because errors are made in
    /// cold functions.
    pub(super) fn unlikely(&mut self, condition: &str, statement: &str) {
        if self.function.trusting {
            return self.out.line(format!("static_cast<void>({condition});"));
        }
        self.out.line(format!("if ({condition}) {statement}"));
    }

    /// Fails unless the condition is true; trusted input is not checked.
    pub(super) fn require(&mut self, negated: &str, code: &str, site: SiteId) {
        if self.function.trusting {
            return;
        }
        let statement = self.fail(code, site, &self.position());
        self.unlikely(negated, &statement);
    }

    /// Fails if no level of nesting is left.
    pub(super) fn require_depth(&mut self) {
        self.require("depth == 0", "too_deep", SiteId::OF_FUNCTION);
    }

    /// Propagates a failure that a callee has recorded.
    pub(super) fn propagate(&mut self, condition: &str) {
        let value = if self.unit.traced() || self.cursor.left.is_some() {
            self.failing("::polywire::failed()".into())
        } else if self.unit.convention(self.id).shape() == Shape::Fails {
            "false".into()
        } else {
            "nullptr".into()
        };
        self.unlikely(condition, &format!("return {value};"));
    }
}

//! Branches, loops and failures.

use super::Printer;
use crate::go::case::exported;
use crate::low::{Arm, Body};
use polywire_ir::{ErrorCode, Expr as Ir, SiteId, ValueType};

/// Returns true if a text is one statement with a condition.
fn is_single_if(text: &str) -> bool {
    let mut outer = text.lines().filter(|line| !line.starts_with('\t'));
    outer.next().is_some_and(|first| first.starts_with("if "))
        && outer.all(|line| line.starts_with('}'))
        && text.lines().filter(|line| *line == "}").count() == 1
}

impl Printer<'_, '_> {
    pub(super) fn if_(&mut self, cond: &Ir, then: &Body, other: &Body) {
        let mut condition = String::new();
        let before = self.captured(|printer| condition = printer.text(cond));
        self.out.lines(&before);
        let (then, other) = (self.block_text(then), self.block_text(other));
        if !then.is_empty() {
            self.branch(&condition, &then, &other);
        } else if !other.is_empty() {
            let negation = self.negation(cond);
            self.branch(&negation.text, &other, "");
        }
    }

    /// Returns a body whose variables are not used behind it.
    pub(super) fn block_text(&mut self, body: &Body) -> String {
        self.captured(|printer| printer.block(body))
    }

    pub(super) fn branch(&mut self, condition: &str, then: &str, other: &str) {
        self.line(format!("if {condition} {{"));
        self.out.indented(|out| out.lines(then));
        if is_single_if(other) {
            return self.line(format!("}} else {}", other.trim_end()));
        }
        if !other.is_empty() {
            self.line("} else {");
            self.out.indented(|out| out.lines(other));
        }
        self.line("}");
    }

    pub(super) fn while_(&mut self, cond: &Ir, body: &Body) {
        let mut condition = String::new();
        let before = self.captured(|printer| condition = printer.text(cond));
        if before.is_empty() {
            return self.nested(&format!("for {condition} {{"), "}", |printer| printer.block(body));
        }
        self.nested("for {", "}", |printer| {
            printer.out.lines(&before);
            printer.line(format!("if !({condition}) {{"));
            printer.line("\tbreak");
            printer.line("}");
            printer.block(body);
        });
    }

    pub(super) fn switch(&mut self, on: &Ir, arms: &[Arm], default: &Body) {
        let is_bytes = matches!(self.type_of(on), ValueType::Bytes | ValueType::Section(_));
        let on = if is_bytes { self.switch_key(on) } else { self.text(on) };
        self.line(format!("switch {on} {{"));
        for arm in arms {
            self.case_line(&arm.keys);
            let body = self.captured(|printer| printer.block(&arm.body));
            self.out.indented(|out| out.lines(&body));
        }
        self.default_case(default);
        self.line("}");
    }

    pub(super) fn case_line(&mut self, keys: &[polywire_ir::Const]) {
        let keys: Vec<String> = keys
            .iter()
            .map(|key| match key {
                polywire_ir::Const::Bytes(bytes) => super::bytes::literal(bytes),
                key => super::operator::constant(key).text,
            })
            .collect();
        self.line(format!("case {}:", keys.join(", ")));
    }

    pub(super) fn default_case(&mut self, default: &Body) {
        let body = self.captured(|printer| printer.block(default));
        if !body.is_empty() {
            self.line("default:");
            self.out.indented(|out| out.lines(&body));
        }
    }

    /// Returns the statement with which the function fails.
    pub(super) fn fail(&mut self, code: ErrorCode, site: SiteId, at: &str) -> String {
        let code = self.runtime(&exported(code.name()));
        let site = self.site(site);
        let b = if at == "0" { "nil" } else { &self.cursor.b };
        let failure = format!("c.Fail({code}, {site}, {b}, {at})");
        self.failing(&failure)
    }

    /// The number of an error's site.
    pub(super) fn site(&self, site: SiteId) -> u32 {
        self.unit.sites.number(self.id, site)
    }

    /// Returns the statement that returns a negative position.
    pub(super) fn failing(&mut self, position: &str) -> String {
        let mut values = self.values_of_failure();
        values.push(match &self.cursor.left {
            Some((b, p)) if !self.unit.traced() => format!("c.LeftAt({b}, {p}, {position})"),
            Some(_) | None => self.with_field_path(position),
        });
        format!("return {}", values.join(", "))
    }

    /// Returns what the function returns before the position, if it fails.
    pub(super) fn values_of_failure(&self) -> Vec<String> {
        if let Some(values) = &self.of_caller {
            return values.clone();
        }
        if let Some(changes) = &self.changes {
            return changes.iter().cloned().chain(self.written()).collect();
        }
        let zero = |ty: &ValueType| match ty {
            ValueType::Bool => "false",
            ValueType::U64 | ValueType::I64 => "0",
            ValueType::Bytes | ValueType::Section(_) | ValueType::Ref(_) => "nil",
        };
        let mut values: Vec<String> = self.function.results.iter().map(|ty| zero(ty).to_owned()).collect();
        values.extend(self.written());
        values
    }

    /// The position in the input, for errors.
    pub(super) fn position(&self) -> String {
        let reads = self.unit.convention(self.id).effects.reads || self.cursor.p != "p";
        if reads { self.cursor.p.clone() } else { "0".to_owned() }
    }

    /// Fails if a condition holds; trusted input is not checked.
    pub(super) fn require(&mut self, negated: &str, code: ErrorCode, site: SiteId) {
        let at = self.position();
        self.require_at(negated, code, (site, &at));
    }

    pub(super) fn require_at(&mut self, negated: &str, code: ErrorCode, (site, at): (SiteId, &str)) {
        if self.function.trusting {
            return;
        }
        let statement = self.fail(code, site, at);
        self.when(negated, &statement);
    }

    /// Prints a statement under a condition.
    pub(super) fn when(&mut self, condition: &str, statement: &str) {
        self.line(format!("if {condition} {{"));
        self.line(format!("\t{statement}"));
        self.line("}");
    }
}

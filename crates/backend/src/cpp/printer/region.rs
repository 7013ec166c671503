//! Windows, other regions, and sections of them.

use super::{Cursor, Printer};
use crate::cpp::native::string_literal;
use crate::low::{Body, ErrorPlace, PositionCheck, Rest, Stmt};
use polywire_ir::{Const, ErrorCode, Expr as Ir, SiteId, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn window(&mut self, len: &Ir, body: &'m Body, rest: Rest) {
        let (p, len) = (self.cursor.p.clone(), self.expr(len));
        let end = self.name("stop");
        self.out.line(format!("const ::std::uint8_t* const {end} = {p} + {len};"));
        let inside = Cursor { outer_end: self.cursor.end.clone(), end: end.clone(), ..self.cursor.clone() };
        let outer = std::mem::replace(&mut self.cursor, inside);
        self.body(body);
        self.cursor = outer;
        match rest {
            _ if body.ends => {}
            Rest::Skip => self.out.line(format!("{p} = {end};")),
            Rest::Fail(code, site) => self.require(&format!("{p} != {end}"), code.name(), site),
        }
    }

    pub(super) fn at(&mut self, at: (&Ir, &Ir), check: PositionCheck, errors: ErrorPlace, body: &'m Body) {
        let left = match errors {
            ErrorPlace::Region => None,
            ErrorPlace::Outer => self.cursor.left.clone(),
            ErrorPlace::Cursor => {
                self.cursor.left.clone().or_else(|| Some(self.position()).filter(|position| !position.is_empty()))
            }
        };
        let (region, pos) = (self.expr(at.0).text, self.expr(at.1).text);
        self.check_position(&region, &pos, check);
        let [begin, readable_end, p] = ["start", "stop", "at"].map(|wanted| self.name(wanted));
        self.out.line(format!("const ::std::uint8_t* const {begin} = {region}.data();"));
        self.out
            .line(format!("[[maybe_unused]] const ::std::uint8_t* const {readable_end} = {begin} + {region}.size();"));
        // A validator may only move over the bytes.
        let unused = if matches!(body.stmts.as_slice(), [Stmt::Advance { .. }]) { "[[maybe_unused]] " } else { "" };
        self.out.line(format!("{unused}const ::std::uint8_t* {p} = {begin} + {pos};"));
        let end = readable_end.clone();
        let inside = Cursor { p, end: end.clone(), outer_end: end, begin, readable_end, left };
        self.leaving(|printer| {
            let outer = std::mem::replace(&mut printer.cursor, inside);
            printer.body(body);
            printer.cursor = outer;
        });
    }

    /// Fails if a position is beyond the end of a region, or too few bytes follow.
    fn check_position(&mut self, region: &str, pos: &str, check: PositionCheck) {
        let outside = format!("{pos} > {region}.size()");
        match check {
            PositionCheck::None => {}
            PositionCheck::Position(site) => self.require(&outside, "bad_pointer", site),
            PositionCheck::Ahead { site, len, truncated } => {
                let [bad, truncated] = [
                    self.fail("bad_pointer", site, &self.position()),
                    self.fail("truncated", truncated, &format!("{region}.data() + {pos}")),
                ];
                self.out.block(format!("if (!holds({region}, {pos}, {len})) {{"), "}", |out| {
                    out.line(format!("if ({outside}) {bad}"));
                    out.line(truncated);
                });
            }
        }
    }

    pub(super) fn require_part(&mut self, (region, pos, len): (&Ir, &Ir, &Ir), code: ErrorCode, site: SiteId) {
        let is_constant = matches!(len, Ir::Const(Const::U64(_)));
        let [region, pos, len] = [region, pos, len].map(|value| self.expr(value).text);
        let outside = match pos.as_str() {
            "0" => format!("{len} > {region}.size()"),
            // The length of a constant section is compared first: compilers know the outcome from an earlier comparison.
            _ if is_constant => format!("!holds({region}, {pos}, {len})"),
            _ => format!("{pos} > {region}.size() || {len} > {region}.size() - {pos}"),
        };
        self.require(&outside, code.name(), site);
    }

    pub(super) fn section(&mut self, (region, pos): (&Ir, &Ir), var: VarId, len: Option<&Ir>, fill: &[u8]) {
        let readable_end = self.readable_end_of(region);
        let [region, pos] = [region, pos].map(|value| self.expr(value).text);
        let start = format!("{region}.data()");
        let at = match pos.as_str() {
            "0" => Expr::atom(start),
            _ => Expr::new(format!("{start} + {pos}"), super::precedence::SUM),
        };
        let name = self.bind(var);
        let Some(len) = len else {
            self.out.line(format!("const ::std::uint8_t* const {name} = {at};"));
            return self.set_info(var, |info| info.readable_end = readable_end);
        };
        let len = self.expr(len);
        let copy = self.name(&format!("{name}_copy"));
        let size = fill.len();
        self.out.line(format!("::std::uint8_t {copy}[{}];", size.max(1)));
        let rest =
            if fill.iter().all(|byte| *byte == 0) { String::new() } else { format!(", {}", string_literal(fill)) };
        self.out.line(format!("const ::std::uint8_t* const {name} = section<{size}>({at}, {len}, {copy}{rest});"));
    }

    pub(super) fn unused(&mut self, values: &[Ir]) {
        for value in values {
            let value = self.expr(value);
            self.out.line(format!("static_cast<void>({value});"));
        }
    }
}

//! Windows, other regions, and sections of them.

use super::{Cursor, Printer};
use crate::cpp::analysis::op_address;
use crate::cpp::native::string_literal;
use polywire_ir::{Block, Const, Expr as Ir, Op, Rest, SiteId, ValueType, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    /// Prints a block in the enclosing scope and binds the results to its yields.
    pub(super) fn inline_block(&mut self, body: &'m Block, results: &[VarId]) {
        self.ops(&body.ops, &mut |printer| {
            results.iter().zip(&body.yields).for_each(|(result, value)| printer.let_(*result, value));
        });
        if super::block::ends(&body.ops) {
            results.iter().for_each(|result| drop(self.declare(*result)));
        }
    }

    pub(super) fn window(&mut self, len: &Ir, body: &'m Block, rest: Rest, results: &[VarId], site: SiteId) {
        let len = self.repeatable(len, "length");
        self.require_left(&len, site);
        let p = self.cursor.p.clone();
        let end = self.name("stop");
        self.out.line(format!("const ::std::uint8_t* const {end} = {p} + {len};"));
        let outer = std::mem::replace(&mut self.cursor.end, end.clone());
        self.inline_block(body, results);
        self.cursor.end = outer;
        if super::block::ends(&body.ops) {
            return;
        }
        match rest {
            Rest::Skip => self.out.line(format!("{p} = {end};")),
            Rest::Fail(code) => self.require(&format!("{p} != {end}"), code.name(), site),
        }
    }

    /// Returns a Bytes value as a name that can be used repeatedly.
    fn repeatable_bytes(&mut self, value: &Ir, wanted: &str) -> String {
        let text = self.bytes(value);
        if matches!(value, Ir::Var(var) if *self.var_type(*var) == ValueType::Bytes && !self.info(*var).is_text) {
            return text.text;
        }
        let name = self.name(wanted);
        self.out.line(format!("const bytes {name} = {text};"));
        name
    }

    pub(super) fn at(&mut self, (region, pos): (&Ir, &Ir), body: &'m Block, results: &[VarId], site: SiteId) {
        let left = self.left_for(region);
        let region = self.repeatable_bytes(region, "region");
        let pos = self.repeatable(pos, "position");
        if pos != "0" {
            self.require_position(&region, &pos, body, site);
        }
        let [begin, readable_end, p] = ["start", "stop", "at"].map(|wanted| self.name(wanted));
        self.out.line(format!("const ::std::uint8_t* const {begin} = {region}.data();"));
        self.out
            .line(format!("[[maybe_unused]] const ::std::uint8_t* const {readable_end} = {begin} + {region}.size();"));
        self.out.line(format!("const ::std::uint8_t* {p} = {begin} + {pos};"));
        let inside = Cursor { p, end: readable_end.clone(), begin, readable_end, left };
        self.leaving(|printer| {
            let outer = std::mem::replace(&mut printer.cursor, inside);
            printer.inline_block(body, results);
            printer.cursor = outer;
        });
    }

    /// Returns the position at which the input is left to read a region that may be a copy.
    fn left_for(&self, region: &Ir) -> Option<String> {
        let left = || Some(self.position()).filter(|position| !position.is_empty());
        match region {
            Ir::Var(var) if self.info(*var).is_copy => self.cursor.left.clone().or_else(left),
            Ir::Input => self.cursor.left.clone(),
            _ => None,
        }
    }

    /// Fails if a position is beyond the end of a region. If the body starts with constant-length reads, the same
    /// comparison covers them.
    fn require_position(&mut self, region: &str, pos: &str, body: &'m Block, site: SiteId) {
        if self.function.trusting {
            return;
        }
        let outside = format!("{pos} > {region}.size()");
        let Some((total, first)) = self.fixed_run_ahead(&body.ops) else {
            return self.require(&outside, "bad_pointer", site);
        };
        let [bad, truncated] = [
            self.fail("bad_pointer", site, &self.position()),
            self.fail("truncated", first, &format!("{region}.data() + {pos}")),
        ];
        self.out.block(format!("if (!holds({region}, {pos}, {total})) {{"), "}", |out| {
            out.line(format!("if ({outside}) {bad}"));
            out.line(truncated);
        });
        self.assured.extend(body.ops.first().map(op_address));
    }

    pub(super) fn section(&mut self, op: &'m Op) {
        let Op::Section { var, region, pos, len, fill, code, site } = op else { return };
        let readable_end = self.readable_end_of(region);
        let region = self.repeatable_bytes(region, "region");
        let pos = self.repeatable(pos, "position");
        let constant = match len {
            Ir::Const(Const::U64(len)) => Some(*len),
            _ => None,
        };
        let len = self.repeatable(len, "length");
        if let Some(code) = code {
            self.require(&outside(&region, (&pos, &len), constant), code.name(), *site);
        }
        if self.uses.of(*var) == 0 {
            // No other code may use these.
            return [pos, len].iter().for_each(|given| self.out.line(format!("static_cast<void>({given});")));
        }
        let start = format!("{region}.data()");
        let at = match pos.as_str() {
            "0" => Expr::atom(start),
            _ => Expr::new(format!("{start} + {pos}"), super::precedence::SUM),
        };
        let name = self.bind(*var);
        if constant.is_some_and(|len| len >= fill.len() as u64) {
            self.out.line(format!("const ::std::uint8_t* const {name} = {at};"));
            return self.set_info(*var, |info| info.readable_end = readable_end);
        }
        let copy = self.name(&format!("{name}_copy"));
        let size = fill.len();
        self.out.line(format!("::std::uint8_t {copy}[{}];", size.max(1)));
        let rest =
            if fill.iter().all(|byte| *byte == 0) { String::new() } else { format!(", {}", string_literal(fill)) };
        self.out.line(format!("const ::std::uint8_t* const {name} = section<{size}>({at}, {len}, {copy}{rest});"));
    }
}

/// Returns the condition that a region lacks this many bytes at a position.
fn outside(region: &str, (pos, len): (&str, &str), constant: Option<u64>) -> String {
    match (pos, constant) {
        ("0", _) => format!("{len} > {region}.size()"),
        // The length of a constant section is compared first: compilers know the outcome from an earlier comparison.
        (_, Some(_)) => format!("!holds({region}, {pos}, {len})"),
        (_, None) => format!("{pos} > {region}.size() || {len} > {region}.size() - {pos}"),
    }
}

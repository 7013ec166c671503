//! Input.

use super::{Printer, at};
use crate::low::{ErrorPlace, LeafTarget, PositionCheck, Rest, Stmt};

impl Printer<'_> {
    pub(super) fn input(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::Ensure { len, site } => format!("ensure {}{}", self.expr(len), at(*site)),
            Stmt::Load { var, offset, width, order } => {
                format!("load {} = {} at {offset}", self.var(*var), self.scalar(*width, *order))
            }
            Stmt::Span { var, offset, len } => {
                format!("span {} = {} bytes at {offset}", self.var(*var), self.expr(len))
            }
            Stmt::Advance { len } => format!("advance {}", self.expr(len)),
            Stmt::Padding { var, to, from } => {
                format!("padding {} to {} from {}", self.var(*var), self.expr(to), self.expr(from))
            }
            Stmt::Peek(var) => format!("peek {}", self.var(*var)),
            Stmt::SkipWhile(set) => format!("skip while {set}"),
            Stmt::ReadLeaf { leaf, into, site } => {
                let into = match into {
                    LeafTarget::Nothing => String::new(),
                    LeafTarget::Var(var) => format!(" -> {}", self.var(*var)),
                    LeafTarget::Place(place) => format!(" -> {}", self.place(place)),
                };
                format!("read {}{into}{}", leaf.name(), at(*site))
            }
            Stmt::Match { bytes, is_left, code, site } => {
                let left = if *is_left { " left" } else { "" };
                format!("match {}{left} else {}{}", self.bytes(bytes), code.name(), at(*site))
            }
            Stmt::MatchIf { var, bytes } => format!("match {} -> {}", self.bytes(bytes), self.var(*var)),
            Stmt::Window { len, body, rest } => {
                let rest = match rest {
                    Rest::Skip => String::new(),
                    Rest::Fail(code, site) => format!(" else {}{}", code.name(), at(*site)),
                };
                return self.braced(&format!("window {}{rest}", self.expr(len)), body);
            }
            Stmt::At { region, pos, check, errors, body } => {
                let check = match check {
                    PositionCheck::None => String::new(),
                    PositionCheck::Position(site) => format!(" checked{}", at(*site)),
                    PositionCheck::Ahead { site, len, truncated } => {
                        format!(" checked{} with {len} bytes{}", at(*site), at(*truncated))
                    }
                };
                let errors = match errors {
                    ErrorPlace::Region => "",
                    ErrorPlace::Cursor => " errors at the cursor",
                    ErrorPlace::Outer => " errors outside",
                };
                return self.braced(&format!("at ({}){check}{errors}", self.exprs([region, pos])), body);
            }
            Stmt::RequirePart { region, pos, len, code, site } => {
                format!("require part ({}) else {}{}", self.exprs([region, pos, len]), code.name(), at(*site))
            }
            Stmt::Section { var, region, pos, len, fill } => {
                let len = len
                    .as_ref()
                    .map_or_else(String::new, |len| format!(" of {} filled with {}", self.expr(len), self.bytes(fill)));
                format!("section {} = ({}){len}", self.var(*var), self.exprs([region, pos]))
            }
            Stmt::Unused(values) => format!("unused {}", self.exprs(values)),
            _ => return,
        };
        self.line(&line);
    }
}

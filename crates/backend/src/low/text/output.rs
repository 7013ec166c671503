//! Output and calls.

use super::{Printer, at};
use crate::low::{Arg, Call, Stmt, Zeros};
use crate::plan::{SizeBound, SizeBoundTerm};
use polywire_ir::Prefix;

impl Printer<'_> {
    pub(super) fn output(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::RequireRoom { bound } => self.line(&format!("require room {}", self.bound(bound))),
            Stmt::RequireRoomForEach { place, of_one, after } => {
                self.line(&format!("require room {of_one} for each {} and {after}", self.place(place)));
            }
            Stmt::Grow { bound } => self.line(&format!("grow {}", self.bound(bound))),
            Stmt::Write(what) => self.line(&format!("write {}", self.parts.datum(what))),
            Stmt::IfUnknown { place, body } => self.braced(&format!("if unknown {}", self.place(place)), body),
            Stmt::Measured { prefix, unit, bias, reserved, body, site } => {
                let prefix = match prefix {
                    Prefix::Varint => format!("varint in {reserved}"),
                    Prefix::Int { width, order } => self.scalar(*width, *order),
                };
                let unit = if *unit == 1 { String::new() } else { format!(" unit {unit}") };
                let bias = if *bias == 0 { String::new() } else { format!(" bias {bias}") };
                self.braced(&format!("measured {prefix}{unit}{bias}{}", at(*site)), body);
            }
            Stmt::Block { size, zeros, body } => {
                let zeros = match zeros {
                    Zeros::All => " zeroed".to_owned(),
                    Zeros::Gaps(gaps) => ranges(gaps),
                };
                self.braced(&format!("block {}{zeros}", self.expr(size)), body);
            }
            Stmt::Put { offset, what, as_block } => {
                let block = if *as_block { " as block" } else { "" };
                self.line(&format!("put {offset} {}{block}", self.parts.datum(what)));
            }
            Stmt::Sub { offset, body, .. } => self.braced(&format!("sub {offset}"), body),
            Stmt::Each { place, item, index, stride, ordered, gaps, body } => {
                let index = index.map_or_else(String::new, |index| format!(" index {}", self.var(index)));
                let stride = stride.map_or_else(String::new, |stride| format!(" stride {stride}"));
                let ordered = if ordered.is_some() { " ordered" } else { "" };
                let (place, item) = (self.place(place), self.var(*item));
                self.braced(&format!("each {place} as {item}{index}{stride}{ordered}{}", ranges(gaps)), body);
            }
            Stmt::Memo { key, var, body } => {
                self.braced(&format!("memo {} -> {}", self.expr(key), self.var(*var)), body);
            }
            Stmt::Scratch { var, body } => self.braced(&format!("scratch {}", self.var(*var)), body),
            Stmt::Call(call) => self.call(call),
            _ => {}
        }
    }

    fn call(&mut self, call: &Call) {
        let args = call.args.iter().map(|arg| match arg {
            Arg::Value(value) => self.expr(value),
            Arg::Place { place, is_new: None } => format!("&{}", self.place(place)),
            Arg::Place { place, is_new: Some(is_new) } => {
                format!("&{} new if {}", self.place(place), self.expr(is_new))
            }
        });
        let args: Vec<String> = args.collect();
        let results: Vec<String> = call.results.iter().map(|var| self.var(*var)).collect();
        let results = if results.is_empty() { String::new() } else { format!(" -> {}", results.join(", ")) };
        let room = if call.room_after == 0 { String::new() } else { format!(" room {}", call.room_after) };
        let budget = if call.lends_budget { " budget lent" } else { "" };
        let name = &self.module.function(call.func).name;
        self.line(&format!("call {name}({}){results}{room}{budget}", args.join(", ")));
    }

    fn bound(&self, bound: &SizeBound) -> String {
        let terms = bound.terms.iter().map(|term| match term {
            SizeBoundTerm::Bytes { factor: 1, value } => format!("size({})", self.expr(value)),
            SizeBoundTerm::Bytes { factor, value } => format!("{factor} * size({})", self.expr(value)),
            SizeBoundTerm::Number(value) => self.expr(value),
            SizeBoundTerm::Each { .. }
            | SizeBoundTerm::If { .. }
            | SizeBoundTerm::Switch { .. }
            | SizeBoundTerm::Call { .. } => "…".to_owned(),
        });
        std::iter::once(bound.fixed.to_string()).chain(terms).collect::<Vec<_>>().join(" + ")
    }
}

fn ranges(gaps: &[(u32, u32)]) -> String {
    let gaps: Vec<String> = gaps.iter().map(|(from, to)| format!("{from}..{to}")).collect();
    if gaps.is_empty() { String::new() } else { format!(" zeroing {}", gaps.join(" ")) }
}

//! Native values.

use super::{Printer, at};
use crate::low::{Ahead, EntriesStart, FillStart, Stmt, Tracked};
use crate::plan::Track;
use polywire_ir::VarId;

impl Printer<'_> {
    pub(super) fn native(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::SetScalar { place, value } => format!("set {} = {}", self.place(place), self.expr(value)),
            Stmt::SetText { place, value, verify: false, .. } => {
                format!("set text {} = {}", self.place(place), self.expr(value))
            }
            Stmt::SetText { place, value, site, .. } => {
                format!("set text {} = {} verified{}", self.place(place), self.expr(value), at(*site))
            }
            Stmt::SetBytes { place, value } => format!("set bytes {} = {}", self.place(place), self.expr(value)),
            Stmt::SetCase(place) => format!("set case {}", self.place(place)),
            Stmt::Reset(place) => format!("reset {}", self.place(place)),
            Stmt::ResetUnknown(place) => format!("reset unknown {}", self.place(place)),
            Stmt::Track { tracks, in_memory } => {
                let memory = if *in_memory { " in memory" } else { "" };
                return tracks.iter().for_each(|it| {
                    let line = format!("track {}{memory}, new if {}", self.tracked(it), self.expr(&it.is_new));
                    self.line(&line);
                });
            }
            Stmt::Settle(it) => format!("settle {}", self.tracked(it)),
            Stmt::RestartEntries { place, old } => {
                format!("restart {} old {}", self.place(place), self.var(*old))
            }
            Stmt::Present { bind, place, is_reset } => {
                let reset = if *is_reset { " reset below" } else { "" };
                format!("present {} = {}{reset}", self.var(*bind), self.place(place))
            }
            Stmt::Hold { bind, place } => format!("hold {} = {}", self.var(*bind), self.place(place)),
            Stmt::SetDefault { bind, cond, .. } => {
                format!("default {} if {}", self.var(*bind), self.expr(cond))
            }
            _ => return self.elements(stmt),
        };
        self.line(&line);
    }

    fn tracked(&self, it: &Tracked) -> String {
        let kind = match it.kind {
            Track::List => "list",
            Track::Optional => "optional",
            Track::Map => "map",
            Track::Union => "union",
            Track::Struct => "struct",
        };
        format!("{kind} {} by {}", self.place(&it.place), self.var(it.var))
    }

    fn ahead(&self, ahead: Option<&Ahead>) -> String {
        let Some(Ahead { label, min_len, behind_window }) = ahead else { return String::new() };
        let from = if *behind_window { " behind the window" } else { "" };
        let paying = if *min_len > 0 { format!(" of at least {min_len}") } else { String::new() };
        format!(" ahead {}{from}{paying}", self.bytes(label))
    }

    fn elements(&mut self, stmt: &Stmt) {
        let with = |var: &Option<VarId>, word: &str, printer: &Self| {
            var.map_or_else(String::new, |var| format!(" {word} {}", printer.var(var)))
        };
        match stmt {
            Stmt::Push { place, bind, size, ahead, body } => {
                let (size, ahead) = (with(size, "size", self), self.ahead(ahead.as_ref()));
                self.braced(&format!("push {} as {}{size}{ahead}", self.place(place), self.var(*bind)), body);
            }
            Stmt::Fill { place, bind, index, count, start, body } => {
                let start = match start {
                    FillStart::Array => String::new(),
                    FillStart::Reset(cond) => format!(" from 0 if {}", self.expr(cond)),
                    FillStart::Tracked(size) => format!(" size {}", self.var(*size)),
                    FillStart::Append => " behind all".to_owned(),
                };
                let (place, bind, index) = (self.place(place), self.var(*bind), self.var(*index));
                self.braced(&format!("fill {place} times {} as {bind} index {index}{start}", self.expr(count)), body);
            }
            Stmt::Entry { place, bind, old, body } => {
                let old = with(old, "old", self);
                self.braced(&format!("entry {} as {}{old}", self.place(place), self.var(*bind)), body);
            }
            Stmt::Entries { place, bind, index, count, old, body } => {
                let old = match old {
                    EntriesStart::Reset(cond) => format!(" old if {}", self.expr(cond)),
                    EntriesStart::Tracked(old) => format!(" old {}", self.var(*old)),
                    EntriesStart::Append => String::new(),
                };
                let (place, bind, index) = (self.place(place), self.var(*bind), self.var(*index));
                self.braced(&format!("entries {place} times {} as {bind} index {index}{old}", self.expr(count)), body);
            }
            Stmt::Make { var, body } => self.braced(&format!("make {}", self.var(*var)), body),
            Stmt::Retain { place, format, value } => {
                self.line(&format!("retain {} {format} = {}", self.place(place), self.expr(value)));
            }
            _ => {}
        }
    }
}

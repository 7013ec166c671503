use super::function::{Printer, site};
use crate::text::syntax::ident;
use crate::{Op, Step, UnknownKind, ops_of};

impl Printer<'_> {
    pub(super) fn building(&mut self, op: &Op) {
        match op {
            Op::Set { place, value, trusted, site: at } => {
                let word = if *trusted { "set_trusted" } else { "set" };
                self.line(format!("{word} {} = {}{}", self.place(place), self.expr(value), site(*at)));
            }
            Op::Reset { place } => self.line(format!("reset {}", self.place(place))),
            Op::Open { place, case, bind, created, body, results } => {
                let at = self.names.types().and_then(|types| types.at(self.function, place));
                let name = |index: u32| self.names.member(at, &Step::Case(index)).map(ident);
                let case = case.map(|index| name(index).unwrap_or_else(|| index.to_string()));
                let case = case.map_or_else(String::new, |case| format!(" case {case}"));
                let place = self.place(place);
                let (bind, created) = (self.bind(*bind), self.bind(*created));
                self.braced(format!("open {place}{case} as {bind} created {created}"), body, results, "");
            }
            Op::Push { place, bind, body, results } => {
                let head = format!("push {} as {}", self.place(place), self.bind(*bind));
                self.braced(head, body, results, "");
            }
            Op::Fill { place, count, bind, index, body, carried, results } => {
                let place = format!("{} times {}", self.place(place), self.expr(count));
                let (bind, index) = (self.bind(*bind), self.bind(*index));
                let carry = self.carry(carried, results);
                self.braced(format!("fill {place} as {bind} index {index}{carry}"), body, &[], "");
            }
            Op::Make { var, body, results } => {
                let head = format!("make {}", self.bind(*var));
                self.braced(head, body, results, "");
            }
            Op::Retain { place, format, value } => {
                let (place, format, value) = (self.place(place), ident(format), self.expr(value));
                self.line(format!("retain {place} {format} = {value}"));
            }
            Op::ReportUnknown { place, what, value } => {
                let what = match what {
                    UnknownKind::Member => "member",
                    UnknownKind::Case => "case",
                };
                let (place, value) = (self.place(place), self.expr(value));
                self.line(format!("report_unknown {place} {what} = {value}"));
            }
            ops_of!(control | reading | writing) => {}
        }
    }
}

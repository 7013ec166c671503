use super::function::{Printer, site};
use crate::text::syntax::bytes;
use crate::types::Type;
use crate::{Datum, Op, Prefix, ValueType, ops_of};

impl Printer<'_> {
    pub(super) fn writing(&mut self, op: &Op) {
        match op {
            Op::Write { what } => self.line(format!("write {}", self.datum(what))),
            Op::Put { offset, what } => self.line(format!("put {offset} {}", self.datum(what))),
            Op::Measured { .. } => self.measured(op),
            Op::Block { size, body, results } => {
                self.braced(format!("block {}", self.expr(size)), body, results, "");
            }
            Op::Sub { offset, body, results } => self.braced(format!("sub {offset}"), body, results, ""),
            Op::Tail { body, results } => self.braced("tail".to_owned(), body, results, ""),
            Op::Each { .. } => self.each(op),
            Op::Memo { key, body, result } => {
                self.braced(format!("memo {}", self.expr(key)), body, &[*result], "");
            }
            Op::Scratch { var, body } => self.braced("scratch".to_owned(), body, &[*var], ""),
            ops_of!(control | reading | building) => {}
        }
    }

    pub(super) fn datum(&self, datum: &Datum) -> String {
        match datum {
            Datum::Int { value, width, order } => format!("{}({})", self.scalar(*width, *order), self.expr(value)),
            Datum::Bytes(value) => bytes(value),
            Datum::Span(value) => format!("span({})", self.expr(value)),
            Datum::Zeros(count) => format!("zeros({})", self.expr(count)),
            Datum::Align { to, from } => format!("align({to}, {})", self.expr(from)),
            Datum::Leaf(leaf, args) => format!("{}({})", leaf.name(), self.exprs(args)),
        }
    }

    fn measured(&mut self, op: &Op) {
        let Op::Measured { prefix, unit, bias, body, results, site: at } = op else { return };
        let mut head = match prefix {
            Prefix::Varint => "measured varint".to_owned(),
            Prefix::Int { width, order } => format!("measured {}", self.scalar(*width, *order)),
        };
        head += &if *unit == 1 { String::new() } else { format!(" unit {unit}") };
        head += &if *bias == 0 { String::new() } else { format!(" bias {bias}") };
        self.braced(head, body, results, &site(*at));
    }

    fn each(&mut self, op: &Op) {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else { return };
        let mut head = format!("each {}", self.place(place));
        let element = match self.function.vars.get(item.0 as usize).map(|var| &var.ty) {
            Some(ValueType::Ref(ty)) => Some::<&Type>(ty),
            _ => None,
        };
        head += &format!(" as {}", self.bind(*item));
        head += &format!(" index {}", self.bind(*index));
        head += &stride.map_or_else(String::new, |stride| format!(" stride {stride}"));
        let ordered = ordered.as_ref().map(|steps| self.steps(element, steps));
        head += &ordered.map_or_else(String::new, |steps| format!(" ordered {steps}"));
        head += &self.carry(carried, results);
        self.braced(head, body, &[], "");
    }
}

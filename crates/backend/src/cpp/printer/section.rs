//! Prints sections.

use super::operator::at_offset;
use super::precedence as prec;
use super::write::SLACK;
use super::{Mode, Printer, mentions};
use crate::cpp::analysis::{list_section, op_address};
use crate::cpp::native::string_literal;
use polywire_ir::{Block, Const, Datum, Expr as Ir, Op, Place, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn section_block(&mut self, size: &Ir, body: &'m Block, results: &[VarId]) {
        let constant = match size {
            Ir::Const(Const::U64(size)) => Some(*size),
            _ => None,
        };
        let size_name = self.repeatable(size, "size");
        if self.stream.mode == Mode::Checked {
            self.ensure(&format!("{size_name} + {SLACK}"));
        }
        let section = self.mark("section");
        let (out, at) = (self.stream.out.clone(), self.address(&section));
        self.out.line(format!("{out} += {size_name};"));
        let list = list_section(&self.unit.sections, self.function, size, body);
        match (constant, list) {
            (Some(size), _) => self.zero_gaps(&at, size as u32, body),
            (None, Some(list)) => {
                self.zero_gaps(&at, list.head, body);
                self.gapped.insert(op_address(list.each));
            }
            (None, None) => self.out.line(format!("write_zeros({at}, {size_name});")),
        }
        let outer = std::mem::replace(&mut self.section, section);
        self.inline_block(body, results);
        self.section = outer;
    }

    /// Zeros the parts of a section that the ops of a block do not write.
    fn zero_gaps(&mut self, at: &Expr, size: u32, body: &'m Block) {
        let covered = self.unit.sections.covered(self.function, body);
        let gaps = covered.gaps(size);
        if gaps.len() > 4 {
            return self.out.line(format!("::std::memset({at}, 0, {size});"));
        }
        for (start, end) in gaps {
            let at = at_offset(at, start);
            self.out.line(format!("::std::memset({at}, 0, {});", end - start));
        }
    }

    /// The address of a part of the section.
    fn part(&self, offset: u32) -> Expr {
        at_offset(&self.address(&self.section), offset)
    }

    /// Returns the position of the section relative to the start of the output.
    pub(super) fn section_position(&self) -> Expr {
        match self.stream.mode {
            Mode::Raw | Mode::Limited => {
                Expr::atom(format!("static_cast<::std::uint64_t>({} - {})", self.section, self.stream.origin))
            }
            Mode::Checked => Expr::atom(format!("::std::uint64_t{{{}}}", self.section)),
        }
    }

    pub(super) fn put(&mut self, op: &'m Op, around: &'m [Op]) {
        let Op::Put { offset, what } = op else { return };
        let at = self.part(*offset);
        match what {
            Datum::Int { value, width: 1, .. } => {
                let byte = self.narrowed(value, 1);
                self.out.line(format!("*{} = {byte};", at.within(prec::UNARY)));
            }
            Datum::Int { value, width, order } => self.store(&at.text, value, *width, *order),
            Datum::Bytes(bytes) => self.out.line(format!("leaf::write_literal({at}, {});", string_literal(bytes))),
            Datum::Span(value) => self.put_span(&at, value, op, around),
            Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => {
                self.problem("this datum cannot be put into a section");
            }
        }
    }

    fn put_span(&mut self, at: &Expr, value: &Ir, op: &'m Op, around: &'m [Op]) {
        match self.text_object(value).filter(|_| self.unit.sections.fits_block(self.function, around, op)) {
            Some(text) => self.out.line(format!("put_text({at}, {text});")),
            None => {
                let value = self.bytes(value);
                self.out.line(format!("write_bytes({at}, {value});"));
            }
        }
    }

    pub(super) fn sub(&mut self, offset: u32, body: &'m Block, results: &[VarId]) {
        let name = self.name("section");
        let address = format!("{} + {offset}", self.section);
        let outer = std::mem::replace(&mut self.section, name.clone());
        let inner = self.captured(|printer| printer.inline_block(body, results));
        self.section = outer;
        if !results.is_empty() || mentions(&inner, &name) {
            self.out.line(match self.stream.mode {
                Mode::Raw | Mode::Limited => format!("::std::uint8_t* const {name} = {address};"),
                Mode::Checked => format!("const ::std::size_t {name} = {address};"),
            });
        }
        self.out.lines(&inner);
    }

    pub(super) fn tail(&mut self, body: &'m Block, results: &[VarId]) {
        self.inline_block(body, results);
    }

    pub(super) fn each(&mut self, op: &'m Op) {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else { return };
        self.ask_before_visit(op, place);
        let carried = self.declare_carried(carried);
        let index_name = self.bind(*index);
        let counted = self.uses.of(*index) > 0 || self.unit.traced;
        if counted {
            self.out.line(format!("::std::uint64_t {index_name} = 0;"));
        }
        let outer = self.section.clone();
        if stride.is_some() {
            self.section = self.name("part");
        }
        let list = self.place(place);
        let name = self.bind(*item);
        let open = match ordered {
            Some(steps) => self.ordered_loop(&name, &list, *item, steps),
            None if self.uses.of(*item) == 0 => {
                format!("for ([[maybe_unused]] const auto& {name} : {list}) {{")
            }
            None => format!("for (const auto& {name} : {list}) {{"),
        };
        let gapped = self.gapped.contains(&op_address(op));
        let element = self.captured(|printer| {
            if let Some(stride) = stride.filter(|_| gapped) {
                let part = printer.part(0);
                printer.zero_gaps(&part, stride, body);
            }
            printer.ask_for_turn(body);
            printer.trace_visited((place, &list, *item), (&index_name, ordered.is_some()));
            printer.tracing(Some((*item).into()), |printer| printer.block(body, &carried));
        });
        let part = std::mem::replace(&mut self.section, outer);
        let stride = stride.filter(|_| mentions(&element, &part));
        if stride.is_some() {
            let ty = if self.stream.mode == Mode::Checked { "::std::size_t" } else { "::std::uint8_t*" };
            self.out.line(format!("{ty} {part} = {};", self.section));
        }
        self.out.block(open, "}", |out| {
            out.lines(&element);
            if let Some(stride) = stride {
                out.line(format!("{part} += {stride};"));
            }
            if counted {
                out.line(format!("++{index_name};"));
            }
        });
        self.know_results(results, &carried);
    }

    /// Prints the head of a loop in key order.
    fn ordered_loop(&mut self, name: &str, list: &Expr, item: VarId, steps: &[polywire_ir::Step]) -> String {
        let key = Place { root: item, steps: steps.to_vec() };
        let mut key_of = |element: &str| {
            self.know(item, Expr::atom(element));
            self.get(&key)
        };
        let (left, right) = (key_of("left"), key_of("right"));
        let less = format!("[](const auto& left, const auto& right) {{ return less({left}, {right}); }}");
        self.know(item, Expr::atom(format!("(*{name})")));
        format!("for (const auto* {name} : ordered({list}, {less})) {{")
    }
}

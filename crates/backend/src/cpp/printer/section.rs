//! Prints sections.

use super::Printer;
use super::operator::at_offset;
use super::precedence as prec;
use crate::cpp::native::{is_set, string_literal, value_type};
use crate::low::{Body, Mode, Stmt, Zeros};
use polywire_ir::types::StructId;
use polywire_ir::{Datum, Expr as Ir, Place, VarId};
use polywire_srcgen::{Expr, Source};

impl<'m> Printer<'m> {
    pub(super) fn section_block(&mut self, size: &Ir, zeros: &Zeros, body: &'m Body) {
        let size = self.expr(size).text;
        let section = self.name("section");
        let (out, at) = (self.stream.out.clone(), self.address(&section));
        let before = std::mem::replace(&mut self.out, Source::new("  "));
        self.out.line(format!("{out} += {size};"));
        match zeros {
            Zeros::Gaps(gaps) => self.zero(&at, gaps),
            Zeros::All => self.out.line(format!("write_zeros({at}, {size});")),
        }
        let outer = std::mem::replace(&mut self.section, section.clone());
        self.body(body);
        self.section = outer;
        let inside = std::mem::replace(&mut self.out, before).finish();
        // Nothing is put into sections of structs without bytes.
        let is_used = inside.split(|ch: char| ch != '_' && !ch.is_ascii_alphanumeric()).any(|word| word == section);
        self.declare_mark(&section, is_used);
        self.out.lines(&inside);
    }

    /// Zeros parts of a section.
    fn zero(&mut self, at: &Expr, gaps: &[(u32, u32)]) {
        for (start, end) in gaps {
            let at = at_offset(at, *start);
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

    pub(super) fn put(&mut self, offset: u32, what: &Datum, as_block: bool) {
        let at = self.part(offset);
        match what {
            Datum::Int { value, width: 1, .. } => {
                let byte = self.narrowed(value, 1);
                self.out.line(format!("*{} = {byte};", at.within(prec::UNARY)));
            }
            Datum::Int { value, width, order } => self.store(&at.text, value, *width, *order),
            Datum::Bytes(bytes) => self.out.line(format!("leaf::write_literal({at}, {});", string_literal(bytes))),
            Datum::Span(value) => match self.text_object(value).filter(|_| as_block) {
                Some(text) => self.out.line(format!("put_text({at}, {text});")),
                None => {
                    let value = self.bytes(value);
                    self.out.line(format!("write_bytes({at}, {value});"));
                }
            },
            Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => {
                self.problem("this datum cannot be put into a section");
            }
        }
    }

    pub(super) fn sub(&mut self, offset: u32, body: &'m Body, is_used: bool) {
        let name = self.name("section");
        let address = format!("{} + {offset}", self.section);
        if is_used {
            self.out.line(match self.stream.mode {
                Mode::Raw | Mode::Limited => format!("::std::uint8_t* const {name} = {address};"),
                Mode::Checked => format!("const ::std::size_t {name} = {address};"),
            });
        }
        let outer = std::mem::replace(&mut self.section, name);
        self.body(body);
        self.section = outer;
    }

    pub(super) fn each(&mut self, stmt: &'m Stmt) {
        let Stmt::Each { place, item, index, stride, ordered, gaps, body } = stmt else { return };
        let outer = self.section.clone();
        if stride.is_some() {
            self.section = self.name("part");
            let ty = if self.stream.mode == Mode::Checked { "::std::size_t" } else { "::std::uint8_t*" };
            self.out.line(format!("{ty} {} = {outer};", self.section));
        }
        let list = self.place(place);
        let name = self.bind(*item);
        let of_set = self.set_of(*item);
        let open = match (ordered, of_set) {
            (Some(steps), _) => self.ordered_loop(&name, &list, *item, steps),
            (None, Some(entry)) => self.set_loop(&name, &list, entry),
            (None, None) if !self.low.uses.has(*item) => {
                format!("for ([[maybe_unused]] const auto& {name} : {list}) {{")
            }
            (None, None) => format!("for (const auto& {name} : {list}) {{"),
        };
        let index = index.map(|index| self.info(index).text.text);
        self.nested(&open, "}", |printer| {
            let part = printer.part(0);
            printer.zero(&part, gaps);
            let at = index.as_deref().unwrap_or_default();
            printer.trace_visited((place, &list, *item), (at, ordered.is_some()));
            printer.body(body);
            if let Some(stride) = stride {
                printer.out.line(format!("{} += {stride};", printer.section));
            }
            if let Some(index) = index {
                printer.out.line(format!("++{index};"));
            }
        });
        self.section = outer;
    }

    /// Returns the entry of the set whose elements a variable visits.
    pub(super) fn set_of(&self, item: VarId) -> Option<StructId> {
        self.entry_of(item).filter(|entry| is_set(*entry, self.unit.names))
    }

    /// Prints the head of a loop over a set, whose elements are read as keys of entries.
    pub(super) fn set_loop(&self, name: &str, set: &Expr, entry: StructId) -> String {
        let element = value_type(&self.unit.names.entry(entry).0, self.unit.names);
        format!("for ([[maybe_unused]] const ::polywire::set_element<{element}> {name} : {set}) {{")
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

//! Design: docs/decisions/0012-tails-inside-each.md

use super::Rule;
use super::checker::{Checker, Mode};
use crate::types::Type;
use crate::{Block, Const, Datum, Expr, Op, ParamKind, Place, PlaceType, Prefix, Step, ValueType, VarId, ops_of};

impl<'a> Checker<'a> {
    pub(super) fn writing(&mut self, op: &Op) {
        match op {
            Op::Write { what } => {
                self.in_stream();
                self.datum(what);
            }
            Op::Put { offset, what } => self.put(*offset, what),
            Op::Measured { .. } => self.measured(op),
            Op::Block { size, body, results } => {
                self.in_stream();
                self.expect(size, &ValueType::U64);
                let size = if let Expr::Const(Const::U64(size)) = size { Some(*size) } else { None };
                self.block_in(Mode::Section { size, strided: false }, body, results);
            }
            Op::Sub { offset, body, results } => self.sub(*offset, body, results),
            Op::Tail { body, results } => self.tail(body, results),
            Op::Each { .. } => self.each(op),
            Op::Memo { key, body, result } => {
                self.in_stream();
                self.expect(key, &ValueType::Bytes);
                self.block_in(Mode::Stream, body, &[*result]);
                let number = self.var_type(*result) == Some(&ValueType::U64);
                self.require(number, Rule::Type, "a memo yields a position");
            }
            Op::Scratch { var, body } => {
                self.block_in(Mode::Stream, body, &[]);
                self.bind(*var, &ValueType::Bytes);
            }
            ops_of!(control | reading | building) => {}
        }
    }

    fn in_stream(&mut self) {
        self.require(self.mode == Mode::Stream, Rule::Discipline, "this op writes to the stream, in a section");
    }

    fn in_section(&mut self) {
        let section = matches!(self.mode, Mode::Section { .. });
        self.require(section, Rule::Discipline, "this op works on a section, in the stream");
    }

    fn datum(&mut self, what: &Datum) {
        match what {
            Datum::Int { value, width, order } => {
                self.width(*width);
                self.order(*order);
                if let Some(ty) = self.expr(value) {
                    let integer = matches!(ty, ValueType::U64 | ValueType::I64);
                    self.require(integer, Rule::Type, "an integer is written");
                }
            }
            Datum::Bytes(_) => {}
            Datum::Span(value) => self.expect(value, &ValueType::Bytes),
            Datum::Zeros(count) => self.expect(count, &ValueType::U64),
            Datum::Align { to, from } => {
                self.require(to.is_power_of_two(), Rule::Constant, "an alignment is a power of two");
                self.expect(from, &ValueType::U64);
            }
            Datum::Leaf(leaf, args) => self.args(leaf.args(), args),
        }
    }

    fn put(&mut self, offset: u32, what: &Datum) {
        self.in_section();
        self.datum(what);
        let fits = match what {
            Datum::Int { .. } | Datum::Bytes(_) | Datum::Span(_) => true,
            Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => false,
        };
        self.require(fits, Rule::Discipline, "a put is an integer, bytes or a span");
        self.within(offset, self.put_len(what));
    }

    fn measured(&mut self, op: &Op) {
        let Op::Measured { prefix, unit, body, results, site, .. } = op else { return };
        self.in_stream();
        self.site(*site);
        self.require(*unit != 0, Rule::Constant, "a unit is not 0");
        if let Prefix::Int { width, order } = prefix {
            self.width(*width);
            self.order(*order);
        }
        self.block_in(Mode::Stream, body, results);
    }

    fn sub(&mut self, offset: u32, body: &Block, results: &[VarId]) {
        self.in_section();
        self.within(offset, 0);
        let mode = match self.mode {
            Mode::Section { size, strided } => {
                Mode::Section { size: size.map(|size| size.saturating_sub(u64::from(offset))), strided }
            }
            Mode::Stream => Mode::Section { size: None, strided: false },
        };
        self.block_in(mode, body, results);
    }

    fn tail(&mut self, body: &Block, results: &[VarId]) {
        self.in_section();
        if matches!(self.mode, Mode::Section { strided: true, .. }) {
            let numbers = self.types_of(results).iter().all(|ty| *ty == ValueType::U64);
            self.require(numbers, Rule::Separable, "a tail of an element yields only numbers");
        }
        self.block_in(Mode::Stream, body, results);
    }

    fn each(&mut self, op: &Op) {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else { return };
        let (element, count) = self.elements(place);
        if let Some(steps) = ordered {
            self.order_key(place, steps);
        }
        let types = self.carried(carried);
        let outer = self.mode;
        if let Some(stride) = stride {
            self.in_section();
            self.within(0, count.unwrap_or(0).saturating_mul(u64::from(*stride)));
            self.mode = Mode::Section { size: Some(u64::from(*stride)), strided: true };
        }
        self.block_with("body", body, &types, |checker| {
            match element {
                Some(ty) => checker.bind_checked(*item, &ValueType::Ref(ty), ParamKind::Read),
                None => checker.bind_as(*item, ParamKind::Read),
            }
            checker.bind(*index, &ValueType::U64);
            checker.bind_carried(carried);
        });
        self.mode = outer;
        self.bind_last(results, &types);
    }

    /// Returns the type of the elements at a place, and their number if it is fixed.
    fn elements(&mut self, place: &Place) -> (Option<Type>, Option<u64>) {
        let holder = self.place(place, ParamKind::Read).and_then(PlaceType::value);
        let element = holder.and_then(Type::element);
        self.require(element.is_some(), Rule::Place, "a list, an array or a map expected at this place");
        let count = match holder {
            Some(Type::Array(_, count)) => Some(u64::from(*count)),
            _ => None,
        };
        (element, count)
    }

    fn order_key(&mut self, place: &Place, steps: &[Step]) {
        let key = match self.place(place, ParamKind::Read).and_then(PlaceType::value) {
            Some(Type::List(element) | Type::Array(element, _)) => self.steps(PlaceType::Value(element), steps),
            _ => return self.report(Rule::Place, "the entries of a map have their order"),
        };
        let key = key.and_then(PlaceType::value);
        let ordered =
            matches!(key, Some(Type::Bool | Type::Int { .. } | Type::Enum(_) | Type::Text { .. } | Type::Bytes));
        self.require(ordered, Rule::Place, "elements are ordered by a boolean, an integer, a text or bytes");
    }
}

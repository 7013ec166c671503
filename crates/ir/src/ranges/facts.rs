//! What is learned at ops: bindings, conditions, ranges.

use super::arithmetic;
use super::known::{Cursor, Known, Scope};
use super::node::{Node, ValueId};
use super::range::{Range, Scalar};
use crate::{BinaryOp, Const, UnaryOp, ValueType, VarId};

impl Known<'_> {
    /// Binds a variable to a value.
    pub(super) fn bind(&mut self, var: VarId, value: ValueId) {
        self.vars.insert(var, value);
    }

    /// Binds a variable to a value of which only the type is known.
    pub(super) fn bind_unknown(&mut self, var: VarId) -> ValueId {
        let ty = self.function.vars.get(var.0 as usize).map(|var| &var.ty);
        let id = self.unknown(ty.and_then(Scalar::of));
        if let Some(ValueType::Section(len)) = ty {
            self.has_length(id, u64::from(*len));
        }
        self.bind(var, id);
        id
    }

    /// Binds a variable to a value of which only the range is known, unless it is bound.
    pub(super) fn bind_in_range(&mut self, var: VarId, range: Option<Range>) {
        let id = self.var(var);
        range.into_iter().for_each(|range| self.narrow(id, range));
    }

    /// Takes a length as that of bytes.
    pub(super) fn set_length(&mut self, bytes: ValueId, length: ValueId) {
        self.lengths.insert(bytes, length);
    }

    pub(super) fn has_length(&mut self, bytes: ValueId, length: u64) {
        let length = self.constant(Const::U64(length));
        self.set_length(bytes, length);
    }

    /// Takes the cursor as moved.
    pub(super) fn moved(&mut self) {
        let [pos, left] = [(); 2].map(|()| {
            let node = Node::Unknown(self.values.len() as u32);
            self.intern(node, Some(Scalar::U64), Range::LENGTH)
        });
        self.cursor = Cursor { pos, left, ..self.cursor };
    }

    pub(super) fn enter(&self) -> Scope {
        Scope(self.changed.len())
    }

    /// Forgets what was learned since the start of a scope.
    pub(super) fn leave(&mut self, scope: &Scope) {
        while self.changed.len() > scope.0
            && let Some((id, range)) = self.changed.pop()
        {
            self.values[id.0 as usize].range = range;
        }
    }

    /// Takes a condition as true or false.
    pub(super) fn assume(&mut self, cond: ValueId, holds: bool) {
        self.narrow(cond, Range::exact(i128::from(holds)));
    }

    /// Takes `left <= right` as true.
    pub(super) fn assume_at_most(&mut self, left: ValueId, right: ValueId) {
        let cond = self.binary(BinaryOp::Le, left, right);
        self.assume(cond, true);
    }

    /// Takes it as known that a region has `len` bytes at `pos`.
    pub(super) fn assume_inside(&mut self, region: ValueId, pos: ValueId, len: ValueId) {
        for [small, large] in [self.inside(region, pos, len), self.inside_backward(region, pos, len)] {
            self.assume(small, true);
            self.assume(large, true);
        }
    }

    /// Returns the conditions `pos <= length` and `len <= length - pos`.
    pub(super) fn inside(&mut self, region: ValueId, pos: ValueId, len: ValueId) -> [ValueId; 2] {
        let length = self.length_of(region);
        let rest = self.binary(BinaryOp::Sub, length, pos);
        [self.binary(BinaryOp::Le, pos, length), self.binary(BinaryOp::Le, len, rest)]
    }

    /// Returns the conditions `len <= length` and `pos <= length - len`, which mean the same.
    pub(super) fn inside_backward(&mut self, region: ValueId, pos: ValueId, len: ValueId) -> [ValueId; 2] {
        self.inside(region, len, pos)
    }

    /// Takes a value as being in a range.
    pub(super) fn narrow(&mut self, id: ValueId, range: Range) {
        let old = self.range_of(id);
        // Without a common integer, nothing runs here.
        let Some(new) = old.intersection(range).filter(|new| *new != old) else { return };
        self.changed.push((id, old));
        self.values[id.0 as usize].range = new;
        match self.value_at(id).scalar {
            Some(Scalar::Bool) => new.exactly().into_iter().for_each(|value| self.learn(id, value != 0)),
            Some(Scalar::U64 | Scalar::I64) => self.narrow_operand(id, new),
            None => {}
        }
    }

    /// Concludes from the range of a value on that of an operand.
    fn narrow_operand(&mut self, id: ValueId, range: Range) {
        let ty = self.value_at(id).scalar.unwrap_or(Scalar::U64);
        match self.value_at(id).node {
            Node::OfBool(value) => self.narrow(value, range),
            Node::Unary(UnaryOp::Reinterpret, value) => {
                let ty = self.value_at(value).scalar.unwrap_or(Scalar::U64);
                self.narrow(value, arithmetic::unary(UnaryOp::Reinterpret, ty, range));
            }
            Node::Binary(BinaryOp::Sub, value, part) if self.exactly(part).is_some() => {
                self.narrow(value, arithmetic::binary(BinaryOp::Add, ty, range, self.range_of(part)));
            }
            Node::Binary(BinaryOp::Add, left, right) => {
                for (value, part) in [(left, right), (right, left)] {
                    if self.exactly(part).is_some() {
                        self.narrow(value, arithmetic::binary(BinaryOp::Sub, ty, range, self.range_of(part)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Concludes from a condition on its operands.
    fn learn(&mut self, cond: ValueId, holds: bool) {
        match self.value_at(cond).node.clone() {
            Node::Unary(UnaryOp::Not, value) => self.assume(value, !holds),
            Node::Binary(BinaryOp::And, left, right) => self.learn_both(left, right, holds, true),
            Node::Binary(BinaryOp::Or, left, right) => self.learn_both(left, right, holds, false),
            Node::Binary(BinaryOp::Eq, left, right) => self.learn_equal(left, right, holds),
            Node::Binary(BinaryOp::Le, left, right) => self.learn_order(left, right, holds),
            Node::Select(choice, then, other) => {
                if self.truth(then).is_some_and(|value| value != holds) {
                    self.assume(choice, false);
                    self.assume(other, holds);
                } else if self.truth(other).is_some_and(|value| value != holds) {
                    self.assume(choice, true);
                    self.assume(then, holds);
                }
            }
            Node::IsMember(id, value) if holds => {
                let numbers = self.types.enumeration(id).members.iter().map(|member| i128::from(member.number));
                if let Some(range) = numbers.map(Range::exact).reduce(Range::union) {
                    self.narrow(value, range);
                }
            }
            _ => {}
        }
    }

    /// Concludes from `left & right` (`all`) or `left | right`.
    fn learn_both(&mut self, left: ValueId, right: ValueId, holds: bool, all: bool) {
        if holds == all {
            self.assume(left, holds);
            self.assume(right, holds);
        } else if self.truth(left) == Some(all) {
            self.assume(right, holds);
        } else if self.truth(right) == Some(all) {
            self.assume(left, holds);
        }
    }

    fn learn_equal(&mut self, left: ValueId, right: ValueId, holds: bool) {
        let ranges = (self.range_of(left), self.range_of(right));
        if self.value_at(left).scalar.is_none() {
            return;
        }
        if holds {
            self.narrow(left, ranges.1);
            self.narrow(right, ranges.0);
        } else {
            for (value, other) in [(left, right), (right, left)] {
                if let Some(gone) = self.exactly(other) {
                    self.narrow(value, without(self.range_of(value), gone));
                }
            }
        }
    }

    fn learn_order(&mut self, left: ValueId, right: ValueId, holds: bool) {
        let (one, other) = (self.range_of(left), self.range_of(right));
        let all = one.union(other);
        if holds {
            self.narrow(left, Range::new(all.min(), other.max()));
            self.narrow(right, Range::new(one.min(), all.max()));
        } else {
            // right < left
            self.narrow(left, Range::new(other.min() + 1, all.max() + 1));
            self.narrow(right, Range::new(all.min() - 1, one.max() - 1));
            let reverse = self.binary(BinaryOp::Le, right, left);
            self.assume(reverse, true);
            let equal = self.binary(BinaryOp::Eq, left, right);
            self.assume(equal, false);
        }
    }
}

/// Returns a range without an integer at one of its ends.
fn without(range: Range, gone: i128) -> Range {
    match (range.exactly().is_none(), range.min() == gone, range.max() == gone) {
        (true, true, _) => Range::new(gone + 1, range.max()),
        (true, _, true) => Range::new(range.min(), gone - 1),
        _ => range,
    }
}

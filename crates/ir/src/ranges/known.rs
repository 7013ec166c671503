use super::node::{Equal, Node, ValueId};
use super::range::{Range, Scalar};
use crate::types::Types;
use crate::{BinaryOp, Const, Expr, Function, VarId};
use std::collections::HashMap;

/// What is known at a point of a function: the ranges of values, which expressions are equal, and which conditions hold.
///
/// Each expression gets a number that depends on its value only ([`ValueId`]); what is known is known of numbers. That is
/// sound because expressions are pure, variables immutable, and native values not read while they are built. What depends
/// on the read cursor has another number after each op that may move it; what depends on the output is never the same.
pub struct Known<'a> {
    pub(super) types: &'a Types,
    pub(super) function: &'a Function,
    pub(super) values: Vec<Value>,
    pub(super) numbers: HashMap<Node, ValueId>,
    pub(super) vars: HashMap<VarId, ValueId>,
    /// The lengths of bytes, where another value is known to equal them.
    pub(super) lengths: HashMap<ValueId, ValueId>,
    /// Ranges to restore at the end of scopes.
    pub(super) changed: Vec<(ValueId, Range)>,
    pub(super) cursor: Cursor,
}

/// A numbered value.
pub(super) struct Value {
    pub node: Node,
    /// `None` for bytes.
    pub scalar: Option<Scalar>,
    /// Its range here; not used for bytes.
    pub range: Range,
}

/// The values that depend on the read cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    pub pos: ValueId,
    pub left: ValueId,
    pub region: ValueId,
}

/// The start of a scope.
pub(super) struct Scope(pub usize);

impl<'a> Known<'a> {
    /// Nothing but types, at the start of a function.
    pub fn new(types: &'a Types, function: &'a Function) -> Self {
        let none = Cursor { pos: ValueId(0), left: ValueId(0), region: ValueId(0) };
        let (vars, lengths) = (HashMap::new(), HashMap::new());
        let (values, numbers, changed) = (Vec::new(), HashMap::new(), Vec::new());
        let mut known = Self { types, function, values, numbers, vars, lengths, changed, cursor: none };
        known.cursor.region = known.unknown(None);
        known.moved();
        known
    }

    /// Returns the range of a Bool, U64 or I64.
    pub fn range(&mut self, expr: &Expr) -> Option<Range> {
        let id = self.value(expr);
        self.value_at(id).scalar.map(|_| self.range_of(id))
    }

    /// Returns whether a condition holds, if that is known.
    pub fn holds(&mut self, cond: &Expr) -> Option<bool> {
        let id = self.value(cond);
        self.truth(id)
    }

    /// Returns the range of the length of bytes.
    pub fn length(&mut self, bytes: &Expr) -> Range {
        let id = self.value(bytes);
        let length = self.length_of(id);
        self.range_of(length)
    }

    /// Returns true if a region has `len` bytes at `pos` for certain.
    pub fn is_inside(&mut self, region: &Expr, pos: &Expr, len: &Expr) -> bool {
        let [region, pos, len] = [region, pos, len].map(|expr| self.value(expr));
        self.inside(region, pos, len).into_iter().all(|cond| self.truth(cond) == Some(true))
            || self.inside_backward(region, pos, len).into_iter().all(|cond| self.truth(cond) == Some(true))
            || self.is_element(region, pos, len)
    }

    /// Returns true if the region consists of elements of `len` bytes, and `pos` is where one of them begins.
    fn is_element(&mut self, region: ValueId, pos: ValueId, len: ValueId) -> bool {
        let length = self.length_of(region);
        let (Some(count), Some(index)) = (self.factor(length, len), self.factor(pos, len)) else { return false };
        let greatest = self.range_of(count).max().checked_mul(self.range_of(len).max());
        let is_exact = greatest.is_some_and(|it| it <= Range::U64.max());
        let is_below = self.binary(BinaryOp::Lt, index, count);
        is_exact && self.truth(is_below) == Some(true)
    }

    /// Returns what a product multiplies a value by.
    fn factor(&self, product: ValueId, value: ValueId) -> Option<ValueId> {
        match self.value_at(product).node {
            Node::Binary(BinaryOp::Mul, left, right) if right == value => Some(left),
            Node::Binary(BinaryOp::Mul, left, right) if left == value => Some(right),
            _ => None,
        }
    }

    /// Returns the number of an expression's value.
    pub fn value(&mut self, expr: &Expr) -> ValueId {
        let mut operands = Vec::new();
        expr.visit_children(&mut |child| operands.push(self.value(child)));
        self.computed(expr, &operands)
    }

    /// Returns the number of an expression's value. Calls `f` with each subexpression and what it equals, operands first;
    /// `f` may replace it by that.
    pub(super) fn value_mut(&mut self, expr: &mut Expr, f: &mut dyn FnMut(&mut Expr, Equal)) -> ValueId {
        let mut operands = Vec::new();
        expr.visit_children_mut(&mut |child| operands.push(self.value_mut(child, f)));
        let id = self.computed(expr, &operands);
        let equal = match (&self.value_at(id).node, &*expr) {
            // Byte constants stay bound once.
            (Node::Const(_), Expr::Const(_)) | (Node::Const(Const::Bytes(_)), _) => Equal::Itself,
            (Node::Const(value), _) => Equal::Constant(value.clone()),
            _ => operands.iter().position(|it| *it == id).map_or(Equal::Itself, Equal::Operand),
        };
        f(expr, equal);
        id
    }

    pub(super) fn range_of(&self, id: ValueId) -> Range {
        self.value_at(id).range
    }

    pub(super) fn truth(&self, id: ValueId) -> Option<bool> {
        self.range_of(id).exactly().map(|value| value != 0)
    }

    pub(super) fn scalar_range(&self, id: ValueId) -> Option<Range> {
        self.value_at(id).scalar.map(|_| self.range_of(id))
    }

    /// Returns the constant that a value is known to be.
    pub(super) fn constant_of(&self, id: ValueId) -> Option<Const> {
        match &self.value_at(id).node {
            Node::Const(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Returns true if the value is a Bool.
    pub(super) fn is_bool(&self, id: ValueId) -> bool {
        self.value_at(id).scalar == Some(Scalar::Bool)
    }

    pub(super) fn value_at(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    pub(super) fn exactly(&self, id: ValueId) -> Option<i128> {
        self.value_at(id).scalar.and_then(|_| self.range_of(id).exactly())
    }
}

//! The numbers of expressions' values.

use super::arithmetic;
use super::known::{Known, Value};
use super::node::{Native, Node, ValueId, is_commutative};
use super::range::{Range, Scalar};
use crate::types::Type;
use crate::{BinaryOp, Const, Expr, Place, PlaceType, PureLeaf, UnaryOp, VarId};

impl Known<'_> {
    /// Returns the number of an expression whose operands have these numbers.
    pub(super) fn computed(&mut self, expr: &Expr, operands: &[ValueId]) -> ValueId {
        let id = match (expr, operands) {
            (Expr::Const(value), _) => self.constant(value.clone()),
            (Expr::Var(var), _) => self.var(*var),
            (Expr::Unary(op, _), [value]) => self.unary(*op, *value),
            (Expr::Binary(op, ..), [left, right]) => self.binary(*op, *left, *right),
            (Expr::Select(..), [cond, then, other]) => self.select(*cond, *then, *other),
            (Expr::Wrap { bits, signed, .. }, [value]) => self.low_bits(*bits, *signed, *value),
            (Expr::OfBool(_), [value]) => self.number(Node::OfBool(*value), Scalar::U64, self.range_of(*value)),
            (Expr::IsMember(id, _), [value]) => self.number(Node::IsMember(*id, *value), Scalar::Bool, Range::BOOL),
            (Expr::Leaf(leaf, _), args) => self.leaf(*leaf, args),
            (Expr::BytesLen(_), [bytes]) => self.length_of(*bytes),
            (Expr::Load { section, offset, width, order }, _) => {
                let node = Node::Load { section: self.var(*section), offset: *offset, width: *width, order: *order };
                self.number(node, Scalar::U64, Range::of_bits(width * 8, false))
            }
            (Expr::Slice { section, offset, len }, _) => {
                let node = Node::Slice { section: self.var(*section), offset: *offset, len: *len };
                self.intern(node, None, Range::LENGTH)
            }
            (Expr::Get(place), indices) => self.native(Native::Get, place, indices),
            (Expr::Len(place), indices) => self.native(Native::Len, place, indices),
            (Expr::Present(place), indices) => self.native(Native::Present, place, indices),
            (Expr::Case(place), indices) => self.native(Native::Case, place, indices),
            (Expr::Pos, _) => self.cursor.pos,
            (Expr::Left, _) => self.cursor.left,
            (Expr::Input, _) => self.cursor.region,
            (Expr::Setting(setting), _) => self.number(Node::Setting(*setting), Scalar::Bool, Range::BOOL),
            (Expr::Unknown { .. } | Expr::Since(_), _) => self.unknown(None),
            (Expr::Base | Expr::Tail, _) => self.unknown(Some(Scalar::U64)),
            // Broken functions only.
            (
                Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Select(..)
                | Expr::Wrap { .. }
                | Expr::OfBool(_)
                | Expr::IsMember(..)
                | Expr::BytesLen(_),
                _,
            ) => self.unknown(None),
        };
        self.settled(id)
    }

    /// Returns the number of the constant that a value is known to be, or its own.
    fn settled(&mut self, id: ValueId) -> ValueId {
        match (self.value_at(id).scalar, self.exactly(id)) {
            (Some(scalar), Some(value)) => self.constant(scalar.constant(value)),
            _ => id,
        }
    }

    pub(super) fn var(&mut self, var: VarId) -> ValueId {
        match self.vars.get(&var) {
            Some(id) => *id,
            None => self.bind_unknown(var),
        }
    }

    pub(super) fn constant(&mut self, value: Const) -> ValueId {
        let scalar = Scalar::of(&value.ty());
        let range = value.number().map_or(Range::LENGTH, Range::exact);
        self.intern(Node::Const(value), scalar, range)
    }

    pub(super) fn unknown(&mut self, scalar: Option<Scalar>) -> ValueId {
        let node = Node::Unknown(self.values.len() as u32);
        self.intern(node, scalar, scalar.map_or(Range::LENGTH, Scalar::range))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, value: ValueId) -> ValueId {
        if let Node::Unary(inner, operand) = self.value_at(value).node
            && inner == op
        {
            return operand;
        }
        let ty = match (op, self.value_at(value).scalar) {
            (UnaryOp::Not, _) => Scalar::Bool,
            (UnaryOp::Reinterpret, Some(Scalar::U64)) => Scalar::I64,
            (UnaryOp::Complement | UnaryOp::Reinterpret, _) => Scalar::U64,
        };
        let range = arithmetic::unary(op, ty, self.range_of(value));
        self.number(Node::Unary(op, value), ty, range)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: ValueId, right: ValueId) -> ValueId {
        match op {
            BinaryOp::Lt => {
                let reverse = self.binary(BinaryOp::Le, right, left);
                return self.unary(UnaryOp::Not, reverse);
            }
            BinaryOp::Ne => {
                let equal = self.binary(BinaryOp::Eq, left, right);
                return self.unary(UnaryOp::Not, equal);
            }
            _ => {}
        }
        if let Some(operand) = self.same_as_operand(op, left, right) {
            return operand;
        }
        let (left, right) = if is_commutative(op) && right < left { (right, left) } else { (left, right) };
        let operands = self.value_at(left).scalar;
        let ty = if matches!(op, BinaryOp::Eq | BinaryOp::Le) { Some(Scalar::Bool) } else { operands };
        let range = match operands {
            Some(operands) => arithmetic::binary(op, operands, self.range_of(left), self.range_of(right)),
            None => Range::BOOL,
        };
        let range = if op == BinaryOp::Le && self.is_ordered(left, right) { Range::exact(1) } else { range };
        match ty {
            Some(ty) => self.number(Node::Binary(op, left, right), ty, range),
            None => self.unknown(None),
        }
    }

    /// Returns the value that equals the operator's result, if it is an operand or a constant.
    fn same_as_operand(&mut self, op: BinaryOp, left: ValueId, right: ValueId) -> Option<ValueId> {
        let (one, other) = (self.exactly(left), self.exactly(right));
        let (ranges, same) = ((self.range_of(left), self.range_of(right)), left == right);
        match op {
            BinaryOp::Eq | BinaryOp::Le if same => Some(self.constant(Const::Bool(true))),
            BinaryOp::Sub | BinaryOp::Xor if same => {
                let zero = self.value_at(left).scalar?.constant(0);
                Some(self.constant(zero))
            }
            BinaryOp::And | BinaryOp::Or if same => Some(left),
            BinaryOp::And if covers(other, ranges.0) => Some(left),
            BinaryOp::And if covers(one, ranges.1) => Some(right),
            BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if one == Some(0) => Some(right),
            BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Sub | BinaryOp::Shl | BinaryOp::Shr
                if other == Some(0) =>
            {
                Some(left)
            }
            BinaryOp::Mul if one == Some(1) => Some(right),
            BinaryOp::Mul | BinaryOp::Div if other == Some(1) => Some(left),
            BinaryOp::Rem if other.is_some_and(|other| ranges.0.is_within(Range::new(0, other.max(1) - 1))) => {
                Some(left)
            }
            _ => None,
        }
    }

    /// Returns true if `left <= right` follows from other comparisons: `a - b <= c` from `a <= c` and `b <= a`.
    fn is_ordered(&self, left: ValueId, right: ValueId) -> bool {
        match self.value_at(left).node {
            Node::Binary(BinaryOp::Sub, from, part) if self.value_at(left).scalar == Some(Scalar::U64) => {
                self.is_at_most(from, right) && self.is_at_most(part, from)
            }
            _ => false,
        }
    }

    fn is_at_most(&self, left: ValueId, right: ValueId) -> bool {
        let noted = || self.numbers.get(&Node::Binary(BinaryOp::Le, left, right)).and_then(|id| self.truth(*id));
        left == right || self.range_of(left).max() <= self.range_of(right).min() || noted() == Some(true)
    }

    pub(super) fn select(&mut self, cond: ValueId, then: ValueId, other: ValueId) -> ValueId {
        match self.truth(cond) {
            Some(true) => then,
            Some(false) => other,
            None if then == other => then,
            None => {
                let range = self.range_of(then).union(self.range_of(other));
                let scalar = self.value_at(then).scalar;
                let id =
                    self.intern(Node::Select(cond, then, other), scalar, scalar.map_or(Range::LENGTH, Scalar::range));
                if scalar.is_some() {
                    self.narrow(id, range);
                }
                id
            }
        }
    }

    fn low_bits(&mut self, bits: u8, signed: bool, value: ValueId) -> ValueId {
        let (ty, range) = (if signed { Scalar::I64 } else { Scalar::U64 }, self.range_of(value));
        match range.fits(bits, signed) {
            true if self.value_at(value).scalar == Some(ty) => value,
            true => self.unary(UnaryOp::Reinterpret, value),
            false => {
                let range = arithmetic::low_bits(bits, signed, range);
                self.number(Node::LowBits { bits, signed, value }, ty, range)
            }
        }
    }

    fn leaf(&mut self, leaf: PureLeaf, args: &[ValueId]) -> ValueId {
        let scalar = leaf.results().first().and_then(Scalar::of);
        let id = self.intern(Node::Leaf(leaf, args.to_vec()), scalar, scalar.map_or(Range::LENGTH, Scalar::range));
        match leaf {
            PureLeaf::VarintSize => self.narrow(id, Range::new(1, 10)),
            PureLeaf::DecimalFloat32 => self.narrow(id, Range::of_bits(32, false)),
            PureLeaf::Utf8Valid | PureLeaf::IsAscii | PureLeaf::UntilNul | PureLeaf::DecimalFloat64 => {}
        }
        id
    }

    fn native(&mut self, what: Native, place: &Place, indices: &[ValueId]) -> ValueId {
        let ty = self.types.at(self.function, place).and_then(PlaceType::value);
        let (scalar, range) = match (what, ty) {
            (Native::Get, Some(ty)) => (ty.scalar().as_ref().and_then(Scalar::of), self.native_range(ty)),
            (Native::Get, None) => (None, Range::LENGTH),
            (Native::Present, _) => (Some(Scalar::Bool), Range::BOOL),
            (Native::Len | Native::Case, Some(Type::Array(_, len))) => {
                (Some(Scalar::U64), Range::exact(i128::from(*len)))
            }
            (Native::Len | Native::Case, _) => (Some(Scalar::U64), Range::LENGTH),
        };
        let id = self.intern(Node::native(what, place, indices), scalar, range);
        if what == Native::Get && matches!(ty, Some(Type::Text { .. } | Type::Bytes)) {
            let length = self.intern(Node::native(Native::Len, place, indices), Some(Scalar::U64), Range::LENGTH);
            self.lengths.insert(id, length);
        }
        if let (Native::Get, Some(Type::FixedBytes(len, _))) = (what, ty) {
            self.has_length(id, u64::from(*len));
        }
        id
    }

    /// Returns the range of native scalars of a type.
    fn native_range(&self, ty: &Type) -> Range {
        match ty {
            Type::Bool => Range::BOOL,
            Type::Int { bits, signed, .. } => Range::of_bits(*bits, *signed),
            Type::Float { bits } => Range::of_bits(*bits, false),
            Type::Enum(id) => {
                let ty = self.types.enumeration(*id);
                // Numbers are I64 whatever the enum's own type is.
                Range::of_bits(ty.bits, ty.signed || ty.bits == 64)
            }
            _ => Range::LENGTH,
        }
    }

    /// Returns the length of bytes.
    pub(super) fn length_of(&mut self, bytes: ValueId) -> ValueId {
        if let Some(length) = self.lengths.get(&bytes) {
            return *length;
        }
        match &self.value_at(bytes).node {
            Node::Const(Const::Bytes(value)) => {
                let len = value.len() as u64;
                self.constant(Const::U64(len))
            }
            Node::Slice { len, .. } => {
                let len = u64::from(*len);
                self.constant(Const::U64(len))
            }
            Node::Leaf(PureLeaf::UntilNul, args) => {
                let most = args.first().copied().map(|bytes| self.length_of(bytes));
                let id = self.number(Node::Length(bytes), Scalar::U64, Range::LENGTH);
                most.into_iter().for_each(|most| self.narrow(id, Range::new(0, self.range_of(most).max())));
                id
            }
            _ => self.number(Node::Length(bytes), Scalar::U64, Range::LENGTH),
        }
    }

    /// Returns the number of a node, which is known to be in a range here.
    fn number(&mut self, node: Node, scalar: Scalar, range: Range) -> ValueId {
        let id = self.intern(node, Some(scalar), scalar.range());
        self.narrow(id, range);
        id
    }

    /// Returns the number of a node. The range is that of the first use, and must hold everywhere.
    pub(super) fn intern(&mut self, node: Node, scalar: Option<Scalar>, range: Range) -> ValueId {
        if let Some(id) = self.numbers.get(&node) {
            return *id;
        }
        let id = ValueId(self.values.len() as u32);
        self.numbers.insert(node.clone(), id);
        self.values.push(Value { node, scalar, range });
        id
    }
}

/// Returns true if a mask has all bits that a value can have.
fn covers(mask: Option<i128>, value: Range) -> bool {
    mask.is_some_and(|mask| value.is_non_negative() && value.bits() & !mask == 0)
}

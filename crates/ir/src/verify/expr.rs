use super::Rule;
use super::checker::{Checker, Mode};
use crate::types::Type;
use crate::{BinaryOp, Const, Expr, Order, ParamKind, Place, UnaryOp, ValueType, VarId};

impl Checker<'_> {
    /// Returns the type of an expression, or `None` if it is ill-typed, which is reported.
    pub(super) fn expr(&mut self, expr: &Expr) -> Option<ValueType> {
        match expr {
            Expr::Const(value) => Some(value.ty()),
            Expr::Var(var) => self.value_var(*var),
            Expr::Get(place) => self.get(place),
            Expr::Len(place) => self.measure(place, "a list, an array, a map, a text or bytes", has_len),
            Expr::Case(place) => self.measure(place, "a union", |ty| matches!(ty, Type::Union(_))),
            Expr::Present(place) => self.present(place),
            Expr::Unknown { place, .. } => {
                self.measure(place, "a struct", |ty| matches!(ty, Type::Struct(_)))?;
                Some(ValueType::Bytes)
            }
            Expr::Unary(op, value) => self.unary(*op, value),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Select(cond, then, other) => self.select(cond, then, other),
            Expr::Wrap { bits, signed, value } => {
                self.require(matches!(bits, 1..=64), Rule::Constant, "1 to 64 bits are kept");
                self.integer(value)?;
                Some(if *signed { ValueType::I64 } else { ValueType::U64 })
            }
            Expr::Setting(_) => Some(ValueType::Bool),
            Expr::OfBool(value) => self.converted(value, &ValueType::Bool, ValueType::U64),
            Expr::IsMember(_, value) => self.converted(value, &ValueType::I64, ValueType::Bool),
            Expr::Leaf(leaf, args) => {
                self.args(leaf.args(), args);
                leaf.results().first().cloned()
            }
            Expr::Load { section, offset, width, order } => {
                self.width(*width);
                self.order(*order);
                self.part(*section, *offset, u32::from(*width))?;
                Some(ValueType::U64)
            }
            Expr::Slice { section, offset, len } => {
                self.part(*section, *offset, *len)?;
                Some(ValueType::Section(*len))
            }
            Expr::BytesLen(value) => self.converted(value, &ValueType::Bytes, ValueType::U64),
            Expr::Since(value) => self.converted(value, &ValueType::U64, ValueType::Bytes),
            Expr::Input => Some(ValueType::Bytes),
            Expr::Base => {
                let in_section = matches!(self.mode, Mode::Section { .. });
                self.require(in_section, Rule::Discipline, "`@base` stands outside of a section");
                Some(ValueType::U64)
            }
            Expr::Pos | Expr::Left | Expr::Tail => Some(ValueType::U64),
        }
    }

    fn converted(&mut self, value: &Expr, from: &ValueType, to: ValueType) -> Option<ValueType> {
        self.expect(value, from);
        Some(to)
    }

    /// Checks the arguments of a leaf.
    pub(super) fn args(&mut self, expected: &[ValueType], args: &[Expr]) {
        self.require(expected.len() == args.len(), Rule::Arity, "the leaf takes another number of arguments");
        args.iter().zip(expected).for_each(|(arg, ty)| self.expect(arg, ty));
    }

    fn value_var(&mut self, var: VarId) -> Option<ValueType> {
        self.in_scope(var)?;
        match self.var_type(var) {
            Some(ValueType::Ref(_)) => {
                self.report(Rule::Type, format!("`{}` is a native value: a place is needed", self.name(var)));
                None
            }
            ty => ty.cloned(),
        }
    }

    fn get(&mut self, place: &Place) -> Option<ValueType> {
        let at = self.place(place, ParamKind::Read)?;
        let ty = at.value().and_then(Type::scalar);
        if ty.is_none() {
            self.report(Rule::Place, "only scalars, texts and bytes have a value");
        }
        ty
    }

    fn measure(&mut self, place: &Place, what: &str, holds: fn(&Type) -> bool) -> Option<ValueType> {
        let at = self.place(place, ParamKind::Read)?;
        if !at.value().is_some_and(holds) {
            self.report(Rule::Place, format!("{what} expected at this place"));
        }
        Some(ValueType::U64)
    }

    fn present(&mut self, place: &Place) -> Option<ValueType> {
        let at = self.place(place, ParamKind::Read)?;
        let optional = matches!(at, crate::PlaceType::Optional(_));
        self.require(optional, Rule::Place, "an optional expected at this place");
        Some(ValueType::Bool)
    }

    fn integer(&mut self, value: &Expr) -> Option<ValueType> {
        let ty = self.expr(value)?;
        if !matches!(ty, ValueType::U64 | ValueType::I64) {
            self.report(Rule::Type, format!("an integer expected, not {ty:?}"));
            return None;
        }
        Some(ty)
    }

    fn unary(&mut self, op: UnaryOp, value: &Expr) -> Option<ValueType> {
        match op {
            UnaryOp::Not => self.converted(value, &ValueType::Bool, ValueType::Bool),
            UnaryOp::Complement => self.converted(value, &ValueType::U64, ValueType::U64),
            UnaryOp::Reinterpret => {
                Some(if self.integer(value)? == ValueType::U64 { ValueType::I64 } else { ValueType::U64 })
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<ValueType> {
        let ty = self.expr(left)?;
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let below_64 = matches!(right, Expr::Const(Const::U64(0..64)));
                self.require(below_64, Rule::Constant, "a shift is by a constant below 64");
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = matches!(right, Expr::Const(Const::U64(0) | Const::I64(0)));
                let constant = matches!(right, Expr::Const(_)) && !zero;
                self.require(constant, Rule::Constant, "a divisor is a constant other than 0");
                self.expect(right, &ty);
            }
            _ => {
                let right = self.expr(right)?;
                self.require(same_operand(&ty, &right), Rule::Type, "both operands have the same type");
            }
        }
        let integer = matches!(ty, ValueType::U64 | ValueType::I64);
        let (allowed, compares) = match op {
            BinaryOp::Eq | BinaryOp::Ne => (!matches!(ty, ValueType::Ref(_)), true),
            BinaryOp::Lt | BinaryOp::Le => (integer, true),
            BinaryOp::And | BinaryOp::Or => (integer || ty == ValueType::Bool, false),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr => (integer, false),
        };
        self.require(allowed, Rule::Type, "the operator does not take operands of this type");
        Some(if compares { ValueType::Bool } else { ty })
    }

    fn select(&mut self, cond: &Expr, then: &Expr, other: &Expr) -> Option<ValueType> {
        self.expect(cond, &ValueType::Bool);
        let (then, other) = (self.expr(then)?, self.expr(other)?);
        self.require(same_operand(&then, &other), Rule::Type, "both values have the same type");
        Some(if then == other { then } else { ValueType::Bytes })
    }

    /// Checks a constant part of a section.
    fn part(&mut self, section: VarId, offset: u32, len: u32) -> Option<()> {
        self.in_scope(section)?;
        match self.var_type(section) {
            Some(ValueType::Section(whole)) => {
                let inside = u64::from(offset) + u64::from(len) <= u64::from(*whole);
                self.require(inside, Rule::Section, "the part ends behind its section");
                Some(())
            }
            _ => {
                self.report(Rule::Type, format!("`{}` is not a section", self.name(section)));
                None
            }
        }
    }

    pub(super) fn width(&mut self, width: u8) {
        self.require(matches!(width, 1 | 2 | 4 | 8), Rule::Constant, "a width is 1, 2, 4 or 8 bytes");
    }

    pub(super) fn order(&mut self, order: Order) {
        if let Order::LittleIf(var) = order {
            self.expect(&Expr::Var(var), &ValueType::Bool);
        }
    }
}

fn has_len(ty: &Type) -> bool {
    match ty {
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => true,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Struct(_) | Type::Union(_) => false,
    }
}

fn same_operand(left: &ValueType, right: &ValueType) -> bool {
    let bytes = |ty: &ValueType| matches!(ty, ValueType::Bytes | ValueType::Section(_));
    left == right || (bytes(left) && bytes(right))
}

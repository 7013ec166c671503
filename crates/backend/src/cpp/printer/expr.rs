//! Expressions.

use super::{Cursor, Mode, Printer};
use crate::cpp::native::string_literal;
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Expr as Ir, Order, PureLeaf, UnaryOp, ValueType, VarId};
use polywire_srcgen::{Expr, Side};

/// Precedences of C++ operators, the tightest highest.
pub(super) mod precedence {
    pub const POSTFIX: u8 = 16;
    pub const UNARY: u8 = 15;
    pub const PRODUCT: u8 = 13;
    pub const SUM: u8 = 12;
    pub const SHIFT: u8 = 11;
    pub const ORDER: u8 = 9;
    pub const EQUALITY: u8 = 8;
    pub const BIT_AND: u8 = 7;
    pub const BIT_XOR: u8 = 6;
    pub const BIT_OR: u8 = 5;
    pub const AND: u8 = 4;
    pub const OR: u8 = 3;
    pub const CONDITIONAL: u8 = 2;
}
use precedence as prec;

impl<'m> Printer<'m> {
    pub(super) fn expr(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Const(value) => constant(value),
            Ir::Var(var) => self.variable(*var),
            Ir::Get(place) => self.get(place),
            Ir::Len(place) => self.len(place),
            Ir::Present(place) => self.is_present(place),
            Ir::Case(place) => self.case(place),
            Ir::Unknown { place, format } => self.unknown(place, format),
            Ir::Unary(op, value) => self.unary(*op, value),
            Ir::Binary(op, left, right) => self.binary(*op, left, right),
            Ir::Select(cond, then, other) => self.select(cond, then, other),
            Ir::Wrap { bits, signed, value } => self.wrap(*bits, *signed, value),
            Ir::OfBool(value) => Expr::atom(format!("std::uint64_t{{{}}}", self.expr(value))),
            Ir::IsMember(id, value) => {
                self.tested_enums.insert(id.0);
                let name = self.unit.names.enumeration(*id).name.local.clone();
                Expr::call(format!("is_{name}"), [self.expr(value)])
            }
            Ir::Leaf(leaf, args) => self.pure_leaf(*leaf, args),
            Ir::Load { section, offset, width, order } => self.load(*section, *offset, *width, *order),
            Ir::Slice { section, offset, len } => {
                let at = at_offset(&self.info(*section).text, *offset);
                Expr::call("bytes", [at.text, len.to_string()])
            }
            Ir::BytesLen(value) => self.bytes_len(value),
            Ir::Pos => Expr::atom(format!("static_cast<std::uint64_t>({} - {})", self.cursor.p, self.cursor.begin)),
            Ir::Left => Expr::atom(format!("static_cast<std::uint64_t>({} - {})", self.cursor.end, self.cursor.p)),
            Ir::Since(from) => {
                let (begin, from, p) = (self.cursor.begin.clone(), self.expr(from), self.cursor.p.clone());
                Expr::call("since", [begin, from.text, p])
            }
            Ir::Input => Expr::call("bytes", [&self.cursor.begin, &self.cursor.limit]),
            Ir::Base => self.section_position(),
            Ir::Tail => self.stream_position(),
        }
    }

    fn variable(&self, var: VarId) -> Expr {
        let info = self.info(var);
        if info.is_text { Expr::call("as_bytes", [info.text]) } else { info.text }
    }

    /// The expression as an operand of a bitwise operator, where compilers ask for parentheses.
    fn operand(&mut self, expr: &Ir) -> Expr {
        let expr = self.expr(expr);
        Expr::atom(expr.within(prec::UNARY))
    }

    /// A Bytes value; a section is one of its length.
    pub(super) fn bytes(&mut self, expr: &Ir) -> Expr {
        if let Ir::Var(var) = expr
            && let ValueType::Section(len) = self.var_type(*var)
        {
            return Expr::call("bytes", [self.info(*var).text.text, len.to_string()]);
        }
        self.expr(expr)
    }

    pub(super) fn type_of(&self, expr: &Ir) -> ValueType {
        match expr {
            Ir::Const(Const::Bool(_)) | Ir::Present(_) | Ir::IsMember(..) => ValueType::Bool,
            Ir::Const(Const::U64(_)) | Ir::Len(_) | Ir::Case(_) | Ir::OfBool(_) | Ir::Load { .. } => ValueType::U64,
            Ir::BytesLen(_) | Ir::Pos | Ir::Left | Ir::Base | Ir::Tail => ValueType::U64,
            Ir::Const(Const::I64(_)) => ValueType::I64,
            Ir::Const(Const::Bytes(_)) | Ir::Unknown { .. } | Ir::Since(_) | Ir::Input => ValueType::Bytes,
            Ir::Slice { len, .. } => ValueType::Section(*len),
            Ir::Var(var) => self.var_type(*var).clone(),
            Ir::Get(place) => self.place_type(place).map_or(ValueType::U64, of_native),
            Ir::Unary(UnaryOp::Not, _) => ValueType::Bool,
            Ir::Unary(UnaryOp::Complement, _) => ValueType::U64,
            Ir::Unary(UnaryOp::Reinterpret, value) => match self.type_of(value) {
                ValueType::U64 => ValueType::I64,
                _ => ValueType::U64,
            },
            Ir::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => ValueType::Bool,
            Ir::Binary(_, left, _) => self.type_of(left),
            Ir::Select(_, then, _) => self.type_of(then),
            Ir::Wrap { signed: true, .. } => ValueType::I64,
            Ir::Wrap { signed: false, .. } => ValueType::U64,
            Ir::Leaf(leaf, _) => leaf.results()[0].clone(),
        }
    }

    fn unary(&mut self, op: UnaryOp, value: &Ir) -> Expr {
        match op {
            UnaryOp::Not => self.negation(value),
            UnaryOp::Complement => Expr::prefix("~", prec::UNARY, &self.typed(value)),
            UnaryOp::Reinterpret => {
                let to = if self.type_of(value) == ValueType::U64 { "int64" } else { "uint64" };
                Expr::atom(format!("static_cast<std::{to}_t>({})", self.expr(value)))
            }
        }
    }

    /// An expression whose C++ type is exactly that of its IR type, also for literals.
    pub(super) fn typed(&mut self, value: &Ir) -> Expr {
        let text = self.expr(value);
        match value {
            Ir::Const(Const::U64(_)) => Expr::atom(format!("std::uint64_t{{{text}}}")),
            Ir::Const(Const::I64(_)) => Expr::atom(format!("std::int64_t{{{text}}}")),
            _ => text,
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        match self.type_of(left) {
            ValueType::Bytes | ValueType::Section(_) => return self.compare_bytes(op, left, right),
            ValueType::I64 => {
                if let Some(function) = wrapping(op) {
                    return Expr::call(function, [self.expr(left), self.expr(right)]);
                }
            }
            ValueType::Bool | ValueType::U64 | ValueType::Ref(_) => {}
        }
        if op == BinaryOp::Sub
            && let Some(distance) = self.distance(left, right)
        {
            return distance;
        }
        let logical = self.type_of(left) == ValueType::Bool;
        let (text, precedence, side) = operator(op, logical);
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le) {
            return self.comparison(text, left, right);
        }
        let (left, right) = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (self.operand_of(left, op), self.operand_of(right, op)),
            BinaryOp::Shl | BinaryOp::Shr => (self.typed_operand(left), self.operand(right)),
            _ => (self.expr(left), self.expr(right)),
        };
        Expr::infix(&left, text, precedence, side, &right)
    }

    /// From the section to the end of the stream, which takes no position from the start of the output.
    fn distance(&self, left: &Ir, right: &Ir) -> Option<Expr> {
        let (ahead, behind) = (offset_from(left, &Ir::Tail)?, offset_from(right, &Ir::Base)?);
        if self.stream.mode != Mode::Raw {
            return None;
        }
        let distance = format!("static_cast<std::uint64_t>({} - {})", self.stream.out, self.section);
        Some(match ahead.checked_sub(behind) {
            Some(0) => Expr::atom(distance),
            Some(more) => Expr::new(format!("{distance} + {more}"), prec::SUM),
            None => Expr::new(format!("{distance} - {}", behind - ahead), prec::SUM),
        })
    }

    /// A comparison of integers or conditions.
    pub(super) fn comparison(&mut self, text: &str, left: &Ir, right: &Ir) -> Expr {
        if let Some(empty) = self.left_is_zero(text, left, right) {
            return empty;
        }
        let precedence = if matches!(text, "==" | "!=") { prec::EQUALITY } else { prec::ORDER };
        let small = |value: &Ir| matches!(value, Ir::Const(Const::I64(-1_000..1_000)));
        let (left, right) = match (small(left), small(right)) {
            (false, true) => (self.unwidened(left), self.expr(right)),
            (true, false) => (self.expr(left), self.unwidened(right)),
            _ => (self.expr(left), self.expr(right)),
        };
        Expr::infix(
            &Expr::atom(left.within(prec::SUM)),
            text,
            precedence,
            Side::None,
            &Expr::atom(right.within(prec::SUM)),
        )
    }

    /// Whether the window is used up.
    fn left_is_zero(&self, text: &str, left: &Ir, right: &Ir) -> Option<Expr> {
        let zero = Ir::from(0u64);
        let fits = matches!((left, right), (Ir::Left, other) | (other, Ir::Left) if *other == zero);
        let Cursor { p, end, .. } = &self.cursor;
        match text {
            "==" | "!=" if fits => Some(Expr::new(format!("{p} {text} {end}"), prec::EQUALITY)),
            _ => None,
        }
    }

    /// A native signed integer in its own width.
    fn unwidened(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Get(place) if matches!(self.place_type(place), Some(Type::Int { signed: true, .. })) => {
                self.place(place)
            }
            _ => self.expr(value),
        }
    }

    /// A chain of the same bitwise operator needs no parentheses; conditions of `&&` and `||` only the looser ones.
    fn operand_of(&mut self, expr: &Ir, op: BinaryOp) -> Expr {
        let same = matches!(expr, Ir::Binary(inner, ..) if *inner == op);
        let condition = self.type_of(expr) == ValueType::Bool;
        let text = self.typed(expr);
        let needed = if same {
            0
        } else if condition {
            prec::EQUALITY
        } else {
            prec::UNARY
        };
        Expr::atom(text.within(needed))
    }

    fn typed_operand(&mut self, expr: &Ir) -> Expr {
        Expr::atom(self.typed(expr).within(prec::UNARY))
    }

    fn compare_bytes(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let same = Expr::call("same", [self.bytes(left), self.bytes(right)]);
        if op == BinaryOp::Ne { negated(&same) } else { same }
    }

    fn select(&mut self, cond: &Ir, then: &Ir, other: &Ir) -> Expr {
        let cond = self.expr(cond).within(prec::OR);
        let branches = [then, other].map(|branch| match self.type_of(branch) {
            ValueType::Bytes | ValueType::Section(_) => self.bytes(branch),
            _ => self.typed(branch),
        });
        let [then, other] = branches.map(|branch| branch.within(prec::CONDITIONAL + 1));
        Expr::new(format!("{cond} ? {then} : {other}"), prec::CONDITIONAL)
    }

    fn wrap(&mut self, bits: u8, signed: bool, value: &Ir) -> Expr {
        let to = if signed { "std::int64_t" } else { "std::uint64_t" };
        match bits {
            8 | 16 | 32 => {
                let narrow = super::super::native::integer(bits, signed);
                Expr::atom(format!("{to}{{static_cast<{narrow}>({})}}", self.expr(value)))
            }
            64 => Expr::atom(format!("static_cast<{to}>({})", self.expr(value))),
            _ => self.wrap_odd(bits, signed, value),
        }
    }

    fn wrap_odd(&mut self, bits: u8, signed: bool, value: &Ir) -> Expr {
        let value = if self.type_of(value) == ValueType::I64 {
            Expr::atom(format!("static_cast<std::uint64_t>({})", self.expr(value)))
        } else {
            self.typed(value)
        };
        if signed {
            return Expr::call("sign_extend", [value.text, bits.to_string()]);
        }
        let mask = (1u64 << bits) - 1;
        let value = Expr::atom(value.within(prec::UNARY));
        Expr::infix(&value, "&", prec::BIT_AND, Side::Left, &unsigned(mask))
    }

    fn pure_leaf(&mut self, leaf: PureLeaf, args: &[Ir]) -> Expr {
        match leaf {
            PureLeaf::VarintSize => {
                Expr::call("std::uint64_t", [Expr::call("leaf::varint_size", [self.expr(&args[0])])])
            }
            PureLeaf::Utf8Valid => Expr::call("leaf::utf8_valid", [self.bytes(&args[0])]),
            PureLeaf::UntilNul => Expr::call("until_nul", [self.bytes(&args[0])]),
        }
    }

    fn load(&mut self, section: VarId, offset: u32, width: u8, order: Order) -> Expr {
        let at = at_offset(&self.info(section).text, offset);
        self.load_at(&at.text, width, order)
    }

    /// The integer at an address.
    pub(super) fn load_at(&self, at: &str, width: u8, order: Order) -> Expr {
        let ty = super::super::native::integer(width * 8, false);
        let load = |order: &str| {
            if width == 1 {
                format!("*({at})").replace("*(p)", "*p")
            } else {
                format!("leaf::load_{order}<{ty}>({at})")
            }
        };
        let value = match order {
            Order::Little => load("le"),
            Order::Big => load("be"),
            Order::LittleIf(var) => {
                format!("{} ? {} : {}", self.info(var).text.within(prec::OR), load("le"), load("be"))
            }
        };
        if width == 8 && !matches!(order, Order::LittleIf(_)) {
            return Expr::atom(value);
        }
        let cast = if matches!(order, Order::LittleIf(_)) { "static_cast<std::uint64_t>" } else { "std::uint64_t" };
        let (open, close) = if cast.starts_with("static") { ('(', ')') } else { ('{', '}') };
        Expr::atom(format!("{cast}{open}{value}{close}"))
    }

    fn bytes_len(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Var(var) => match self.var_type(*var) {
                ValueType::Section(len) => unsigned(u64::from(*len)),
                _ => Expr::atom(format!("{}.size()", self.info(*var).text.within(prec::POSTFIX))),
            },
            Ir::Get(place) if self.place_type(place).is_some_and(has_size) => {
                let place = self.place(place);
                Expr::atom(format!("{}.size()", place.within(prec::POSTFIX)))
            }
            _ => Expr::atom(format!("{}.size()", self.bytes(value).within(prec::POSTFIX))),
        }
    }
}

fn has_size(ty: &Type) -> bool {
    matches!(ty, Type::Text { .. } | Type::Bytes | Type::FixedBytes(_))
}

/// The IR type of a native scalar, text or bytes.
fn of_native(ty: &Type) -> ValueType {
    match ty {
        Type::Bool => ValueType::Bool,
        Type::Int { signed: true, .. } | Type::Enum(_) => ValueType::I64,
        Type::Int { signed: false, .. } | Type::Float { .. } => ValueType::U64,
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(_) => ValueType::Bytes,
        Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) => ValueType::Ref(ty.clone()),
    }
}

pub(super) fn constant(value: &Const) -> Expr {
    match value {
        Const::Bool(value) => Expr::atom(value.to_string()),
        Const::U64(value) => unsigned(*value),
        Const::I64(i64::MIN) => Expr::atom("INT64_MIN"),
        Const::I64(value) if *value < 0 => Expr::new(value.to_string(), prec::UNARY),
        Const::I64(value) => Expr::atom(value.to_string()),
        Const::Bytes(bytes) => Expr::call("literal", [string_literal(bytes)]),
    }
}

/// Small numbers in decimal; large ones, which are bit patterns more often than counts, in hexadecimal.
pub(super) fn unsigned(value: u64) -> Expr {
    Expr::atom(if value < 1 << 31 { value.to_string() } else { format!("{value:#x}u") })
}

/// `pointer + offset`.
pub(super) fn at_offset(pointer: &Expr, offset: u32) -> Expr {
    if offset == 0 {
        return pointer.clone();
    }
    Expr::infix(pointer, "+", prec::SUM, Side::Left, &Expr::atom(offset.to_string()))
}

/// The opposite of a condition.
pub(super) fn negated(condition: &Expr) -> Expr {
    Expr::prefix("!", prec::UNARY, condition)
}

fn wrapping(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Add => Some("wrapping_add"),
        BinaryOp::Sub => Some("wrapping_subtract"),
        BinaryOp::Mul => Some("wrapping_multiply"),
        BinaryOp::Div => Some("wrapping_divide"),
        BinaryOp::Rem => Some("wrapping_remainder"),
        BinaryOp::Shl => Some("wrapping_shift_left"),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shr => None,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => None,
    }
}

fn operator(op: BinaryOp, logical: bool) -> (&'static str, u8, Side) {
    match op {
        BinaryOp::Add => ("+", prec::SUM, Side::Left),
        BinaryOp::Sub => ("-", prec::SUM, Side::Left),
        BinaryOp::Mul => ("*", prec::PRODUCT, Side::Left),
        BinaryOp::Div => ("/", prec::PRODUCT, Side::Left),
        BinaryOp::Rem => ("%", prec::PRODUCT, Side::Left),
        BinaryOp::And if logical => ("&&", prec::AND, Side::Both),
        BinaryOp::Or if logical => ("||", prec::OR, Side::Both),
        BinaryOp::Xor if logical => ("!=", prec::EQUALITY, Side::None),
        BinaryOp::And => ("&", prec::BIT_AND, Side::Both),
        BinaryOp::Or => ("|", prec::BIT_OR, Side::Both),
        BinaryOp::Xor => ("^", prec::BIT_XOR, Side::Both),
        BinaryOp::Shl => ("<<", prec::SHIFT, Side::None),
        BinaryOp::Shr => (">>", prec::SHIFT, Side::None),
        BinaryOp::Eq => ("==", prec::EQUALITY, Side::None),
        BinaryOp::Ne => ("!=", prec::EQUALITY, Side::None),
        BinaryOp::Lt => ("<", prec::ORDER, Side::None),
        BinaryOp::Le => ("<=", prec::ORDER, Side::None),
    }
}

/// What is added to `base`, if the expression is it and a constant.
fn offset_from(expr: &Ir, base: &Ir) -> Option<u64> {
    match expr {
        Ir::Binary(BinaryOp::Add, left, right) if **left == *base => match **right {
            Ir::Const(Const::U64(offset)) => Some(offset),
            _ => None,
        },
        _ => (expr == base).then_some(0),
    }
}

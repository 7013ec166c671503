//! Expressions.

use super::Printer;
use super::operator::{constant, operator, part, prec, unsigned};
use polywire_ir::types::{EnumId, Type};
use polywire_ir::{BinaryOp, Const, Expr as Ir, Order, PureLeaf, Setting, UnaryOp, ValueType, VarId};
use polywire_srcgen::{Expr, Side};
use std::collections::BTreeSet;

impl Printer<'_, '_> {
    /// Returns the text of an expression; statements that it needs are printed before.
    pub(super) fn text(&mut self, expr: &Ir) -> String {
        self.expr(expr).text
    }

    pub(super) fn expr(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Const(value) => constant(value),
            Ir::Var(var) => self.variable(*var),
            Ir::Get(place) => {
                let text = self.get(place);
                if text.starts_with('*') { Expr::new(text, prec::UNARY) } else { Expr::atom(text) }
            }
            Ir::Len(_) | Ir::BytesLen(_) | Ir::Pos | Ir::Base => Expr::atom(format!("uint64({})", self.int(expr))),
            Ir::Left | Ir::Tail => Expr::atom(format!("uint64({})", self.int(expr))),
            Ir::Case(place) => Expr::atom(format!("uint64({})", self.case(place))),
            Ir::Present(place) => {
                let text = self.is_present(place);
                let precedence = if text.contains(" != ") { prec::ORDER } else { prec::UNARY };
                Expr::new(text, precedence)
            }
            Ir::Unknown { place, format } => match self.unknown_member(place) {
                Some(member) => Expr::atom(format!("{member}.Of(\"{format}\")")),
                None => Expr::atom("[]byte(nil)"),
            },
            Ir::Unary(op, value) => self.unary(*op, value),
            Ir::Binary(op, left, right) => self.binary(*op, left, right),
            Ir::Select(cond, then, other) => self.select(cond, then, other),
            Ir::Wrap { bits, signed, value } => self.wrap(*bits, *signed, value),
            Ir::OfBool(value) => {
                let value = self.text(value);
                Expr::atom(format!("{}({value})", self.runtime("OfBool")))
            }
            Ir::IsMember(id, value) => {
                let named = self.file.named(polywire_ir::types::Named::Enum(*id));
                let value = self.text(value);
                if self.file.names.enumeration(*id).name.is_bound {
                    return self.is_number_of(*id, &value);
                }
                // A number that the enum's integer does not hold is no member.
                Expr::new(format!("int64({named}({value})) == {value} && {named}({value}).IsKnown()"), prec::AND)
            }
            Ir::Leaf(leaf, args) => self.pure_leaf(*leaf, &args[0]),
            Ir::Load { section, offset, width, order } => {
                let at = self.info(*section).text;
                let bytes = part(&at, &offset.to_string(), u64::from(*width));
                self.load(&bytes, &format!("{at}[{offset}]"), *width, *order)
            }
            Ir::Slice { section, offset, len } => {
                let at = self.info(*section).text;
                Expr::atom(format!("{at}[{offset}:{}]", u64::from(*offset) + u64::from(*len)))
            }
            Ir::Setting(Setting::IgnoreUnknown) => Expr::atom("c.IgnoreUnknown"),
            Ir::Setting(Setting::WriteUnknown) => Expr::atom("c.WriteUnknown"),
            Ir::Since(from) => {
                let from = self.int(from);
                Expr::atom(format!("{}[{from}:{}]", self.cursor.b, self.cursor.p))
            }
            Ir::Input => Expr::atom(format!("{0}[:cap({0})]", self.cursor.b)),
        }
    }

    fn variable(&self, var: VarId) -> Expr {
        let info = self.info(var);
        Expr::atom(match info.is_text {
            true => format!("[]byte({})", info.text),
            false if self.is_size(var) => format!("uint64({})", info.text),
            false => info.text,
        })
    }

    /// Returns a number as an int: it is known to be one.
    pub(super) fn int(&mut self, expr: &Ir) -> String {
        self.int_expr(expr).text
    }

    pub(super) fn int_expr(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Const(Const::U64(value)) => Expr::atom(value.to_string()),
            Ir::Var(var) if self.is_size(*var) => Expr::atom(self.info(*var).text),
            Ir::Len(place) => match self.place_type(place) {
                Some(Type::Array(_, len)) => Expr::atom(len.to_string()),
                _ => Expr::atom(format!("len({})", self.path(place).object())),
            },
            Ir::BytesLen(value) => match self.type_of(value) {
                ValueType::Section(len) => Expr::atom(len.to_string()),
                _ => Expr::atom(format!("len({})", self.chars(value).0)),
            },
            Ir::Pos => Expr::atom(self.cursor.p.clone()),
            Ir::Left => Expr::new(format!("len({})-{}", self.cursor.b, self.cursor.p), prec::SUM),
            Ir::Base => Expr::new(format!("{}-{}", self.section, self.stream.origin), prec::SUM),
            Ir::Tail => Expr::new(format!("{}-{}", self.stream.n, self.stream.origin), prec::SUM),
            _ => Expr::atom(format!("int({})", self.text(expr))),
        }
    }

    /// Returns whether a number is that of a member of an enum whose constants are not generated.
    fn is_number_of(&mut self, id: EnumId, value: &str) -> Expr {
        let numbers = self.unit.types.enumeration(id).members.iter().map(|member| member.number);
        let numbers: BTreeSet<i64> = numbers.collect();
        match numbers
            .iter()
            .map(|number| format!("{value} == {number}"))
            .reduce(|one, other| format!("{one} || {other}"))
        {
            Some(text) if numbers.len() > 1 => Expr::new(text, prec::OR),
            Some(text) => Expr::new(text, prec::ORDER),
            None => Expr::atom("false"),
        }
    }

    fn unary(&mut self, op: UnaryOp, value: &Ir) -> Expr {
        match op {
            UnaryOp::Not => self.negation(value),
            UnaryOp::Complement => Expr::prefix("^", prec::UNARY, &self.typed(value)),
            UnaryOp::Reinterpret => match (value, self.type_of(value)) {
                (Ir::Const(Const::U64(value)), _) => Expr::atom((*value as i64).to_string()),
                (Ir::Const(Const::I64(value)), _) => unsigned(*value as u64),
                (_, ValueType::U64) => Expr::atom(format!("int64({})", self.text(value))),
                _ => Expr::atom(format!("uint64({})", self.text(value))),
            },
        }
    }

    /// Returns the negation of a condition.
    pub(super) fn negation(&mut self, cond: &Ir) -> Expr {
        if let Ir::Unary(UnaryOp::Not, inner) = cond {
            return self.expr(inner);
        }
        if let Ir::Binary(op, left, right) = cond {
            let numbers = matches!(self.type_of(left), ValueType::U64 | ValueType::I64);
            let opposite = match op {
                BinaryOp::Eq => Some((BinaryOp::Ne, left, right)),
                BinaryOp::Ne => Some((BinaryOp::Eq, left, right)),
                BinaryOp::Lt if numbers => Some((BinaryOp::Le, right, left)),
                BinaryOp::Le if numbers => Some((BinaryOp::Lt, right, left)),
                _ => None,
            };
            if let Some((op, left, right)) = opposite {
                return self.binary(op, left, right);
            }
        }
        let cond = self.expr(cond);
        match cond.text.strip_prefix('!') {
            Some(rest) if !rest.contains(' ') => Expr::atom(rest),
            _ => Expr::prefix("!", prec::UNARY, &cond),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let ty = self.type_of(left);
        if matches!(ty, ValueType::Bytes | ValueType::Section(_)) {
            return self.compare_bytes(op, left, right);
        }
        let logical = ty == ValueType::Bool;
        if let (
            BinaryOp::Eq | BinaryOp::Ne,
            (value, Ir::Const(Const::Bool(other))) | (Ir::Const(Const::Bool(other)), value),
        ) = (op, (left, right))
        {
            return if (op == BinaryOp::Eq) == *other { self.expr(value) } else { self.negation(value) };
        }
        if logical && matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.logical(op, left, right);
        }
        if let Some(comparison) = self.compared_with_constant(op, left, right) {
            return comparison;
        }
        let (text, precedence) = if logical && op == BinaryOp::Xor { ("!=", prec::ORDER) } else { operator(op) };
        let left = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.typed(left),
            _ => self.expr(left),
        };
        let right = self.expr(right);
        Expr::infix(&left, text, precedence, Side::Left, &right)
    }

    /// Compares a length or a native number with a small constant in its own width.
    fn compared_with_constant(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Option<Expr> {
        let is_small = |value: &Ir| matches!(value, Ir::Const(Const::U64(0..128) | Const::I64(-100..100)));
        if !matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le) || is_small(left) == is_small(right)
        {
            return None;
        }
        let (text, precedence) = operator(op);
        let zero = Ir::from(0u64);
        let (b, p) = (self.cursor.b.clone(), self.cursor.p.clone());
        if matches!((left, right), (Ir::Left, other) | (other, Ir::Left) if *other == zero)
            && text.len() == 2
            && text != "<="
        {
            return Some(Expr::new(format!("{p} {text} len({b})"), precedence));
        }
        let mut side = |value: &Ir| match value {
            Ir::Const(Const::U64(number)) => Some(Expr::atom(number.to_string())),
            Ir::Const(value) => Some(constant(value)),
            Ir::Len(_) | Ir::BytesLen(_) => Some(self.int_expr(value)),
            Ir::Get(place) => {
                let is_native = matches!(self.place_type(place), Some(Type::Int { .. }));
                let path = self.path(place);
                is_native.then(|| Expr::new(path.object(), prec::UNARY))
            }
            _ => None,
        };
        let (left, right) = (side(left)?, side(right)?);
        Some(Expr::infix(&left, text, precedence, Side::Left, &right))
    }

    /// The right operand may need statements, which must run only if the left one does not decide.
    fn logical(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let left = self.expr(left);
        let mut value = Expr::atom("");
        let before = self.captured(|printer| value = printer.expr(right));
        let (text, precedence) = if op == BinaryOp::And { ("&&", prec::AND) } else { ("||", prec::OR) };
        if before.is_empty() {
            return Expr::infix(&left, text, precedence, Side::Both, &value);
        }
        let name = self.local("decided", "bool");
        self.line(format!("{name} = {left}"));
        let test = if op == BinaryOp::And { name.clone() } else { format!("!{name}") };
        self.nested(&format!("if {test} {{"), "}", |printer| {
            printer.out.lines(&before);
            printer.line(format!("{name} = {value}"));
        });
        Expr::atom(name)
    }

    /// Go has no conditional operator.
    fn select(&mut self, cond: &Ir, then: &Ir, other: &Ir) -> Expr {
        let ty = self.type_of(&Ir::Select(Box::new(cond.clone()), Box::new(then.clone()), Box::new(other.clone())));
        let ty = self.go_type(&ty);
        let name = self.local("selected", &ty);
        let cond = self.expr(cond);
        let then = self.captured(|printer| {
            let value = printer.expr(then);
            printer.line(format!("{name} = {value}"));
        });
        let other = self.captured(|printer| {
            let value = printer.expr(other);
            printer.line(format!("{name} = {value}"));
        });
        self.line(format!("if {cond} {{"));
        self.out.indented(|out| out.lines(&then));
        self.line("} else {");
        self.out.indented(|out| out.lines(&other));
        self.line("}");
        Expr::atom(name)
    }

    /// Returns an expression with exactly the Go type of its IR type, also for literals.
    pub(super) fn typed(&mut self, value: &Ir) -> Expr {
        let text = self.expr(value);
        match value {
            Ir::Const(Const::U64(_)) => Expr::atom(format!("uint64({text})")),
            Ir::Const(Const::I64(_)) => Expr::atom(format!("int64({text})")),
            _ => text,
        }
    }

    fn wrap(&mut self, bits: u8, signed: bool, value: &Ir) -> Expr {
        let shift = 64 - u32::from(bits.min(64));
        let wrapped = |value: u64| match signed {
            true => Expr::atom((((value << shift) as i64) >> shift).to_string()),
            false => unsigned((value << shift) >> shift),
        };
        match value {
            Ir::Const(Const::U64(value)) => return wrapped(*value),
            Ir::Const(Const::I64(value)) => return wrapped(*value as u64),
            _ => {}
        }
        let to = if signed { "int64" } else { "uint64" };
        let text = self.text(value);
        match bits {
            8 | 16 | 32 => Expr::atom(format!("{to}({}({text}))", crate::go::native::integer(bits, signed))),
            64 => Expr::atom(format!("{to}({text})")),
            _ if signed => Expr::new(format!("int64({text}) << {shift} >> {shift}"), prec::PRODUCT),
            _ => Expr::new(format!("uint64({text}) & {}", (1u64 << bits) - 1), prec::PRODUCT),
        }
    }

    fn pure_leaf(&mut self, leaf: PureLeaf, arg: &Ir) -> Expr {
        let (function, float) = match leaf {
            PureLeaf::VarintSize => {
                let value = self.text(arg);
                return Expr::atom(format!("uint64({}({value}))", self.runtime("VarintSize")));
            }
            PureLeaf::Utf8Valid => ("ValidUTF8", None),
            PureLeaf::IsAscii => ("IsASCII", None),
            PureLeaf::UntilNul => ("UntilNUL", None),
            PureLeaf::DecimalFloat64 => ("DecimalFloat64", Some("Float64bits")),
            PureLeaf::DecimalFloat32 => ("DecimalFloat32", Some("Float32bits")),
        };
        let value = self.text(arg);
        let call = format!("{}({value})", self.runtime(function));
        match float {
            Some(bits) => Expr::atom(format!("uint64({}({call}))", self.standard("math", bits))),
            None => Expr::atom(call),
        }
    }

    /// The integer at the start of a slice, or in a byte.
    pub(super) fn load(&mut self, slice: &str, byte: &str, width: u8, order: Order) -> Expr {
        if width == 1 {
            return Expr::atom(format!("uint64({byte})"));
        }
        let bits = u32::from(width) * 8;
        let order = match order {
            Order::Little => self.standard("encoding/binary", "LittleEndian"),
            Order::Big => self.standard("encoding/binary", "BigEndian"),
            Order::LittleIf(var) => {
                let flag = self.info(var).text;
                return Expr::atom(format!("{}({flag}, {slice})", self.runtime(&format!("Load{bits}"))));
            }
        };
        let call = format!("{order}.Uint{bits}({slice})");
        Expr::atom(if width == 8 { call } else { format!("uint64({call})") })
    }
}

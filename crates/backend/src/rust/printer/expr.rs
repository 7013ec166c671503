//! Expressions.

use super::control::bytes_literal;
use super::precedence as prec;
use super::{Implicit, Printer, implicit};
use crate::plan::is_passing;
use polywire_ir::types::EnumId;
use polywire_ir::{BinaryOp, Const, Expr as Ir, FuncId, Order, PureLeaf, Setting, UnaryOp, ValueType, VarId};
use polywire_srcgen::{Expr, Side};

impl<'m> Printer<'m> {
    pub(super) fn expr(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Const(value) => constant(value),
            Ir::Var(var) => Expr::atom(self.info(*var).text),
            Ir::Get(place) => self.get(place),
            Ir::Len(place) => self.len(place),
            Ir::Present(place) => self.is_present(place),
            Ir::Case(place) => self.case(place),
            Ir::Unknown { place, format } => match self.unknown_field(place) {
                Some(field) => Expr::atom(format!("{field}.of({format:?})")),
                None => Expr::atom("(&[] as &[u8])"),
            },
            Ir::Unary(UnaryOp::Not, value) => self.negation(value),
            Ir::Unary(UnaryOp::Complement, value) => Expr::prefix("!", prec::UNARY, &self.typed(value)),
            Ir::Unary(UnaryOp::Reinterpret, value) => {
                let to = if self.type_of(value) == ValueType::U64 { "i64" } else { "u64" };
                self.cast(value, to)
            }
            Ir::Binary(op, left, right) => self.binary(*op, left, right),
            Ir::Select(cond, then, other) => {
                let [then, other] = [then, other].map(|branch| match self.type_of(branch) {
                    ValueType::Bytes | ValueType::Section(_) => self.bytes(branch),
                    _ => self.typed(branch),
                });
                Expr::new(format!("if {} {{ {then} }} else {{ {other} }}", self.expr(cond)), prec::BRANCH)
            }
            Ir::Wrap { bits, signed, value } => self.wrap(*bits, *signed, value),
            Ir::OfBool(value) => Expr::call("u64::from", [self.expr(value)]),
            Ir::IsMember(id, value) => self.is_member(*id, value),
            Ir::Leaf(leaf, args) => self.pure_leaf(*leaf, args),
            Ir::Load { section, offset, width, order } => {
                let section = self.info(*section).text;
                self.load(&format!("read::part({section}, {offset})"), *width, *order)
            }
            Ir::Slice { section, offset, len } => {
                let section = self.info(*section).text;
                Expr::atom(format!("read::ahead::<{len}>({section}, {offset})"))
            }
            Ir::BytesLen(value) => {
                Expr::new(format!("{}.len() as u64", self.bytes(value).within(prec::POSTFIX)), prec::CAST)
            }
            Ir::Setting(Setting::IgnoreUnknown) => Expr::atom("context.limits.ignore_unknown"),
            Ir::Setting(Setting::WriteUnknown) => Expr::atom("context.limits.write_unknown"),
            Ir::Pos => Expr::atom(format!("read::position({}, {})", self.cursor.region, self.cursor.input)),
            Ir::Left => Expr::new(format!("{}.len() as u64", self.cursor.input), prec::CAST),
            Ir::Since(from) => {
                let from = self.expr(from);
                Expr::atom(format!("read::since_position({}, {from}, {})", self.cursor.region, self.cursor.input))
            }
            Ir::Input => Expr::atom(self.cursor.region.clone()),
            Ir::Base => Expr::new(format!("{} as u64", self.section), prec::CAST),
            Ir::Tail => Expr::new(format!("{} as u64", self.stream.at), prec::CAST),
        }
    }

    /// Returns a Bytes value as a slice.
    pub(super) fn bytes(&mut self, expr: &Ir) -> Expr {
        let text = self.expr(expr);
        match self.type_of(expr) {
            ValueType::Section(_) => Expr::atom(format!("{}.as_slice()", text.within(prec::POSTFIX))),
            _ => match expr {
                Ir::Const(_) => Expr::atom(format!("{}.as_slice()", text.within(prec::POSTFIX))),
                _ => text,
            },
        }
    }

    /// Returns bytes to which borrowed values may refer.
    pub(super) fn lasting(&mut self, expr: &Ir) -> Expr {
        if self.unit.refers(self.low.id) { self.copied_if_passing(expr) } else { self.bytes(expr) }
    }

    /// Returns bytes for a parameter of a function.
    pub(super) fn bytes_for(&mut self, callee: FuncId, expr: &Ir) -> Expr {
        if self.unit.refers(callee) { self.copied_if_passing(expr) } else { self.bytes(expr) }
    }

    fn copied_if_passing(&mut self, expr: &Ir) -> Expr {
        let has_context = implicit(self.unit, (self.low.id, self.low.mode)).contains(&Implicit::Context);
        let bytes = self.bytes(expr);
        if has_context && self.is_passing(expr) { Expr::call("context.lasting", [bytes]) } else { bytes }
    }

    fn is_passing(&self, expr: &Ir) -> bool {
        match expr {
            // The low form has variables of its own.
            Ir::Var(var) => matches!(self.var_type(*var), ValueType::Section(_)),
            Ir::Select(_, then, other) => self.is_passing(then) || self.is_passing(other),
            Ir::Leaf(PureLeaf::UntilNul, args) => args.iter().any(|arg| self.is_passing(arg)),
            _ => is_passing(self.unit.types, self.function, expr),
        }
    }

    /// Returns a value that is stored or passed.
    pub(super) fn value(&mut self, expr: &Ir) -> Expr {
        match self.type_of(expr) {
            ValueType::Bytes => self.bytes(expr),
            _ => self.expr(expr),
        }
    }

    /// Returns an expression whose type is known without its context.
    pub(super) fn typed(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Const(Const::U64(value)) => Expr::atom(format!("{}_u64", number(*value))),
            Ir::Const(Const::I64(value)) if *value >= 0 => Expr::atom(format!("{value}_i64")),
            Ir::Const(Const::I64(i64::MIN)) => Expr::atom("i64::MIN"),
            Ir::Const(Const::I64(value)) => Expr::new(format!("{value}_i64"), prec::UNARY),
            _ => self.expr(value),
        }
    }

    /// Returns an index or a length as a native one.
    pub(super) fn size(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Const(Const::U64(value)) => Expr::atom(value.to_string()),
            _ => self.cast(value, "usize"),
        }
    }

    pub(super) fn cast(&mut self, value: &Ir, to: &str) -> Expr {
        let (ty, value) = (self.type_of(value), self.typed(value));
        match (ty, to) {
            (ValueType::U64, "u64") | (ValueType::I64, "i64") => value,
            _ => Expr::new(format!("{} as {to}", value.within(prec::CAST)), prec::CAST),
        }
    }

    pub(super) fn negation(&mut self, cond: &Ir) -> Expr {
        match cond {
            Ir::Unary(UnaryOp::Not, inner) => self.expr(inner),
            Ir::Binary(BinaryOp::Eq, left, right) => self.binary(BinaryOp::Ne, left, right),
            Ir::Binary(BinaryOp::Ne, left, right) => self.binary(BinaryOp::Eq, left, right),
            Ir::Binary(BinaryOp::Lt, left, right) => self.binary(BinaryOp::Le, right, left),
            Ir::Binary(BinaryOp::Le, left, right) => self.binary(BinaryOp::Lt, right, left),
            Ir::Const(Const::Bool(value)) => Expr::atom((!value).to_string()),
            _ => Expr::prefix("!", prec::UNARY, &self.expr(cond)),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let is_bool = self.type_of(left) == ValueType::Bool;
        let (text, precedence) = match op {
            BinaryOp::Add => return self.method("wrapping_add", left, right),
            BinaryOp::Sub => return self.method("wrapping_sub", left, right),
            BinaryOp::Mul => return self.method("wrapping_mul", left, right),
            BinaryOp::Div => return self.method("wrapping_div", left, right),
            BinaryOp::Rem => return self.method("wrapping_rem", left, right),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => return self.comparison(op, left, right),
            BinaryOp::And if is_bool => ("&&", prec::AND),
            BinaryOp::Or if is_bool => ("||", prec::OR),
            BinaryOp::And => ("&", prec::BIT_AND),
            BinaryOp::Or => ("|", prec::BIT_OR),
            BinaryOp::Xor => ("^", prec::BIT_XOR),
            BinaryOp::Shl => ("<<", prec::SHIFT),
            BinaryOp::Shr => (">>", prec::SHIFT),
        };
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let left = Expr::atom(self.typed(left).within(if is_shift { prec::UNARY } else { precedence }));
        let right = Expr::atom(self.expr(right).within(precedence + 1));
        Expr::infix(&left, text, precedence, Side::Left, &right)
    }

    fn method(&mut self, name: &str, left: &Ir, right: &Ir) -> Expr {
        let (left, right) = (self.typed(left).within(prec::POSTFIX), self.expr(right));
        Expr::atom(format!("{left}.{name}({right})"))
    }

    fn comparison(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let zero = Ir::from(0u64);
        let text = match op {
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            _ => "<=",
        };
        if *right == zero && matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let not = if op == BinaryOp::Ne { "!" } else { "" };
            let list = match left {
                Ir::Left => Some(self.cursor.input.clone()),
                Ir::Len(place) => Some(self.counted(place)),
                Ir::BytesLen(value) => Some(self.bytes(value).within(prec::POSTFIX)),
                _ => None,
            };
            if let Some(list) = list {
                return Expr::new(format!("{not}{list}.is_empty()"), prec::UNARY);
            }
        }
        let is_bytes = matches!(self.type_of(left), ValueType::Bytes | ValueType::Section(_));
        let [left, right] = [left, right].map(|side| match is_bytes {
            true => self.bytes(side),
            false => self.expr(side),
        });
        // A cast before `<` would begin a generic type.
        let left = left.within(prec::CAST + 1);
        Expr::new(format!("{left} {text} {}", right.within(prec::COMPARE + 1)), prec::COMPARE)
    }

    fn wrap(&mut self, bits: u8, signed: bool, value: &Ir) -> Expr {
        let to = if signed { "i64" } else { "u64" };
        match bits {
            8 | 16 | 32 => {
                let narrow = format!("{}{bits}", if signed { "i" } else { "u" });
                Expr::call(format!("{to}::from"), [self.cast(value, &narrow)])
            }
            64 => self.cast(value, to),
            _ if signed => {
                let (value, rest) = (self.cast(value, "i64").within(prec::UNARY), 64 - bits);
                Expr::new(format!("{value} << {rest} >> {rest}"), prec::SHIFT)
            }
            _ => {
                let value = self.cast(value, "u64");
                Expr::new(format!("{} & {:#x}", value.within(prec::BIT_AND), (1u64 << bits) - 1), prec::BIT_AND)
            }
        }
    }

    fn is_member(&mut self, id: EnumId, value: &Ir) -> Expr {
        let mut numbers: Vec<i64> =
            self.unit.types.enumeration(id).members.iter().map(|member| member.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let value = self.typed(value);
        if numbers.is_empty() {
            return Expr::atom("false");
        }
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        Expr::atom(format!("matches!({value}, {})", numbers.join(" | ")))
    }

    fn pure_leaf(&mut self, leaf: PureLeaf, args: &[Ir]) -> Expr {
        match leaf {
            PureLeaf::VarintSize => Expr::new(format!("leaf::varint_size({}) as u64", self.expr(&args[0])), prec::CAST),
            PureLeaf::Utf8Valid => Expr::call("leaf::utf8_valid", [self.bytes(&args[0])]),
            PureLeaf::IsAscii => Expr::call("leaf::is_ascii", [self.bytes(&args[0])]),
            PureLeaf::UntilNul => Expr::call("leaf::until_nul", [self.bytes(&args[0])]),
            PureLeaf::DecimalFloat64 => Expr::call("leaf::decimal_float64", [self.bytes(&args[0])]),
            PureLeaf::DecimalFloat32 => Expr::call("leaf::decimal_float32", [self.bytes(&args[0])]),
        }
    }

    /// Returns the integer in an array of bytes.
    pub(super) fn load(&mut self, array: &str, width: u8, order: Order) -> Expr {
        let ty = format!("u{}", width * 8);
        let load = |order: &str| match width {
            8 => format!("{ty}::from_{order}_bytes({array})"),
            _ => format!("u64::from({ty}::from_{order}_bytes({array}))"),
        };
        match order {
            Order::Little => Expr::atom(load("le")),
            Order::Big => Expr::atom(load("be")),
            Order::LittleIf(var) => {
                let flag = self.flag(var);
                Expr::new(format!("if {flag} {{ {} }} else {{ {} }}", load("le"), load("be")), prec::BRANCH)
            }
        }
    }

    pub(super) fn flag(&mut self, var: VarId) -> String {
        self.info(var).text
    }
}

fn constant(value: &Const) -> Expr {
    match value {
        Const::Bool(value) => Expr::atom(value.to_string()),
        Const::U64(value) => Expr::atom(number(*value)),
        Const::I64(i64::MIN) => Expr::atom("i64::MIN"),
        Const::I64(value) if *value < 0 => Expr::new(value.to_string(), prec::UNARY),
        Const::I64(value) => Expr::atom(value.to_string()),
        Const::Bytes(bytes) => Expr::atom(bytes_literal(bytes)),
    }
}

/// Formats small numbers in decimal, and large ones, which are usually bit patterns, in hexadecimal.
fn number(value: u64) -> String {
    if value < 1 << 31 { value.to_string() } else { format!("{value:#x}") }
}

//! Expressions.

use super::Printer;
use super::literal::{constant, unsigned};
use super::operator::at_offset;
use super::precedence as prec;
use crate::plan::{is_passing, may_refer};
use polywire_ir::types::Type;
use polywire_ir::{Const, Expr as Ir, Order, PureLeaf, ValueType, VarId};
use polywire_srcgen::{Expr, Side};

impl<'m> Printer<'m> {
    pub(super) fn expr(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Const(value) => constant(value),
            Ir::Var(var) => self.variable(*var),
            Ir::Get(place) => {
                let value = self.get(place);
                self.lasting(expr, value)
            }
            Ir::Len(place) => self.len(place),
            Ir::Present(place) => self.is_present(place),
            Ir::Case(place) => self.case(place),
            Ir::Unknown { place, format } => {
                let kept = self.unknown(place, format);
                self.lasting(expr, kept)
            }
            Ir::Unary(op, value) => self.unary(*op, value),
            Ir::Binary(op, left, right) => self.binary(*op, left, right),
            Ir::Select(cond, then, other) => self.select(cond, then, other),
            Ir::Wrap { bits, signed, value } => self.wrap(*bits, *signed, value),
            Ir::OfBool(value) => Expr::atom(format!("::std::uint64_t{{{}}}", self.expr(value))),
            Ir::IsMember(id, value) => {
                self.tested_enums.insert(id.0);
                let test = self.unit.names.enumeration(*id).test.clone();
                Expr::call(test, [self.expr(value)])
            }
            Ir::Leaf(leaf, args) => self.pure_leaf(*leaf, args),
            Ir::Load { section, offset, width, order } => self.load(*section, *offset, *width, *order),
            Ir::Slice { .. } => {
                let part = self.passing_bytes(expr);
                self.lasting(expr, part)
            }
            Ir::BytesLen(value) => self.bytes_len(value),
            Ir::Setting(setting) => Expr::atom(format!("message.at_most().{}", setting.name())),
            Ir::Pos => Expr::atom(format!("static_cast<::std::uint64_t>({} - {})", self.cursor.p, self.cursor.begin)),
            Ir::Left => Expr::atom(format!("static_cast<::std::uint64_t>({} - {})", self.cursor.end, self.cursor.p)),
            Ir::Since(from) => {
                let (begin, from, p) = (self.cursor.begin.clone(), self.expr(from), self.cursor.p.clone());
                Expr::call("since", [begin, from.text, p])
            }
            Ir::Input => Expr::call("bytes", [&self.cursor.begin, &self.cursor.readable_end]),
            Ir::Base => self.section_position(),
            Ir::Tail => self.stream_position(),
        }
    }

    fn variable(&self, var: VarId) -> Expr {
        let info = self.info(var);
        if info.is_text { Expr::call("as_bytes", [info.text]) } else { info.text }
    }

    /// Returns a Bytes value; a section becomes Bytes of its length.
    pub(super) fn bytes(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Var(var) if matches!(self.var_type(*var), ValueType::Section(_)) => {
                let section = self.passing_bytes(expr);
                self.lasting(expr, section)
            }
            _ => self.expr(expr),
        }
    }

    /// Returns a Bytes value that nothing will refer to.
    pub(super) fn passing_bytes(&mut self, expr: &Ir) -> Expr {
        match expr {
            Ir::Var(var) => match self.var_type(*var) {
                ValueType::Section(len) => Expr::call("bytes", [self.info(*var).text.text, len.to_string()]),
                _ => self.expr(expr),
            },
            Ir::Slice { section, offset, len } => {
                let at = at_offset(&self.info(*section).text, *offset);
                Expr::call("bytes", [at.text, len.to_string()])
            }
            _ => self.expr(expr),
        }
    }

    /// Returns bytes unchanged, or a copy if borrowing values outlive them.
    fn lasting(&self, expr: &Ir, bytes: Expr) -> Expr {
        if self.is_passing(expr) { Expr::call("message.lasting", [bytes]) } else { bytes }
    }

    /// Returns true if a borrowing value must not refer to these bytes.
    pub(super) fn is_passing(&self, expr: &Ir) -> bool {
        let stays = |var: &VarId| self.info(*var).readable_end.is_some();
        self.unit.names.ownership.is_borrowed()
            && !matches!(expr, Ir::Var(var) | Ir::Slice { section: var, .. } if stays(var))
            && is_passing(self.unit.types, self.function, expr)
            && may_refer(self.function)
    }

    /// Returns an expression with exactly the C++ type of its IR type, also for literals.
    pub(super) fn typed(&mut self, value: &Ir) -> Expr {
        let text = self.expr(value);
        match value {
            Ir::Const(Const::U64(_)) => Expr::atom(format!("::std::uint64_t{{{text}}}")),
            Ir::Const(Const::I64(_)) => Expr::atom(format!("::std::int64_t{{{text}}}")),
            _ => text,
        }
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
        let to = if signed { "::std::int64_t" } else { "::std::uint64_t" };
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
            Expr::atom(format!("static_cast<::std::uint64_t>({})", self.expr(value)))
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
                Expr::call("::std::uint64_t", [Expr::call("leaf::varint_size", [self.expr(&args[0])])])
            }
            PureLeaf::Utf8Valid => Expr::call("leaf::utf8_valid", [self.bytes(&args[0])]),
            PureLeaf::IsAscii => Expr::call("leaf::is_ascii", [self.bytes(&args[0])]),
            PureLeaf::UntilNul => Expr::call("until_nul", [self.bytes(&args[0])]),
            PureLeaf::DecimalFloat64 => Expr::call("decimal_float64", [self.bytes(&args[0])]),
            PureLeaf::DecimalFloat32 => Expr::call("decimal_float32", [self.bytes(&args[0])]),
        }
    }

    fn load(&mut self, section: VarId, offset: u32, width: u8, order: Order) -> Expr {
        let at = at_offset(&self.info(section).text, offset);
        self.load_at(&at.text, width, order)
    }

    /// The integer at an address.
    pub(super) fn load_at(&self, at: &str, width: u8, order: Order) -> Expr {
        let ty = super::super::native::integer(width * 8, false);
        // Memory that may change concurrently is not read again after it was checked.
        let once = !self.unit.module.views.is_empty() && !self.function.trusting;
        let load = |order: &str| {
            if once {
                format!("load_once_{order}<{ty}>({at})")
            } else if width == 1 {
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
        let cast = if matches!(order, Order::LittleIf(_)) { "static_cast<::std::uint64_t>" } else { "::std::uint64_t" };
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
    matches!(ty, Type::Text { .. } | Type::Bytes | Type::FixedBytes(..))
}

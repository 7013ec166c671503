use super::function::Printer;
use crate::text::syntax::{BITWISE, COMPARISON, POSITIONS, PREFIX, bytes, ident, number, operator};
use crate::types::Type;
use crate::{Const, Expr, Place, PlaceType, Step, UnaryOp, ValueType};

impl<'a> Printer<'a> {
    pub(super) fn expr(&self, expr: &Expr) -> String {
        self.expr_at(expr, 0)
    }

    /// Prints an expression where only operators of row `level` or tighter may appear without parentheses.
    fn expr_at(&self, expr: &Expr, level: usize) -> String {
        match expr {
            Expr::Const(value) => constant(value),
            Expr::Var(var) => self.var(*var),
            Expr::Get(place) if place.steps.is_empty() => format!("*{}", self.var(place.root)),
            Expr::Get(place) => self.place(place),
            Expr::Len(place) => format!("len({})", self.place(place)),
            Expr::Present(place) => format!("present({})", self.place(place)),
            Expr::Case(place) => format!("case({})", self.place(place)),
            Expr::Unknown { place, format } => format!("unknown({}, {})", self.place(place), ident(format)),
            Expr::Unary(UnaryOp::Not, value) => format!("!{}", self.expr_at(value, PREFIX)),
            Expr::Unary(UnaryOp::Complement, value) => format!("~{}", self.expr_at(value, PREFIX)),
            Expr::Unary(UnaryOp::Reinterpret, value) => format!("reinterpret({})", self.expr(value)),
            Expr::Binary(op, left, right) => {
                let (symbol, row) = operator(*op);
                let left = self.operand(left, row, if row == COMPARISON { row + 1 } else { row });
                let text = format!("{left} {symbol} {}", self.operand(right, row, row + 1));
                if row < level { format!("({text})") } else { text }
            }
            Expr::Select(cond, then, other) => format!("select({})", self.exprs([&**cond, then, other])),
            Expr::Wrap { bits, signed, value } => {
                format!("{}{bits}({})", if *signed { 'i' } else { 'u' }, self.expr(value))
            }
            Expr::OfBool(value) => format!("int({})", self.expr(value)),
            Expr::IsMember(id, value) => format!("member({}, {})", self.names.enumeration(*id), self.expr(value)),
            Expr::Leaf(leaf, args) => format!("{}({})", leaf.name(), self.exprs(args)),
            Expr::Load { section, offset, width, order } => {
                format!("load({}, {}, {offset})", self.scalar(*width, *order), self.var(*section))
            }
            Expr::Slice { section, offset, len } => format!("slice({}, {offset}, {len})", self.var(*section)),
            Expr::BytesLen(value) => format!("size({})", self.expr(value)),
            Expr::Since(value) => format!("since({})", self.expr(value)),
            Expr::Setting(setting) => format!("setting({})", setting.name()),
            Expr::Pos | Expr::Left | Expr::Input | Expr::Base | Expr::Tail => position(expr),
        }
    }

    /// Prints an operand of an operator of row `outer`. Operands of bitwise operators and shifts get parentheses, since
    /// few readers remember their precedence.
    fn operand(&self, expr: &Expr, outer: usize, level: usize) -> String {
        let text = self.expr_at(expr, level);
        match expr {
            Expr::Binary(op, ..) => {
                let row = operator(*op).1;
                if BITWISE.contains(&outer) && row != outer && row >= level { format!("({text})") } else { text }
            }
            _ => text,
        }
    }

    pub(super) fn place(&self, place: &Place) -> String {
        let root = self.function.vars.get(place.root.0 as usize).map(|var| &var.ty);
        let root = root.and_then(|ty| match ty {
            ValueType::Ref(ty) => Some(ty),
            ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
        });
        self.var(place.root) + &self.steps(root, &place.steps)
    }

    /// Prints steps from a value of type `root`.
    pub(super) fn steps(&self, root: Option<&'a Type>, steps: &[Step]) -> String {
        let mut at = root.map(PlaceType::Value);
        let mut text = String::new();
        for step in steps {
            let member = self.names.member(at, step).map(ident);
            text += &match step {
                Step::Field(index) => format!(".{}", member.unwrap_or_else(|| index.to_string())),
                Step::Some => "?".to_owned(),
                Step::Case(index) => format!("#{}", member.unwrap_or_else(|| index.to_string())),
                Step::At(index) => format!("[{}]", self.expr(index)),
            };
            at = at.zip(self.names.types()).and_then(|(at, types)| at.step(types, step));
        }
        text
    }
}

fn position(expr: &Expr) -> String {
    POSITIONS.iter().find(|(_, found)| found == expr).map_or_else(String::new, |(word, _)| format!("@{word}"))
}

pub(super) fn constant(value: &Const) -> String {
    match value {
        Const::Bool(value) => value.to_string(),
        Const::U64(value) => number(*value),
        Const::I64(value) => format!("{value}i"),
        Const::Bytes(value) => bytes(value),
    }
}

pub(super) fn constants(values: &[Const]) -> String {
    values.iter().map(constant).collect::<Vec<_>>().join(", ")
}

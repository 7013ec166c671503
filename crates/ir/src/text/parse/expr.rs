use super::cursor::Result;
use super::function::Parser;
use super::lex::TokenKind;
use super::native;
use crate::text::syntax::{COMPARISON, OPERATORS, POSITIONS};
use crate::types::Type;
use crate::{BinaryOp, Const, Expr, Order, Place, PlaceType, PureLeaf, Step, UnaryOp, ValueType};

impl Parser<'_, '_> {
    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.cursor.enter()?;
        let expr = self.binary(COMPARISON);
        self.cursor.leave();
        expr
    }

    /// An expression of operators in row `level` or tighter.
    fn binary(&mut self, level: usize) -> Result<Expr> {
        let Some(row) = OPERATORS.get(level) else { return self.prefix() };
        let mut left = self.binary(level + 1)?;
        while let Some(op) = self.operator(row) {
            let right = self.binary(level + 1)?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
            if level == COMPARISON {
                break;
            }
        }
        Ok(left)
    }

    fn operator(&mut self, row: &[(&str, BinaryOp)]) -> Option<BinaryOp> {
        // `&` before a place starts an argument, never an operand: arguments are separated by commas.
        row.iter().find(|(symbol, _)| self.cursor.eat(symbol)).map(|(_, op)| *op)
    }

    fn prefix(&mut self) -> Result<Expr> {
        self.cursor.enter()?;
        let expr = if self.cursor.eat("!") {
            self.prefix().map(Expr::negated)
        } else if self.cursor.eat("~") {
            self.prefix().map(|value| Expr::Unary(UnaryOp::Complement, Box::new(value)))
        } else {
            self.primary()
        };
        self.cursor.leave();
        expr
    }

    fn primary(&mut self) -> Result<Expr> {
        if self.cursor.eat("(") {
            let expr = self.expr()?;
            self.cursor.expect(")")?;
            return Ok(expr);
        }
        if self.cursor.eat("@") {
            let word = self.cursor.name()?;
            let found = POSITIONS.iter().find(|(name, _)| *name == word);
            return found.map_or_else(|| self.cursor.error("no such position"), |(_, expr)| Ok(expr.clone()));
        }
        if self.cursor.eat("*") {
            return Ok(Expr::Get(self.var()?.into()));
        }
        match self.cursor.peek() {
            TokenKind::Name { quoted: false, .. } if self.cursor.at_word("true") || self.cursor.at_word("false") => {
                self.constant().map(Expr::Const)
            }
            TokenKind::Name { .. } if self.cursor.symbol_ahead(1, "(") => self.function_call(),
            TokenKind::Name { .. } => {
                let place = self.place()?;
                Ok(if place.steps.is_empty() { Expr::Var(place.root) } else { Expr::Get(place) })
            }
            _ => self.constant().map(Expr::Const),
        }
    }

    pub(super) fn constant(&mut self) -> Result<Const> {
        for (word, value) in [("true", true), ("false", false)] {
            if self.cursor.eat_word(word) {
                return Ok(Const::Bool(value));
            }
        }
        let minus = self.cursor.eat("-");
        match self.cursor.peek() {
            TokenKind::Bytes(bytes) if !minus => {
                self.cursor.next();
                Ok(Const::Bytes(bytes.clone()))
            }
            TokenKind::Number { value, signed } if *signed || !minus => {
                let Ok(bits) = u64::try_from(*value) else { return self.cursor.error("the number is too large") };
                self.cursor.next();
                let number = bits as i64;
                Ok(match (signed, minus) {
                    (false, _) => Const::U64(bits),
                    (true, false) => Const::I64(number),
                    (true, true) => Const::I64(number.wrapping_neg()),
                })
            }
            _ => self.cursor.error("an expression expected"),
        }
    }

    fn function_call(&mut self) -> Result<Expr> {
        let name = self.cursor.name()?;
        self.cursor.expect("(")?;
        if let Some((bits, signed)) = wrap(name) {
            let value = self.one()?;
            return Ok(Expr::Wrap { bits, signed, value });
        }
        match name {
            "len" => self.one_place().map(Expr::Len),
            "present" => self.one_place().map(Expr::Present),
            "case" => self.one_place().map(Expr::Case),
            "unknown" => self.unknown(),
            "reinterpret" => self.one().map(|value| Expr::Unary(UnaryOp::Reinterpret, value)),
            "int" => self.one().map(Expr::OfBool),
            "size" => self.one().map(Expr::BytesLen),
            "since" => self.one().map(Expr::Since),
            "select" => self.select(),
            "member" => self.member(),
            "load" => self.load(),
            "slice" => self.slice(),
            _ => match PureLeaf::from_name(name) {
                Some(leaf) => Ok(Expr::Leaf(leaf, self.exprs(")")?)),
                None => self.cursor.error(format!("no function `{name}`")),
            },
        }
    }

    fn one(&mut self) -> Result<Box<Expr>> {
        let value = self.expr()?;
        self.cursor.expect(")")?;
        Ok(Box::new(value))
    }

    fn one_place(&mut self) -> Result<Place> {
        let place = self.place()?;
        self.cursor.expect(")")?;
        Ok(place)
    }

    fn unknown(&mut self) -> Result<Expr> {
        let place = self.place()?;
        self.cursor.expect(",")?;
        let format = self.cursor.name()?.to_owned();
        self.cursor.expect(")")?;
        Ok(Expr::Unknown { place, format })
    }

    fn select(&mut self) -> Result<Expr> {
        let cond = self.expr()?;
        self.cursor.expect(",")?;
        let then = self.expr()?;
        self.cursor.expect(",")?;
        Ok(Expr::Select(Box::new(cond), Box::new(then), self.one()?))
    }

    fn member(&mut self) -> Result<Expr> {
        let id = native::enumeration(self.cursor, self.declared)?;
        self.cursor.expect(",")?;
        Ok(Expr::IsMember(id, self.one()?))
    }

    fn load(&mut self) -> Result<Expr> {
        let (width, order) = self.scalar()?;
        self.cursor.expect(",")?;
        let section = self.var()?;
        self.cursor.expect(",")?;
        let offset = self.cursor.number()?;
        self.cursor.expect(")")?;
        Ok(Expr::Load { section, offset, width, order })
    }

    fn slice(&mut self) -> Result<Expr> {
        let section = self.var()?;
        self.cursor.expect(",")?;
        let offset = self.cursor.number()?;
        self.cursor.expect(",")?;
        let len = self.cursor.number()?;
        self.cursor.expect(")")?;
        Ok(Expr::Slice { section, offset, len })
    }

    /// Whether a scalar stands at the cursor.
    pub(super) fn at_scalar(&self) -> bool {
        matches!(self.cursor.peek(), TokenKind::Name { name, quoted: false, .. } if scalar_name(name).is_some())
    }

    /// Width and byte order of a scalar.
    pub(super) fn scalar(&mut self) -> Result<(u8, Order)> {
        let Some((width, order)) = (match self.cursor.peek() {
            TokenKind::Name { name, quoted: false, .. } => scalar_name(name),
            _ => None,
        }) else {
            return self.cursor.error("a scalar expected");
        };
        self.cursor.next();
        if order.is_none() && self.cursor.eat("[") {
            let flag = self.var()?;
            self.cursor.expect("]")?;
            return Ok((width, Order::LittleIf(flag)));
        }
        match order {
            None if width > 1 => self.cursor.error("a byte order expected: `le`, `be` or `[variable]`"),
            order => Ok((width, order.unwrap_or(Order::Little))),
        }
    }

    pub(super) fn place(&mut self) -> Result<Place> {
        let root = self.var()?;
        let root_type = match &self.vars[root.0 as usize].ty {
            ValueType::Ref(ty) => Some(ty.clone()),
            ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
        };
        Ok(Place { root, steps: self.steps(root_type.as_ref())? })
    }

    /// The steps at the cursor, from a value of type `root`.
    pub(super) fn steps(&mut self, root: Option<&Type>) -> Result<Vec<Step>> {
        let types = self.types;
        let mut at = root.map(PlaceType::Value);
        let mut steps = Vec::new();
        loop {
            let step = if self.cursor.eat(".") {
                Step::Field(self.field(at)?)
            } else if self.cursor.eat("?") {
                Step::Some
            } else if self.cursor.eat("#") {
                Step::Case(self.case(at)?)
            } else if self.cursor.eat("[") {
                let index = self.expr()?;
                self.cursor.expect("]")?;
                Step::At(Box::new(index))
            } else {
                return Ok(steps);
            };
            at = at.and_then(|at| at.step(types, &step));
            steps.push(step);
        }
    }

    fn field(&mut self, at: Option<PlaceType<'_>>) -> Result<u32> {
        let names: Vec<&str> = match at.and_then(PlaceType::value) {
            Some(Type::Struct(id)) => self.types.record(*id).fields.iter().map(|it| it.name.as_str()).collect(),
            _ => vec![],
        };
        self.index_of(&names, "field")
    }

    /// The case of the union at `at` whose name or number stands at the cursor.
    pub(super) fn case(&mut self, at: Option<PlaceType<'_>>) -> Result<u32> {
        let names: Vec<&str> = match at.and_then(PlaceType::value) {
            Some(Type::Union(id)) => self.types.union(*id).cases.iter().map(|it| it.name.as_str()).collect(),
            _ => vec![],
        };
        self.index_of(&names, "case")
    }

    fn index_of(&mut self, names: &[&str], kind: &str) -> Result<u32> {
        if let TokenKind::Number { .. } = self.cursor.peek() {
            return self.cursor.number();
        }
        let TokenKind::Name { name, suffix: 1, .. } = self.cursor.peek() else {
            return self.cursor.error(format!("a {kind} expected"));
        };
        let Some(index) = names.iter().position(|found| found == name) else {
            return self.cursor.error(format!("no {kind} `{name}` here"));
        };
        self.cursor.next();
        Ok(index as u32)
    }
}

/// `u7` and `i64` as functions: bits and sign.
fn wrap(name: &str) -> Option<(u8, bool)> {
    let signed = name.starts_with('i');
    let bits = name.strip_prefix(['u', 'i'])?;
    (!bits.starts_with(['+', '0'])).then(|| bits.parse().ok().map(|bits| (bits, signed)))?
}

/// `u32le`: bytes and byte order; none where a variable gives the order.
fn scalar_name(name: &str) -> Option<(u8, Option<Order>)> {
    let digits = name.strip_prefix('u')?;
    let (digits, order) = if let Some(digits) = digits.strip_suffix("le") {
        (digits, Some(Order::Little))
    } else if let Some(digits) = digits.strip_suffix("be") {
        (digits, Some(Order::Big))
    } else {
        (digits, None)
    };
    let width = match digits {
        "8" => 1,
        "16" => 2,
        "32" => 4,
        "64" => 8,
        _ => return None,
    };
    Some((width, order))
}

use super::cursor::Result;
use super::function::Parser;
use super::lex::TokenKind;
use super::native;
use crate::text::syntax::{COMPARISON, OPERATORS, POSITIONS};
use crate::{BinaryOp, Const, Expr, Place, PureLeaf, Setting, UnaryOp};

impl Parser<'_, '_> {
    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.cursor.enter()?;
        let expr = self.binary(COMPARISON);
        self.cursor.leave();
        expr
    }

    /// Parses an expression with operators of row `level` or tighter.
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
        // `&` before a place starts an argument and is never an operator: arguments are separated by commas.
        row.iter().find(|(symbol, _)| self.cursor.eat(symbol)).map(|(_, op)| *op)
    }

    fn prefix(&mut self) -> Result<Expr> {
        self.cursor.enter()?;
        let expr = if self.cursor.eat("!") {
            self.prefix().map(|value| !value)
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
            "setting" => self.setting(),
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

    fn setting(&mut self) -> Result<Expr> {
        let name = self.cursor.name()?;
        let Some(setting) = Setting::from_name(name) else { return self.cursor.error(format!("no setting `{name}`")) };
        self.cursor.expect(")")?;
        Ok(Expr::Setting(setting))
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
}

/// Parses function names such as `u7` and `i64` into bits and sign.
fn wrap(name: &str) -> Option<(u8, bool)> {
    let signed = name.starts_with('i');
    let bits = name.strip_prefix(['u', 'i'])?;
    (!bits.starts_with(['+', '0'])).then(|| bits.parse().ok().map(|bits| (bits, signed)))?
}

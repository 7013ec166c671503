use super::cursor::Result;
use super::function::Parser;
use super::lex::TokenKind;
use crate::{Datum, Op, Prefix, ValueType, WriteLeaf};

impl Parser<'_, '_> {
    pub(super) fn datum(&mut self) -> Result<Datum> {
        if let TokenKind::Bytes(_) = self.cursor.peek() {
            return Ok(Datum::Bytes(self.cursor.bytes()?.to_vec()));
        }
        if self.at_scalar() {
            let (width, order) = self.scalar()?;
            self.cursor.expect("(")?;
            let value = self.expr()?;
            self.cursor.expect(")")?;
            return Ok(Datum::Int { value, width, order });
        }
        let word = self.cursor.name()?;
        self.cursor.expect("(")?;
        if let Some(leaf) = WriteLeaf::from_name(word) {
            return Ok(Datum::Leaf(leaf, self.exprs(")")?));
        }
        let datum = match word {
            "span" => Datum::Span(self.expr()?),
            "zeros" => Datum::Zeros(self.expr()?),
            "align" => {
                let to = self.cursor.number()?;
                self.cursor.expect(",")?;
                Datum::Align { to, from: self.expr()? }
            }
            _ => return self.cursor.error(format!("nothing that can be written is named `{word}`")),
        };
        self.cursor.expect(")")?;
        Ok(datum)
    }

    pub(super) fn measured(&mut self) -> Result<Op> {
        let prefix = if self.cursor.eat_word("varint") {
            Prefix::Varint
        } else {
            let (width, order) = self.scalar()?;
            Prefix::Int { width, order }
        };
        let unit = if self.cursor.eat_word("unit") { self.cursor.number()? } else { 1 };
        let bias = if self.cursor.eat_word("bias") { self.cursor.signed()? } else { 0 };
        let (body, results) = (self.block()?, self.results()?);
        Ok(Op::Measured { prefix, unit, bias, body, results, site: self.site()? })
    }

    pub(super) fn block_op(&mut self) -> Result<Op> {
        Ok(Op::Block { size: self.expr()?, body: self.block()?, results: self.results()? })
    }

    pub(super) fn sub(&mut self) -> Result<Op> {
        Ok(Op::Sub { offset: self.cursor.number()?, body: self.block()?, results: self.results()? })
    }

    pub(super) fn each(&mut self) -> Result<Op> {
        let place = self.place()?;
        self.cursor.expect_word("as")?;
        let item = self.bind()?;
        self.cursor.expect_word("index")?;
        let index = self.bind()?;
        let stride = if self.cursor.eat_word("stride") { Some(self.cursor.number()?) } else { None };
        let ordered = if self.cursor.eat_word("ordered") {
            let element = match self.vars[item.0 as usize].ty.clone() {
                ValueType::Ref(ty) => Some(ty),
                _ => None,
            };
            Some(self.steps(element.as_ref())?)
        } else {
            None
        };
        let (carried, results) = self.carry()?;
        Ok(Op::Each { place, item, index, stride, ordered, carried, body: self.block()?, results })
    }

    pub(super) fn memo(&mut self) -> Result<Op> {
        let (key, body) = (self.expr()?, self.block()?);
        self.cursor.expect("->")?;
        Ok(Op::Memo { key, body, result: self.bind()? })
    }

    pub(super) fn scratch(&mut self) -> Result<Op> {
        let body = self.block()?;
        self.cursor.expect("->")?;
        Ok(Op::Scratch { var: self.bind()?, body })
    }
}

use super::cursor::Result;
use super::function::Parser;
use crate::{Arg, Arm, Block, Const, FuncId, Op};

impl Parser<'_, '_> {
    pub(super) fn let_(&mut self) -> Result<Op> {
        Ok(Op::Let { var: self.bind()?, value: self.assigned()? })
    }

    pub(super) fn if_(&mut self) -> Result<Op> {
        let cond = self.expr()?;
        let then = self.block()?;
        let other = if self.cursor.eat_word("else") { self.block()? } else { Block::default() };
        Ok(Op::If { cond, then, other, results: self.results()? })
    }

    pub(super) fn switch(&mut self) -> Result<Op> {
        let on = self.expr()?;
        let mut arms = Vec::new();
        self.cursor.expect("{")?;
        while self.cursor.eat_word("case") {
            arms.push(Arm { keys: self.keys()?, body: self.block()? });
        }
        self.cursor.expect_word("else")?;
        let default = self.block()?;
        self.cursor.expect("}")?;
        Ok(Op::Switch { on, arms, default, results: self.results()? })
    }

    /// Parses the constants of an arm; empty if a block follows immediately.
    pub(super) fn keys(&mut self) -> Result<Vec<Const>> {
        let mut keys = Vec::new();
        if !self.cursor.at_symbol("{") {
            keys.push(self.constant()?);
            while self.cursor.eat(",") {
                keys.push(self.constant()?);
            }
        }
        Ok(keys)
    }

    pub(super) fn loop_(&mut self) -> Result<Op> {
        let (carried, results) = self.carry()?;
        self.cursor.expect_word("while")?;
        Ok(Op::Loop { carried, cond: self.expr()?, body: self.block()?, results })
    }

    pub(super) fn call(&mut self) -> Result<Op> {
        let func = self.function_id()?;
        self.cursor.expect("(")?;
        let args = self.items(")", |parser| {
            if parser.cursor.eat("&") { parser.place().map(Arg::Place) } else { parser.expr().map(Arg::Value) }
        })?;
        Ok(Op::Call { func, args, results: self.results()? })
    }

    fn function_id(&mut self) -> Result<FuncId> {
        let name = self.cursor.name()?;
        let id = self.declared.functions.get(name).copied();
        id.map_or_else(|| self.cursor.error(format!("no function `{name}`")), Ok)
    }

    pub(super) fn check(&mut self) -> Result<Op> {
        Ok(Op::Check { cond: self.expr()?, code: self.else_code()?, site: self.site()? })
    }
}

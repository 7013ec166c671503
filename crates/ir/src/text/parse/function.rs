use super::cursor::{Cursor, Result};
use super::lex::TokenKind;
use super::native::{record, value_type};
use super::scan::Declared;
use crate::types::Types;
use crate::{Block, Carried, Expr, Function, Linkage, Param, ParamKind, SiteId, ValueType, Var, VarId};
use std::collections::HashMap;

/// A variable's name and its distinguishing number.
type Spelling = (String, u32);

/// Parses one function.
pub(super) struct Parser<'p, 't> {
    pub(super) cursor: &'p mut Cursor<'t>,
    pub(super) declared: &'p Declared,
    pub(super) types: &'p Types,
    pub(super) vars: Vec<Var>,
    spelled: HashMap<Spelling, VarId>,
    /// True if all variables were listed, so that bindings do not create any.
    listed: bool,
}

/// Parses the function at the cursor.
pub(super) fn parse(cursor: &mut Cursor<'_>, declared: &Declared, types: &Types) -> Result<Function> {
    let mut parser = Parser { cursor, declared, types, vars: vec![], spelled: HashMap::new(), listed: false };
    parser.function()
}

impl<'t> Parser<'_, 't> {
    fn function(&mut self) -> Result<Function> {
        self.cursor.expect_word("fn")?;
        let name = self.cursor.name()?.to_owned();
        let spelled = self.params()?;
        let results = if self.cursor.eat("->") { self.result_types()? } else { vec![] };
        let nests = self.cursor.eat_word("nests");
        let rare = self.cursor.eat_word("rare");
        let trusting = self.cursor.eat_word("trusting");
        let linkage = self.linkage()?;
        if self.cursor.eat_word("vars") {
            self.list_vars()?;
        }
        let mut params = Vec::new();
        for (kind, spelling) in spelled {
            params.push(Param { var: self.find(&spelling)?, kind });
        }
        let body = self.block()?;
        let vars = std::mem::take(&mut self.vars);
        Ok(Function { name, params, results, vars, body, nests, rare, trusting, linkage })
    }

    fn linkage(&mut self) -> Result<Linkage> {
        if self.cursor.eat_word("chooser") {
            return Ok(Linkage::Chooser);
        }
        if self.cursor.eat_word("exported") {
            return Ok(Linkage::Exported(record(self.cursor, self.declared)?));
        }
        match self.cursor.eat_word("member") {
            true => Ok(Linkage::Member(record(self.cursor, self.declared)?)),
            false => Ok(Linkage::Internal),
        }
    }

    fn params(&mut self) -> Result<Vec<(ParamKind, Spelling)>> {
        self.cursor.expect("(")?;
        self.items(")", |parser| {
            let binds = parser.cursor.symbol_ahead(1, ":");
            let kind = match () {
                () if !binds && parser.cursor.eat_word("read") => ParamKind::Read,
                () if !binds && parser.cursor.eat_word("build") => ParamKind::Build,
                () => ParamKind::Value,
            };
            let spelling = parser.peek_spelling()?;
            parser.bind()?;
            Ok((kind, spelling))
        })
    }

    fn result_types(&mut self) -> Result<Vec<ValueType>> {
        self.cursor.expect("(")?;
        self.items(")", |parser| value_type(parser.cursor, parser.declared))
    }

    /// Parses the list of all variables, which replaces the declarations of the parameters.
    fn list_vars(&mut self) -> Result<()> {
        self.vars.clear();
        self.spelled.clear();
        self.cursor.expect("(")?;
        self.items(")", Self::bind)?;
        self.listed = true;
        Ok(())
    }

    fn peek_spelling(&self) -> Result<Spelling> {
        match self.cursor.peek() {
            TokenKind::Name { name, suffix, .. } => Ok((name.clone(), *suffix)),
            _ => self.cursor.error("a variable expected"),
        }
    }

    fn find(&self, spelling: &Spelling) -> Result<VarId> {
        let found = self.spelled.get(spelling).copied();
        found.map_or_else(|| self.cursor.error(format!("no variable `{}`", spelling.0)), Ok)
    }

    /// Parses a use of a variable.
    pub(super) fn var(&mut self) -> Result<VarId> {
        let var = self.find(&self.peek_spelling()?)?;
        self.cursor.next();
        Ok(var)
    }

    /// Parses a binding of a variable.
    pub(super) fn bind(&mut self) -> Result<VarId> {
        let spelling = self.peek_spelling()?;
        if !self.listed && self.spelled.contains_key(&spelling) {
            return self.cursor.error("a variable of this name is bound already");
        }
        self.cursor.next();
        let ty = if self.cursor.eat(":") { value_type(self.cursor, self.declared)? } else { ValueType::U64 };
        if self.listed {
            return self.find(&spelling);
        }
        let var = VarId(self.vars.len() as u32);
        self.vars.push(Var { name: spelling.0.clone(), ty });
        self.spelled.insert(spelling, var);
        Ok(var)
    }

    pub(super) fn results(&mut self) -> Result<Vec<VarId>> {
        let mut results = Vec::new();
        if self.cursor.eat("->") {
            results.push(self.bind()?);
            while self.cursor.eat(",") {
                results.push(self.bind()?);
            }
        }
        Ok(results)
    }

    pub(super) fn carry(&mut self) -> Result<(Vec<Carried>, Vec<VarId>)> {
        let (mut carried, mut results) = (Vec::new(), Vec::new());
        if !self.cursor.eat_word("carry") {
            return Ok((carried, results));
        }
        self.cursor.expect("(")?;
        self.items(")", |parser| {
            if !parser.cursor.at_symbol("->") {
                let var = parser.bind()?;
                parser.cursor.expect("=")?;
                carried.push(Carried { var, init: parser.expr()? });
            }
            if parser.cursor.eat("->") {
                results.push(parser.bind()?);
            }
            Ok(())
        })?;
        Ok((carried, results))
    }

    pub(super) fn site(&mut self) -> Result<SiteId> {
        self.cursor.expect("!")?;
        Ok(SiteId(self.cursor.number()?))
    }

    /// Parses items separated by commas, up to `end`.
    pub(super) fn items<T>(&mut self, end: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.cursor.eat(end) {
            if !items.is_empty() {
                self.cursor.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    pub(super) fn exprs(&mut self, end: &str) -> Result<Vec<Expr>> {
        self.items(end, Self::expr)
    }

    pub(super) fn block(&mut self) -> Result<Block> {
        self.cursor.expect("{")?;
        self.cursor.enter()?;
        let mut block = Block::default();
        while !self.cursor.at_symbol("}") {
            if self.cursor.eat_word("yield") {
                block.yields = vec![self.expr()?];
                while self.cursor.eat(",") {
                    block.yields.push(self.expr()?);
                }
                break;
            }
            block.ops.push(self.op()?);
        }
        self.cursor.leave();
        self.cursor.expect("}")?;
        Ok(block)
    }
}

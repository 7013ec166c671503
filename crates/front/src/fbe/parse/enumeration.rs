use super::{Parse, Parser};
use crate::fbe::ast::{EnumConst, EnumDecl, EnumValue};
use crate::fbe::lex::TokenKind;

impl Parser<'_> {
    /// The base and the values of an enum or of flags.
    pub(super) fn enumeration(&mut self, is_flags: bool) -> Parse<EnumDecl> {
        let base = if self.take_symbol(':') { Some(self.dotted("an integer type")?) } else { None };
        self.expect('{', "to begin the values")?;
        let mut values = Vec::new();
        while !self.take_symbol('}') {
            if self.is_end() {
                return Err(self.expected("`}` to end the values"));
            }
            match self.enum_value() {
                Ok(value) => values.push(value),
                Err(_) => self.skip_member(),
            }
        }
        Ok(EnumDecl { is_flags, base, values })
    }

    fn enum_value(&mut self) -> Parse<EnumValue> {
        let doc = self.peek().doc.clone();
        let attributes = self.attributes()?;
        let name = self.name("a value or `}`")?;
        let value = if self.take_symbol('=') { Some(self.enum_const()?) } else { None };
        self.expect(';', "after the value")?;
        Ok(EnumValue { name, doc, attributes, value })
    }

    fn enum_const(&mut self) -> Parse<EnumConst> {
        let token = self.peek();
        match token.kind {
            TokenKind::Int(value) => {
                self.take();
                return Ok(EnumConst::Number(value, token.span));
            }
            TokenKind::Char(value) => {
                self.take();
                return Ok(EnumConst::Number(value.into(), token.span));
            }
            TokenKind::Word(_) | TokenKind::Number(_) | TokenKind::Text(_) | TokenKind::Symbol(_) | TokenKind::End => {}
        }
        let mut names = vec![self.name("a number or another value")?];
        while self.take_symbol('|') {
            names.push(self.name("another value")?);
        }
        Ok(EnumConst::Names(names))
    }
}

//! Annotations (IDL 4.2, clause 7.4.15 and 8).

use super::{Parse, Parser};
use crate::idl::ast::{AnnotationUse, Expr, Word};
use crate::idl::token::TokenKind;

impl Parser<'_> {
    pub fn annotations(&mut self) -> Parse<Vec<AnnotationUse>> {
        let mut annotations = Vec::new();
        while self.is_symbol("@") {
            annotations.push(self.annotation()?);
        }
        Ok(annotations)
    }

    fn annotation(&mut self) -> Parse<AnnotationUse> {
        let start = self.span();
        self.advance();
        // Names of standard annotations, such as `@default` and `@oneway`, are keywords.
        if let TokenKind::Keyword(keyword) = self.peek() {
            self.tokens[self.at].kind = TokenKind::Name((*keyword).to_owned());
            self.tokens[self.at].is_escaped = true;
        }
        let name = self.scoped_name("the name of an annotation")?;
        let mut parameters = Vec::new();
        if self.take_symbol("(") && !self.take_symbol(")") {
            parameters = self.list(Self::annotation_parameter)?;
            self.expect(")", "after the parameters")?;
        }
        Ok(AnnotationUse { name, parameters, span: self.since(start) })
    }

    fn annotation_parameter(&mut self) -> Parse<(Option<Word>, Expr)> {
        let is_named = matches!(self.ahead(1), TokenKind::Symbol("="));
        let name = if is_named { Some(self.name("the name of a parameter")?) } else { None };
        if is_named {
            self.advance();
        }
        Ok((name, self.expr()?))
    }

    /// Skips `@annotation name { … };`: what a schema declares about its own annotations is nothing that is used here.
    pub fn skip_annotation_declaration(&mut self) -> Parse<bool> {
        let is_declaration = matches!(self.ahead(1), TokenKind::Name(word) if word == "annotation")
            && matches!(self.ahead(2), TokenKind::Name(_));
        if !self.is_symbol("@") || !is_declaration {
            return Ok(false);
        }
        self.advance();
        self.advance();
        self.name("the name of the annotation")?;
        self.expect("{", "after the name of the annotation")?;
        let mut depth = 1_usize;
        while depth > 0 {
            match self.peek() {
                TokenKind::Symbol("{") => depth += 1,
                TokenKind::Symbol("}") => depth -= 1,
                TokenKind::End => return Err(self.expected("`}` at the end of the annotation")),
                _ => {}
            }
            self.advance();
        }
        self.expect(";", "after the annotation")?;
        Ok(true)
    }
}

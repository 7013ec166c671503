use super::{Parse, Parser};
use crate::capnp::ast::{Decl, DeclKind, Param, Params, Results};
use crate::capnp::codes;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn interface_statement(&mut self) -> Parse<Decl> {
        match self.declaration()? {
            Some(decl) => Ok(decl),
            None => self.method(),
        }
    }

    /// `name @0 [Parameter, …] (param :Type, …) -> (result :Type, …) $annotation;`
    fn method(&mut self) -> Parse<Decl> {
        let (name, ordinal) = (self.word("a name")?, Some(self.ordinal()?));
        let mut implicit = Vec::new();
        if self.at_symbol("[") {
            implicit = self.list(["[", "]"], "a list of type parameters", |it| it.word("a name"))?;
        }
        if self.at_word("stream") {
            let span = self.peek().span;
            let early = Diagnostic::error(codes::SYNTAX, "`stream` is written after `->`, in place of the results");
            self.report(early.at(span, ""));
        }
        let params = self.params("the parameters of a method")?;
        let results = if self.take_symbol("->") { self.results()? } else { Results::Nothing };
        let mut decl = Decl { ordinal, ..Decl::new(name, DeclKind::Method { implicit, params, results }) };
        decl.annotations = self.annotations()?;
        decl.doc = self.end("the method")?;
        Ok(decl)
    }

    fn results(&mut self) -> Parse<Results> {
        let start = self.peek().span;
        if self.take_word("stream") {
            return Ok(Results::Stream(start));
        }
        Ok(Results::Params(self.params("the results of a method")?))
    }

    fn params(&mut self, what: &str) -> Parse<Params> {
        if self.at_symbol("(") {
            return Ok(Params::Fields(self.list(["(", ")"], what, Self::param)?));
        }
        Ok(Params::Struct(self.expression(what)?))
    }

    /// `name :Type = default $annotation`
    fn param(&mut self) -> Parse<Param> {
        let name = self.word("a name")?;
        self.expect_symbol(":", "before a type")?;
        let ty = self.expression("a type")?;
        let default = if self.take_symbol("=") { Some(self.expression("a value")?) } else { None };
        Ok(Param { name, ty, default, annotations: self.annotations()? })
    }
}

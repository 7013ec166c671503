//! Declarations that can appear in a file, in a struct and in an interface.

use super::cursor::is_symbol;
use super::{Parse, Parser};
use crate::capnp::ast::{Decl, DeclKind, Expression, ExpressionKind, Word};
use crate::capnp::lex::TokenKind;
use polywire_source::Span;

impl Parser<'_> {
    /// Parses the declaration at the cursor; `None` if there is no keyword of a declaration.
    pub(super) fn declaration(&mut self) -> Parse<Option<Decl>> {
        let TokenKind::Word(keyword) = &self.peek().kind else { return Ok(None) };
        let next = self.peek_ahead(1);
        // Members may be named like keywords.
        let is_declaration = matches!(next.kind, TokenKind::Word(_)) || keyword == "using" && is_symbol(next, ".");
        if !is_declaration {
            return Ok(None);
        }
        let parse = match keyword.as_str() {
            "using" => Self::using,
            "const" => Self::constant,
            "enum" => Self::enumeration,
            "struct" => Self::structure,
            "interface" => Self::interface,
            "annotation" => Self::annotation_declaration,
            _ => return Ok(None),
        };
        self.take();
        parse(self).map(Some)
    }

    /// `@0x…`, if present.
    pub(super) fn id(&mut self) -> Parse<Option<(u64, Span)>> {
        let start = self.peek().span;
        if !self.take_symbol("@") {
            return Ok(None);
        }
        let (id, end) = self.int("an id")?;
        Ok(Some((id, start.to(end))))
    }

    /// `using Name = target;` or `using scope.Name;`.
    fn using(&mut self) -> Parse<Decl> {
        let is_named = matches!(self.peek().kind, TokenKind::Word(_)) && is_symbol(self.peek_ahead(1), "=");
        let (name, target) = if is_named {
            let name = self.word("a name")?;
            self.take();
            (name, self.expression("the target of the name")?)
        } else {
            let target = self.expression("what is used")?;
            let Some(name) = last_name(&target) else { return Err(self.expected("`=` and the target of the name")) };
            (name, target)
        };
        let mut decl = Decl::new(name, DeclKind::Using(target));
        decl.doc = self.end("the declaration")?;
        Ok(decl)
    }

    /// `const name @id :Type = value $annotation;`
    fn constant(&mut self) -> Parse<Decl> {
        let (name, id) = (self.word("a name")?, self.id()?);
        self.expect_symbol(":", "before the type of a constant")?;
        let ty = self.expression("a type")?;
        self.expect_symbol("=", "before the value of a constant")?;
        let value = self.expression("a value")?;
        let mut decl = Decl { id, ..Decl::new(name, DeclKind::Const { ty, value }) };
        decl.annotations = self.annotations()?;
        decl.doc = self.end("the constant")?;
        Ok(decl)
    }

    /// `enum Name @id $annotation { name @0; … }`
    fn enumeration(&mut self) -> Parse<Decl> {
        let mut decl = Decl::new(self.word("a name")?, DeclKind::Enum);
        decl.id = self.id()?;
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block("an enum", |parser| {
            let mut member = Decl::new(parser.word("a name")?, DeclKind::Enumerant);
            member.ordinal = Some(parser.ordinal()?);
            member.annotations = parser.annotations()?;
            member.doc = parser.end("the enumerant")?;
            Ok(member)
        })?;
        Ok(decl)
    }

    /// `struct Name @id (Parameter, …) $annotation { … }`
    fn structure(&mut self) -> Parse<Decl> {
        let name = self.word("a name")?;
        let (id, params) = (self.id()?, self.type_params()?);
        let mut decl = Decl { id, params, ..Decl::new(name, DeclKind::Struct) };
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block("a struct", Self::struct_statement)?;
        Ok(decl)
    }

    /// `interface Name @id (Parameter, …) extends(Interface, …) $annotation { … }`
    fn interface(&mut self) -> Parse<Decl> {
        let name = self.word("a name")?;
        let (id, params) = (self.id()?, self.type_params()?);
        let mut extends = Vec::new();
        if self.take_word("extends") {
            extends = self.list(["(", ")"], "a list of interfaces", |parser| parser.expression("an interface"))?;
        }
        let mut decl = Decl { id, params, ..Decl::new(name, DeclKind::Interface { extends }) };
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block("an interface", Self::interface_statement)?;
        Ok(decl)
    }

    /// `(Parameter, …)`, if present.
    fn type_params(&mut self) -> Parse<Vec<Word>> {
        match self.at_symbol("(") {
            true => self.list(["(", ")"], "a list of type parameters", |parser| parser.word("a name")),
            false => Ok(Vec::new()),
        }
    }

    /// `@0` of a member.
    pub(super) fn ordinal(&mut self) -> Parse<(u64, Span)> {
        self.expect_symbol("@", "and an ordinal")?;
        self.int("an ordinal")
    }
}

fn last_name(target: &Expression) -> Option<Word> {
    match &target.kind {
        ExpressionKind::Member(_, name) => Some(name.clone()),
        ExpressionKind::Relative(name) | ExpressionKind::Absolute(name) => {
            Some(Word { text: name.clone(), span: target.span })
        }
        _ => None,
    }
}

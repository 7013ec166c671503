//! Declarations that can stand in a file, in a struct and in an interface.

use super::cursor::is_symbol;
use super::{Parse, Parser};
use crate::capnp::ast::{Decl, DeclKind, Expression, ExpressionKind, Word};
use crate::capnp::lex::TokenKind;
use polywire_source::Span;

impl Parser<'_> {
    /// The declaration at the cursor, or `None` if there is no keyword of one.
    pub(super) fn declaration(&mut self) -> Parse<Option<Decl>> {
        let TokenKind::Word(keyword) = &self.peek().kind else { return Ok(None) };
        let next = self.peek_ahead(1);
        // Members may have keywords for names.
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

    /// A declaration of a name at the cursor, with nothing else.
    pub(super) fn named(&mut self, kind: DeclKind) -> Parse<Decl> {
        let name = self.word("a name")?;
        Ok(Decl {
            name,
            id: None,
            ordinal: None,
            params: Vec::new(),
            annotations: Vec::new(),
            doc: String::new(),
            kind,
            nested: Vec::new(),
        })
    }

    /// `@0x…`, if it is there.
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
        let mut decl = if is_named {
            let mut decl = self.named(DeclKind::Enum)?;
            self.take();
            decl.kind = DeclKind::Using(self.expression("what the name stands for")?);
            decl
        } else {
            let target = self.expression("what is used")?;
            let Some(name) = last_name(&target) else { return Err(self.expected("` = ` and a name's target")) };
            let kind = DeclKind::Using(target);
            let (params, annotations, nested) = (Vec::new(), Vec::new(), Vec::new());
            Decl { name, id: None, ordinal: None, params, annotations, doc: String::new(), kind, nested }
        };
        decl.doc = self.end("the declaration")?;
        Ok(decl)
    }

    /// `const name @id :Type = value $annotation;`
    fn constant(&mut self) -> Parse<Decl> {
        let mut decl = self.named(DeclKind::Enum)?;
        decl.id = self.id()?;
        self.expect_symbol(":", "in front of a constant's type")?;
        let ty = self.expression("a type")?;
        self.expect_symbol("=", "in front of a constant's value")?;
        decl.kind = DeclKind::Const { ty, value: self.expression("a value")? };
        decl.annotations = self.annotations()?;
        decl.doc = self.end("the constant")?;
        Ok(decl)
    }

    /// `enum Name @id $annotation { name @0; … }`
    fn enumeration(&mut self) -> Parse<Decl> {
        let mut decl = self.named(DeclKind::Enum)?;
        decl.id = self.id()?;
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block("an enum", |parser| {
            let mut member = parser.named(DeclKind::Enumerant)?;
            member.ordinal = Some(parser.ordinal()?);
            member.annotations = parser.annotations()?;
            member.doc = parser.end("the enumerant")?;
            Ok(member)
        })?;
        Ok(decl)
    }

    /// `struct Name @id (Parameter, …) $annotation { … }`
    fn structure(&mut self) -> Parse<Decl> {
        let mut decl = self.named(DeclKind::Struct)?;
        self.generic_head(&mut decl)?;
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block("a struct", Self::struct_statement)?;
        Ok(decl)
    }

    /// `interface Name @id (Parameter, …) extends(Interface, …) $annotation { … }`
    fn interface(&mut self) -> Parse<Decl> {
        let mut decl = self.named(DeclKind::Enum)?;
        self.generic_head(&mut decl)?;
        let mut extends = Vec::new();
        if self.take_word("extends") {
            extends = self.list(["(", ")"], "a list of interfaces", |parser| parser.expression("an interface"))?;
        }
        decl.kind = DeclKind::Interface { extends };
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block("an interface", Self::interface_statement)?;
        Ok(decl)
    }

    fn generic_head(&mut self, decl: &mut Decl) -> Parse<()> {
        decl.id = self.id()?;
        if self.at_symbol("(") {
            decl.params = self.list(["(", ")"], "a list of type parameters", |it| it.word("a name"))?;
        }
        Ok(())
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

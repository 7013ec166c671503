//! Members of structs: fields, unions and groups.

use super::cursor::is_symbol;
use super::{Parse, Parser};
use crate::capnp::ast::{Decl, DeclKind, Word};
use crate::capnp::codes;
use crate::capnp::lex::TokenKind;
use polywire_source::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn struct_statement(&mut self) -> Parse<Decl> {
        match self.declaration()? {
            Some(decl) => Ok(decl),
            None if self.at_unnamed_union() => self.unnamed_union(),
            None => self.member(),
        }
    }

    fn member_statement(&mut self) -> Parse<Decl> {
        let start = self.peek().span;
        let decl = self.struct_statement()?;
        if !matches!(decl.kind, DeclKind::Field { .. } | DeclKind::Group | DeclKind::Union) {
            let misplaced =
                Diagnostic::error(codes::MISPLACED, "groups and unions can contain only fields, groups and unions");
            self.report(
                misplaced.at(start.to(decl.name.span), "").help("move the declaration to the enclosing struct"),
            );
        }
        Ok(decl)
    }

    /// A field may be called `union` as well.
    fn at_unnamed_union(&self) -> bool {
        self.at_word("union") && is_symbol(self.peek_ahead(1), "{")
    }

    fn unnamed_union(&mut self) -> Parse<Decl> {
        let Word { span, .. } = self.word("`union`")?;
        let mut decl = Decl::new(Word { text: String::new(), span }, DeclKind::Union);
        (decl.nested, decl.doc) = self.block("a union", Self::member_statement)?;
        Ok(decl)
    }

    /// `name @0 :Type = default;`, `name :group { … }` or `name @0! :union { … }`.
    fn member(&mut self) -> Parse<Decl> {
        let name = self.word("a name")?;
        let ordinal = if self.at_symbol("@") { Some(self.ordinal()?) } else { None };
        let is_forced = ordinal.is_some() && self.take_symbol("!");
        self.expect_symbol(":", "before the type of a member")?;
        let is_block = matches!(self.peek_ahead(1).kind, TokenKind::Symbol("{" | "$"));
        if is_block && self.take_word("group") {
            self.check_group(ordinal);
            return self.part(Decl::new(name, DeclKind::Group), "a group");
        }
        if is_block && self.take_word("union") {
            self.check_union(ordinal, is_forced);
            return self.part(Decl { ordinal, ..Decl::new(name, DeclKind::Union) }, "a union");
        }
        self.field(name, ordinal, is_forced)
    }

    fn part(&mut self, mut decl: Decl, what: &str) -> Parse<Decl> {
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block(what, Self::member_statement)?;
        Ok(decl)
    }

    fn field(&mut self, name: Word, ordinal: Ordinal, is_forced: bool) -> Parse<Decl> {
        if ordinal.is_none() || is_forced {
            let message = if is_forced { "only unions have `!`" } else { "the field has no ordinal" };
            let problem = Diagnostic::error(codes::ORDINAL, message);
            self.report(problem.at(name.span, "").help("write it as in `name @0 :Type;`"));
        }
        let ty = self.expression("a type")?;
        let default = if self.take_symbol("=") { Some(self.expression("a value")?) } else { None };
        let mut decl = Decl { ordinal, ..Decl::new(name, DeclKind::Field { ty, default }) };
        decl.annotations = self.annotations()?;
        decl.doc = self.end("the field")?;
        Ok(decl)
    }

    fn check_group(&mut self, ordinal: Ordinal) {
        if let Some((_, span)) = ordinal {
            let problem = Diagnostic::error(codes::ORDINAL, "a group has no ordinal").at(span, "");
            self.report(problem.help("remove it; the members of the group have ordinals of their own"));
        }
    }

    /// The ordinal of a union decides where its discriminant is placed. Old schemas may need it.
    fn check_union(&mut self, ordinal: Ordinal, is_forced: bool) {
        if let Some((_, span)) = ordinal.filter(|_| !is_forced) {
            let problem = Diagnostic::error(codes::ORDINAL, "a union needs no ordinal").at(span, "");
            let help = "remove it; if messages were written with it, add `!` after it instead";
            self.report(problem.help(help));
        }
    }
}

type Ordinal = Option<(u64, Span)>;

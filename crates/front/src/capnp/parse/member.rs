//! Members of structs: fields, unions and groups.

use super::cursor::is_symbol;
use super::{Parse, Parser};
use crate::capnp::ast::{Decl, DeclKind, Word};
use crate::capnp::codes;
use crate::capnp::lex::TokenKind;
use polywire_source::Diagnostic;

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
                Diagnostic::error(codes::MISPLACED, "groups and unions hold fields, groups and unions only");
            self.report(misplaced.at(start.to(decl.name.span), "").help("move the declaration to the struct around"));
        }
        Ok(decl)
    }

    /// A field may be called `union` as well.
    fn at_unnamed_union(&self) -> bool {
        self.at_word("union") && is_symbol(self.peek_ahead(1), "{")
    }

    fn unnamed_union(&mut self) -> Parse<Decl> {
        let mut decl = self.named(DeclKind::Union)?;
        decl.name = Word { text: String::new(), span: decl.name.span };
        (decl.nested, decl.doc) = self.block("a union", Self::member_statement)?;
        Ok(decl)
    }

    /// `name @0 :Type = default;`, `name :group { … }` or `name @0! :union { … }`.
    fn member(&mut self) -> Parse<Decl> {
        let mut decl = self.named(DeclKind::Group)?;
        let mut is_forced = false;
        if self.at_symbol("@") {
            decl.ordinal = Some(self.ordinal()?);
            is_forced = self.take_symbol("!");
        }
        self.expect_symbol(":", "in front of the type of a member")?;
        let is_block = matches!(self.peek_ahead(1).kind, TokenKind::Symbol("{" | "$"));
        let what = match () {
            () if is_block && self.take_word("group") => "a group",
            () if is_block && self.take_word("union") => "a union",
            () => return self.field(decl, is_forced),
        };
        self.check_ordinal(&mut decl, what, is_forced);
        decl.kind = if what == "a union" { DeclKind::Union } else { DeclKind::Group };
        decl.annotations = self.annotations()?;
        (decl.nested, decl.doc) = self.block(what, Self::member_statement)?;
        Ok(decl)
    }

    fn field(&mut self, mut decl: Decl, is_forced: bool) -> Parse<Decl> {
        let name = decl.name.span;
        if decl.ordinal.is_none() || is_forced {
            let message = if is_forced { "only unions have `!`" } else { "the field has no ordinal" };
            let problem = Diagnostic::error(codes::ORDINAL, message);
            self.report(problem.at(name, "").help("write it as in `name @0 :Type;`"));
        }
        let ty = self.expression("a type")?;
        let default = if self.take_symbol("=") { Some(self.expression("a value")?) } else { None };
        decl.kind = DeclKind::Field { ty, default };
        decl.annotations = self.annotations()?;
        decl.doc = self.end("the field")?;
        Ok(decl)
    }

    /// The ordinal of a union stands for the place of its discriminant, which old schemas may need.
    fn check_ordinal(&mut self, decl: &mut Decl, what: &str, is_forced: bool) {
        let Some((_, span)) = decl.ordinal else { return };
        let (message, help) = match what {
            "a group" => ("a group has no ordinal", "remove it: the members of the group have theirs"),
            _ if is_forced => return,
            _ => (
                "a union needs no ordinal",
                "remove it; if it is there because messages were written with it, put `!` behind it",
            ),
        };
        self.report(Diagnostic::error(codes::ORDINAL, message).at(span, "").help(help));
        decl.ordinal = decl.ordinal.filter(|_| what != "a group");
    }
}

//! Structs, exceptions, unions and enums.

use super::{Parse, Parser};
use crate::idl::ast::{CaseDecl, EnumeratorDecl, ItemKind, Label, MemberDecl, StructDecl, UnionDecl, Word};
use crate::idl::codes;
use crate::idl::token::TokenKind;
use crate::idl::tree::Declared;

impl Parser<'_> {
    pub fn structure(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the struct")?;
        if self.is_symbol(";") {
            return Ok(ItemKind::Forward(Declared::Struct, name));
        }
        let base = if self.take_symbol(":") { Some(self.scoped_name("a struct")?) } else { None };
        let members = self.members("the struct")?;
        Ok(ItemKind::Struct(StructDecl { name, base, members }))
    }

    pub fn exception(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the exception")?;
        Ok(ItemKind::Exception(name, self.members("the exception")?))
    }

    fn members(&mut self, owner: &str) -> Parse<Vec<MemberDecl>> {
        self.expect("{", &format!("at the begin of {owner}"))?;
        let mut members = Vec::new();
        while !self.is_symbol("}") && *self.peek() != TokenKind::End {
            let start = self.at;
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => self.recover_member(start),
            }
        }
        self.expect("}", &format!("at the end of {owner}"))?;
        Ok(members)
    }

    pub fn recover_member(&mut self, start: usize) {
        self.recover(start);
        if self.at == start {
            self.advance();
        }
    }

    fn member(&mut self) -> Parse<MemberDecl> {
        let doc = self.doc();
        let annotations = self.annotations()?;
        let ty = self.type_or_definition("a type")?;
        let declarators = self.list(Self::declarator)?;
        self.expect(";", "after the member")?;
        Ok(MemberDecl { doc, annotations, ty, declarators })
    }

    pub fn union(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the union")?;
        if self.is_symbol(";") {
            return Ok(ItemKind::Forward(Declared::Union, name));
        }
        if !self.take_keyword("switch") {
            return Err(self.expected("`switch` after the name of the union"));
        }
        self.expect("(", "after `switch`")?;
        // An annotation such as `@key` may precede the type.
        self.annotations()?;
        let discriminator = self.type_or_definition("the type of the discriminator")?;
        self.expect(")", "after the type of the discriminator")?;
        self.expect("{", "at the begin of the union")?;
        let cases = self.cases(&name)?;
        self.expect("}", "at the end of the union")?;
        Ok(ItemKind::Union(UnionDecl { name, discriminator, cases }))
    }

    fn cases(&mut self, name: &Word) -> Parse<Vec<CaseDecl>> {
        let mut cases = Vec::new();
        let first = self.at;
        while !self.is_symbol("}") && *self.peek() != TokenKind::End {
            let start = self.at;
            match self.case() {
                Ok(case) => cases.push(case),
                Err(_) => self.recover_member(start),
            }
        }
        if self.at == first {
            return Err(self.error_at(name.span, codes::SYNTAX, "a union needs a case", "write `case 1: long name;`"));
        }
        Ok(cases)
    }

    fn case(&mut self) -> Parse<CaseDecl> {
        let doc = self.doc();
        let mut annotations = self.annotations()?;
        let mut labels = Vec::new();
        loop {
            let span = self.span();
            if self.take_keyword("case") {
                labels.push(Label::Case(self.expr()?));
            } else if self.take_keyword("default") {
                labels.push(Label::Default(span));
            } else {
                break;
            }
            self.expect(":", "after the label")?;
        }
        if labels.is_empty() {
            return Err(self.expected("`case` or `default`"));
        }
        let inner_doc = self.doc();
        annotations.extend(self.annotations()?);
        let ty = self.type_or_definition("the type of the case")?;
        let declarators = vec![self.declarator()?];
        self.expect(";", "after the case")?;
        let doc = if doc.is_empty() { inner_doc } else { doc };
        Ok(CaseDecl { labels, member: MemberDecl { doc, annotations, ty, declarators } })
    }

    pub fn enumeration(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the enum")?;
        Ok(ItemKind::Enum(name, self.enumerators("enum")?))
    }

    pub fn enumerators(&mut self, owner: &str) -> Parse<Vec<EnumeratorDecl>> {
        self.expect("{", &format!("at the begin of the {owner}"))?;
        let mut enumerators = Vec::new();
        loop {
            let doc = self.doc();
            let annotations = self.annotations()?;
            enumerators.push(EnumeratorDecl { doc, annotations, name: self.name("a name")? });
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect("}", &format!("at the end of the {owner}"))?;
        Ok(enumerators)
    }
}

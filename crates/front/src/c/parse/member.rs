//! Members of structs and unions.

use super::attribute::Attributes;
use super::declarator::Declarator;
use super::specifiers::Specifiers;
use super::{Parse, Parser};
use crate::c::check::{self, Names};
use crate::c::codes;
use crate::c::tree::{Member, RecordId, Type};
use polywire_source::Span;

impl Parser<'_> {
    /// Reads members up to the `}`.
    pub fn members(&mut self, of: RecordId) -> Vec<Member> {
        let (mut members, mut names) = (Vec::new(), Names::default());
        while !self.is_symbol("}") && !self.is_end() {
            let start = self.at;
            if self.member_declaration(of, &mut members, &mut names).is_err() {
                self.recover(start);
            }
        }
        check::flexible(&self.unit, of, &members, self.diagnostics);
        members
    }

    fn member_declaration(&mut self, of: RecordId, members: &mut Vec<Member>, names: &mut Names) -> Parse<()> {
        if self.take_symbol(";") {
            return Ok(());
        }
        match self.word() {
            Some("_Static_assert" | "static_assert") => return self.assertion(),
            Some("_Pragma") => return self.pragma_operator(),
            _ => {}
        }
        let start = self.at;
        let specifiers = self.specifiers()?;
        if self.is_symbol(";") {
            self.advance();
            return self.without_name(of, &specifiers, start, (members, names));
        }
        let (mut first, mut list) = (start, Vec::new());
        loop {
            let span = self.span();
            let declarator = match self.is_symbol(":") {
                true => {
                    let (ty, attributes) = (specifiers.ty.clone(), Attributes::default());
                    Declarator { name: None, ty, attributes }
                }
                false => self.declarator(specifiers.ty.clone())?,
            };
            let (name, span) = match declarator.name.clone() {
                Some(found) => found,
                None if self.is_symbol(":") => (String::new(), span),
                None => return Err(self.expected("the name of a member")),
            };
            let mut member = self.member(&specifiers, declarator, name, span)?;
            let is_last = !self.take_symbol(",");
            if is_last {
                self.expect(";", "or `,` after the member")?;
            }
            member.doc = self.doc(first);
            member.notes = self.take_notes(first);
            first = self.at;
            list.push(member);
            if is_last {
                break;
            }
        }
        for member in list {
            self.add_member(of, member, members, names);
        }
        Ok(())
    }

    /// A declaration without a declarator: an anonymous struct or union, or a type that is declared here.
    fn without_name(
        &mut self,
        of: RecordId,
        specifiers: &Specifiers,
        start: usize,
        (members, names): (&mut Vec<Member>, &mut Names),
    ) -> Parse<()> {
        let span = self.tokens[start].span;
        match specifiers.ty {
            Type::Record(id) if self.unit.records[id.0].declared.name().is_none() => {
                let (doc, notes) = (self.doc(start), self.take_notes(start));
                let (ty, layout) = (Type::Record(id), specifiers.attributes.layout);
                let span = self.unit.records[id.0].declared.span;
                let member =
                    Member { name: String::new(), span, ty, bits: None, layout, doc, deprecated: false, notes };
                self.add_member(of, member, members, names);
                Ok(())
            }
            Type::Record(_) | Type::Enum(_) => Ok(()),
            _ => Err(self.error_at(span, codes::SYNTAX, "the declaration has no name", "add the name of the member")),
        }
    }

    fn member(&mut self, of: &Specifiers, declarator: Declarator, name: String, span: Span) -> Parse<Member> {
        let mut attributes = of.attributes;
        attributes.add(declarator.attributes);
        let bits = match self.take_symbol(":") {
            true => Some(self.width(&declarator.ty, &name, span)?),
            false => None,
        };
        self.attributes(&mut attributes)?;
        let mut layout = attributes.layout;
        if let Some((align, place)) = of.alignas {
            if let Some(error) = check::alignas(&self.unit, &declarator.ty, align, bits, place) {
                self.report(error);
            }
            layout.aligned = layout.aligned.max(Some(align));
        }
        let (doc, notes, deprecated) = (String::new(), Vec::new(), attributes.deprecated);
        Ok(Member { name, span, ty: declarator.ty, bits, layout, doc, deprecated, notes })
    }

    fn width(&mut self, ty: &Type, name: &str, span: Span) -> Parse<u8> {
        let start = self.span();
        let value = self.constant()?.number;
        let place = self.since(start);
        match check::width(&self.unit, ty, value, (name, span), place) {
            Ok(bits) => Ok(bits),
            Err(error) => Err(self.report(*error)),
        }
    }

    fn add_member(&mut self, of: RecordId, member: Member, members: &mut Vec<Member>, names: &mut Names) {
        if let Err(error) = check::member(&self.unit, &member) {
            self.report(*error);
            return;
        }
        let clashes = names.add(&self.unit, &member);
        for (name, span, first) in clashes {
            self.clash(&name, span, first);
        }
        let problems = check::unsupported(&self.unit, &member);
        self.unit.records[of.0].problems.extend(problems);
        members.push(member);
    }
}

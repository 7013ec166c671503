//! Declarations outside of structs (C11, clause 6.9). Functions and variables are skipped.

use super::declarator::Declarator;
use super::specifiers::Specifiers;
use super::{Parse, Parser};
use crate::c::codes;
use crate::c::note::Note;
use crate::c::standard::standard_type;
use crate::c::token::TokenKind;
use crate::c::tree::{Declared, Type, Typedef};
use polywire_source::Span;

impl Parser<'_> {
    /// Reads declarations up to the end, or to the `}` of `extern "C" {`.
    pub fn items(&mut self, is_block: bool) {
        while !self.is_end() {
            if self.is_symbol("}") {
                if is_block {
                    return;
                }
                self.error(codes::SYNTAX, "this `}` closes nothing", "remove it");
                self.advance();
                continue;
            }
            let start = self.at;
            if self.item().is_err() {
                self.recover(start);
            }
        }
    }

    fn item(&mut self) -> Parse<()> {
        if self.take_symbol(";") {
            return Ok(());
        }
        match self.word() {
            Some("_Static_assert" | "static_assert") => return self.assertion(),
            Some("_Pragma") => return self.pragma_operator(),
            Some("asm") => {
                self.advance();
                while matches!(self.word(), Some("volatile")) {
                    self.advance();
                }
                self.skip_group()?;
                return self.expect(";", "after `asm`");
            }
            Some("extern") if matches!(self.ahead(1), TokenKind::Text(_)) => {
                self.advance();
                self.advance();
                if self.is_symbol("{") {
                    return self.linkage();
                }
                return self.item();
            }
            _ => {}
        }
        self.declaration()
    }

    /// `{ … }` after `extern "C"`.
    fn linkage(&mut self) -> Parse<()> {
        let open = self.span();
        self.advance();
        self.nested(|it| {
            it.items(true);
            Ok(())
        })?;
        match self.take_symbol("}") {
            true => Ok(()),
            false => Err(self.error_at(open, codes::SYNTAX, "this is not closed", "add the missing `}`")),
        }
    }

    /// `_Pragma ( text )`: those that change layouts are refused.
    pub fn pragma_operator(&mut self) -> Parse<()> {
        let start = self.span();
        self.advance();
        if let TokenKind::Text(text) = self.ahead(1)
            && ["pack", "ms_struct", "scalar_storage_order"]
                .iter()
                .any(|it| text.trim_start_matches(['"', ' ']).starts_with(it))
        {
            self.error_at(
                start,
                codes::UNSUPPORTED,
                "`_Pragma` that changes layouts is not supported",
                "write `#pragma`",
            );
        }
        self.skip_group()
    }

    fn declaration(&mut self) -> Parse<()> {
        let start = self.at;
        let specifiers = self.specifiers()?;
        if self.is_symbol(";") {
            self.advance();
            let notes = self.take_notes(start);
            self.describe(&specifiers, start, notes);
            return Ok(());
        }
        let mut is_first = true;
        loop {
            let declarator = self.declarator(specifiers.ty.clone())?;
            if declarator.ty == Type::Function && self.is_symbol("{") {
                self.skip_group()?;
                self.take_notes(start);
                return Ok(());
            }
            if self.take_symbol("=") {
                self.skip_initializer()?;
            }
            self.declared(&specifiers, declarator, start, is_first)?;
            is_first = false;
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect(";", "after the declaration")?;
        let notes = self.take_notes(start);
        self.describe(&specifiers, start, notes);
        Ok(())
    }

    fn skip_initializer(&mut self) -> Parse<()> {
        while !self.is_symbol(",") && !self.is_symbol(";") && !self.is_end() {
            match self.peek() {
                TokenKind::Symbol("(" | "[" | "{") => self.skip_group()?,
                _ => self.advance(),
            }
        }
        Ok(())
    }

    fn declared(&mut self, of: &Specifiers, declarator: Declarator, start: usize, is_first: bool) -> Parse<()> {
        let Some((name, span)) = declarator.name.clone() else { return Err(self.expected("a name or `;`")) };
        if !of.is_typedef {
            return self.declare_object(name, span);
        }
        let mut attributes = of.attributes;
        attributes.add(declarator.attributes);
        if matches!(declarator.ty.element(), Type::Record(_)) {
            self.warn_of_packed(attributes.packed);
        }
        let declared = self.declared_here(start, span);
        let mut ty = declarator.ty;
        if let Some(standard) = standard_type(&name).filter(|_| declared.is_system) {
            ty = standard;
        }
        if let Some(align) = attributes.layout.aligned {
            ty = ty.aligned(align);
        }
        if is_first {
            self.name_anonymous(&ty, &name, span);
        }
        let declared = Declared { typedef: Some(name), deprecated: attributes.deprecated, ..declared };
        self.declare_type(Typedef { declared, ty })
    }

    /// The first typedef of a struct, union or enum without a tag is its name.
    fn name_anonymous(&mut self, ty: &Type, name: &str, span: Span) {
        let declared = match ty.plain() {
            Type::Record(id) => &mut self.unit.records[id.0].declared,
            Type::Enum(id) => &mut self.unit.enums[id.0].declared,
            _ => return,
        };
        if declared.name().is_none() {
            declared.typedef = Some(name.to_owned());
            declared.span = span;
        }
    }

    /// The comment and the notes of a declaration are those of the type that it defines.
    fn describe(&mut self, of: &Specifiers, start: usize, notes: Vec<Note>) {
        let doc = self.doc(start);
        let declared = match of.ty {
            Type::Record(id) if of.defines => &mut self.unit.records[id.0].declared,
            Type::Enum(id) if of.defines => &mut self.unit.enums[id.0].declared,
            _ => return self.notes_without_place(&notes),
        };
        if declared.doc.is_empty() {
            declared.doc = doc;
        }
        declared.deprecated |= of.attributes.deprecated;
        declared.notes.extend(notes);
    }

    pub fn notes_without_place(&mut self, notes: &[Note]) {
        for note in notes {
            let message = format!("the note `{}` is for {}", note.kind.word(), note.kind.place());
            self.error_at(note.span, codes::NOTE, &message, "remove it, or write it there");
        }
    }

    /// Where something is declared that begins with this token.
    pub fn declared_here(&self, start: usize, span: Span) -> Declared {
        let index = self.tokens[start].index;
        Declared {
            file: self.marks.file(index),
            is_system: self.marks.is_system(index),
            tag: None,
            typedef: None,
            span,
            doc: self.doc(start),
            deprecated: false,
            notes: Vec::new(),
        }
    }
}

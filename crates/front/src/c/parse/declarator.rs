//! Declarators: names with what makes pointers, arrays and functions of their type (C11, clause 6.7.6).

use super::attribute::Attributes;
use super::cursor::MAX_DEPTH;
use super::{Parse, Parser};
use crate::c::codes;
use crate::c::token::TokenKind;
use crate::c::tree::{Length, Type};
use polywire_source::Span;

/// A name, if there is one, and its type.
pub(super) struct Declarator {
    pub name: Option<(String, Span)>,
    pub ty: Type,
    pub attributes: Attributes,
}

/// What is made of a type, from the name outwards.
enum Modifier {
    Pointer,
    Function,
    Array(Length),
}

impl Parser<'_> {
    pub fn declarator(&mut self, base: Type) -> Parse<Declarator> {
        let mut found = Declarator { name: None, ty: base, attributes: Attributes::default() };
        let mut modifiers = Vec::new();
        self.modifiers(&mut found, &mut modifiers)?;
        modifiers.truncate(MAX_DEPTH + 1);
        for modifier in modifiers.into_iter().rev() {
            let inner = std::mem::replace(&mut found.ty, Type::Invalid);
            found.ty = match modifier {
                Modifier::Pointer => Type::Pointer,
                Modifier::Function => Type::Function,
                Modifier::Array(length) => Type::Array(Box::new(inner), length),
            };
        }
        if found.ty.depth() > MAX_DEPTH {
            let message = format!("the array has more than {MAX_DEPTH} dimensions");
            return Err(self.error(codes::TOO_DEEP, &message, "put some of them into a struct"));
        }
        self.attributes(&mut found.attributes)?;
        if let Some(bits) = found.attributes.mode.take() {
            found.ty = super::specifiers::with_mode(found.ty, bits);
        }
        Ok(found)
    }

    fn modifiers(&mut self, found: &mut Declarator, modifiers: &mut Vec<Modifier>) -> Parse<()> {
        let mut pointers = 0;
        loop {
            self.attributes(&mut found.attributes)?;
            let is_qualifier =
                matches!(self.word(), Some("const" | "volatile" | "restrict" | "_Atomic" | "__cdecl" | "__stdcall"));
            if self.take_symbol("*") || self.take_symbol("^") {
                pointers += 1;
            } else if is_qualifier {
                self.advance();
            } else {
                break;
            }
        }
        if self.is_grouping() {
            self.advance();
            self.nested(|it| it.modifiers(found, modifiers))?;
            self.expect(")", "after the declarator")?;
        } else if self.is_name() {
            found.name = Some(self.name("a name")?);
        }
        loop {
            if self.is_symbol("(") {
                self.skip_group()?;
                modifiers.push(Modifier::Function);
            } else if self.is_symbol("[") && !self.is_symbol_ahead(1, "[") {
                modifiers.push(Modifier::Array(self.array()?));
            } else {
                break;
            }
        }
        // All pointers together are one: what they point to does not matter.
        if pointers > 0 {
            modifiers.push(Modifier::Pointer);
        }
        Ok(())
    }

    /// Parentheses around a declarator, not those of parameters.
    fn is_grouping(&self) -> bool {
        self.is_symbol("(")
            && match self.ahead(1) {
                TokenKind::Symbol("*" | "^" | "(") => true,
                TokenKind::Word(word) => word.starts_with("__attribute") || !self.is_type_ahead(1) && word != "void",
                _ => false,
            }
    }

    fn array(&mut self) -> Parse<Length> {
        self.expect("[", "before the length")?;
        while matches!(self.word(), Some("static" | "const" | "volatile" | "restrict")) {
            self.advance();
        }
        if self.take_symbol("]") {
            return Ok(Length::Flexible);
        }
        let start = self.span();
        let value = self.constant()?.number;
        let span = self.since(start);
        self.expect("]", "after the length")?;
        match u32::try_from(value).ok().filter(|it| *it <= i32::MAX as u32) {
            Some(length) => Ok(Length::Fixed(length)),
            None if value < 0 => {
                let message = format!("the length of the array is negative: {value}");
                Err(self.error_at(span, codes::VALUE, &message, "write a positive number"))
            }
            None => {
                let message = format!("the length of the array is too large: {value}");
                Err(self.error_at(span, codes::VALUE, &message, "write at most 2147483647"))
            }
        }
    }
}

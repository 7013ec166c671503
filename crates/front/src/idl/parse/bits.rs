//! Bitsets and bitmasks (IDL 4.2, clause 7.4.13.4.3).

use super::{Parse, Parser};
use crate::idl::ast::{BitfieldDecl, BitsetDecl, ItemKind};
use crate::idl::token::TokenKind;

impl Parser<'_> {
    pub fn bitmask(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the bitmask")?;
        Ok(ItemKind::Bitmask(name, self.enumerators("bitmask")?))
    }

    pub fn bitset(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the bitset")?;
        let base = if self.take_symbol(":") { Some(self.scoped_name("a bitset")?) } else { None };
        self.expect("{", "at the begin of the bitset")?;
        let mut fields = Vec::new();
        while !self.is_symbol("}") && *self.peek() != TokenKind::End {
            let start = self.at;
            match self.bitfield() {
                Ok(field) => fields.push(field),
                Err(_) => self.recover_member(start),
            }
        }
        self.expect("}", "at the end of the bitset")?;
        Ok(ItemKind::Bitset(BitsetDecl { name, base, fields }))
    }

    fn bitfield(&mut self) -> Parse<BitfieldDecl> {
        let (doc, start) = (self.doc(), self.span());
        self.annotations()?;
        if !self.take_word("bitfield") {
            return Err(self.expected("`bitfield`"));
        }
        self.expect("<", "after `bitfield`")?;
        let bits = self.bound()?;
        let ty = if self.take_symbol(",") { Some(self.type_ref("the type of the field")?) } else { None };
        self.expect(">", "after the number of bits")?;
        let span = self.since(start);
        let mut names = Vec::new();
        while !self.is_symbol(";") {
            names.push(self.name("the name of a field, or `;`")?);
            self.take_symbol(",");
        }
        self.advance();
        Ok(BitfieldDecl { doc, bits, ty, names, span })
    }
}

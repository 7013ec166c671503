//! Types, and definitions that give names to types and values.

use super::{Parse, Parser};
use crate::idl::ast::{Declarator, Expr, Item, ItemKind, TypeKind, TypeRef};
use crate::idl::codes;
use crate::idl::token::TokenKind;
use crate::idl::tree::Type;

impl Parser<'_> {
    pub fn constant(&mut self) -> Parse<ItemKind> {
        self.advance();
        let ty = self.type_ref("the type of the constant")?;
        if matches!(ty.kind, TypeKind::Fixed(_)) {
            let help = "write `fixed`: the digits of the value are those of the type";
            return Err(self.error_at(ty.span, codes::SYNTAX, "the type of a constant has no digits", help));
        }
        let name = self.name("the name of the constant")?;
        self.expect("=", "after the name of the constant")?;
        Ok(ItemKind::Constant(ty, name, self.expr()?))
    }

    pub fn typedef(&mut self) -> Parse<ItemKind> {
        self.advance();
        let ty = self.type_or_definition("a type")?;
        Ok(ItemKind::Typedef(ty, self.list(Self::declarator)?))
    }

    pub fn native(&mut self) -> Parse<ItemKind> {
        self.advance();
        Ok(ItemKind::Native(self.name("the name of the native type")?))
    }

    pub fn declarator(&mut self) -> Parse<Declarator> {
        let name = self.name("a name")?;
        let mut dimensions = Vec::new();
        while self.take_symbol("[") {
            dimensions.push(self.expr()?);
            self.expect("]", "after the size of the array")?;
            if dimensions.len() > 30 {
                return Err(self.error(codes::TOO_DEEP, "the array has more than 30 dimensions", "name a part of it"));
            }
        }
        Ok(Declarator { name, dimensions })
    }

    /// A type, or the definition of a struct, union or enum in its place.
    pub fn type_or_definition(&mut self, what: &str) -> Parse<TypeRef> {
        let (start, doc) = (self.span(), self.doc());
        let kind = match self.peek() {
            TokenKind::Keyword("struct") => self.nested(Self::structure)?,
            TokenKind::Keyword("union") => self.nested(Self::union)?,
            TokenKind::Keyword("enum") => self.nested(Self::enumeration)?,
            _ => return self.type_ref(what),
        };
        if matches!(kind, ItemKind::Forward(..)) {
            return Err(self.expected("a definition with `{`"));
        }
        let item = Item { doc, annotations: Vec::new(), kind };
        Ok(TypeRef { kind: TypeKind::Defined(Box::new(item)), span: self.since(start) })
    }

    /// The type of a parameter, result or attribute: it must have a name if it has parts (IDL 3.5, clause 7.13).
    pub fn named_type(&mut self, what: &str) -> Parse<TypeRef> {
        let ty = self.type_ref(what)?;
        match ty.kind {
            TypeKind::Sequence(..) | TypeKind::Map(..) | TypeKind::Fixed(_) | TypeKind::AnyFixed => {
                let help = "give the type a name with `typedef` before the interface, and write the name here";
                Err(self.error_at(
                    ty.span,
                    codes::SYNTAX,
                    "parameters, results and attributes need a type with a name",
                    help,
                ))
            }
            TypeKind::Basic(_) | TypeKind::Named(_) | TypeKind::String { .. } | TypeKind::Defined(_) => Ok(ty),
        }
    }

    pub fn type_ref(&mut self, what: &str) -> Parse<TypeRef> {
        let start = self.span();
        let kind = self.nested(|it| it.type_kind(what))?;
        Ok(TypeRef { kind, span: self.since(start) })
    }

    fn type_kind(&mut self, what: &str) -> Parse<TypeKind> {
        let keyword = match self.peek() {
            TokenKind::Keyword(keyword) => *keyword,
            TokenKind::Name(word) if word == "map" && matches!(self.ahead(1), TokenKind::Symbol("<")) => {
                return self.map();
            }
            TokenKind::Name(_) | TokenKind::Symbol("::") => return Ok(TypeKind::Named(self.scoped_name(what)?)),
            TokenKind::Literal(_) | TokenKind::Symbol(_) | TokenKind::Invalid | TokenKind::End => {
                return Err(self.expected(what));
            }
        };
        let basic = match keyword {
            "string" => return self.string(false),
            "wstring" => return self.string(true),
            "fixed" => return self.fixed(),
            "sequence" => return self.sequence(),
            "unsigned" => return self.unsigned(),
            "long" => return Ok(self.long()),
            "boolean" => Type::Boolean,
            "octet" => Type::Octet,
            "char" => Type::Char,
            "wchar" => Type::WChar,
            "short" => Type::Int { bits: 16, signed: true },
            "float" => Type::Float(32),
            "double" => Type::Float(64),
            "any" => Type::Any,
            "Object" => Type::Object,
            "ValueBase" => Type::ValueBase,
            _ => return Err(self.expected(what)),
        };
        self.advance();
        Ok(TypeKind::Basic(basic))
    }

    fn long(&mut self) -> TypeKind {
        self.advance();
        TypeKind::Basic(if self.take_keyword("double") {
            Type::Float(128)
        } else {
            Type::Int { bits: if self.take_keyword("long") { 64 } else { 32 }, signed: true }
        })
    }

    fn unsigned(&mut self) -> Parse<TypeKind> {
        self.advance();
        let bits = if self.take_keyword("short") {
            16
        } else if self.take_keyword("long") {
            if self.take_keyword("long") { 64 } else { 32 }
        } else {
            return Err(self.expected("`short` or `long` after `unsigned`"));
        };
        Ok(TypeKind::Basic(Type::Int { bits, signed: false }))
    }

    fn string(&mut self, is_wide: bool) -> Parse<TypeKind> {
        self.advance();
        let mut bound = None;
        if self.take_symbol("<") {
            bound = Some(Box::new(self.bound()?));
            self.expect(">", "after the length of the string")?;
        }
        Ok(TypeKind::String { is_wide, bound })
    }

    fn fixed(&mut self) -> Parse<TypeKind> {
        self.advance();
        if !self.take_symbol("<") {
            return Ok(TypeKind::AnyFixed);
        }
        let digits = self.bound()?;
        self.expect(",", "after the number of digits")?;
        let scale = self.bound()?;
        self.expect(">", "after the digits behind the point")?;
        Ok(TypeKind::Fixed(Box::new((digits, scale))))
    }

    fn sequence(&mut self) -> Parse<TypeKind> {
        self.advance();
        self.expect("<", "after `sequence`")?;
        let element = self.type_ref("the type of the elements")?;
        let bound = self.last_bound()?;
        Ok(TypeKind::Sequence(Box::new(element), bound))
    }

    fn map(&mut self) -> Parse<TypeKind> {
        self.advance();
        self.expect("<", "after `map`")?;
        let key = self.type_ref("the type of the keys")?;
        self.expect(",", "after the type of the keys")?;
        let value = self.type_ref("the type of the values")?;
        let bound = self.last_bound()?;
        Ok(TypeKind::Map(Box::new((key, value)), bound))
    }

    fn last_bound(&mut self) -> Parse<Option<Box<Expr>>> {
        let bound = if self.take_symbol(",") { Some(Box::new(self.bound()?)) } else { None };
        self.expect(">", "at the end of the type")?;
        Ok(bound)
    }
}

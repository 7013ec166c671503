use super::{Parse, Parser};
use crate::fbe::ast::{
    Attributes, Collection, DefaultValue, FieldDecl, FieldDefault, Request, StructDecl, TypeId, TypeRef, Word,
};
use crate::fbe::lex::TokenKind;

impl Parser<'_> {
    /// The type id, the base and the fields of a struct.
    pub(super) fn structure(&mut self, is_message: bool, request: Option<Request>) -> Parse<StructDecl> {
        let type_id = self.type_id()?;
        let base = if self.take_symbol(':') { Some(self.dotted("the name of a struct")?) } else { None };
        self.expect('{', "to begin the fields")?;
        let mut fields = Vec::new();
        while !self.take_symbol('}') {
            if self.is_end() {
                return Err(self.expected("`}` to end the fields"));
            }
            match self.field() {
                Ok(field) => fields.push(field),
                Err(_) => self.skip_member(),
            }
        }
        Ok(StructDecl { is_message, type_id, base, fields, request })
    }

    fn type_id(&mut self) -> Parse<TypeId> {
        if !self.take_symbol('(') {
            return Ok(TypeId::Next);
        }
        let start = self.peek().span;
        let id = if self.take_word("base") {
            TypeId::Base(start)
        } else if self.take_symbol('+') {
            let (id, span) = self.count("a type id")?;
            TypeId::After(id, span)
        } else {
            let (id, span) = self.count("a type id, `+` or `base`")?;
            TypeId::Fixed(id, span)
        };
        self.expect(')', "after the type id")?;
        Ok(id)
    }

    fn field(&mut self) -> Parse<FieldDecl> {
        let doc = self.peek().doc.clone();
        let mut attributes = self.attributes()?;
        let ty = self.type_ref()?;
        let name =
            if self.is_symbol('[') { self.unnamed(&mut attributes)? } else { self.name("the name of the field")? };
        let default = if self.take_symbol('=') { Some(self.default()?) } else { None };
        self.expect(';', "after the field")?;
        Ok(FieldDecl { name, doc, attributes, ty, default })
    }

    /// `uuid [id];` is a field of the name `id`.
    fn unnamed(&mut self, attributes: &mut Attributes) -> Parse<Word> {
        let start = self.peek().span;
        attributes.id |= self.attributes()?.id;
        Ok(Word { text: "id".to_owned(), span: start })
    }

    fn type_ref(&mut self) -> Parse<TypeRef> {
        let name = self.dotted("a type or `}`")?;
        let is_optional = self.take_symbol('?');
        let resets = !is_optional && self.take_symbol('~');
        let collection = if resets { None } else { self.collection()? };
        Ok(TypeRef { name, is_optional, resets, collection })
    }

    fn collection(&mut self) -> Parse<Option<Collection>> {
        if self.is_symbol('[') && self.ahead(1).kind == TokenKind::Word("id".to_owned()) {
            return Ok(None);
        }
        Ok(Some(match self.peek().kind {
            TokenKind::Symbol('[') => {
                self.take();
                let sized =
                    if self.is_symbol(']') { None } else { Some(self.count("the length of the array, or `]`")?.0) };
                self.expect(']', "after the type")?;
                sized.map_or(Collection::Vector, Collection::Array)
            }
            TokenKind::Symbol('(') => {
                self.take();
                self.expect(')', "after `(`")?;
                Collection::List
            }
            TokenKind::Symbol('!') => {
                self.take();
                Collection::Set
            }
            TokenKind::Symbol('<') => {
                self.take();
                let key = self.dotted("the type of keys")?;
                self.expect('>', "after the type of keys")?;
                Collection::Map(key)
            }
            TokenKind::Symbol('{') => {
                self.take();
                let key = self.dotted("the type of keys")?;
                self.expect('}', "after the type of keys")?;
                Collection::Hash(key)
            }
            TokenKind::Symbol(_)
            | TokenKind::Word(_)
            | TokenKind::Int(_)
            | TokenKind::Number(_)
            | TokenKind::Char(_)
            | TokenKind::Text(_)
            | TokenKind::End => return Ok(None),
        }))
    }

    fn default(&mut self) -> Parse<FieldDefault> {
        let token = self.peek();
        let value = match &token.kind {
            TokenKind::Int(value) => DefaultValue::Int(*value),
            TokenKind::Number(text) => DefaultValue::Number(text.clone()),
            TokenKind::Char(value) => DefaultValue::Char(*value),
            TokenKind::Text(text) => DefaultValue::Text(text.clone()),
            TokenKind::Word(_) => {
                let mut names = vec![self.dotted("a value")?];
                while self.take_symbol('|') {
                    names.push(self.dotted("a value of the flags")?);
                }
                let span = token.span.to(names.last().map_or(token.span, |name| name.span));
                return Ok(FieldDefault { value: DefaultValue::Names(names), span });
            }
            TokenKind::Symbol(_) | TokenKind::End => return Err(self.expected("a value")),
        };
        self.take();
        Ok(FieldDefault { value, span: token.span })
    }
}

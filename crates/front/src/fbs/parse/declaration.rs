//! Tables, structs, enums, unions and services.

use super::{Parse, Parser};
use crate::fbs::ast::{Attribute, Enum, EnumValue, Field, Head, Method, Object, Service};

impl Parser<'_> {
    /// `table Name (attribute, …) { field:type = default (attribute, …); … }`
    pub(super) fn object(&mut self, is_struct: bool) -> Parse<Object> {
        let head = self.declared(if is_struct { "the name of a struct" } else { "the name of a table" })?;
        let head = Head { attributes: self.attributes()?, ..head };
        let fields = self.block(if is_struct { "a struct" } else { "a table" }, Self::field)?;
        Ok(Object { head, is_struct, fields })
    }

    fn field(&mut self) -> Parse<Field> {
        let head = self.member("the name of a field")?;
        self.expect_symbol(':', "before the type of a field")?;
        let ty = self.ty()?;
        let default = if self.take_symbol('=') { Some(self.value()?) } else { None };
        let head = Head { attributes: self.attributes()?, ..head };
        self.expect_symbol(';', "behind the field")?;
        Ok(Field { head, ty, default })
    }

    /// `enum Name : type (attribute, …) { name = number (attribute, …), … }`
    pub(super) fn enumeration(&mut self, is_union: bool) -> Parse<Enum> {
        let head = self.declared(if is_union { "the name of a union" } else { "the name of an enum" })?;
        let underlying = if self.take_symbol(':') { Some(self.ty()?) } else { None };
        let head = Head { attributes: self.attributes()?, ..head };
        let what = if is_union { "a union" } else { "an enum" };
        let values = self.block(what, |parser| {
            let value = parser.enum_value(is_union)?;
            if !parser.at_symbol('}') {
                parser.expect_symbol(',', &format!("or `}}` in {what}"))?;
            }
            Ok(value)
        })?;
        Ok(Enum { head, is_union, underlying, values })
    }

    fn enum_value(&mut self, is_union: bool) -> Parse<EnumValue> {
        let mut head = self.member(if is_union { "the name of a type" } else { "the name of a value" })?;
        let mut ty = None;
        if is_union {
            while self.take_symbol('.') {
                let part = self.word("a name after the point")?;
                head.name.text = format!("{}.{}", head.name.text, part.text);
                head.name.span = head.name.span.to(part.span);
            }
            if self.take_symbol(':') {
                ty = Some(self.ty()?);
            }
        }
        let number = if self.take_symbol('=') { Some(self.int("an integer")?) } else { None };
        let attributes = self.attributes()?;
        Ok(EnumValue { head: Head { attributes, ..head }, ty, number })
    }

    /// `rpc_service Name { method(Request):Response (attribute, …); … }`
    pub(super) fn service(&mut self) -> Parse<Service> {
        let head = self.declared("the name of a service")?;
        let head = Head { attributes: self.attributes()?, ..head };
        let open = self.peek().span;
        let methods = self.block("a service", Self::method)?;
        if methods.is_empty() {
            return Err(self.error(crate::fbs::codes::METHOD, "a service has at least one method", open));
        }
        Ok(Service { head, methods })
    }

    fn method(&mut self) -> Parse<Method> {
        let head = self.member("the name of a method")?;
        self.expect_symbol('(', "before the table that the method takes")?;
        let request = self.dotted("the name of a table")?;
        self.expect_symbol(')', "behind the table that the method takes")?;
        self.expect_symbol(':', "before the table that the method returns")?;
        let response = self.dotted("the name of a table")?;
        let head = Head { attributes: self.attributes()?, ..head };
        self.expect_symbol(';', "behind the method")?;
        Ok(Method { head, request, response })
    }

    /// Parses a keyword and a name; the documentation is that before the keyword.
    fn declared(&mut self, what: &str) -> Parse<Head> {
        let doc = self.take().doc.clone();
        Ok(Head { doc, name: self.word(what)?, attributes: Vec::new() })
    }

    fn member(&mut self, what: &str) -> Parse<Head> {
        let doc = self.peek().doc.clone();
        Ok(Head { doc, name: self.word(what)?, attributes: Vec::new() })
    }

    /// `(name, name: value, …)`, if present.
    fn attributes(&mut self) -> Parse<Vec<Attribute>> {
        let mut attributes = Vec::new();
        if !self.take_symbol('(') {
            return Ok(attributes);
        }
        loop {
            let name = self.word_or_string("the name of an attribute")?;
            let value = if self.take_symbol(':') { Some(self.value()?) } else { None };
            attributes.push(Attribute { name, value });
            if self.take_symbol(')') {
                return Ok(attributes);
            }
            self.expect_symbol(',', "or `)` behind an attribute")?;
        }
    }
}

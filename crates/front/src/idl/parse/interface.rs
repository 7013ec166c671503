//! Interfaces, operations and attributes.

use super::items::Container;
use super::{Parse, Parser};
use crate::idl::ast::{AttributeDecl, InterfaceDecl, ItemKind, OperationDecl, ParameterDecl, ScopedName, Word};
use crate::idl::codes;
use crate::idl::tree::{Declared, Direction};

impl Parser<'_> {
    pub fn interface_or_value(&mut self) -> Parse<ItemKind> {
        let is_abstract = self.take_keyword("abstract");
        let is_local = !is_abstract && self.take_keyword("local");
        let is_custom = !is_abstract && !is_local && self.take_keyword("custom");
        if !is_local && self.take_keyword("valuetype") {
            return self.value(is_abstract, is_custom);
        }
        if is_custom || !self.take_keyword("interface") {
            let what = if is_local { "`interface`" } else { "`interface` or `valuetype`" };
            return Err(self.expected(what));
        }
        self.interface(match (is_abstract, is_local) {
            (true, _) => Declared::AbstractInterface,
            (_, true) => Declared::LocalInterface,
            _ => Declared::Interface,
        })
    }

    fn interface(&mut self, declared: Declared) -> Parse<ItemKind> {
        let name = self.name("the name of the interface")?;
        if self.is_symbol(";") {
            return Ok(ItemKind::Forward(declared, name));
        }
        let mut bases = Vec::new();
        if self.take_symbol(":") {
            bases = self.list(|it| it.scoped_name("an interface"))?;
        }
        self.expect("{", "at the begin of the interface")?;
        let body = self.items(Container::Interface);
        self.expect("}", "at the end of the interface")?;
        Ok(ItemKind::Interface(InterfaceDecl { declared, name, bases, body }))
    }

    pub fn attribute(&mut self) -> Parse<ItemKind> {
        let is_readonly = self.take_keyword("readonly");
        if !self.take_keyword("attribute") {
            return Err(self.expected("`attribute` after `readonly`"));
        }
        let ty = self.named_type("the type of the attribute")?;
        let names = self.list(|it| it.name("the name of the attribute"))?;
        let (mut get_raises, mut set_raises) = (Vec::new(), Vec::new());
        if is_readonly {
            get_raises = self.raises()?;
        } else {
            if self.take_word("getraises") {
                get_raises = self.exceptions()?;
            }
            if self.take_word("setraises") {
                set_raises = self.exceptions()?;
            }
        }
        Ok(ItemKind::Attribute(AttributeDecl { is_readonly, ty, names, get_raises, set_raises }))
    }

    pub fn operation(&mut self) -> Parse<ItemKind> {
        let start = self.span();
        let oneway = self.take_keyword("oneway").then_some(start);
        let result = if self.take_keyword("void") { None } else { Some(self.named_type("the type of a result")?) };
        let name = self.name("the name of the operation")?;
        let parameters = self.parameters()?;
        let raises = self.raises()?;
        let context = self.context()?;
        Ok(ItemKind::Operation(OperationDecl { oneway, result, name, parameters, raises, context }))
    }

    pub fn parameters(&mut self) -> Parse<Vec<ParameterDecl>> {
        self.expect("(", "after the name")?;
        if self.take_symbol(")") {
            return Ok(Vec::new());
        }
        let parameters = self.list(Self::parameter)?;
        self.expect(")", "after the parameters")?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parse<ParameterDecl> {
        let mut annotations = self.annotations()?;
        let direction = if self.take_keyword("in") {
            Direction::In
        } else if self.take_keyword("out") {
            Direction::Out
        } else if self.take_keyword("inout") {
            Direction::InOut
        } else {
            return Err(self.expected("`in`, `out` or `inout`"));
        };
        annotations.extend(self.annotations()?);
        let ty = self.named_type("the type of the parameter")?;
        Ok(ParameterDecl { direction, annotations, ty, name: self.name("the name of the parameter")? })
    }

    pub fn raises(&mut self) -> Parse<Vec<ScopedName>> {
        if self.take_keyword("raises") { self.exceptions() } else { Ok(Vec::new()) }
    }

    fn exceptions(&mut self) -> Parse<Vec<ScopedName>> {
        self.expect("(", "before the exceptions")?;
        let list = self.list(|it| it.scoped_name("an exception"))?;
        self.expect(")", "after the exceptions")?;
        Ok(list)
    }

    fn context(&mut self) -> Parse<Vec<Word>> {
        if !self.take_keyword("context") {
            return Ok(Vec::new());
        }
        self.expect("(", "after `context`")?;
        let names = self.list(|it| it.text("the name of a property in quotes"))?;
        self.expect(")", "after the names of properties")?;
        for name in &names {
            if !is_property(&name.text) {
                let help = "names consist of letters, digits, `_` and `.`; the last character may be `*`";
                self.error_at(name.span, codes::VALUE, &format!("`{}` names no property", name.text), help);
            }
        }
        Ok(names)
    }
}

/// CORBA 3.3 part 1, clause 7.13.6.
fn is_property(name: &str) -> bool {
    let stem = name.strip_suffix('*').unwrap_or(name);
    let is_right = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
    stem.starts_with(|first: char| first.is_ascii_alphabetic()) && stem.chars().all(is_right)
}

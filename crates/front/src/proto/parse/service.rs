//! Services.

use super::message::documentation_at_brace;
use super::{Parse, Parser};
use crate::proto::ast::{Method, MethodType, OptionSetting, Service};

impl Parser<'_> {
    pub(super) fn service(&mut self) -> Parse<Service> {
        let first = self.take();
        let name = self.name("the name of the service")?;
        let doc = documentation_at_brace(self, first);
        let mut service = Service { name, doc, methods: Vec::new(), options: Vec::new() };
        self.loose_block("the service", |parser| parser.service_statement(&mut service))?;
        Ok(service)
    }

    fn service_statement(&mut self, service: &mut Service) -> Parse<()> {
        if self.at_word("option") {
            let option = self.option_statement()?;
            service.options.push(option);
        } else {
            let method = self.method()?;
            service.methods.push(method);
        }
        Ok(())
    }

    /// `rpc Name (stream In) returns (stream Out)`, then a semicolon or options in braces.
    fn method(&mut self) -> Parse<Method> {
        let first = self.peek();
        self.expect_word("rpc")?;
        let name = self.name("the name of the method")?;
        let input = self.method_type()?;
        self.expect_word("returns")?;
        let output = self.method_type()?;
        let mut options = Vec::new();
        let has_block = self.at_symbol('{');
        match has_block {
            true => self.loose_block("the method", |parser| parser.method_option(&mut options))?,
            false => self.expect_semicolon("behind the method")?,
        }
        Ok(Method { name, doc: self.documentation(first), input, output, has_block, options })
    }

    fn method_type(&mut self) -> Parse<MethodType> {
        self.expect_symbol('(', "before a message type")?;
        let streaming = self.take_word("stream");
        let message = self.dotted_name("a message type")?;
        self.expect_symbol(')', "after the message type")?;
        Ok(MethodType { message, streaming })
    }

    fn method_option(&mut self, options: &mut Vec<OptionSetting>) -> Parse<()> {
        if !self.at_word("option") {
            return Err(self.expected("`option`"));
        }
        options.push(self.option_statement()?);
        Ok(())
    }
}

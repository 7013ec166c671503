use super::message::documentation_at_brace;
use super::{Parse, Parser};
use crate::proto::ast::{Enum, EnumValue};

impl Parser<'_> {
    pub(super) fn enumeration(&mut self) -> Parse<Enum> {
        let first = self.take();
        let name = self.name("the name of the enum")?;
        let mut enumeration = Enum {
            name,
            doc: documentation_at_brace(self, first),
            visibility: None,
            values: Vec::new(),
            options: Vec::new(),
            reserved: Vec::new(),
            reserved_names: Vec::new(),
        };
        self.loose_block("the enum", |parser| parser.enum_statement(&mut enumeration))?;
        Ok(enumeration)
    }

    fn enum_statement(&mut self, enumeration: &mut Enum) -> Parse<()> {
        match self.text(self.peek()).as_str() {
            "option" => {
                let option = self.option_statement()?;
                enumeration.options.push(option);
            }
            "reserved" => self.reserved(&mut enumeration.reserved, &mut enumeration.reserved_names)?,
            _ => {
                let value = self.enum_value()?;
                enumeration.values.push(value);
            }
        }
        Ok(())
    }

    fn enum_value(&mut self) -> Parse<EnumValue> {
        let first = self.peek();
        let name = self.name("the name of an enum value")?;
        self.expect_symbol('=', "and a number after the name of the value")?;
        let number = self.number("the number of the value")?;
        let options = self.bracketed_options()?;
        self.expect_semicolon("after the enum value")?;
        Ok(EnumValue { name, number, options, doc: self.documentation(first) })
    }
}

//! Options as statements and in brackets.

use super::{Parse, Parser};
use crate::proto::ast::{OptionNamePart, OptionSetting, Word};

impl Parser<'_> {
    /// `option name = value;`.
    pub(super) fn option_statement(&mut self) -> Parse<OptionSetting> {
        self.take();
        let setting = self.option_setting()?;
        self.expect_semicolon("behind the option")?;
        Ok(setting)
    }

    /// `[name = value, …]`, or nothing.
    pub(super) fn bracketed_options(&mut self) -> Parse<Vec<OptionSetting>> {
        let mut settings = Vec::new();
        if !self.take_symbol('[') {
            return Ok(settings);
        }
        loop {
            settings.push(self.option_setting()?);
            if !self.take_symbol(',') {
                break;
            }
        }
        self.expect_symbol(']', "behind the options")?;
        Ok(settings)
    }

    fn option_setting(&mut self) -> Parse<OptionSetting> {
        let mut name = vec![self.option_name_part()?];
        while self.take_symbol('.') {
            name.push(self.option_name_part()?);
        }
        self.expect_symbol('=', "and a value after the name of the option")?;
        Ok(OptionSetting { name, value: self.option_value()? })
    }

    fn option_name_part(&mut self) -> Parse<OptionNamePart> {
        if !self.take_symbol('(') {
            return Ok(OptionNamePart { name: self.name("the name of an option")?, is_extension: false });
        }
        let Word { text, span } = self.dotted_name("the name of an extension")?;
        self.expect_symbol(')', "after the name of the extension")?;
        Ok(OptionNamePart { name: Word { text, span }, is_extension: true })
    }
}

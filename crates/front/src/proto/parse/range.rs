//! `reserved` and `extensions`.

use super::{Parse, Parser};
use crate::proto::ast::{ExtensionRanges, NumberRange, RangeEnd, Word};
use crate::proto::codes;
use crate::proto::lex::TokenKind;
use polywire_source::Diagnostic;

impl Parser<'_> {
    /// `reserved 2, 9 to 11;` or `reserved "foo", "bar";`.
    pub(super) fn reserved(&mut self, ranges: &mut Vec<NumberRange>, names: &mut Vec<Word>) -> Parse<()> {
        self.take();
        let is_name = matches!(self.peek().kind, TokenKind::Text(_) | TokenKind::Word);
        loop {
            match is_name {
                true => names.push(self.reserved_name()?),
                false => ranges.push(self.number_range()?),
            }
            if !self.take_symbol(',') {
                return self.expect_semicolon("behind the reservation");
            }
        }
    }

    fn reserved_name(&mut self) -> Parse<Word> {
        if self.peek().kind == TokenKind::Word {
            return self.reserved_identifier();
        }
        let (bytes, span) = self.string("a name in quotes")?;
        if !self.edition.is_legacy() {
            let quoted =
                Diagnostic::error(codes::RESERVED_NAME, "in editions, reserved names are written without quotes");
            self.report(quoted.at(span, "").help("remove the quotes"));
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name || text.is_empty() || text.starts_with(|ch: char| ch.is_ascii_digit()) {
            let odd =
                Diagnostic::warning(codes::RESERVED_NAME, "no field can have this name, so reserving it is useless");
            self.report(odd.at(span, ""));
        }
        Ok(Word { text, span })
    }

    fn reserved_identifier(&mut self) -> Parse<Word> {
        let name = self.name("a name")?;
        if self.edition.is_legacy() {
            let bare = Diagnostic::error(codes::RESERVED_NAME, "reserved names are written in quotes");
            self.report(bare.at(name.span, "").help(format!("write \"{}\"", name.text)));
        }
        Ok(name)
    }

    /// `extensions 100 to 199, 500 to max [options];`.
    pub(super) fn extension_ranges(&mut self) -> Parse<ExtensionRanges> {
        self.take();
        let mut ranges = vec![self.number_range()?];
        while self.take_symbol(',') {
            ranges.push(self.number_range()?);
        }
        let options = self.bracketed_options()?;
        self.expect_semicolon("after the extension ranges")?;
        Ok(ExtensionRanges { ranges, options })
    }

    fn number_range(&mut self) -> Parse<NumberRange> {
        let start = self.number("a number or a range such as `9 to 11`")?;
        let mut end = RangeEnd::At(start.value);
        if self.take_word("to") {
            end = match self.take_word("max") {
                true => RangeEnd::Max,
                false => RangeEnd::At(self.number("the last number of the range, or `max`")?.value),
            };
        }
        Ok(NumberRange { start: start.value, end, span: start.span.to(self.previous().span) })
    }
}

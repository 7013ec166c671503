//! `_Static_assert`. One that holds for no ABI is an error; one that holds for some is about those.

use super::{Parse, Parser};
use crate::c::codes;
use crate::c::token::TokenKind;
use polywire_model::c::Abi;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub fn assertion(&mut self) -> Parse<()> {
        let start = self.span();
        self.advance();
        self.expect("(", "after `_Static_assert`")?;
        let condition = self.expr()?;
        let span = self.since(start);
        let mut text = String::new();
        while self.take_symbol(",") || matches!(self.peek(), TokenKind::Text(_)) {
            if let TokenKind::Text(part) = self.peek() {
                text.push_str(part.trim_matches('"'));
                self.advance();
            }
        }
        self.expect(")", "after the assertion")?;
        self.expect(";", "after the assertion")?;
        let values: Vec<_> = Abi::ALL.iter().map(|abi| condition.compute(&self.unit, abi)).collect();
        let holds = values.iter().any(|it| it.as_ref().is_ok_and(|value| value.number != 0));
        if let Some(Err(why)) = values.first().filter(|_| values.iter().all(Result::is_err)) {
            let why = why.clone();
            return Err(self.not_constant(span, &why));
        }
        if !holds {
            let message = match text.is_empty() {
                true => "the assertion does not hold".to_owned(),
                false => format!("the assertion does not hold: {text}"),
            };
            let error = Diagnostic::error(codes::ASSERTION, message).at(span, "it is false for all ABIs");
            self.report(error.help("change the types or the assertion"));
        }
        Ok(())
    }
}

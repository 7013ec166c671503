//! Values of fields in the text format.

use super::super::scalar::{float_value, signed};
use super::super::{Interpreted, Reported};
use super::{Reader, wrap};
use crate::proto::codes;
use crate::proto::descriptor::{Field, FieldType, Tree, Value};
use crate::proto::lex::TokenKind;
use polywire_source::Span;

impl<'a> Reader<'a, '_, '_, '_> {
    pub(super) fn values(&mut self, field: &'a Field, tree: &mut Tree, span: Span) -> Interpreted<()> {
        let number = field.number.unsigned_abs();
        if !field.is_repeated() && tree.fields.contains_key(&number) {
            let text = format!("the field `{}` is set twice", field.name);
            return Err(self.host.error(codes::DUPLICATE_OPTION, text, span, "remove one of them"));
        }
        let has_colon = self.take(':');
        if !has_colon && !field.is_message() {
            return Err(self.fail("expected `:` after the name of the field"));
        }
        if field.is_repeated() && self.take('[') {
            self.list(field, tree)?;
        } else {
            let value = self.value(field)?;
            tree.push(number, value, self.host.is_packed(field));
        }
        self.separator();
        Ok(())
    }

    fn list(&mut self, field: &'a Field, tree: &mut Tree) -> Interpreted<()> {
        if self.take(']') {
            return Ok(());
        }
        loop {
            let value = self.value(field)?;
            tree.push(field.number.unsigned_abs(), value, self.host.is_packed(field));
            if self.take(']') {
                return Ok(());
            }
            if !self.take(',') {
                return Err(self.fail("expected `,` or `]`"));
            }
        }
    }

    fn value(&mut self, field: &'a Field) -> Interpreted<Value> {
        if field.is_message() {
            let close = self.open()?;
            let tree = self.message(field, Some(close))?;
            return Ok(wrap(field, tree));
        }
        self.scalar(field)
    }

    fn scalar(&mut self, field: &'a Field) -> Interpreted<Value> {
        let Some(ty) = field.ty else { return Err(Reported) };
        let span = self.span();
        if let (FieldType::String | FieldType::Bytes, Some(TokenKind::Text(_))) = (ty, self.peek()) {
            return Ok(Value::Bytes(self.text()));
        }
        let negative = self.take('-');
        let Some(token) = self.tokens.get(self.at) else { return Err(self.fail("expected a value")) };
        self.at += 1;
        match (ty, &token.kind) {
            (FieldType::String | FieldType::Bytes, _) => Err(self.host.unfit(span, "put it in quotes")),
            (FieldType::Bool, _) => match (token.text.as_str(), negative) {
                ("true" | "True" | "t" | "1", false) => Ok(Value::Varint(1)),
                ("false" | "False" | "f" | "0", false) => Ok(Value::Varint(0)),
                _ => Err(self.host.unfit(span, "write `true` or `false`")),
            },
            (FieldType::Enum, TokenKind::Word) if !negative => {
                let word = token.text.clone();
                self.host.enum_value(field, &word, span)
            }
            (FieldType::Enum, TokenKind::Int(Some(number))) => self.enum_number(field, signed(negative, *number), span),
            (FieldType::Float | FieldType::Double, kind) => match float(kind, &token.text, negative) {
                Some(number) => Ok(float_value(ty, number)),
                None => Err(self.host.unfit(span, "write a number, `inf`, `-inf` or `nan`")),
            },
            (FieldType::Uint32 | FieldType::Uint64 | FieldType::Fixed32 | FieldType::Fixed64, _) if negative => {
                Err(self.host.unfit(span, "values are not negative"))
            }
            (_, TokenKind::Int(Some(number))) => self.host.integer(ty, signed(negative, *number), span),
            _ => Err(self.host.unfit(span, "write an integer")),
        }
    }

    /// A closed enum accepts only the numbers of its values.
    fn enum_number(&mut self, field: &Field, number: i128, span: Span) -> Interpreted<Value> {
        let declared = self.host.index.enum_of(field);
        let is_value = declared.is_some_and(|it| {
            let is_open = self.host.features.of(it.it.node).open_enum && i32::try_from(number).is_ok();
            is_open || it.it.values.iter().any(|value| i128::from(value.number) == number)
        });
        if is_value {
            return Ok(Value::Varint(number as i64 as u64));
        }
        Err(self.host.unfit(span, "write the name of one of the enum's values"))
    }

    /// Skips the value of a reserved field.
    pub(super) fn skip_reserved(&mut self) -> Interpreted<()> {
        self.take(':');
        let mut depth = 0u32;
        loop {
            match self.peek() {
                None => return Err(self.fail("expected a value")),
                Some(TokenKind::Symbol('{' | '<' | '[')) => depth += 1,
                Some(TokenKind::Symbol('}' | '>' | ']')) => depth = depth.saturating_sub(1),
                Some(TokenKind::Symbol('-')) if depth == 0 => {
                    self.at += 1;
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                self.separator();
                return Ok(());
            }
        }
    }

    fn text(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some(TokenKind::Text(part)) = self.peek() {
            text.extend_from_slice(part);
            self.at += 1;
        }
        text
    }
}

fn float(kind: &TokenKind, text: &str, negative: bool) -> Option<f64> {
    let sign = |number: f64| if negative { -number } else { number };
    match kind {
        TokenKind::Int(Some(number)) => Some(sign(*number as f64)),
        TokenKind::Int(None) => text.parse().ok().map(sign),
        TokenKind::Float(number) => Some(sign(*number)),
        TokenKind::Word => match text.to_ascii_lowercase().as_str() {
            "inf" | "infinity" => Some(sign(f64::INFINITY)),
            "nan" => Some(sign(f64::NAN)),
            _ => None,
        },
        TokenKind::Text(_) | TokenKind::Symbol(_) | TokenKind::End => None,
    }
}

//! Options in the syntax tree.

use super::Word;
use crate::proto::lex::Token;
use polywire_source::Span;

/// `name = value`, in an `option` statement or in brackets.
#[derive(Clone, Debug)]
pub(in crate::proto) struct OptionSetting {
    /// The parts of the name, separated by dots.
    pub name: Vec<OptionNamePart>,
    pub value: OptionValue,
}

#[derive(Clone, Debug)]
pub(in crate::proto) struct OptionNamePart {
    pub name: Word,
    /// Written in parentheses: the name of an extension.
    pub is_extension: bool,
}

#[derive(Clone, Debug)]
pub(in crate::proto) struct OptionValue {
    pub kind: ValueKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(in crate::proto) enum ValueKind {
    Word {
        negative: bool,
        text: String,
    },
    Int {
        negative: bool,
        magnitude: u64,
    },
    Float(f64),
    Text(Vec<u8>),
    /// The contents of `{ … }`, in the text format.
    Aggregate(Vec<Token>),
}

impl OptionSetting {
    /// Returns the whole name as written.
    pub fn full_name(&self) -> String {
        let parts = self.name.iter().map(|part| match part.is_extension {
            true => format!("({})", part.name.text),
            false => part.name.text.clone(),
        });
        parts.collect::<Vec<_>>().join(".")
    }

    /// Returns the span of the name.
    pub fn name_span(&self) -> Span {
        match (self.name.first(), self.name.last()) {
            (Some(first), Some(last)) => first.name.span.to(last.name.span),
            _ => self.value.span,
        }
    }
}

impl ValueKind {
    /// Returns the value if it is a word without a sign.
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word { negative: false, text } => Some(text),
            Self::Word { .. } | Self::Int { .. } | Self::Float(_) | Self::Text(_) | Self::Aggregate(_) => None,
        }
    }
}

impl OptionSetting {
    /// Returns true if it sets the standard option of this name as a whole.
    pub fn is(&self, name: &str) -> bool {
        matches!(self.name.as_slice(), [part] if !part.is_extension && part.name.text == name)
    }

    /// Returns true if it sets the standard option of this name or a part of it.
    pub fn begins_with(&self, name: &str) -> bool {
        self.name.first().is_some_and(|part| !part.is_extension && part.name.text == name)
    }
}

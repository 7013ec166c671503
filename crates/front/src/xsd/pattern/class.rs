//! Sets of characters.

use super::blocks;
use crate::xsd::names::{is_name_char, is_name_start};
use regex_syntax::hir::{Class as UnicodeClass, HirKind};

/// A set of characters.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::xsd) enum Class {
    /// All of them.
    Any(Vec<Class>),
    /// Those between two, both included.
    Range(char, char),
    /// Space, tab, line feed and carriage return.
    Space,
    /// The beginning of a name.
    NameStart,
    /// A part of a name.
    Name,
    /// A general category of Unicode.
    Category(Vec<(char, char)>),
    /// All that are not in a set.
    Not(Box<Class>),
    /// Those of the first set that are not in the second.
    Without(Box<Class>, Box<Class>),
}

impl Class {
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    pub fn has(&self, it: char) -> bool {
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.has(it)),
            Self::Range(first, last) => (*first..=*last).contains(&it),
            Self::Space => matches!(it, ' ' | '\t' | '\n' | '\r'),
            Self::NameStart => is_name_start(it),
            Self::Name => is_name_char(it),
            Self::Category(ranges) => {
                let at = ranges.partition_point(|(first, _)| *first <= it);
                at > 0 && ranges[at - 1].1 >= it
            }
            Self::Not(inner) => !inner.has(it),
            Self::Without(inner, other) => inner.has(it) && !other.has(it),
        }
    }

    /// Returns the class of an escape of one letter; `None` if it is none.
    pub fn of_escape(letter: char) -> Option<Self> {
        let (class, is_negated) = match letter {
            's' | 'S' => (Self::Space, letter == 'S'),
            'i' | 'I' => (Self::NameStart, letter == 'I'),
            'c' | 'C' => (Self::Name, letter == 'C'),
            'd' | 'D' => (category("Nd")?, letter == 'D'),
            'w' | 'W' => {
                let other = ["P", "Z", "C"].into_iter().filter_map(category).collect();
                (Self::Any(other).negated(), letter == 'W')
            }
            'n' => (Self::Range('\n', '\n'), false),
            'r' => (Self::Range('\r', '\r'), false),
            't' => (Self::Range('\t', '\t'), false),
            // `$` has no meaning without its escape either, but schemas escape it, as other languages need it.
            it if "\\|.?*+(){}-[]^$".contains(it) => (Self::Range(it, it), false),
            _ => return None,
        };
        Some(if is_negated { class.negated() } else { class })
    }

    /// Returns the characters that `\p{name}` means: a category, or a block whose name begins with `Is`.
    pub fn of_property(name: &str) -> Option<Self> {
        match name.strip_prefix("Is") {
            Some(block) => blocks::block(block).map(|(first, last)| Self::Range(first, last)),
            None => category(name),
        }
    }
}

const CATEGORIES: [&str; 36] = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Z", "Zs", "Zl", "Zp", "S", "Sm", "Sc", "Sk", "So", "C", "Cc", "Cf", "Co", "Cn",
];

fn category(name: &str) -> Option<Class> {
    if !CATEGORIES.contains(&name) {
        return None;
    }
    let parsed = regex_syntax::parse(&format!(r"\p{{{name}}}")).ok()?;
    match parsed.kind() {
        HirKind::Class(UnicodeClass::Unicode(class)) => {
            Some(Class::Category(class.ranges().iter().map(|it| (it.start(), it.end())).collect()))
        }
        _ => None,
    }
}

//! Regular expressions of XML Schema (Part 2, appendix F).

mod automaton;
mod blocks;
mod class;
mod matching;
mod parse;
mod parse_class;
mod ranges;

pub(super) use automaton::{Steps, automaton, both, collapsed, complement, either};
pub(super) use parse::parse;

/// A parsed expression, which matches whole texts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pattern {
    /// One of several.
    Choice(Vec<Pattern>),
    /// One after the other.
    Sequence(Vec<Pattern>),
    /// A part, at least and at most so many times.
    Repeat(Box<Pattern>, u32, Option<u32>),
    /// A character.
    Class(class::Class),
}

/// Why a text is not an expression, and where: a byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PatternError {
    pub at: usize,
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn texts_match_as_a_whole() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("a|b", "b", true),
            ("a|b", "ab", false),
            ("[a-c]{2,3}", "abc", true),
            ("[a-c]{2,3}", "a", false),
            ("[a-z-[aeiou]]+", "xyz", true),
            ("[a-z-[aeiou]]+", "xaz", false),
            ("[^0-9]", "x", true),
            (r"\d{3}-\d{4}", "555-1234", true),
            (r"\p{Lu}\p{Ll}*", "Élan", true),
            (r"\P{L}", "1", true),
            (r"\p{IsBasicLatin}+", "abc", true),
            (r"\p{IsBasicLatin}+", "é", false),
            (r"\i\c*", "_a-1", true),
            (r"[\i-[:]][\c-[:]]*", "a:b", false),
            (r"\s*\S\s?", "  x", true),
            ("a.c", "a\nc", false),
            ("(a*)*b", "aaab", true),
            ("(a|aa)+", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false),
            ("^a$", "^a$", true),
            ("a{0}", "", true),
            ("[-a]", "-", true),
            ("[a-]", "-", true),
            (r"[\]\-x]", "]", true),
            (r"\n\\\.", "\n\\.", true),
        ] {
            let parsed = parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error:?}"));
            assert_eq!(parsed.matches(text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn other_syntax_is_refused() {
        let refused = [
            "[a-",
            "(",
            ")",
            "*",
            "a**",
            "{2}",
            "a{2",
            "a{3,2}",
            "[]",
            "[b-a]",
            r"\p{Xx}",
            r"\p{IsNone}",
            r"\q",
            "a{,2}",
            "]",
            "}",
            r"\b",
            "(?:a)",
            "[a-b-c]",
            "[a-[b]",
        ];
        for pattern in refused {
            assert!(parse(pattern).is_err(), "{pattern}");
        }
        assert!(parse(&"(".repeat(100_000)).is_err());
    }
}

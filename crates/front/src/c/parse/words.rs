//! The words of basic types, which may stand in any order (C11, clause 6.7.2, paragraph 2).

use crate::c::tree::Type;
use polywire_model::c::CScalar;
use polywire_source::Span;

/// The words that have been read.
#[derive(Default)]
pub(super) struct Words {
    list: Vec<(&'static str, Span)>,
}

const WORDS: &[&str] = &[
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex", "__int128",
    "__int8", "__int16", "__int32", "__int64",
];

/// Of more words, two clash.
const MOST: usize = 16;

/// Why words are no type: at a word, and the other one that it clashes with.
pub(super) struct Clash {
    pub message: String,
    pub span: Span,
    pub other: Option<Span>,
    pub help: &'static str,
}

impl Words {
    /// Returns false if this is no word of a type.
    pub fn add(&mut self, word: &str, span: Span) -> bool {
        let found = WORDS.iter().find(|it| **it == word);
        if self.list.len() < MOST {
            self.list.extend(found.map(|it| (*it, span)));
        }
        found.is_some()
    }

    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn span(&self) -> Span {
        self.list.first().map(|(_, span)| *span).unwrap_or_default()
    }

    fn count(&self, word: &str) -> usize {
        self.list.iter().filter(|(it, _)| *it == word).count()
    }

    /// Returns the type.
    pub fn ty(&self) -> Result<Type, Clash> {
        self.check()?;
        let has = |word| self.count(word) > 0;
        let signed = !has("unsigned");
        let exact = |bits| Type::Scalar(CScalar::Exact { bits, signed });
        if has("_Complex") {
            return Ok(Type::Complex(match (has("float"), has("long")) {
                (true, _) => CScalar::Float,
                (false, true) => CScalar::LongDouble,
                (false, false) => CScalar::Double,
            }));
        }
        let widths = [("__int128", 128), ("__int64", 64), ("__int32", 32), ("__int16", 16), ("__int8", 8)];
        if let Some((_, bits)) = widths.iter().find(|(word, _)| has(word)) {
            return Ok(exact(*bits));
        }
        Ok(Type::Scalar(match () {
            () if has("void") => return Ok(Type::Void),
            () if has("_Bool") => CScalar::Bool,
            () if has("char") && !has("signed") && signed => CScalar::Char,
            () if has("char") => return Ok(exact(8)),
            () if has("float") => CScalar::Float,
            () if has("double") && has("long") => CScalar::LongDouble,
            () if has("double") => CScalar::Double,
            () if has("short") => CScalar::Short { signed },
            () if self.count("long") == 2 => CScalar::LongLong { signed },
            () if has("long") => CScalar::Long { signed },
            () => CScalar::Int { signed },
        }))
    }

    /// Checks that the words go together.
    fn check(&self) -> Result<(), Clash> {
        for (at, (word, span)) in self.list.iter().enumerate() {
            let before = &self.list[..at];
            let allowed_again = *word == "long" && self.count("long") <= 2;
            if let Some((_, other)) = before.iter().find(|(it, _)| it == word).filter(|_| !allowed_again) {
                let message = match *word {
                    "long" => "`long long long` is no type".to_owned(),
                    word => format!("`{word}` stands twice in a type"),
                };
                return Err(Clash { message, span: *span, other: Some(*other), help: "remove one of them" });
            }
            if let Some((other, at)) = before.iter().find(|(other, _)| !self.go_together(word, other)) {
                let message = format!("both `{other}` and `{word}` in a type");
                return Err(Clash { message, span: *span, other: Some(*at), help: "remove one of them" });
            }
        }
        if self.list.iter().all(|(word, _)| *word == "_Complex") {
            let message = "`_Complex` alone is no type".to_owned();
            let help = "write `double _Complex`";
            return Err(Clash { message, span: self.span(), other: None, help });
        }
        Ok(())
    }

    fn go_together(&self, one: &str, other: &str) -> bool {
        let either = |a: &[&str], b: &[&str]| {
            (a.contains(&one) && b.contains(&other)) || (a.contains(&other) && b.contains(&one))
        };
        one == other && one == "long"
            || either(
                &["signed", "unsigned"],
                &["char", "short", "int", "long", "__int128", "__int8", "__int16", "__int32", "__int64"],
            ) && !(one == "signed" && other == "unsigned")
            || either(&["int"], &["short", "long"])
            || either(&["double"], &["long"]) && self.count("long") == 1
            || either(&["_Complex"], &["float", "double"])
            || either(&["_Complex"], &["long"]) && self.count("double") == 1
    }
}

//! Notes: what comments say of members and types that C cannot, as `/* polywire: count(n) */`.

use super::codes;
use super::token::NoteText;
use polywire_model::c::CText;
use polywire_source::{Diagnostic, Diagnostics, Span, closest};

/// The beginning of notes.
pub(super) const WORD: &str = "polywire:";

/// What a note says.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub kind: NoteKind,
    pub span: Span,
}

/// The kinds of notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoteKind {
    /// This member counts the elements of the array.
    Count(String),
    /// This member tells which member of the union is set.
    Tag(String),
    /// The tags with which a member of a union is set: numbers, characters, names of enumerators, or `default`.
    Case(Vec<String>),
    /// This member tells whether the member has a value.
    Present(String),
    /// How an array of `char` holds a text.
    Text(CText),
    /// The member is the number of bytes of the struct.
    Length,
    /// The member is the version of the struct.
    Version,
    /// The enum may have numbers without a name.
    Open,
    /// The enumerators are flags.
    Flags,
    /// The name of an anonymous union.
    Name(String),
}

impl NoteKind {
    /// Returns the word that begins the note.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Count(_) => "count",
            Self::Tag(_) => "tag",
            Self::Case(_) => "case",
            Self::Present(_) => "present",
            Self::Text(CText::Bytes) => "bytes",
            Self::Text(_) => "text",
            Self::Length => "length",
            Self::Version => "version",
            Self::Open => "open",
            Self::Flags => "flags",
            Self::Name(_) => "name",
        }
    }

    /// Returns what can have the note.
    pub const fn place(&self) -> &'static str {
        match self {
            Self::Count(_) => "an array in a struct",
            Self::Tag(_) | Self::Name(_) => "a union in a struct",
            Self::Case(_) => "a member of a union",
            Self::Present(_) => "a number, an enum or a struct in a struct",
            Self::Text(_) => "an array of `char`",
            Self::Length | Self::Version => "an integer in a struct",
            Self::Open | Self::Flags => "an enum",
        }
    }
}

const WORDS: &[&str] =
    &["bytes", "case", "count", "flags", "length", "name", "open", "present", "tag", "text", "version"];

const TEXTS: &[(&str, CText)] = &[("nul", CText::Nul), ("spaces", CText::Spaces), ("terminated", CText::Terminated)];

/// Returns the notes of a comment; what is wrong is reported.
pub(super) fn notes(comment: &NoteText, diagnostics: &mut Diagnostics) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut at = 0;
    while let Some(start) = comment.text[at..].find(|it: char| !it.is_whitespace() && it != ',').map(|it| it + at) {
        let rest = &comment.text[start..];
        let len = end_of_note(rest);
        let text = rest[..len].trim_end();
        let from = comment.span.start + start as u32;
        let span = Span { start: from, end: from + text.len() as u32, ..comment.span };
        match kind(text) {
            Ok(kind) => notes.push(Note { kind, span }),
            Err((message, help)) => {
                diagnostics.push(Diagnostic::error(codes::NOTE, message).at(span, "").help(help));
            }
        }
        at = start + len;
    }
    if notes.is_empty() && comment.text.trim().is_empty() {
        let error = Diagnostic::error(codes::NOTE, "the note says nothing").at(comment.span, "");
        diagnostics.push(error.help("write for example `polywire: count(n)`"));
    }
    notes
}

/// A note is a word, and parentheses if they follow it.
fn end_of_note(text: &str) -> usize {
    let word = text.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(text.len());
    let spaces = text[word..].len() - text[word..].trim_start().len();
    match text[word + spaces..].starts_with('(') {
        true => text.find(')').map_or(text.len(), |end| end + 1),
        false if word == 0 => text.chars().next().map_or(0, char::len_utf8),
        false => word,
    }
}

fn kind(text: &str) -> Result<NoteKind, (String, String)> {
    let (word, arguments) = match text.split_once('(') {
        Some((word, rest)) => (word.trim(), rest.strip_suffix(')').map(str::trim)),
        None => (text, Some("")),
    };
    let Some(arguments) = arguments else {
        return Err((format!("the note `{word}` has no `)`"), "end it with `)`".to_owned()));
    };
    let list: Vec<String> = arguments.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect();
    let one = || match &list[..] {
        [one] => Ok(one.clone()),
        _ => Err((format!("the note `{word}` needs one name"), format!("write `{word}(name)`"))),
    };
    let none = |kind| match list.is_empty() {
        true => Ok(kind),
        false => Err((format!("the note `{word}` takes nothing in parentheses"), format!("write `{word}`"))),
    };
    match word {
        "count" => one().map(NoteKind::Count),
        "tag" => one().map(NoteKind::Tag),
        "present" => one().map(NoteKind::Present),
        "name" => one().map(NoteKind::Name),
        "case" if !list.is_empty() => Ok(NoteKind::Case(list)),
        "case" => Err(("the note `case` needs tags".to_owned(), "write `case(1, 2)` or `case(default)`".to_owned())),
        "text" => {
            let form = one()?;
            let found = TEXTS.iter().find(|(name, _)| *name == form).map(|(_, text)| NoteKind::Text(*text));
            let help = "write `text(nul)`, `text(spaces)` or `text(terminated)`";
            found.ok_or_else(|| (format!("there is no form of text `{form}`"), help.to_owned()))
        }
        "bytes" => none(NoteKind::Text(CText::Bytes)),
        "length" => none(NoteKind::Length),
        "version" => none(NoteKind::Version),
        "open" => none(NoteKind::Open),
        "flags" => none(NoteKind::Flags),
        _ => Err((format!("there is no note `{word}`"), remedy(word))),
    }
}

fn remedy(word: &str) -> String {
    match closest(word, WORDS.iter().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("notes are {}", WORDS.join(", ")),
    }
}

use super::CommaEnds;
use super::comment;
use crate::source::SourceLanguage;
use crate::source::scan::{Token, TokenKind};

/// Levels by which the further lines of a statement are indented.
const CONTINUATION: usize = 2;

pub(super) struct Printer<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    language: &'a SourceLanguage,
    out: Vec<u8>,
    /// Levels of the current line.
    indent: usize,
    /// Levels of the first line of the current statement.
    statement: usize,
    /// The current statement has a token.
    is_inside: bool,
    /// The current statement begins with a label.
    has_label: bool,
    /// The current statement has nothing but annotations yet.
    has_only_annotations: bool,
    /// The block of the current statement has items that end with `,`.
    has_items: bool,
    open: Vec<Open>,
}

/// An open bracket.
struct Open {
    is_block: bool,
    has_items: bool,
    /// Levels of the line that it closes on, if it is the first token there.
    indent: usize,
}

/// What separates two tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Space,
    /// Before a comment at the end of a line.
    Spaces,
    Line,
    EmptyLine,
}

impl<'a> Printer<'a> {
    pub fn new(text: &'a [u8], tokens: &'a [Token], language: &'a SourceLanguage) -> Self {
        Self {
            text,
            tokens,
            language,
            out: Vec::new(),
            indent: 0,
            statement: 0,
            is_inside: false,
            has_label: false,
            has_only_annotations: false,
            has_items: false,
            open: Vec::new(),
        }
    }

    pub fn print(mut self) -> Vec<u8> {
        for at in 0..self.tokens.len() {
            let gap = self.gap(at);
            self.separate(at, gap);
            self.token(at);
        }
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
        self.out
    }

    fn bytes(&self, at: usize) -> &'a [u8] {
        self.tokens.get(at).map_or(b"", |token| token.bytes(self.text))
    }

    /// Returns true if a token is this symbol.
    fn is(&self, at: usize, symbol: &[u8]) -> bool {
        self.tokens.get(at).is_some_and(|it| it.kind == TokenKind::Symbol) && self.bytes(at) == symbol
    }

    /// Line breaks of the source before a token.
    fn breaks(&self, at: usize) -> usize {
        let start = at.checked_sub(1).map_or(0, |previous| self.tokens[previous].end);
        let end = self.tokens.get(at).map_or(self.text.len(), |token| token.start);
        self.text[start..end].iter().filter(|byte| **byte == b'\n').count()
    }

    fn in_value(&self) -> bool {
        self.open.last().is_some_and(|it| !it.is_block)
    }

    fn gap(&self, at: usize) -> Gap {
        let Some(previous) = at.checked_sub(1) else { return Gap::None };
        let token = self.tokens[at];
        let breaks = self.breaks(at);
        let ends_line = self.ends_line(previous) || token.kind == TokenKind::Directive;
        if token.is_comment() && breaks == 0 && !ends_line {
            return self.before_comment(at);
        }
        if !self.in_value() && self.joins_line(at) && !ends_line {
            return self.spaces(at);
        }
        let is_line = ends_line || breaks > 0 || (!self.in_value() && self.begins_line(at));
        match is_line {
            true if breaks > 1 && self.may_have_empty_line(at) => Gap::EmptyLine,
            true => Gap::Line,
            false => self.spaces(at),
        }
    }

    /// Returns true if no other token can stand behind this one on its line.
    fn ends_line(&self, at: usize) -> bool {
        matches!(self.tokens[at].kind, TokenKind::LineComment | TokenKind::TextLine | TokenKind::Directive)
    }

    /// A comment on the line of the token before it belongs to that token, unless another token follows it on the line.
    fn before_comment(&self, at: usize) -> Gap {
        let ends_block = !self.in_value() && self.is(at + 1, b"}");
        let is_last = at + 1 == self.tokens.len() || self.breaks(at + 1) > 0 || ends_block;
        let is_between = !self.in_value() && self.begins_line(at);
        match (is_last, is_between) {
            (true, _) => Gap::Spaces,
            (false, true) => Gap::Line,
            (false, false) => Gap::Space,
        }
    }

    /// Returns true if a statement begins or a block ends with a token.
    fn begins_line(&self, at: usize) -> bool {
        let is_empty_block = self.is(at, b"}") && self.is(at - 1, b"{");
        !is_empty_block && (!self.is_inside && !self.tokens[at - 1].is_comment() || self.is(at, b"}"))
    }

    /// Returns true if a token stays on the line of the one before it, even if the source has a line break.
    fn joins_line(&self, at: usize) -> bool {
        if self.tokens[at - 1].is_comment() {
            return false;
        }
        let is_empty_block = self.is(at, b"}") && self.is(at - 1, b"{");
        let ends_statement = self.is(at, b";") || self.is(at, b",");
        is_empty_block
            || (self.is_inside && (ends_statement || self.is(at, b"{")))
            || ((self.is(at, b";") || self.is(at, b"=")) && self.is(at - 1, b"}"))
    }

    fn may_have_empty_line(&self, at: usize) -> bool {
        !self.is(at, b"}") && (!self.is(at - 1, b"{") || self.tokens[at].is_comment())
    }

    /// Returns the gap between two tokens of a line.
    fn spaces(&self, at: usize) -> Gap {
        let spacing = &self.language.layout.spacing;
        let (one, other) = (self.bytes(at - 1), self.bytes(at));
        let is_adjacent = self.tokens[at - 1].end == self.tokens[at].start;
        let is_text = |at: usize| self.tokens[at].kind == TokenKind::Text;
        let is_comment = self.tokens[at - 1].is_comment() || self.tokens[at].is_comment();
        let is_number = |at: usize| self.bytes(at).first().is_some_and(u8::is_ascii_digit);
        let is_joined = |it: &&'static str| it.as_bytes().strip_prefix(one) == Some(other);
        let none = if is_comment || self.language.lexical.symbols.iter().any(is_joined) {
            false
        } else if other == b"." {
            // A name may begin with a dot.
            is_adjacent && one != b"="
        } else if self.is(at, other) && has(spacing.kept_before, other) {
            is_adjacent
        } else if is_text(at) && (is_number(at - 1) || has(self.language.lexical.text_prefixes, one)) {
            // Such as the `0x` of bytes.
            is_adjacent
        } else if other == b"(" && self.tokens[at - 1].kind == TokenKind::Word {
            match spacing.keeps_before_parenthesis {
                true => is_adjacent,
                false => !has(spacing.before_parenthesis, one) && !self.is_marked_number(at - 1),
            }
        } else {
            let is_empty_block = self.is(at - 1, b"{") && self.is(at, b"}");
            let is_closed_up = self.is(at, other) && has(spacing.none_before, other);
            let is_closed_down = self.is(at - 1, one) && has(spacing.none_after, one) && !self.is_operator(at - 1);
            is_empty_block || is_closed_up || is_closed_down
        };
        if none { Gap::None } else { Gap::Space }
    }

    fn is_marked_number(&self, at: usize) -> bool {
        let mark = self.language.layout.spacing.number_mark;
        at > 0 && mark.is_some_and(|mark| self.bytes(at - 1) == mark.as_bytes())
    }

    fn separate(&mut self, at: usize, gap: Gap) {
        match gap {
            Gap::None => {}
            Gap::Space => self.out.push(b' '),
            Gap::Spaces => self.out.extend(b"  "),
            Gap::Line => self.new_line(at, 1),
            Gap::EmptyLine => self.new_line(at, 2),
        }
    }

    fn new_line(&mut self, at: usize, breaks: usize) {
        self.indent = match self.open.last() {
            _ if self.tokens[at].kind == TokenKind::Directive => 0,
            Some(open) if self.closes(at) => open.indent,
            Some(open) if !open.is_block => open.indent + 1,
            _ if self.has_label && self.is_behind_label(at) => self.statement + usize::from(!self.is_label(at)),
            _ if self.is_inside && self.has_only_annotations => self.statement,
            _ if self.is_inside => self.statement + CONTINUATION,
            Some(open) => open.indent + 1,
            None => 0,
        };
        self.out.extend(std::iter::repeat_n(b'\n', breaks));
        (0..self.indent).for_each(|_| self.out.extend(self.language.layout.indent.as_bytes()));
    }

    fn opens(&self, at: usize) -> bool {
        [b"(", b"[", b"{"].iter().any(|it| self.is(at, *it))
    }

    fn closes(&self, at: usize) -> bool {
        [b")", b"]", b"}"].iter().any(|it| self.is(at, *it))
    }

    /// Prints a token, and notes what it opens and ends.
    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        if token.is_comment() || token.kind == TokenKind::Directive {
            let indent = self.language.layout.indent.repeat(self.indent);
            let lines = comment::lines(&token, self.text, indent.as_bytes());
            self.out.extend(lines.join(&b'\n'));
            return;
        }
        self.out.extend(token.bytes(self.text));
        if !self.is_inside {
            self.begin_statement(at);
        }
        self.note_kind(at);
        let was_value = self.in_value();
        if self.opens(at) {
            let is_block = self.is(at, b"{") && !was_value && !self.begins_value(at);
            let indent = if is_block { self.statement } else { self.indent };
            self.open.push(Open { is_block, has_items: self.has_items, indent });
        }
        if self.closes(at) {
            self.open.pop();
        }
        let closes_block = self.is(at, b"}") && !was_value;
        let opens_block = self.open.last().is_some_and(|it| it.is_block) && self.is(at, b"{");
        let ends_item = self.is(at, b",") && self.open.last().is_some_and(|it| it.has_items);
        let ends = closes_block || opens_block || ((self.is(at, b";") || ends_item) && !was_value);
        self.is_inside = !ends;
    }

    fn begin_statement(&mut self, at: usize) {
        self.statement = self.indent;
        self.has_label = self.is_label(at);
        self.has_only_annotations = self.is(at, b"@");
        self.has_items = matches!(self.language.layout.comma_ends, CommaEnds::InBlocks);
    }

    /// Notes what a token tells about its statement.
    fn note_kind(&mut self, at: usize) {
        if self.tokens[at].kind != TokenKind::Word || self.in_value() {
            return;
        }
        if let CommaEnds::InBlocksOf(words) = self.language.layout.comma_ends {
            self.has_items |= has(words, self.bytes(at));
        }
        self.has_only_annotations &= at > 0 && has(&["@", ".", "::"], self.bytes(at - 1));
    }

    fn begins_value(&self, at: usize) -> bool {
        at > 0 && has(self.language.layout.value_braces_after, self.bytes(at - 1))
    }

    /// Returns true for an operator behind a value, false for a sign.
    fn is_operator(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let is_value = matches!(self.tokens[before].kind, TokenKind::Word | TokenKind::Text) || self.is(before, b")");
        has(self.language.layout.spacing.operators, self.bytes(at)) && is_value && !self.is_label(before)
    }

    fn is_label(&self, at: usize) -> bool {
        has(self.language.layout.labels, self.bytes(at))
    }

    /// Returns true if a label ends before a token.
    fn is_behind_label(&self, at: usize) -> bool {
        (0..at).rev().find(|at| !self.tokens[*at].is_comment()).is_some_and(|at| self.is(at, b":"))
    }
}

fn has(list: &[&str], bytes: &[u8]) -> bool {
    list.iter().any(|it| it.as_bytes() == bytes)
}

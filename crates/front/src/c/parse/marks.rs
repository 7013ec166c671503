//! What the preprocessor has noted: the file of the text, and `#pragma pack`.

use crate::c::codes;
use crate::preprocess::{Lexeme, LexemeKind, Mark, SourceFile};
use polywire_source::{Diagnostic, Diagnostics, Span};

/// What is true from a lexeme on.
#[derive(Clone, Copy)]
struct State {
    /// The index of the lexeme.
    from: usize,
    file: usize,
    is_system: bool,
    pack: Option<u32>,
}

/// What is true at each lexeme.
pub(super) struct Marks {
    states: Vec<State>,
}

const START: State = State { from: 0, file: 0, is_system: false, pack: None };

impl Marks {
    pub fn new(marks: &[(usize, Mark)], files: &[SourceFile], diagnostics: &mut Diagnostics) -> Self {
        let mut states = vec![START];
        let (mut now, mut outer, mut packs) = (START, Vec::new(), Vec::new());
        for (from, mark) in marks {
            match mark {
                Mark::Enter(file) => {
                    outer.push(now);
                    now.file = *file;
                    now.is_system = files.get(*file).is_some_and(|it| it.is_built_in);
                }
                Mark::Leave => {
                    let before = outer.pop().unwrap_or(START);
                    now = State { pack: now.pack, ..before };
                }
                Mark::Line { is_system, .. } => now.is_system = *is_system,
                Mark::Pragma(line) => now.pack = pragma(line, now.pack, &mut packs, diagnostics),
            }
            now.from = *from;
            states.push(now);
        }
        Self { states }
    }

    fn state(&self, index: usize) -> &State {
        let after = self.states.partition_point(|it| it.from <= index);
        self.states.get(after.saturating_sub(1)).unwrap_or(&START)
    }

    pub fn file(&self, index: usize) -> usize {
        self.state(index).file
    }

    pub fn is_system(&self, index: usize) -> bool {
        self.state(index).is_system
    }

    pub fn pack(&self, index: usize) -> Option<u32> {
        self.state(index).pack
    }
}

type Packs = Vec<(Option<Vec<u8>>, Option<u32>)>;

/// Returns what `#pragma pack` makes of the largest alignment; other pragmas change nothing, or are refused.
fn pragma(line: &[Lexeme], now: Option<u32>, packs: &mut Packs, diagnostics: &mut Diagnostics) -> Option<u32> {
    let Some((name, rest)) = line.split_first() else { return now };
    let mut error = |code, message: String, span: Span, help: &str| {
        diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
        now
    };
    match &*name.text {
        b"pack" => {}
        b"ms_struct" | b"scalar_storage_order" => {
            let message = format!("`#pragma {}` is not supported", name.to_text());
            return error(
                codes::UNSUPPORTED,
                message,
                name.span,
                "write the attribute of the same name at each struct",
            );
        }
        _ => return now,
    }
    let help = "write `#pragma pack(push, 1)`, `#pragma pack(pop)`, `#pragma pack(1)` or `#pragma pack()`";
    let bad = "the pragma does not have the form that it must have";
    let list = match rest {
        [open, list @ .., close] if open.is_symbol("(") && close.is_symbol(")") => list,
        _ => return error(codes::PRAGMA, bad.to_owned(), name.span, help),
    };
    let parts: Vec<&[Lexeme]> = list.split(|it| it.is_symbol(",")).collect();
    match parts[..] {
        [[]] => None,
        [[it]] if it.is_word("push") => {
            packs.push((None, now));
            now
        }
        [[it], [value]] if it.is_word("push") && value.kind == LexemeKind::Word => {
            packs.push((Some(value.text.to_vec()), now));
            now
        }
        [[it], [value]] if it.is_word("push") && pack_value(value).is_some() => {
            packs.push((None, now));
            pack_value(value)?
        }
        [[it], [name], [value]] if it.is_word("push") && pack_value(value).is_some() => {
            packs.push((Some(name.text.to_vec()), now));
            pack_value(value)?
        }
        [[it]] if it.is_word("pop") => match packs.pop() {
            Some((_, before)) => before,
            None => {
                error(codes::PRAGMA, "`pop` without `push`".to_owned(), it.span, "remove it, or add `push` before it")
            }
        },
        [[it], [name]] if it.is_word("pop") && name.kind == LexemeKind::Word => {
            match packs.iter().rposition(|(of, _)| of.as_deref() == Some(&*name.text)) {
                Some(at) => packs.drain(at..).next().and_then(|(_, before)| before),
                None => error(
                    codes::PRAGMA,
                    format!("there is no `push` with the name `{}`", name.to_text()),
                    name.span,
                    help,
                ),
            }
        }
        [[value]] if pack_value(value).is_some() => pack_value(value)?,
        _ => error(codes::PRAGMA, bad.to_owned(), name.span, help),
    }
}

/// The value of a pack: 0 is none.
fn pack_value(lexeme: &Lexeme) -> Option<Option<u32>> {
    match &*lexeme.text {
        b"0" => Some(None),
        b"1" => Some(Some(1)),
        b"2" => Some(Some(2)),
        b"4" => Some(Some(4)),
        b"8" => Some(Some(8)),
        b"16" => Some(Some(16)),
        _ => None,
    }
}

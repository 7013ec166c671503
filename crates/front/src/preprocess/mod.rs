//! Includes, conditions, macros and pragmas, as C, C++ and CORBA's IDL have them (CORBA 3.3 part 1, clause 7.3; C11, clause 6.10).
//!
//! What differs between languages is their [`Dialect`]. Invariant: nothing else here knows a language.

mod arguments;
mod codes;
mod comment;
mod condition;
mod dialect;
mod directive;
mod expand;
mod files;
mod integer;
mod lexeme;
mod macros;
mod scan;
mod splice;

pub(crate) use dialect::Dialect;
pub(crate) use integer::OPERATORS;
pub(crate) use lexeme::{Lexeme, LexemeKind};

use crate::Loader;
use files::Files;
use macros::Macros;
use polywire_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use std::rc::Rc;

/// The text of all files in one sequence.
#[derive(Debug, Default)]
pub(crate) struct Translation {
    pub lexemes: Vec<Lexeme>,
    /// What happens before the lexeme of this index, in this order.
    pub marks: Vec<(usize, Mark)>,
    /// The files, those that are included before those that include them.
    pub files: Vec<SourceFile>,
}

/// What is not part of the text.
#[derive(Clone, Debug)]
pub(crate) enum Mark {
    /// The text of this file begins.
    Enter(usize),
    /// The text of the last file that was entered ends.
    Leave,
    /// `#pragma`: the rest of the line.
    Pragma(Vec<Lexeme>),
    /// The text comes from a file, as the preprocessor states that was used before.
    Line {
        /// It is one of the system's.
        is_system: bool,
    },
}

/// A file.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The name by which it was asked for or included.
    pub name: String,
    /// Its text.
    pub source: FileId,
    /// The files that it includes itself: indices in [`Translation::files`].
    pub includes: Vec<usize>,
    /// It is part of this program.
    pub is_built_in: bool,
}

/// Reads files and all that they include. Macros are given as `NAME`, which stands for 1, or `NAME=text`.
pub(crate) fn preprocess(
    dialect: &Dialect,
    (paths, macros): (&[&str], &[String]),
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Translation {
    let mut preprocessor = Preprocessor {
        dialect,
        files: Files::new(dialect, loader, sources),
        diagnostics,
        macros: Macros::default(),
        frames: Vec::new(),
        output: Translation::default(),
        repeated: 0,
    };
    macros.iter().for_each(|given| preprocessor.define_given(given));
    for path in paths {
        preprocessor.files.begin_unit();
        preprocessor.requested(path);
    }
    let Preprocessor { files, mut output, .. } = preprocessor;
    let order = files.finish(&mut output.files);
    for (_, mark) in &mut output.marks {
        if let Mark::Enter(file) = mark {
            *file = order[*file];
        }
    }
    output
}

struct Preprocessor<'a> {
    dialect: &'a Dialect,
    files: Files<'a>,
    diagnostics: &'a mut Diagnostics,
    macros: Macros,
    /// The file that is read and those that include it, outermost first.
    frames: Vec<Frame>,
    output: Translation,
    /// What it costs that files are read again.
    repeated: usize,
}

/// A file that is being read.
struct Frame {
    file: usize,
    lexemes: Rc<[Lexeme]>,
    at: usize,
    conditions: Vec<condition::Condition>,
    /// It was read before.
    is_repeated: bool,
}

/// Limit on what it costs that files are read again, against files that include each other several times. With include
/// guards a lexeme costs 1, without them more, since it is kept.
const MAX_REPEATED: usize = 50_000_000;
const COST_OF_FILE: usize = 500;
const COST_OF_KEPT: usize = 50;

impl Preprocessor<'_> {
    fn requested(&mut self, path: &str) {
        if let Some(file) = self.files.open(path, None, self.diagnostics) {
            self.enter(file);
        }
        while !self.frames.is_empty() {
            self.step();
        }
    }

    fn enter(&mut self, file: usize) {
        let lexemes = self.files.lexemes(file);
        let is_repeated = !self.files.is_first(file);
        if is_repeated {
            self.repeated += COST_OF_FILE + lexemes.len();
        }
        self.mark(Mark::Enter(file));
        self.frames.push(Frame { file, lexemes, at: 0, conditions: Vec::new(), is_repeated });
    }

    /// Handles a directive, the text up to the next one, or the end of a file.
    fn step(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let start = frame.at;
        let is_directive = |lexeme: &Lexeme| lexeme.starts_line && lexeme.is_symbol("#");
        let lexemes = Rc::clone(&frame.lexemes);
        match lexemes.get(start) {
            None => self.leave(),
            Some(first) if is_directive(first) => {
                let len = lexemes[start + 1..].iter().take_while(|lexeme| !lexeme.starts_line).count();
                frame.at = start + 1 + len;
                let line = &lexemes[start + 1..frame_end(start, len)];
                match line.iter().find(|lexeme| lexeme.kind == LexemeKind::Note) {
                    Some(note) => self.note_in_directive(note.span),
                    None => self.directive(first.span, line),
                }
            }
            Some(_) => {
                let len = lexemes[start..].iter().take_while(|lexeme| !is_directive(lexeme)).count();
                frame.at = start + len;
                if frame.conditions.iter().all(|condition| condition.is_active) {
                    self.repeated += if frame.is_repeated { COST_OF_KEPT * len } else { 0 };
                    let expanded = self.expand(&lexemes[start..start + len]);
                    self.output.lexemes.extend(expanded);
                }
            }
        }
    }

    fn note_in_directive(&mut self, span: Span) {
        let error = Diagnostic::error(codes::SYNTAX, "a directive cannot have a note").at(span, "");
        self.diagnostics.push(error.help("write it where the member or type is declared"));
    }

    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            for condition in frame.conditions {
                self.unterminated(&condition);
            }
            self.files.close(frame.file);
            self.mark(Mark::Leave);
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.output.marks.push((self.output.lexemes.len(), mark));
    }

    fn pragma(&mut self, line: &[Lexeme]) {
        match (line.first(), self.frames.last()) {
            (Some(name), Some(frame)) if name.is_word("once") => self.files.read_once(frame.file),
            _ => self.mark(Mark::Pragma(line.to_vec())),
        }
    }

    fn is_active(&self) -> bool {
        self.frames.last().is_none_or(|frame| frame.conditions.iter().all(|condition| condition.is_active))
    }
}

fn frame_end(start: usize, len: usize) -> usize {
    start + 1 + len
}

//! Comparison of self-describing messages without a schema.

use super::in_turn;
use super::report::Report;
use crate::command::args::{Diff, FramingArg, Global};
use crate::command::failure::Failure;
use crate::command::messages::{framing_to_guess, no_schema};
use crate::command::progress::Progress;
use crate::command::terminal;
use polywire::convert::Source;
use polywire::diff::{Options, untyped_differences};
use polywire::untyped::{Notes, Reader};
use polywire::value_text::text;
use polywire::{Format, Value};
use polywire_ir::types::{Type, Types};
use std::io::BufRead;
use std::path::Path;

/// The messages of one input.
struct Side<'a> {
    path: &'a Path,
    format: &'static Format,
    source: Source<Box<dyn BufRead>>,
    reader: Reader,
    bytes: Vec<u8>,
    messages: u64,
    notes: Notes,
}

pub(super) fn compare(
    args: &Diff,
    formats: [&'static Format; 2],
    framing: FramingArg,
    global: Global,
) -> Result<(), Failure> {
    if args.select.is_some() {
        return Err(Failure::Usage("--select needs --schema".to_owned()));
    }
    let mut one = Side::open(args, &args.input, formats[0], framing)?;
    let mut other = Side::open(args, &args.other, formats[1], framing)?;
    let options = Options { tolerance: args.tolerance, contents: None };
    let whole = |value: &Value| text(&Types::default(), &Type::Bytes, value);
    let report = Report::new(args, formats, global);
    let next: [&mut dyn FnMut() -> Result<Option<Value>, Failure>; 2] = [&mut || one.next(), &mut || other.next()];
    let compared = in_turn(next, report, &|a, b| untyped_differences((a, b), options), &whole);
    [&one, &other].iter().for_each(|side| side.warn(global));
    compared
}

impl<'a> Side<'a> {
    fn open(args: &Diff, path: &'a Path, format: &'static Format, framing: FramingArg) -> Result<Self, Failure> {
        let limits = &args.messages.limits;
        let reader = Reader::of(format, limits.max_depth, limits.budget).ok_or_else(no_schema)?;
        let source = args.messages.open(path, framing_to_guess(framing, format), &Progress::hidden())?;
        Ok(Self { path, format, source, reader, bytes: Vec::new(), messages: 0, notes: Notes::default() })
    }

    /// Returns the next message, if any.
    fn next(&mut self) -> Result<Option<Value>, Failure> {
        let number = self.messages + 1;
        let wrong = |error: String| Failure::Input(format!("{}: message {number}: {error}", self.path.display()));
        match self.source.read(&mut self.bytes) {
            Ok(false) => Ok(None),
            Ok(true) => {
                self.messages = number;
                let located = |refusal| self.source.locate(self.format, &self.bytes, refusal);
                let read = self.reader.read(&self.bytes);
                let (value, found) = read.map_err(|refusal| wrong(located(refusal).to_string()))?;
                self.notes.add(number, found);
                Ok(Some(value))
            }
            Err(error) => Err(match error.io() {
                Some(io) => Failure::reading(self.path, io),
                None => wrong(error.to_string()),
            }),
        }
    }

    /// Warns about parts that could not be compared.
    fn warn(&self, global: Global) {
        let duplicates = self.notes.duplicates("the last one is compared");
        for text in duplicates.into_iter().chain(self.notes.losses()).filter(|_| !global.quiet) {
            terminal::print("warning", &format!("{}: {text}", self.path.display()), global);
        }
    }
}

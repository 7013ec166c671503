//! Conversion without a schema.

use super::{Formats, end_line, failure};
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::failure::Failure;
use crate::command::messages::{framing_to_guess, sink_failure};
use crate::command::output::Output;
use crate::command::progress::Progress;
use crate::command::terminal;
use polywire::codec::{Refusal, Stage};
use polywire::convert::{Cause, Error, Sink, Source};
use polywire::untyped::{Converter, Notes};
use polywire_ir::ErrorCode;
use std::io::BufRead;
use std::path::Path;

/// Converts messages without a schema.
pub(super) struct Untyped<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framings: [FramingArg; 2],
    converter: Converter,
    is_told: bool,
}

impl<'a> Untyped<'a> {
    /// Returns `None` if one of the formats needs a schema.
    pub fn of(args: &'a Convert, formats: Formats, framings: [FramingArg; 2], global: Global) -> Option<Self> {
        let converter = Converter::between(formats.from, formats.to)?;
        let limits = &args.messages.limits;
        let converter = converter.with_limits(limits.max_depth, limits.budget);
        Some(Self { args, global, formats, framings, converter, is_told: false })
    }

    pub fn file(&mut self, path: &Path, (name, output): (&Path, &mut Output)) -> Result<(), Failure> {
        self.tell_what_is_guessed();
        let progress = Progress::beside(name, self.global);
        let mut source = self.open(path, &progress)?;
        let mut sink = Sink::new(&mut *output, self.framings[1].of(self.formats.to, None)).map_err(sink_failure)?;
        let mut notes = Notes::default();
        let (mut message, mut converted, mut number) = (Vec::new(), Vec::new(), 0);
        let failed = |number, cause| failure(path, name, &Error { message: number + 1, cause });
        while source.read(&mut message).map_err(|error| failed(number, Cause::Input(error)))? {
            converted.clear();
            let found = self.converter.convert(&message, &mut converted);
            let found = found.map_err(|refusal| {
                let refusal = source.locate(self.formats.from, &message, refusal);
                self.refused(failed(number, Cause::Message(Stage::Decode, refusal.clone())), &refusal)
            })?;
            sink.write(&converted).map_err(|error| failed(number, Cause::Output(error)))?;
            number += 1;
            notes.add(number, found);
        }
        sink.finish().map_err(|error| failed(number, Cause::Output(error)))?;
        progress.clear();
        end_line(self.args, output, (self.framings[1], self.formats.to))?;
        self.report(path, &notes)
    }

    fn open(&self, path: &Path, progress: &Progress) -> Result<Source<Box<dyn BufRead>>, Failure> {
        self.args.messages.open(path, framing_to_guess(self.framings[0], self.formats.from), progress)
    }

    /// Returns the failure for a refused message, with hints.
    fn refused(&self, failure: Failure, refusal: &Refusal) -> Failure {
        let is_followed = refusal.failure.code == ErrorCode::TrailingBytes && self.framings[0] == FramingArg::None;
        match failure {
            Failure::Input(message) if is_followed && self.formats.from.name != "protobuf" => {
                Failure::Input(message + "\n  = help: `--framing concatenated` reads messages that follow each other")
            }
            failure => failure,
        }
    }

    /// Prints the note that a Protocol Buffers message shown as JSON cannot be converted back.
    fn tell_what_is_guessed(&mut self) {
        let is_told = std::mem::replace(&mut self.is_told, true) || self.global.quiet;
        if let Some(note) = self.converter.note().filter(|_| !is_told) {
            terminal::print("note", &note, self.global);
        }
    }

    fn report(&self, path: &Path, notes: &Notes) -> Result<(), Failure> {
        if let (Some(text), false) = (notes.duplicates("all are kept"), self.global.quiet) {
            terminal::print("warning", &format!("{}: {text}", path.display()), self.global);
        }
        match notes.losses() {
            None => Ok(()),
            Some(text) if self.args.allow_loss => {
                if !self.global.quiet {
                    terminal::print("warning", &format!("{}: {text}", path.display()), self.global);
                }
                Ok(())
            }
            Some(text) => Err(Failure::Loss(format!("{}: {text}", path.display()))),
        }
    }
}

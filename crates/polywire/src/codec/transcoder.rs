use super::Codec;
use super::unknown::unknown;
use crate::any::Contents;
use polywire_vm::{Failure, Path, Pipe, Program, Refusal, Session, UnknownPart};

/// Turns messages of one format into messages of another.
pub struct Transcoder {
    from: Codec,
    to: Codec,
    session: Session,
}

/// The parts of a message that the output does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// The parts that the decoder left out because the schema lacks them, each value once.
    pub omitted: Vec<UnknownPart>,
    /// The structs that unknown fields are in; the message in an `Any` is a step with the name of its type, in parentheses.
    pub unknown: Vec<Path>,
    /// Some unknown fields are inside messages that the one format has as bytes, and the other as messages; their
    /// places are not known.
    pub inside: bool,
}

/// The stage that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading it.
    Decode,
    /// Writing it.
    Encode,
}

impl Transcoder {
    /// It runs as the first of the codecs does. Both must be for the same struct of the same model; otherwise every message fails.
    pub fn new(from: Codec, to: Codec) -> Self {
        Self { session: from.session(), from, to }
    }

    /// Another one of the same codecs, for another thread.
    pub fn fork(&self) -> Self {
        Self::new(self.from.clone(), self.to.clone())
    }

    /// Converts a message into `output`, whatever that held before. Tells what of the message is lost.
    pub fn transcode(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<Lost, (Stage, Refusal)> {
        let programs = (&*self.from.codecs.program, &*self.to.codecs.program);
        let done = self.session.transcode(programs, self.from.record, (input, None), output, &self.from.limits);
        done.map_err(|failure| self.explain(input, failure))?;
        self.lost(input).map_err(|refusal| (Stage::Decode, refusal))
    }

    /// Converts one large message while it is read, of which an element is held at a time; gives what is left to be written at
    /// its end. None if it has to be converted as a whole instead, and what was written of it to be taken back: because it is
    /// not as was hoped for, because something of it is lost, or because something is wrong with it.
    pub fn pipe(&mut self, pipe: Pipe<'_>) -> Option<Vec<Vec<u8>>> {
        let program = |codec: &Codec| Program::compile_by_element(codec.codecs.optimized(), codec.record);
        let (from, to) = (program(&self.from), program(&self.to));
        let left = self.session.pipe((&from, &to), self.from.record, pipe, &self.from.limits)?;
        let has_unknown = self.session.kept_unknown() || self.session.kept_unknown_inside();
        let is_lost = self.session.omitted() || has_unknown && !self.holds_unknown();
        (!is_lost).then_some(left)
    }

    /// Returns true if unknown fields of messages are in the output.
    fn holds_unknown(&self) -> bool {
        let is_shown = self.to.format().shows_unknown && self.from.limits.write_unknown;
        is_shown || self.from.format().name == self.to.format().name && self.to.format().keeps_unknown
    }

    /// The losses of the message just converted.
    fn lost(&self, input: &[u8]) -> Result<Lost, Refusal> {
        let omitted = if self.session.omitted() { self.from.omitted(input)? } else { Vec::new() };
        Ok(Lost { omitted, ..self.lost_unknown(input)? })
    }

    /// Unknown fields, which are written back to the same format only. Fields kept by the session may have been
    /// replaced later in the message; the value decides.
    fn lost_unknown(&self, input: &[u8]) -> Result<Lost, Refusal> {
        let (outside, inside) = (self.session.kept_unknown(), self.session.kept_unknown_inside());
        if self.holds_unknown() || !outside && !inside {
            return Ok(Lost::default());
        }
        let contents = Contents::of_codecs(&self.from.codecs, self.from.limits).filter(|_| inside);
        let types = &self.from.codecs.module.types;
        let found = unknown(types, contents.as_ref(), self.from.record, &self.from.decode(input)?);
        let inside = inside && found.inside.is_empty();
        Ok(Lost { inside, unknown: [found.paths, found.inside].concat(), ..Lost::default() })
    }

    /// Where the unknown fields are in a message: the structs that they are in, and the offsets.
    pub fn unknown_places(&self, input: &[u8]) -> Vec<(Path, usize)> {
        let parts = self.from.unknown_parts(input).unwrap_or_default().into_iter();
        parts.filter(|part| part.unknown_kind.is_none()).filter_map(|part| Some((part.path, part.offset?))).collect()
    }

    fn explain(&self, input: &[u8], failure: Failure) -> (Stage, Refusal) {
        match self.from.explain(input) {
            Err(refusal) => (Stage::Decode, refusal),
            Ok(value) => (Stage::Encode, self.to.explain_value(&value).err().unwrap_or(failure.into())),
        }
    }
}

use super::Codec;
use super::unknown::unknown;
use crate::Format;
use crate::any::Contents;
use polywire_vm::{Failure, Path, Pipe, Program, Refusal, Session, UnknownPart};

/// Converts messages from one format to another.
pub struct Transcoder {
    from: Codec,
    to: Codec,
    session: Session,
}

/// The parts of a message that the output lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// The parts that the decoder dropped because they are not in the schema, each value once.
    pub omitted: Vec<UnknownPart>,
    /// The structs with unknown fields. A message in an `Any` appears as a step with the name of its type in
    /// parentheses.
    pub unknown: Vec<Path>,
    /// True if unknown fields are in messages that one of the formats stores as bytes; their places are not known.
    pub inside: bool,
}

/// The stage that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Decoding.
    Decode,
    /// Encoding.
    Encode,
}

impl Transcoder {
    /// Uses the engine of the first codec. Both codecs must be for the same struct of the same model; otherwise every
    /// message fails.
    pub fn new(from: Codec, to: Codec) -> Self {
        Self { session: from.session(), from, to }
    }

    /// Returns a transcoder with the same codecs, for another thread.
    pub fn fork(&self) -> Self {
        Self::new(self.from.clone(), self.to.clone())
    }

    /// Returns the format that is read.
    pub fn reads(&self) -> &'static Format {
        self.from.format()
    }

    /// Converts a message, replacing the contents of `output`. Returns what is lost.
    pub fn transcode(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<Lost, (Stage, Refusal)> {
        self.convert(input, output)?;
        self.lost(input).map_err(|refusal| (Stage::Decode, refusal))
    }

    /// Converts the message at the start of `input`; the first codec must allow
    /// [trailing bytes](polywire_lower::Options::trailing_bytes), and read messages from start to end. Returns what is lost, and
    /// the end of the message.
    pub fn transcode_first(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(Lost, usize), (Stage, Refusal)> {
        let end = self.convert(input, output)?;
        let lost = self.lost(input.get(..end).unwrap_or(input)).map_err(|refusal| (Stage::Decode, refusal))?;
        Ok((lost, end))
    }

    /// Returns where the decoder stopped.
    fn convert(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<usize, (Stage, Refusal)> {
        let programs = (&*self.from.codecs.program, &*self.to.codecs.program);
        let done = self.session.transcode(programs, self.from.record, (input, None), output, &self.from.limits);
        done.map_err(|failure| self.explain(input, failure))
    }

    /// Converts one large message while it is read, one element at a time; returns the output that is still to be
    /// written at its end. Returns `None` if the message must be converted as a whole and the output so far discarded:
    /// because its members are in an unsuitable order, or something would be lost or is invalid.
    pub fn pipe(&mut self, pipe: Pipe<'_>) -> Option<Vec<Vec<u8>>> {
        let program = |codec: &Codec| Program::compile_by_element(codec.codecs.optimized(), codec.record);
        let (from, to) = (program(&self.from), program(&self.to));
        let left = self.session.pipe((&from, &to), self.from.record, pipe, &self.from.limits)?;
        let has_unknown = self.session.kept_unknown() || self.session.kept_unknown_inside();
        let is_lost = self.session.omitted() || has_unknown && !self.holds_unknown();
        (!is_lost).then_some(left)
    }

    /// Returns true if the output keeps unknown fields.
    fn holds_unknown(&self) -> bool {
        let is_shown = self.to.format().shows_unknown && self.from.limits.write_unknown;
        is_shown || self.from.format().name == self.to.format().name && self.to.format().keeps_unknown
    }

    /// Returns the losses of the message just converted.
    fn lost(&self, input: &[u8]) -> Result<Lost, Refusal> {
        let omitted = if self.session.omitted() { self.from.omitted(input)? } else { Vec::new() };
        Ok(Lost { omitted, ..self.lost_unknown(input)? })
    }

    /// Returns the lost unknown fields, which are written back to the same format only. Those recorded in the session
    /// may have been replaced later in the message, so the value is decisive.
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

    /// Returns the structs with unknown fields in a message, and the offsets of those fields.
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

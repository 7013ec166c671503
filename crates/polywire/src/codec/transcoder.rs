use super::Codec;
use polywire_vm::{Failure, Refusal, Session, Value};

/// Turns messages of one format into messages of another.
pub struct Transcoder {
    from: Codec,
    to: Codec,
    session: Session,
}

/// What of a message failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading it.
    Decode,
    /// Writing it.
    Encode,
}

impl Transcoder {
    /// Both codecs must be for the same struct of the same model; otherwise every message fails.
    pub fn new(from: Codec, to: Codec) -> Self {
        Self { from, to, session: Session::default() }
    }

    /// Converts a message into `output`, whatever that held before. Tells whether the message held unknown fields that the
    /// other format has no place for.
    pub fn transcode(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<bool, (Stage, Refusal)> {
        let programs = (&*self.from.codecs.program, &*self.to.codecs.program);
        let done = self.session.transcode(programs, self.from.record, (input, None), output, &self.from.limits);
        done.map_err(|failure| self.explain(input, failure))?;
        self.has_lost_unknown(input).map_err(|refusal| (Stage::Decode, refusal))
    }

    /// Whether the message just converted holds unknown fields, which are written back to the same format only.
    /// What the session kept may have been replaced later in the message; the value tells.
    fn has_lost_unknown(&self, input: &[u8]) -> Result<bool, Refusal> {
        let is_shown = self.to.format().shows_unknown && self.from.limits.write_unknown;
        if is_shown || self.from.format().name == self.to.format().name && self.to.format().keeps_unknown {
            return Ok(false);
        }
        let may_have = self.session.kept_unknown();
        Ok(self.session.kept_unknown_inside() || may_have && holds_unknown(&self.from.decode(input)?))
    }

    fn explain(&self, input: &[u8], failure: Failure) -> (Stage, Refusal) {
        match self.from.explain(input) {
            Err(refusal) => (Stage::Decode, refusal),
            Ok(value) => (Stage::Encode, self.to.explain_value(&value).err().unwrap_or(failure.into())),
        }
    }
}

fn holds_unknown(value: &Value) -> bool {
    match value {
        Value::Struct(record) => record.unknown.is_some() || record.fields.iter().any(holds_unknown),
        Value::Union(held) => held.as_ref().is_some_and(|held| holds_unknown(&held.value)),
        Value::List(elements) => elements.iter().any(holds_unknown),
        Value::Map(entries) => entries.values().any(holds_unknown),
        Value::Absent
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Enum(_) => false,
    }
}
